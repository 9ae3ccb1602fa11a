// Owns the block: one sublayer drawn large for one word, from what it reads to the sum it leaves, and how far of that is
// shown. Which layer it is, is how far the stream is built up.

import { element, find, setArea, setStyle, setText } from "lab/draw/dom"
import { marksIn } from "lab/draw/reach"
import { paint } from "lab/draw/palette"
import { upTo } from "lab/maths/folded"
import { cell } from "lab/words/cells"
import { fill, fixed } from "lab/words/format"
import { chosenWord } from "lab/words/names"

/** @typedef {Strings["block"]} Words */
/** @typedef {"reads" | "norm" | "gives" | "sum"} StageName */
/** @typedef {{ name: StageName, values: number[] }} Stage */

/** @type {StageName[]} */
const STAGES = ["reads", "norm", "gives", "sum"]

/** @param {LabParts} parts */
export function create({ section, selection, strings, marks }) {
  const words = strings.block
  const box = find(section, ".stages")
  const slider = find(section, ".step", HTMLInputElement)
  let shown = STAGES.length // how many stages of this layer

  marks.watch(box, { list: () => marksIn(box).filter(({ element: node }) => node.checkVisibility({ visibilityProperty: true })) })
  slider.addEventListener("input", () => {
    shown = STAGES.length
    selection.step(Number(slider.value))
  })
  find(section, ".forward").addEventListener("click", () => move(1))
  find(section, ".back").addEventListener("click", () => move(-1))
  selection.onReset(() => (shown = STAGES.length))

  // One stage on or back; beyond the last of one layer comes the first of the next.
  /** @param {number} by */
  function move(by) {
    const { state, layers } = selection.frame()
    const at = Math.max(0, (state.step - 1) * STAGES.length + (state.step ? shown : STAGES.length)) + by
    const to = Math.min(Math.max(at, 0), layers * STAGES.length)
    shown = to === 0 ? STAGES.length : ((to - 1) % STAGES.length) + 1
    selection.step(Math.ceil(to / STAGES.length))
  }

  return {
    /** @param {Frame} frame */
    draw(frame) {
      const stages = stagesOf(frame)
      const { layer, toy } = place(frame)
      const most = largest(frame)
      setStyle(box, "--stages", stages.length)
      box.replaceChildren(
        names(stages[0].values, toy),
        ...stages.map((stage) => column(stage, layer >= 0 && STAGES.indexOf(stage.name) >= shown, most, words)),
        ...(layer < 0 ? [] : inside(frame, layer, shown, words)),
      )
      paint(box, layer < 0 ? frame.palette.embedding : frame.colours[layer], frame.palette)
      slider.max = `${frame.layers}`
      slider.value = `${frame.state.step}`
      const values = { layer: toy.sublayers[layer], word: chosenWord(frame) }
      slider.setAttribute("aria-valuetext", fill(layer < 0 ? words.hintNone : words.hint, values))
      setText(find(section, ".hint"), fill(layer < 0 ? words.hintNone : words.hint, values))
      setText(find(section, ".said"), layer < 0 || frame.isOn(layer) ? "" : fill(words.off, values))
      setText(find(section, ".twin"), twin(stages, values, words))
    },
    /**
     * @param {Frame} frame
     * @returns {NumbersTable}
     */
    table(frame) {
      const { layer, toy } = place(frame)
      const stages = stagesOf(frame)
      /**
       * @param {StageName} wanted
       * @param {number} i
       */
      const at = (wanted, i) => {
        const stage = stages.find(({ name }) => name === wanted)
        return stage ? cell(stage.values[i]) : ""
      }
      return {
        caption: fill(words.caption, { layer: toy.sublayers[layer] ?? strings.switchboard.embedding, word: chosenWord(frame) }),
        columns: words.columns,
        rows: frame.token.embedding.map((_, i) => [nameOf(i, toy), ...STAGES.map((name) => at(name, i))]),
      }
    },
  }
}

// The layer that is run, from 0; −1 while only the embedding is there.
/** @param {Frame} frame */
function place({ state, toy }) {
  return { layer: state.step - 1, toy }
}

/**
 * @param {number} dimension
 * @param {Toy} toy
 */
function nameOf(dimension, { dimensions }) {
  return dimensions?.[dimension] || `${dimension + 1}`
}

/**
 * @param {number} layer
 * @param {Frame} frame
 */
