// Owns who says it: a bar for each writer, the bias and the total, the sum check, and the words that each raises and
// lowers most.

import { NARROWEST } from "lab/draw/axis"
import { cell } from "lab/words/cells"
import { Chart, rangeOf } from "lab/draw/chart"
import { element, find, setText } from "lab/draw/dom"
import { fill, fixed, signed } from "lab/words/format"
import { asked, nameButtons, raised, readoutOf, readoutWords, roomBeside, strength, unchanged, writers } from "lab/views/reading"

/** @typedef {Omit<Writer, "edge">} WhoBar a writer, or the total */

const HALF = 0.31 // of a row: half a bar's height

/** @param {ViewParts} parts */
export function create({ section, figure, choices, strings }) {
  const words = strings["reading-who"]
  const chart = new Chart(section, figure)
  const names = find(section, ".names")
  const drawNames = nameButtons(names, choices)
  const totalName = element("span", { class: "total" }, words.total)
  const room = roomBeside(find(section, ".frame"), choices)
  const isShown = unchanged()
  const speaks = find(section, ".speaks")
  let rows = 10

  // The bars from the foot up, the total on top.
  /** @param {ReadingFrame} frame */
  function bars(frame) {
    const everyone = writers(frame, strings.reading)
    const logits = frame.table.logit[frame.index("token")]
    const value = readoutOf(logits, asked(frame))
    const total = { name: words.total, colour: frame.palette.accent, depth: 0, said: logits, value }
    return { everyone, all: [...everyone, total] }
  }

  return {
    /** @param {ReadingFrame} frame */
    draw(frame) {
      const { values } = frame
      if (isShown(frame, values.token, values.target, values.against, values.depth, room(2))) return
      const { everyone, all } = bars(frame)
      const { palette } = frame
      const depth = frame.index("depth")
      rows = all.length
      const [low, high] = rangeOf(
        all.map(({ value }) => value),
        0,
      )
      const beside = room(low < 0 ? 2 : 1) * Math.max(high - low, NARROWEST)
      /** @type {Span} */
      const x = [low < 0 ? low - beside : 0, high + beside]
      drawNames(everyone.map((writer, i) => ({ ...writer, writer: i })))
      if (names.lastChild !== totalName) names.append(totalName)
      chart.draw({
        x,
        y: [0, rows + 1],
        xTicks: [{ at: 0, text: "", zero: true }],
        yTicks: [],
        bars: all.map(({ name, colour, value, depth: at }, row) => ({
          left: Math.min(0, value),
          right: Math.max(0, value),
          bottom: row + 0.5 - HALF,
          top: row + 0.5 + HALF,
          fill: at > depth && row < everyone.length - 1 ? palette.ground : colour,
          line: palette.edge(colour),
          alpha: row === rows - 1 ? 1 : strength(frame, row),
          tip: `${name}: ${signed(value)}`,
          writer: row === rows - 1 ? null : row,
          along: "row",
        })),
        labels: all.map(({ value }, row) => ({
          x: value,
          y: row + 0.5,
          text: row === rows - 1 ? fixed(value) : signed(value),
          className: `${value < 0 ? "leftward" : ""} ${row === rows - 1 || row === frame.hot ? "strong" : ""}`.trim(),
        })),
      })
      drawWords(frame, all)
      setText(find(section, ".foot .sum"), sum(frame, everyone))
      setText(find(section, ".foot .said"), frame.hot === null ? words.frozen : speech(frame, everyone[frame.hot]))
      setText(find(section, ".twin"), twin(frame, everyone))
    },
    /**
     * @param {ReadingFrame} frame
     * @returns {NumbersTable}
     */
    table(frame) {
      const { all } = bars(frame)
      return {
        caption: fill(words.caption, { readout: readoutWords(frame, strings) }),
        columns: words.columns,
        rows: all.map(({ name, value, said }) => {
          const { up, down } = raised(said, 3)
          return [name, cell(value), listed(up, frame), listed(down, frame)]
        }),
      }
    },
  }

  // Two words up and two down stand beside each bar, the explained one in the accent.
  /**
   * @param {ReadingFrame} frame
   * @param {WhoBar[]} all
   */
  function drawWords(frame, all) {
    const { v } = asked(frame)
    /** @param {{ word: number }} one */
    const name = ({ word }) => element("span", word === v ? { class: "target" } : {}, frame.table.labels.word[word])
    /**
     * @param {WhoBar} writer
     * @param {number} i
     */
    const row = ({ said }, i) => {
      const { up, down } = raised(said, 2)
      /** @param {Raised[]} some */
      const list = (some) => element("span", {}, ...some.flatMap((one, n) => (n ? [", ", name(one)] : [name(one)])))
      return element("li", i === frame.hot ? { class: "hot" } : {}, list(up), list(down))
    }
    const tops = [words.raises, words.lowers].map((name) => element("span", {}, name))
    speaks.replaceChildren(...all.map(row), element("li", { class: "tops" }, ...tops))
  }

  // The terms added up here, beside the readout that the model itself has; at an earlier depth what is there so far.
  /**
   * @param {ReadingFrame} frame
   * @param {Writer[]} everyone
   */
  function sum(frame, everyone) {
    const { table } = frame
    const depth = frame.index("depth")
    const readout = fixed(readoutOf(table.logit[frame.index("token")], asked(frame)))
    /**
     * @param {Writer} writer
     * @param {number} i
     */
    const isThere = (writer, i) => writer.depth <= depth || i === everyone.length - 1 // the bias is never missing
    const there = everyone.filter(isThere).reduce((total, { value }) => total + value, 0)
    const start = depth ? fill(words.upTo, { layer: table.labels.depth[depth] }) : words.upToEmbedding
    return fill(depth === table.labels.layer.length ? words.sum : words.sumSoFar, { place: start, sum: fixed(there), readout })
  }

  /**
   * @param {ReadingFrame} frame
   * @param {Writer} writer
   */
  function speech(frame, { name, said }) {
    const { up, down } = raised(said, 3)
    return fill(words.speech, { name, up: listed(up, frame), down: listed(down, frame) })
  }

  /**
   * @param {ReadingFrame} frame
   * @param {Writer[]} everyone
   */
  function twin(frame, everyone) {
    const parts = everyone.map(({ name, value }) => `${name} ${signed(value)}`).join(", ")
    const readout = readoutWords(frame, strings)
    return fill(words.twin, { readout, value: fixed(readoutOf(frame.table.logit[frame.index("token")], asked(frame))), parts })
  }
}

// "cat +0.50, dog +0.20": words and how much they are raised or lowered.
/**
 * @param {Raised[]} some
 * @param {ReadingFrame} frame
 */
function listed(some, { table }) {
  return some.map(({ word, by }) => `${table.labels.word[word]} ${signed(by)}`).join(", ")
}
