// Owns the effect term by term: a waterfall in the switchboard's rows. With nothing changed it climbs from the embedding
// to the readout; else from the reference run's readout, term by term, to the readout now.

import { composition, printedComposition, printedEffect, terms } from "lab/effect"
import { fixed, rounded, signed } from "lab/format"

const HALF = 0.27 // of a row: half a bar's height
const GAP = 10 // px between a bar and its label
const APART = 0.03 // of a row: half of what lies between two bars that share it

// The bars from the foot up: {row, from, to, value, name, kind, colour, writer, text, word, lane, lanes, low, high}.
export function waterfall(frame, words) {
  return inLanes(frame.moved ? change(frame, words) : standing(frame, words))
}

// Bars that share a row lie above one another, so that each is seen; the row's label minds all of them.
function inLanes(bars) {
  return bars.map((bar) => {
    const all = bars.filter(({ row }) => row === bar.row)
    const ends = all.flatMap(({ from, to }) => [from, to])
    return { ...bar, lane: all.indexOf(bar), lanes: all.length, low: Math.min(...ends), high: Math.max(...ends) }
  })
}

// Each term starts where the one before it ended.
function climb(start) {
  let at = start
  return (row, size, value, rest) => ({ row, from: at, to: (at += size), value, text: value, ...rest })
}

function standing(frame, words) {
  const { toy, layers, readout, before, palette, colours } = frame
  const parts = composition(frame)
  const printed = printedComposition(frame)
  const step = climb(0)
  const together = fixed(rounded(printed.embedding.reduce((a, b) => a + b, 0)))
  return [
    ...parts.embedding.map(([part, size], i) =>
      step(0, size, fixed(printed.embedding[i]), {
        name: words[part],
        kind: words.adds,
        colour: palette.embedding,
        writer: -1,
        text: i === parts.embedding.length - 1 ? together : "",
      }),
    ),
    ...toy.sublayers.map((name, layer) =>
      step(layer + 1, parts.layers[layer], fixed(printed.layers[layer]), {
        name,
        kind: words.adds,
        colour: colours[layer],
        writer: layer,
      }),
    ),
    step(layers + 1, parts.bias, fixed(printed.bias), {
      name: words.bias,
      kind: words.adds,
      colour: palette.muted,
      word: words.bias,
    }),
    total(layers + 2, readout.readout[before], words.now, palette.accent, words),
  ]
}

function change(frame, words) {
  const { toy, layers, readout, world, before, base, palette, colours, isFlipped, isOn } = frame
  const printed = printedEffect(frame)
  const { direct, viaLayers, viaNorm } = terms(frame)
  const step = climb(readout.readout[before])
  return [
    total(0, readout.readout[before], before === base ? words.allOn : words.start, palette.ink, words),
    ...toy.sublayers.flatMap((name, layer) => {
      const bar = { name, colour: colours[layer], writer: layer }
      const value = signed(printed.layers[layer])
      const via = (rest) => step(layer + 1, viaLayers[layer], value, { ...bar, kind: words.via, ...rest })
      if (!isFlipped(layer)) return [via()]
      const own = { ...bar, kind: words.direct, word: words.direct }
      if (!isOn(layer)) return [step(layer + 1, direct[layer], value, own)]
      // A layer that is switched on has a write of its own, and writes differently than it would have from the start.
      const parts = [printed.directs[layer], rounded(printed.layers[layer] - printed.directs[layer])].map((x) => signed(x))
      return [
        step(layer + 1, direct[layer], parts[0], { ...own, text: "" }),
        via({ value: parts[1], text: value, word: words.both }),
      ]
    }),
    step(layers + 1, viaNorm, signed(printed.viaNorm), {
      name: words.norm?.[toy.norm],
      kind: words.viaNorm,
      colour: palette.muted,
    }),
    total(layers + 2, readout.readout[world], words.now, palette.accent, words),
  ]
}

function total(row, readout, name, colour, words) {
  const bar = { row, from: 0, to: readout, name, kind: words.readout, colour }
  return { ...bar, value: fixed(readout), text: fixed(readout), word: name, strong: true }
}

export function quad({ row, from, to, value, name, kind, colour, writer, lane, lanes }, { hot, palette }) {
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
    tip: `${name}: ${value} (${kind})`,
  }
}

export function connectors(bars, { palette }) {
  return bars.slice(0, -1).filter((bar, i) => bars[i + 1].row > bar.row).map((bar) => ({
    x0: bar.to,
    x1: bar.to,
    y0: bar.row + 0.5 + HALF,
    y1: bar.row + 1.5 - HALF,
    line: palette.muted,
    alpha: 1,
    width: 1,
  }))
}

// How much room a label needs: all digits are as wide as a zero here, which a canvas does not know.
export function lengthOf(text, ruler) {
  return ruler.measureText(text.replace(/\d/g, "0")).width + GAP
}

// A label stands at the bars' right end or at their left, wherever there is room and no line at zero, and a total's also on
// its own bar; where there is none for the number and its word, the number stands alone, since its row says the rest.
export function label({ row, rows, low, high, text: number, word, strong }, [first, last], width, ruler) {
  const part = (x) => (100 * (x - first)) / (last - first)
  const [left, right, zero] = [low, high, 0].map(part)
  const length = (text) => (100 * lengthOf(text, ruler)) / width
  const isFree = {
    rightward: (size) => size < 100 - right && !(right < zero && zero < right + size),
    leftward: (size) => size < left && !(left - size < zero && zero < left),
    inside: (size) => strong && size < right - left,
  }
  const sideFor = (text) => Object.keys(isFree).find((side) => isFree[side](length(text)))
  const full = word ? `${number} ${word}` : number
  const text = sideFor(full) ? full : number
  const free = sideFor(text)
  const side = free ?? (100 - right > left ? "rightward" : "leftward")
  const className = `${side}${strong ? " strong" : ""}${free ? "" : " over"}`
  return { left: side === "leftward" ? left : right, bottom: (100 * (row + 0.5)) / rows, text, className }
}

// One scale for all worlds of a table, so that worlds can be compared and no switch moves the axis; with room for a term's
// number beside it, which takes up `part` of the width.
export function spanOfTerms(frame, part) {
  const [all, terms] = [[0], []]
  for (let world = 0; world <= frame.base; world++) {
    const isOn = (layer) => Boolean(world & (1 << layer))
    const isFlipped = (layer) => Boolean((world ^ frame.before) & (1 << layer))
    const bars = waterfall({ ...frame, world, isOn, isFlipped, moved: world !== frame.before }, {})
    for (const { low, high, strong } of bars) {
      all.push(low, high)
      if (!strong) terms.push([low, high])
    }
  }
  const [low, high] = [Math.min(...all), Math.max(...all)]
  const crowded = terms.filter(([left, right]) => Math.max(left - low, high - right) < part * (high - low))
  return [low, Math.max(high, ...crowded.map(([, right]) => (right - part * low) / (1 - part)))]
}
