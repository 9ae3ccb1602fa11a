// Owns the effect term by term: a waterfall in the switchboard's rows. With nothing changed it climbs from the embedding
// to the readout; else from the reference run's readout, term by term, to the readout now.

import { composition, effectNow, terms } from "lab/maths/effect"
import { addUp, fixed, listed, signed } from "lab/words/format"

/** @typedef {Strings["effect"]} Words */
/** @typedef {(x: number) => string} Print */
/**
 * @typedef {object} Named
 * @property {string} name
 * @property {string} kind
 * @property {string} colour
 * @property {number} [writer]
 * @property {number | null} [label]
 * @property {string} [word]
 * @property {boolean} [needsWord]
 * @property {boolean} [strong]
 */
/** @typedef {{ row: number, from: number, to: number, value: number, print: Print, label: number | null }} Placed */
/** @typedef {Named & Placed} Standing a bar that may share its row */
/** @typedef {Standing & { lane: number, lanes: number, low: number, high: number }} Bar */

const HALF = 0.27 // of a row: half a bar's height
const APART = 0.03 // of a row: half of what lies between two bars that share it

// The bars from the foot up: {row, from, to, value, print, label, name, kind, colour, writer, word, lane, lanes, low, high}.
// `label` is the number that its row shows, null where another bar of the row shows both together.
/**
 * @param {Frame} frame
 * @param {Words} words
 * @returns {Bar[]}
 */
export function waterfall(frame, words) {
  if (!frame.moved) return inLanes(standing(frame, words))
  return inLanes([
    total(0, frame.before, words.start, frame.palette.ink, frame, words),
    ...(frame.state.split === "natural" ? natural : frozen)(frame, words),
    total(frame.layers + 2, frame.world, words.now, frame.palette.accent, frame, words),
  ])
}

// Bars that share a row lie above one another, so that each is seen; the row's label minds all of them.
/**
 * @param {Standing[]} bars
 * @returns {Bar[]}
 */
function inLanes(bars) {
  return bars.map((bar) => {
    const all = bars.filter(({ row }) => row === bar.row)
    const ends = all.flatMap(({ from, to }) => [from, to])
    return { ...bar, lane: all.indexOf(bar), lanes: all.length, low: Math.min(...ends), high: Math.max(...ends) }
  })
}

// Each term starts where the one before it ended.
/**
 * @param {number} start
 * @param {Print} print
 * @returns {(row: number, value: number, rest: Named) => Standing}
 */
function climb(start, print) {
  let at = start
  return (row, value, rest) => ({ row, from: at, to: (at += value), value, print, label: value, ...rest })
}

/**
 * @param {Frame} frame
 * @param {Words} words
 * @returns {Standing[]}
 */
function standing(frame, words) {
  const { toy, layers, before, palette, colours } = frame
  const parts = composition(frame)
  const step = climb(0, fixed)
  const { token, position, embedding } = words
  /** @type {Record<string, string>} */
  const names = { token, position, embedding }
  const together = parts.embedding.reduce((sum, [, size]) => sum + size, 0)
  return [
    ...parts.embedding.map(([part, size], i) =>
      step(0, size, {
        name: names[part],
        kind: words.adds,
        colour: palette.embedding,
        writer: -1,
        label: i === parts.embedding.length - 1 ? together : null,
      }),
    ),
    ...toy.sublayers.map((name, layer) =>
      step(layer + 1, parts.layers[layer], { name, kind: words.adds, colour: colours[layer], writer: layer }),
    ),
    step(layers + 1, parts.bias, { name: words.bias, kind: words.adds, colour: palette.muted, word: words.bias }),
    total(layers + 2, before, words.now, palette.accent, frame, words),
  ]
}

/**
 * @param {Frame} frame
 * @param {Words} words
 * @returns {Standing[]}
 */
function frozen(frame, words) {
  const { toy, layers, readout, before, palette, colours, isFlipped, isOn } = frame
  const { direct, viaLayers, viaNorm } = terms(frame)
  const step = climb(readout.readout[before], signed)
  return [
    ...toy.sublayers.flatMap((name, layer) => {
      const bar = { name, colour: colours[layer], writer: layer }
      /** @param {Partial<Named>} [rest] */
      const via = (rest) => step(layer + 1, viaLayers[layer], { ...bar, kind: words.via, ...rest })
      if (!isFlipped(layer)) return [via()]
      const own = { ...bar, kind: words.direct, word: words.direct }
      if (!isOn(layer)) return [step(layer + 1, direct[layer], own)]
      // A layer that is switched on has a write of its own, and writes differently than it would have from the start.
      const both = direct[layer] + viaLayers[layer]
      return [step(layer + 1, direct[layer], { ...own, label: null }), via({ label: both, word: words.both })]
    }),
    step(layers + 1, viaNorm, { name: words.norm?.[toy.norm], kind: words.viaNorm, colour: palette.muted }),
  ]
}

