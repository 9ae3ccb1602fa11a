// Owns the lengths: how long the stream is after each sublayer, beside how long what each sublayer wrote is, in the
// switchboard's rows; and how far each write turned the stream, with the plus and without it.

import { drawTicks, nameRows, niceTicks, placeLabels } from "lab/draw/axis"
import { find, setText } from "lab/draw/dom"
import { upTo } from "lab/maths/folded"
import { cell } from "lab/words/cells"
import { fill, fixed } from "lab/words/format"
import { chosenWord } from "lab/words/names"

/** @typedef {Strings["lengths"]} Words */
/** @typedef {{ layer: number, stream: number, write: number, turn: number | null, bare: number | null }} LengthRow */
/** @typedef {Row & { right: number, was: number, bottom: number, top: number }} LengthBar */

const ROOM = 1.22 // of the longest: a label stands behind it

/** @param {LabParts} parts */
export function create({ section, figure, strings }) {
  const words = strings.lengths
  const [labels, turn, bare] = ["labels", "turn", "bare"].map((name) => find(section, `.${name}`))
  /** @type {OwnTables["lengths"] | null} */
  let ranged = null

  /** @param {Frame} frame */
  function range(frame) {
    const { own, layers, toy } = frame
    if (ranged === own.lengths) return
    ranged = own.lengths
    /** @type {Span} */
    const span = [0, ROOM * longest(own.lengths)]
    figure.range(span, [0, layers + 3])
    drawTicks(find(section, ".ticks.x"), niceTicks(span, 4), span, "x")
    nameRows(section, toy, strings)
  }

  return {
    /** @param {Frame} frame */
    draw(frame) {
      range(frame)
      const bars = rowsOf(frame).flatMap((row) => barsOf(row, frame, words))
      figure.patch("lengths", bars)
      figure.patch("others", others(frame, words))
      figure.patch("before", frame.moved ? before(frame) : [])
      placeLabels(
        labels,
        bars.map((bar) => label(bar, frame)),
      )
      /**
       * @param {"turn" | "bare"} name
       * @returns {Label[]}
       */
      const column = (name) =>
        rowsOf(frame)
          .slice(1)
          .map(({ layer, ...row }) => ({ left: 100, bottom: height(layer, frame), text: fixed(row[name]), className: "" }))
      placeLabels(turn, column("turn"))
      placeLabels(bare, column("bare"))
      setText(find(section, ".hint"), fill(words.hint, { word: chosenWord(frame) }))
      setText(find(section, ".twin"), twin(frame, words))
    },
    /**
     * @param {Frame} frame
     * @returns {NumbersTable}
     */
    table: (frame) => ({
      caption: fill(words.caption, { word: chosenWord(frame) }),
      columns: words.columns,
      rows: rowsOf(frame).map(({ layer, stream, write, ...row }) =>
        layer < 0
          ? [words.embedding, cell(stream), "", "", ""]
          : [frame.toy.sublayers[layer], cell(stream), cell(write), cell(row.turn), cell(row.bare)],
      ),
    }),
  }
}

// What stands in each row from the foot up, in a world at a word: first the embedding, as layer −1.
/**
 * @param {Frame} frame
 * @param {{ at?: number, token?: number }} at
 * @returns {LengthRow[]}
 */
function rowsOf({ own: { lengths: table }, layers, world, state }, { at = world, token = state.token - 1 } = {}) {
  /**
   * @template T
   * @param {UpTo<T[]>} all
   * @param {number} layer
   */
  const of = (all, layer) => upTo(all, layer, at)[token]
  const rows = [...Array(layers).keys()].map((layer) => ({
    layer,
    stream: of(table.stream, layer),
    write: of(table.write, layer),
    turn: of(table.turn, layer),
    bare: of(table.bare_turn, layer),
  }))
  return [{ layer: -1, stream: table.start[token], write: 0, turn: null, bare: null }, ...rows]
}

/** @param {OwnTables["lengths"]} table */
function longest({ start, stream, write }) {
  return Math.max(...start, ...[stream, write].flatMap((by) => Object.values(by)).flat(2))
}

