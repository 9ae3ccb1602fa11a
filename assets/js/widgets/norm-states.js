// Owns the states of Norms: the stream's size at every depth in every placement, and one layer of the chosen one as a
// formula. The gradient's picture (norm-gradient.js) is drawn by the same rules.

import { decadeTicks, niceTicks, withRoom } from "lab/axis"
import { Chart, rangeOf } from "lab/chart"
import { setText } from "lab/dom"
import { fill, powerOfTen } from "lab/format"

const NARROW = 2.5 // decades that get ticks between powers of ten
const DIGITS = [[1, 2, 5], [1, 1.5, 2, 3, 4, 5, 7]]

export function create({ section, figure, strings }) {
  const words = strings["norm-states"]
  const chart = new Chart(section, figure)
  return {
    draw(frame) {
      const { placement, norm } = frame.values
      drawDepths(chart, frame, "size", words)
      setText(section.querySelector(".formula"), words.formulas[placement])
      setText(section.querySelector(".about-formula"), norm === "none" ? words.noNorm : words.about[placement])
      const ends = frame.options("placement").map(([, name], i) => `${name} ${powerOfTen(last(frame.table.size[i][0]))}`)
      setText(section.querySelector(".twin"), fill(words.twin, { depth: frame.values.depth, ends: ends.join(", ") }))
    },
    table: (frame) => depthsTable(frame, "size", words),
  }
}

// A size at every depth: the median of the draws in each placement, the chosen one with their spread and its own draw.
// One scale for all placements, so that none moves it.
export function drawDepths(chart, frame, quantity, words) {
  const { palette } = frame
  const depth = Number(frame.values.depth)
  const chosen = frame.index("placement")
  const all = frame.table[quantity]
  const [median, low, high, own] = all[chosen]
  const y = withRoom(rangeOf(all.flat(2)), 0.04)
  const points = (sizes) => sizes.map((size, at) => [at, size]).filter(([, size]) => size !== null)
  const tip = (placement) => (at, size) => fill(words.tip, { placement, at, size: powerOfTen(size) })
  const names = frame.options("placement").map(([, name]) => name)
  const half = median[1] === null ? 1 : 0.5
  const at = pointed(frame)
  chart.draw({
    x: [0, 1.28 * depth],
    y,
    xTicks: wholeTicks(depth),
    yTicks: logTicks(y),
    areas: points(median).map(([i]) => ({ ...around(i, half, depth), bottom: low[i], top: high[i], fill: palette.accent })),
    lines: [
      ...all.map(([middle], i) => ({ points: points(middle), tip: tip(names[i]), colour: palette.faint, width: 1.5 })),
      { points: points(median), colour: palette.accent, width: 3 },
      ...(at === null ? [] : [{ points: [[at, y[0]], [at, y[1]]], colour: palette.muted, width: 1.5 }]),
    ],
    dashes: [{ points: points(own), tip: tip(words.columns.at(-1)), colour: palette.ink, width: 1.5 }],
    labels: named(frame, all.map(([middle]) => last(middle)), chosen, depth, y),
  })
}

export function depthsTable(frame, quantity, words) {
  const names = frame.options("placement").map(([, name]) => name)
  const all = frame.table[quantity]
  const [, low, high, own] = all[frame.index("placement")]
  const printed = (log) => (log === null ? "–" : powerOfTen(log))
  return {
    caption: fill(words.caption, { placement: frame.label("placement") }),
    columns: [words.sublayers, ...names, ...words.columns],
    rows: own.map((_, i) => [`${i}`, ...all.map(([middle]) => printed(middle[i])), ...[low, high, own].map((sizes) => printed(sizes[i]))]),
  }
}

// The writer that is pointed at, by the slider or under the pointer: 0 the embedding, or null.
export function pointed({ hot, values }) {
  return hot ?? (values.writer === "all" ? null : Number(values.writer))
}

export function last(numbers) {
  return numbers[numbers.length - 1]
}

function around(i, half, depth) {
  return { left: Math.max(i - half, 0), right: Math.min(i + half, depth) }
}

function logTicks([low, high]) {
  if (high - low > NARROW) return decadeTicks([low, high], 5)
  const [coarse, fine] = DIGITS.map((digits) => digitTicks([low, high], digits))
  return coarse.length > 2 ? coarse : fine
}

function digitTicks([low, high], digits) {
  const ticks = []
  for (let power = Math.floor(low); power <= high; power++)
    for (const digit of digits) {
      const at = power + Math.log10(digit)
      if (at >= low && at <= high) ticks.push({ at, text: `${Number(`${digit}e${power}`)}` })
    }
  return ticks
}

function wholeTicks(depth) {
  const whole = niceTicks([0, depth], 4).filter(({ at }) => Number.isInteger(at))
  return whole.map((tick) => ({ ...tick, text: `${tick.at}` }))
}

// The placements' names at the ends of their lines, pushed apart where they would lie on each other.
function named(frame, ends, chosen, depth, [low, high]) {
  const gap = (high - low) / 13
  const sorted = ends.map((at, i) => ({ i, at })).sort((a, b) => a.at - b.at)
  const groups = []
  for (const end of sorted) {
    groups.push({ at: end.at, ends: [end] })
    while (groups.length > 1 && overlap(groups[groups.length - 2], groups[groups.length - 1], gap)) {
      const [below, above] = groups.splice(-2)
      const together = [...below.ends, ...above.ends]
      const at = together.reduce((sum, end) => sum + end.at, 0) / together.length
      groups.push({ at, ends: together })
    }
  }
  return groups.flatMap(({ at, ends: together }) => {
    const reach = (gap * (together.length - 1)) / 2
    const middle = Math.min(Math.max(at, low + reach + gap / 2), high - reach - gap / 2)
    return together.map(({ i }, place) => ({
      x: depth,
      y: middle - reach + place * gap,
      text: frame.options("placement")[i][1],
      className: i === chosen ? "strong" : "",
    }))
  })
}

function overlap(below, above, gap) {
  return above.at - below.at < (gap * (below.ends.length + above.ends.length)) / 2
}