// What the switched layers do directly stands in the row of the first of them, what follows from it in the norm's.
/**
 * @param {Frame} frame
 * @param {Words} words
 * @returns {Standing[]}
 */
function natural(frame, words) {
  const { toy, layers, readout, before, palette, colours, isFlipped } = frame
  const { naturalDirect, naturalIndirect } = effectNow(frame)
  const step = climb(readout.readout[before], signed)
  const flipped = [...Array(layers).keys()].filter(isFlipped)
  const one = flipped.length === 1 ? { colour: colours[flipped[0]], writer: flipped[0] } : { colour: palette.ink }
  const name = listed(
    flipped.map((layer) => toy.sublayers[layer]),
    words.and,
  )
  return [
    step(flipped[0] + 1, naturalDirect, { ...one, name, kind: words.naturalDirect, word: words.direct }),
    step(layers + 1, naturalIndirect, {
      name: words.after,
      kind: words.naturalIndirect,
      colour: palette.muted,
      word: words.indirect,
      needsWord: true,
    }),
  ]
}

/**
 * @param {number} row
 * @param {number} world
 * @param {string} name
 * @param {string} colour
 * @param {Frame} frame
 * @param {Words} words
 * @returns {Standing}
 */
function total(row, world, name, colour, { readout }, words) {
  const value = readout.readout[world]
  const bar = { row, from: 0, to: value, value, label: value, print: fixed, name, kind: words.readout, colour }
  return { ...bar, word: name, strong: true }
}

// Whether the numbers that the rows show add to the last of them, as printed.
/** @param {Bar[]} bars */
export function rowsAddUp(bars) {
  const shown = bars.map(({ label }) => label).filter((label) => label !== null)
  return addUp(shown.slice(0, -1), shown[shown.length - 1])
}

// Whether every bar's own number does.
/** @param {Bar[]} bars */
export function barsAddUp(bars) {
  const values = bars.map(({ value }) => value)
  return addUp(values.slice(0, -1), values[values.length - 1])
}

/**
 * @param {Bar} bar
 * @param {Frame} frame
 * @returns {Row}
 */
export function quad({ row, from, to, value, print, name, kind, colour, writer, lane, lanes }, { hot, palette }) {
  const foot = row + 0.5 - HALF
  const height = (2 * HALF) / lanes
  return {
    left: Math.min(from, to),
    right: Math.max(from, to),
    bottom: foot + lane * height + (lane > 0 ? APART : 0),
    top: foot + (lane + 1) * height - (lane < lanes - 1 ? APART : 0),
    fill: colour,
    line: palette.edge(colour),
    alpha: hot === null || hot === writer ? 1 : 0.3,
    tip: `${name}: ${print(value)} (${kind})`,
    writer,
    along: "row",
  }
}

/**
 * @param {Bar[]} bars
 * @param {Frame} frame
 * @returns {Row[]}
 */
export function connectors(bars, { palette }) {
  const steps = bars
    .slice(0, -1)
    .map((bar, i) => ({ bar, above: bars[i + 1].row }))
    .filter(({ bar, above }) => above > bar.row)
  return steps.map(({ bar, above }) => ({
    x0: bar.to,
    x1: bar.to,
    y0: bar.row + 0.5 + HALF,
    y1: above + 0.5 - HALF,
    line: palette.muted,
    alpha: 1,
    width: 1,
  }))
}

// One scale for all worlds of a table, so that worlds can be compared and no switch moves the axis; with room for a term's
// label beside it, which takes up `partOf` a bar of the width.
/**
 * @param {Frame} frame
 * @param {Words} words
 * @param {(bar: Bar) => number} partOf
 * @returns {Span}
 */
export function spanOfTerms(frame, words, partOf) {
  const all = [0]
  /** @type {{ left: number, right: number, part: number }[]} */
  const terms = []
  for (let world = 0; world <= frame.base; world++) {
    /** @param {number} layer */
    const isOn = (layer) => Boolean(world & (1 << layer))
    /** @param {number} layer */
    const isFlipped = (layer) => Boolean((world ^ frame.before) & (1 << layer))
    const bars = waterfall({ ...frame, world, isOn, isFlipped, moved: world !== frame.before }, words)
    for (const bar of bars) {
      all.push(bar.low, bar.high)
      if (!bar.strong) terms.push({ left: bar.low, right: bar.high, part: partOf(bar) })
    }
  }
  const low = Math.min(...all)
  /** @param {number} high */
  const crowded = (high) => terms.filter(({ left, right, part }) => Math.max(left - low, high - right) < part * (high - low))
  /** @param {number} high */
  const widened = (high) => Math.max(high, ...crowded(high).map(({ right, part }) => (right - part * low) / (1 - part)))
  // What had just enough room on a narrower scale may have too little on a wider one.
  let high = Math.max(...all)
  while (widened(high) > high) high = widened(high)
  return [low, high]
}