// The middle of a layer's row, in percent.
/**
 * @param {number} layer
 * @param {Frame} frame
 */
function height(layer, { layers }) {
  return (100 * (layer + 1.5)) / (layers + 3)
}

// Above its row's middle the stream, below it the write.
/**
 * @param {LengthRow} row
 * @param {Frame} frame
 * @param {Words} words
 * @returns {LengthBar[]}
 */
function barsOf({ layer, stream, write }, frame, words) {
  const { palette, colours, toy, hot } = frame
  const then = rowsOf(frame, { at: frame.before })[layer + 1]
  const name = toy.sublayers[layer]
  const middle = layer + 1.5
  const rest = { left: 0, line: null, along: /** @type {const} */ ("row") }
  const alpha = hot === null || hot === layer ? 1 : 0.35
  /** @param {string} word */
  const of = (word) => fill(layer < 0 ? words.start : word, { layer: name })
  const stack = {
    ...{ ...rest, alpha, right: stream, was: then.stream, bottom: middle + 0.03, top: middle + 0.29, fill: palette.embedding },
    ...{ line: palette.edge(palette.embedding), tip: `${of(words.stream)}: ${fixed(stream)}` },
  }
  if (layer < 0) return [stack]
  const own = {
    ...{ ...rest, alpha, right: write, was: then.write, bottom: middle - 0.29, top: middle - 0.03, fill: colours[layer] },
    ...{ line: palette.edge(colours[layer]), writer: layer, tip: `${of(words.write)}: ${fixed(write)}` },
  }
  return [stack, own]
}

// In the half of its row that its bar has, behind that and behind where it ended in the run that is measured from.
/**
 * @param {LengthBar} bar
 * @param {Frame} frame
 * @returns {Label}
 */
function label({ right, was, bottom, top }, frame) {
  return {
    left: (100 * Math.max(right, was)) / (ROOM * longest(frame.own.lengths)),
    bottom: (50 * (bottom + top)) / (frame.layers + 3),
    text: fixed(right),
    className: "lane",
  }
}

// The other words' streams, as strokes above the bar of this one's.
/**
 * @param {Frame} frame
 * @param {Words} words
 * @returns {Row[]}
 */
function others(frame, words) {
  const { toy, state, palette } = frame
  return toy.tokens.flatMap((word, token) =>
    token === state.token - 1
      ? []
      : rowsOf(frame, { token }).map(({ layer, stream }) => ({
          ...{ x0: stream, x1: stream, y0: layer + 1.81, y1: layer + 1.93, line: palette.muted, alpha: 1, width: 1.5 },
          tip: `${fill(layer < 0 ? words.otherStart : words.other, { word, layer: toy.sublayers[layer] })}: ${fixed(stream)}`,
          ...{ left: stream, right: stream, bottom: layer + 1.81, top: layer + 1.93 },
        })),
  )
}

// Where bars ended in the run that is measured from.
/**
 * @param {Frame} frame
 * @returns {Row[]}
 */
function before(frame) {
  /**
   * @param {number} x
   * @param {number} y
   * @param {number} height
   */
  const stroke = (x, y, height) => ({ x0: x, x1: x, y0: y, y1: y + height, line: frame.palette.ink, alpha: 1, width: 1.5 })
  return rowsOf(frame, { at: frame.before }).flatMap(({ layer, stream, write }) => [
    stroke(stream, layer + 1.53, 0.26),
    ...(layer < 0 ? [] : [stroke(write, layer + 1.21, 0.26)]),
  ])
}

/**
 * @param {Frame} frame
 * @param {Words} words
 */
function twin(frame, words) {
  const [start, ...rows] = rowsOf(frame)
  const list = rows.map(({ layer, stream, write, ...row }) =>
    fill(words.row, {
      layer: frame.toy.sublayers[layer],
      ...{ stream: fixed(stream), write: fixed(write), turn: fixed(row.turn), bare: fixed(row.bare) },
    }),
  )
  return fill(words.twin, { word: chosenWord(frame), start: fixed(start.stream), list: list.join(". ") })
}
