// Owns the stream in other axes: each number of the chosen word as a stack of who wrote it, and beside it what no
// rotation changes.

import { niceTicks, withRoom } from "lab/draw/axis"
import { cell } from "lab/words/cells"
import { Chart } from "lab/draw/chart"
import { find, setText } from "lab/draw/dom"
import { stacked } from "lab/maths/stacked"
import { fill, fixed, powerOfTen, signed } from "lab/words/format"
import { asked, promptWords, readoutOf, readoutWords, strength, unchanged, writers } from "lab/views/reading"

const HALF = 0.36 // of a column: half a bar's width

/** @param {ViewParts} parts */
export function create({ section, figure, strings }) {
  const words = strings["reading-axes"]
  const chart = new Chart(section, figure)
  const isShown = unchanged()

  return {
    /** @param {ReadingFrame} frame */
    draw(frame) {
      const { palette, values } = frame
      if (isShown(frame, values.token, values.target, values.against, values.depth, values.axes)) return
      const everyone = writers(frame, strings.reading)
      const stacks = stacksOf(frame, frame.index("axes"))
      const span = withRoom(spanOf(frame), 0.04)
      chart.draw({
        x: [0, stacks.length],
        y: span,
        xTicks: stacks.map((_, i) => ({ at: i + 0.5, text: `${i + 1}` })),
        yTicks: niceTicks(span, 5),
        bars: stacks.flatMap(({ parts }, i) =>
          parts.map(({ value, from, to }, writer) => ({
            left: i + 0.5 - HALF,
            right: i + 0.5 + HALF,
            bottom: Math.min(from, to),
            top: Math.max(from, to),
            fill: everyone[writer].colour,
            line: palette.seam(everyone[writer].colour),
            alpha: strength(frame, writer),
            tip: `${everyone[writer].name}, ${words.axis} ${i + 1}: ${signed(value)}`,
            writer,
          })),
        ),
        lines: stacks.map(({ sum }, i) => ({ points: mark(i, sum), colour: palette.ink, width: 3 })),
      })
      const facts = kept(frame, everyone)
      setText(find(section, ".said"), fill(frame.index("axes") ? words.same : words.own, facts))
      setText(find(section, ".twin"), fill(words.twin, { ...facts, sums: stacks.map(({ sum }) => fixed(sum)).join(", ") }))
    },
    /**
     * @param {ReadingFrame} frame
     * @returns {NumbersTable}
     */
    table(frame) {
      const everyone = writers(frame, strings.reading)
      const shown = stacksOf(frame, frame.index("axes"))
      const facts = kept(frame, everyone)
      /** @param {number[]} values */
      const across = (values) => values.map((value) => cell(value))
      return {
        caption: fill(words.caption, facts),
        columns: [words.writer, ...shown.map((_, i) => `${i + 1}`)],
        rows: [
          ...shown[0].values.map((_, writer) => [everyone[writer].name, ...across(shown.map(({ values }) => values[writer]))]),
          [words.sum, ...across(shown.map(({ sum }) => sum))],
        ],
      }
    },
  }

  // What the turned model says when it is run: its readout, and the effect of one layer off, the brought out or largest.
  /**
   * @param {ReadingFrame} frame
   * @param {Writer[]} everyone
   */
  function kept(frame, everyone) {
    const { table, hot } = frame
    const question = asked(frame)
    const token = frame.index("token")
    const first = table.labels.part.length - table.labels.layer.length
    /** @param {number} axes */
    const readouts = (axes) => readoutOf(table.turned_logit[axes][token], question)
    /** @param {number} axes */
    const effects = (axes) => table.turned_without[axes].map((tokens) => readoutOf(tokens[token], question) - readouts(axes))
    const own = effects(0)
    const largest = own.reduce((best, effect, i) => (Math.abs(effect) > Math.abs(own[best]) ? i : best), 0)
    const out = hot === null ? -1 : hot - first
    const layer = own[out] === undefined ? largest : out
    const axes = frame.index("axes")
    return {
      readout: readoutWords(frame, strings),
      word: promptWords(frame)[token],
      axes: frame.label("axes"),
      place: table.labels.depth[frame.index("depth")],
      layer: everyone[layer + first].name,
      value: fixed(readouts(axes)),
      effect: signed(effects(axes)[layer]),
      ownValue: fixed(readouts(0)),
      ownEffect: signed(own[layer]),
      difference: powerOfTen(table.difference[axes]),
    }
  }
}

/**
 * @param {number} i
 * @param {number} sum
 * @returns {Points}
 */
function mark(i, sum) {
  return [
    [i + 0.03, sum],
    [i + 0.97, sum],
  ]
}

// Each axis as its parts up to the chosen depth.
/**
 * @param {ReadingFrame} frame
 * @param {number} axes
 * @param {number} depth
 */
function stacksOf(frame, axes, depth = frame.index("depth")) {
  const { table } = frame
  const first = table.labels.part.length - table.labels.layer.length
  const numbers = table.coordinate[axes][frame.index("token")].slice(0, first + depth)
  return table.labels.dimension.map((_, i) => stacked(numbers.map((part) => part[i])))
}

// One scale for all axes and depths of a word, so that turning moves the bars and not the ticks.
/**
 * @param {ReadingFrame} frame
 * @returns {Span}
 */
function spanOf(frame) {
  const all = frame.options("axes").flatMap((_, axes) => stacksOf(frame, axes, frame.table.labels.layer.length))
  return [Math.min(...all.map(({ down }) => down)), Math.max(...all.map(({ up }) => up))]
}
