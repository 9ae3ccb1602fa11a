// Owns the attention: who reads whom in the shown world, a table of squares for each layer and head, and what each head adds
// to the readout.

import { element, find, setArea, setStyle, setText } from "lab/draw/dom"
import { marksIn } from "lab/draw/reach"
import { paint } from "lab/draw/palette"
import { upTo } from "lab/maths/folded"
import { cell } from "lab/words/cells"
import { fill, fixed, signed } from "lab/words/format"
import { chosenWord, readoutName } from "lab/words/names"

/** @typedef {Strings["attention"]} Words */
/** @typedef {{ layer: number, head: number }} Head */
/** @typedef {Head & ReturnType<typeof tableOf>} Drawn */

/** @param {LabParts} parts */
export function create({ section, strings, marks }) {
  const words = strings.attention
  const box = find(section, ".looks")
  /** @type {OwnTables["attention"] | null} */
  let built = null
  /** @type {Drawn[]} */
  let heads = []

  marks.watch(box, { list: () => marksIn(box) })

  /** @param {Frame} frame */
  function build(frame) {
    built = frame.own.attention
    heads = headsOf(frame).map((head) => ({ ...head, ...tableOf(head, frame, words) }))
    const rows = layersOf(frame).map((layer) => {
      const name = element("span", { class: "writer-name" }, frame.toy.sublayers[layer])
      const row = element("div", { class: "heads", "aria-hidden": "true" }, name)
      row.append(...heads.filter((head) => head.layer === layer).map(({ node }) => node))
      paint(row, frame.colours[layer], frame.palette)
      return row
    })
    setStyle(box, "--tokens", frame.toy.tokens.length)
    box.replaceChildren(...(rows.length ? rows : [words.none]))
  }

  /**
   * @param {Drawn} drawn
   * @param {Frame} frame
   */
  function drawHead({ layer, head, cells, added, scored, node }, frame) {
    const { toy, state, hot, world, isOn, own } = frame
    const { previous, induction, adds } = own.attention
    const weights = patternOf(frame, layer)[head]
    node.classList.toggle("off", !isOn(layer))
    node.classList.toggle("faded", hot !== null && hot !== layer)
    for (const { reader, read, square } of cells) {
      const weight = weights[reader][read]
      setArea(square, weight)
      square.dataset.tip = fill(words.cell, {
        ...{ layer: toy.sublayers[layer], head: head + 1, reader: toy.tokens[reader], read: toy.tokens[read] },
        weight: fixed(weight),
      })
      square.parentElement?.classList.toggle("explained", reader === state.token - 1)
    }
    const again = upTo(induction, layer, world)[head]
    const scores = { previous: fixed(upTo(previous, layer, world)[head]), induction: fixed(again) }
    setText(added, isOn(layer) ? fill(words.adds, { value: signed(upTo(adds, layer, world)[head]) }) : words.off)
    setText(scored, fill(again === null ? words.scores : words.withInduction, scores))
  }

  return {
    /** @param {Frame} frame */
    draw(frame) {
      if (built !== frame.own.attention) build(frame)
      for (const head of heads) drawHead(head, frame)
      const said = { word: chosenWord(frame), readout: readoutName(frame, strings) }
      setText(find(section, ".foot"), fill(words.foot, said))
      setText(find(section, ".twin"), twin(frame, words))
    },
    /**
     * @param {Frame} frame
     * @returns {NumbersTable}
     */
    table: (frame) => ({
      caption: words.caption,
      columns: [...words.columns, ...frame.toy.tokens],
      rows: headsOf(frame).flatMap(({ layer, head }) =>
        patternOf(frame, layer)[head].map((weights, reader) => [
          frame.toy.sublayers[layer],
          `${head + 1}`,
          frame.toy.tokens[reader],
          ...weights.map((weight, read) => (read > reader ? "" : cell(weight, (x) => fixed(x, 4)))),
        ]),
      ),
    }),
  }
}

/**
 * @param {Frame} frame
 * @param {number} layer
 */
function patternOf({ own, world }, layer) {
  return upTo(own.attention.pattern, layer, world)
}

// The attention layers, the last first, as the ladder has them.
/** @param {Frame} frame */
function layersOf({ own: { attention: table } }) {
  return Object.keys(table.pattern)
    .map(Number)
    .sort((a, b) => b - a)
}

/**
 * @param {Frame} frame
 * @returns {Head[]}
 */
function headsOf(frame) {
  return layersOf(frame).flatMap((layer) => patternOf(frame, layer).map((_, head) => ({ layer, head })))
}

// One head's table of squares: its words above and beside, and a line below.
/**
 * @param {Head} head
 * @param {Frame} frame
 * @param {Words} words
 */
function tableOf({ layer, head }, { toy }, words) {
  /** @type {{ reader: number, read: number, square: HTMLElement }[]} */
  const cells = []
  const rows = toy.tokens.map((word, reader) => {
    const row = element("div", { class: "reader" }, element("b", {}, word))
    for (const read of toy.tokens.keys()) {
      const square = element("i", read > reader ? {} : { "data-writer": `${layer}` })
      if (read <= reader) cells.push({ reader, read, square })
      row.append(square)
    }
    return row
  })
  const above = element("div", { class: "read" }, element("b", {}, fill(words.head, { head: head + 1 })))
  above.append(...toy.tokens.map((word) => element("span", {}, word)))
  const [added, scored] = [element("span"), element("small")]
  const node = element("div", { class: "squares" }, above, ...rows, element("p", {}, added, " ", scored))
  return { cells, added, scored, node }
}

/**
 * @param {Frame} frame
 * @param {Words} words
 */
function twin(frame, words) {
  const { toy, state, isOn } = frame
  const reader = state.token - 1
  const list = headsOf(frame).map(({ layer, head }) => {
    if (!isOn(layer)) return fill(words.isOff, { layer: toy.sublayers[layer] })
    const weights = patternOf(frame, layer)[head][reader].slice(0, reader + 1)
    return fill(words.row, {
      ...{ layer: toy.sublayers[layer], head: head + 1, word: toy.tokens[reader] },
      weights: weights.map((weight, read) => fill(words.weight, { read: toy.tokens[read], weight: fixed(weight) })).join(", "),
    })
  })
  return list.length ? fill(words.twin, { list: [...new Set(list)].join("; ") }) : words.none
}