function sumAfter(layer, { own: { block: table }, world }) {
  return layer < 0 ? table.start : upTo(table.sums, layer, world)
}

// What there is of reads, norm, gives and sum.
/**
 * @param {Frame} frame
 * @returns {Stage[]}
 */
function stagesOf(frame) {
  const { layer } = place(frame)
  /** @type {Stage} */
  const sum = { name: "sum", values: sumAfter(layer, frame) }
  if (layer < 0) return [sum]
  const { normalised } = frame.own.block
  /** @type {Stage[]} */
  const norm = normalised && layer in normalised ? [{ name: "norm", values: upTo(normalised, layer, frame.world) }] : []
  const gives = frame.token.writes[frame.world][layer]
  return [{ name: "reads", values: sumAfter(layer - 1, frame) }, ...norm, { name: "gives", values: gives }, sum]
}

// One scale for all layers and worlds.
/** @param {Frame} frame */
function largest({ own: { block: table }, token }) {
  const all = [table.start, ...Object.values(table.sums ?? {}), ...Object.values(table.normalised ?? {}), token.writes]
  return Math.max(...all.flat(3).map(Math.abs))
}

/**
 * @param {number[]} values
 * @param {Toy} toy
 */
function names(values, toy) {
  const rows = values.map((_, i) => element("li", {}, nameOf(i, toy)))
  return element("ol", { class: "names", "data-name": "\u00a0", "aria-hidden": "true" }, ...rows)
}

/**
 * @param {Stage} stage
 * @param {boolean} isHidden
 * @param {number} most
 * @param {Words} words
 */
function column({ name, values }, isHidden, most, words) {
  const title = words.stages[name]
  const bars = values.map((value, i) => {
    const bar = element("i", {
      "data-tip": fill(words.dimension, { stage: title, dimension: i + 1, value: fixed(value) }),
      class: value < 0 ? "below" : "",
    })
    setStyle(bar, "--size", (Math.abs(value) / most).toFixed(4))
    return element("li", {}, bar, element("span", {}, fixed(value)))
  })
  return element("ol", { class: `${name}${isHidden ? " later" : ""}`, "data-name": title, "aria-hidden": "true" }, ...bars)
}

// Whom an attention reads, which of a layer's units fire.
/**
 * @param {Frame} frame
 * @param {number} layer
 * @param {number} shown
 * @param {Words} words
 */
function inside(frame, layer, shown, words) {
  const { pattern, active } = frame.own.block
  const hidden = shown < STAGES.indexOf("gives") + 1 ? " later" : ""
  /**
   * @param {string} title
   * @param {HTMLElement[]} squares
   */
  const row = (title, squares) =>
    element("p", { class: `inside${hidden}`, "aria-hidden": "true" }, element("b", {}, title), " ", ...squares)
  /**
   * @param {number} size
   * @param {string} tip
   * @param {boolean} below
   * @param {...string} rest
   */
  const square = (size, tip, below, ...rest) => {
    const node = element("i", { "data-tip": tip, class: below ? "below" : "" })
    setArea(node, size)
    return element("span", {}, node, ...rest)
  }
  if (pattern && layer in pattern)
    return upTo(pattern, layer, frame.world).map((weights, head) =>
      row(
        fill(words.whom, { head: head + 1 }),
        weights.slice(0, frame.state.token).map((weight, read) => {
          const word = frame.toy.tokens[read]
          const tip = fill(words.who, { layer: frame.toy.sublayers[layer], head: head + 1, word, weight: fixed(weight) })
          return square(weight, tip, false, ` ${word}`)
        }),
      ),
    )
  if (!active || !(layer in active)) return []
  const units = upTo(active, layer, frame.world)
  const most = Math.max(...units.map(Math.abs), 1e-9)
  /**
   * @param {number} value
   * @param {number} i
   */
  const one = (value, i) => square(Math.abs(value) / most, fill(words.unit, { unit: i + 1, value: fixed(value) }), value < 0)
  return [row(words.units, units.map(one))]
}

/**
 * @param {Stage[]} stages
 * @param {Record<string, string>} values
 * @param {Words} words
 */
function twin(stages, values, words) {
  const list = Object.fromEntries(stages.map(({ name, values }) => [name, values.map((value) => fixed(value)).join(", ")]))
  if (!list.reads) return fill(words.twinNone, { ...values, ...list })
  return fill(list.norm ? words.twin : words.twinNoNorm, { ...values, ...list })
}
