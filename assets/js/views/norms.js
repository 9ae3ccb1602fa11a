// Owns what the pictures of Norms share: a size at every depth in every placement, drawn and as a table, and the writer
// that is pointed at.

import { decadeTicks, niceTicks, withRoom } from "lab/draw/axis"
import { rangeOf } from "lab/draw/chart"
import { fill, powerOfTen } from "lab/words/format"

/** @typedef {import("lab/draw/chart").Chart} Chart */
/** @typedef {"size" | "gradient"} Quantity */
/** @typedef {number | null} Log */

const NARROW = 2.5 // decades that get ticks between powers of ten
const DIGITS = [
  [1, 2, 5],
  [1, 1.5, 2, 3, 4, 5, 7],
]
// Pre-norm and post-norm are a pair, heavy, one whole and one broken; the others are lighter, each in its own dashes.
const STYLES = {
  pre: { dash: "solid", width: 2.25 },
  post: { dash: "10 4", width: 2.25 },
  sandwich: { dash: "2 2", width: 1.25 },
  parallel: { dash: "5 2", width: 1.25 },
  mistake: { dash: "7 2 2 2", width: 1.25 },
}

// A size at every depth: the median of the draws in each placement, the chosen one with their spread and its own draw.
// One scale for all placements, so that none moves it.
/**
 * @param {Chart} chart
 * @param {NormsFrame} frame
 * @param {Quantity} quantity
 * @param {Strings["norm-states"] | Strings["norm-gradient"]} words
 */
export function drawDepths(chart, frame, quantity, words) {
  const { palette } = frame
  const depth = Number(frame.values.depth)
  const chosen = frame.index("placement")
  const all = frame.table[quantity]
  const [, low, high, own] = all[chosen]
  const y = withRoom(rangeOf(all.flat(2)), 0.04)
  /**
   * @param {Log[]} sizes
   * @returns {Points}
   */
  const points = (sizes) => sizes.flatMap((size, at) => (size === null ? [] : [[at, size]]))
  /** @param {string} placement */
  const tip = (placement) => (/** @type {number} */ at, /** @type {number} */ size) =>
    fill(words.tip, { placement, at, size: powerOfTen(size) })
  const at = pointed(frame)
  const curves = frame.options("placement").map(([placement, text], i) => {
    const style = STYLES[placement]
    const strong = i === chosen
    const colour = strong ? palette.accent : style.width > 2 ? palette.ink : palette.muted
    return {
      text,
      strong,
      end: last(all[i][0]),
      line: { points: points(all[i][0]), tip: tip(text), ...style, colour, ...(strong ? { width: 3 } : {}) },
    }
  })
  chart.draw({
    x: [0, depth],
    y,
    xTicks: wholeTicks(depth),
    yTicks: logTicks(y),
    bands: [{ points: spread(low, high), fill: palette.accent }],
    lines: [
      ...curves.map(({ line }) => line),
      ...(at === null ? [] : [{ points: upright(at, y), colour: palette.muted, width: 1.5 }]),
    ],
    dashes: [{ points: points(own), tip: tip(last(words.columns)), colour: palette.ink, width: 1.5, dash: "3 3" }],
    ends: curves.map(({ text, strong, end }) => ({
      y: end ?? y[0],
      text,
      className: strong ? "strong" : "",
      colour: palette.muted,
    })),
  })
}

/**
 * @param {NormsFrame} frame
 * @param {Quantity} quantity
 * @param {Strings["norm-states"] | Strings["norm-gradient"]} words
 * @returns {NumbersTable}
 */
export function depthsTable(frame, quantity, words) {
  const names = frame.options("placement").map(([, name]) => name)
  const all = frame.table[quantity]
  const [, low, high, own] = all[frame.index("placement")]
  /** @param {Log} log */
  const printed = (log) => (log === null ? "–" : powerOfTen(log))
  return {
    caption: fill(words.caption, { placement: frame.label("placement") }),
    columns: [words.sublayers, ...names, ...words.columns],
    rows: own.map((_, i) => [
      `${i}`,
      ...all.map(([middle]) => printed(middle[i])),
      ...[low, high, own].map((sizes) => printed(sizes[i])),
    ]),
  }
}

// The middle of the draws at every depth, where there are some.
/**
 * @param {Log[]} low
 * @param {Log[]} high
 * @returns {Band["points"]}
 */
function spread(low, high) {
  return low.flatMap((from, at) => {
    const to = high[at]
    return from === null || to === null ? [] : [[at, from, to]]
  })
}

/**
 * @param {number} x
 * @param {Span} y
 * @returns {Points}
 */
function upright(x, [low, high]) {
  return [
    [x, low],
    [x, high],
  ]
}

// The writer that is pointed at, by the slider or under the pointer: 0 the embedding, or null.
/** @param {NormsFrame} frame */
export function pointed({ hot, values }) {
  return hot ?? (values.writer === "all" ? null : Number(values.writer))
}

/**
 * @template T
 * @param {T[]} numbers
 */
export function last(numbers) {
  return numbers[numbers.length - 1]
}

/** @param {Span} span */
function logTicks([low, high]) {
  if (high - low > NARROW) return decadeTicks([low, high], 5)
  const [coarse, fine] = DIGITS.map((digits) => digitTicks([low, high], digits))
  return coarse.length > 2 ? coarse : fine
}

/**
 * @param {Span} span
 * @param {number[]} digits
 */
function digitTicks([low, high], digits) {
  const ticks = []
  for (let power = Math.floor(low); power <= high; power++)
    for (const digit of digits) {
      const at = power + Math.log10(digit)
      if (at >= low && at <= high) ticks.push({ at, text: `${Number(`${digit}e${power}`)}` })
    }
  return ticks
}

/** @param {number} depth */
function wholeTicks(depth) {
  const whole = niceTicks([0, depth], 4).filter(({ at }) => Number.isInteger(at))
  return whole.map((tick) => ({ ...tick, text: `${tick.at}` }))
}
