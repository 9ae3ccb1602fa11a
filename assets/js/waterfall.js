// Owns the effect term by term: a waterfall in the switchboard's rows. With nothing changed it climbs from the embedding
// to the readout; else from the reference run's readout, term by term, to the readout now.

import { composition, printedComposition, printedEffect, terms } from "lab/effect"
import { fixed, rounded, signed } from "lab/format"

const HALF = 0.27 // of a row: half a bar's height
const GAP = 10 // px between a bar and its label

// The bars from the foot up: {row, from, to, value, name, kind, colour, writer, text, word}.
export function waterfall(frame, words) {
  return frame.moved ? change(frame, words) : standing(frame, words)
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

export function quad({ row, from, to, value, name, kind, colour, writer }, { hot, palette }) {
  return {
    left: Math.min(from, to),
    right: Math.max(from, to),
    bottom: row + 0.5 - HALF,
    top: row + 0.5 + HALF,
    fill: colour,
    line: palette.ground,
    alpha: hot === null || hot === writer ? 1 : 0.3,
    tip: `${name}: ${value} (${kind})`,
    writer,
    along: "row",
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

// A label stands at the bar's right end, or at its left end, or inside, wherever there is room first; where there is none
// for the number and its word, the number stands alone, since its row says the rest.
export function label({ row, rows, from, to, text: number, word, strong }, [low, high], width, ruler) {
  const part = (x) => (100 * (x - low)) / (high - low)
  const [left, right] = [part(Math.min(from, to)), part(Math.max(from, to))]
  const space = { rightward: 100 - right, leftward: left, inside: right - left }
  const sides = Object.keys(space)
  // All digits are as wide as a zero here, which a canvas does not know.
  const length = (text) => ruler.measureText(text.replace(/\d/g, "0")).width + GAP
  const sideFor = (text) => sides.find((side) => space[side] * width > 100 * length(text))
  const full = word ? `${number} ${word}` : number
  const text = sideFor(full) ? full : number
  const side = sideFor(text) ?? sides.sort((a, b) => space[b] - space[a])[0]
  const className = strong ? `${side} strong` : side
  return { left: side === "leftward" ? left : right, bottom: (100 * (row + 0.5)) / rows, text, className }
}

// One scale for all worlds of a table, so that worlds can be compared and no switch moves the axis.
export function spanOfTerms(frame) {
  let [low, high] = [0, 0]
  for (let world = 0; world <= frame.base; world++) {
    const isOn = (layer) => Boolean(world & (1 << layer))
    const isFlipped = (layer) => Boolean((world ^ frame.before) & (1 << layer))
    const there = { ...frame, world, isOn, isFlipped, moved: world !== frame.before }
    for (const { from, to } of waterfall(there, {})) {
      low = Math.min(low, from, to)
      high = Math.max(high, from, to)
    }
  }
  return [low, high]
}
