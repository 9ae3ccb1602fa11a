// Owns the gradient of Stacks: its size on its way down in every wiring, on a log scale; the chosen one with the spread
// of its draws and the theory.

import { decadeTicks, niceTicks, withRoom } from "lab/draw/axis"
import { cellOfLog } from "lab/words/cells"
import { Chart, rangeOf } from "lab/draw/chart"
import { find, setText } from "lab/draw/dom"
import { fill, powerOfTen } from "lab/words/format"
import { playing } from "lab/draw/playing"
import { gradientOf, theoryOf } from "lab/views/stacks"

/** @typedef {Strings["stack-gradient"]} Words */
/** @typedef {StacksValues["wiring"]} Wiring */
/** @typedef {number | null} Log */

const SECONDS = 4
// Plain and residual are a pair, heavy, one broken and one whole; the other wirings are lighter, each in its own dashes.
const STYLES = {
  plain: { dash: "10 4", width: 2.5 },
  residual: { dash: "solid", width: 2.5 },
  dense: { dash: "9 2 2 2 2 2", width: 1.25 },
  highway: { dash: "solid", width: 1.25 },
  scaled: { dash: "5 2", width: 1.25 },
  rezero: { dash: "2 2", width: 1.25 },
  deepnorm: { dash: "7 2 2 2", width: 1.25 },
}

/** @param {ViewParts} parts */
export function create({ section, figure, choices, strings }) {
  const words = strings["stack-gradient"]
  const chart = new Chart(section, figure)
  /** @type {StacksFrame} */
  let shown
  const head = playing(find(section, ".play"), words, {
    place: () => draw(shown),
    end: () => Number(shown.values.depth),
    pace: () => Number(shown.values.depth) / SECONDS,
  })
  choices.onReset(() => head.stop())

  /** @param {StacksFrame} frame */
  function draw(frame) {
    shown = frame
    const { palette } = frame
    const depth = Number(frame.values.depth)
    const [median, low, high] = gradientOf(frame)
    const curves = frame.options("wiring").map(([wiring, text]) => curve(frame, wiring, text))
    const theory = theoryOf(frame, depth)
    const gates = otherGates(frame, words)
    const y = withRoom(rangeOf([...[...gates, ...curves].map(({ sizes }) => sizes), low, high, theory].flat(), 1, -1), 0.05)
    /** @type {Band["points"]} */
    const band = median.map((_, i) => [i, low[i] ?? y[0], high[i] ?? y[0]])
    /** @param {string} name */
    const tip = (name) => (/** @type {number} */ layers, /** @type {number} */ size) =>
      `${name}, ${words.x} ${layers}: ${powerOfTen(size)}`
    chart.draw({
      x: [0, depth],
      y,
      xTicks: niceTicks([0, depth], 4).filter(({ at }) => Number.isInteger(at)),
      yTicks: decadeTicks(y, 6),
      bands: [{ points: band, fill: palette.accent }],
      lines: [...gates, ...curves].map(({ sizes, ...style }) => ({ points: pointsOf(sizes), tip: tip(style.text), ...style })),
      dashes: theory.map((end, i) => ({
        points: end === null ? [] : median.map((_, layers) => [layers, theoryOf(frame, layers)[i]]),
        colour: palette.ink,
        width: 1.5,
        dash: i ? "6 4" : "2 3",
      })),
      dots: heads(frame, head.at(), words),
      ends: curves.map(({ sizes, text, chosen }) => ({
        y: sizes[depth] ?? y[0],
        text,
        className: chosen ? "strong" : "",
        colour: palette.muted,
      })),
    })
    setText(find(section, ".twin"), twin(frame, words))
  }

  return {
    draw,
    /**
     * @param {StacksFrame} frame
     * @returns {NumbersTable}
     */
    table(frame) {
      const sizes = gradientOf(frame)
      return {
        caption: words.caption,
        columns: words.columns,
        rows: sizes[0].map((_, i) => [`${i}`, ...[...sizes.map((each) => each[i]), ...theoryOf(frame, i)].map(cellOfLog)]),
      }
    },
  }
}

// The chosen one is drawn last, over the others.
/**
 * @param {StacksFrame} frame
 * @param {Wiring} wiring
 * @param {string} text
 */
function curve(frame, wiring, text) {
  const chosen = wiring === frame.values.wiring
  const { palette } = frame
  const [sizes] = gradientOf(frame, wiring)
  const style = STYLES[wiring]
  const colour = chosen ? palette.accent : style.width > 2 ? palette.ink : palette.muted
  return { sizes, text, chosen, ...style, colour, width: chosen ? 3 : style.width }
}

// The chosen highway beside those whose gates are biased otherwise: from all stream to all layer.
/**
 * @param {StacksFrame} frame
 * @param {Words} words
 */
function otherGates(frame, words) {
  if (frame.values.wiring !== "highway") return []
  return frame
    .options("bias")
    .filter(([bias]) => bias !== frame.values.bias)
    .map(([bias, label]) => ({
      sizes: gradientOf(frame, "highway", bias)[0],
      text: fill(words.gate, { bias: label }),
      colour: frame.palette.faint,
      width: 1,
    }))
}

/**
 * @param {Log[]} sizes
 * @returns {Points}
 */
function pointsOf(sizes) {
  return sizes.map((size, layers) => [layers, size])
}

// On its way down: the gradient in the chosen wiring, and what would be left of it without the plus.
/**
 * @param {StacksFrame} frame
 * @param {number | null} at
 * @param {Words} words
 */
function heads(frame, at, words) {
  if (at === null) return []
  const { palette } = frame
  /**
   * @param {Wiring} wiring
   * @param {string} fill
   * @param {string} name
   */
  const dot = (wiring, fill, name) => {
    const [sizes] = gradientOf(frame, wiring)
    const [below, above] = [Math.floor(at), Math.ceil(at)].map((i) => sizes[i])
    if (below === null || above === null) return []
    const y = below + (above - below) * (at - Math.floor(at))
    return [{ x: at, y, fill, tip: `${name}: ${powerOfTen(y)}` }]
  }
  return [...dot("plain", palette.ink, words.plain), ...dot(frame.values.wiring, palette.accent, frame.label("wiring"))]
}

/**
 * @param {StacksFrame} frame
 * @param {Words} words
 */
function twin(frame, words) {
  /** @param {Log[]} sizes */
  const end = (sizes) => powerOfTen(sizes[sizes.length - 1])
  const [median, low, high] = gradientOf(frame).map(end)
  const { depth } = frame.values
  const [theory, rms] = theoryOf(frame, Number(depth)).map(powerOfTen)
  const others = frame
    .options("wiring")
    .filter(([wiring]) => wiring !== frame.values.wiring)
    .map(([wiring, name]) => fill(words.other, { wiring: name, median: end(gradientOf(frame, wiring)[0]) }))
  return fill(words.twin, { depth, wiring: frame.label("wiring"), median, low, high, theory, rms, others: others.join(", ") })
}
