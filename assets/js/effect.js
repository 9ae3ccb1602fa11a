// Owns what an effect is made of, and how its terms are printed so that every printed part adds to its printed sum.

import { partsThatAdd, rounded } from "lab/format"
import { flippedLayers } from "lab/names"

const ANSWERED = 4

const sum = (terms) => terms.reduce((a, b) => a + b, 0)

// The terms at full precision, layer by layer: what a layer's own switch does to its write, all else as in the reference
// run, and what it writes differently beyond that. Each is a difference of two rows of the table, with the reference
// run's norm scale (app/tables.py).
export function terms({ readout, layers, world, before, isFlipped }) {
  const scale = readout.scale?.[before] ?? 1
  const [now, then] = [readout.projected[world], readout.projected[before]]
  const rows = [...Array(layers).keys()]
  const own = rows.map((layer) => (isFlipped(layer) ? readout.projected[before ^ (1 << layer)][layer] : then[layer]))
  return {
    direct: rows.map((layer) => (own[layer] - then[layer]) / scale),
    viaLayers: rows.map((layer) => (now[layer] - own[layer]) / scale),
    viaNorm: throughNorm(readout, world, before),
    total: readout.readout[world] - readout.readout[before],
  }
}

// Averaged over all prompts it stands in the table; of one prompt it follows from the two scales.
function throughNorm({ via_norm: given, readout, bias, scale }, world, before) {
  return given ? given[world] : (readout[world] - bias) * (1 - scale[world] / scale[before])
}

// The three kinds of term at full precision.
export function effectNow(frame) {
  const { direct, viaLayers, viaNorm, total } = terms(frame)
  return { direct: sum(direct), viaLayers: sum(viaLayers), viaNorm, total }
}

// How a readout is said to move from one world to another: by the difference of the two as they are printed.
export function printedMove({ readout }, from, to) {
  return rounded(rounded(readout.readout[to]) - rounded(readout.readout[from]))
}

// The same as printed: the total is the printed readout now minus the printed one of the reference run, the three kinds
// add to it, and the layers' terms add to the first two.
export function printedEffect(frame) {
  const exact = terms(frame)
  const total = printedMove(frame, frame.before, frame.world)
  const parts = partsThatAdd([sum(exact.direct), sum(exact.viaLayers), exact.viaNorm], total)
  const directs = partsThatAdd(exact.direct, parts[0])
  const vias = partsThatAdd(exact.viaLayers, parts[1])
  return {
    total,
    direct: parts[0],
    viaLayers: parts[1],
    viaNorm: parts[2],
    layers: directs.map((part, layer) => rounded(part + vias[layer])),
    directs,
  }
}

// What the reference run's readout is made of.
export function composition({ readout, before }) {
  const scale = readout.scale?.[before] ?? 1
  return {
    embedding: Object.entries(readout.parts).map(([part, size]) => [part, size / scale]),
    layers: readout.projected[before].map((size) => size / scale),
    bias: readout.bias,
  }
}

export function printedComposition(frame) {
  const { embedding, layers, bias } = composition(frame)
  const total = rounded(frame.readout.readout[frame.before])
  const printed = partsThatAdd([...embedding.map(([, size]) => size), ...layers, bias], total)
  return {
    total,
    embedding: printed.slice(0, embedding.length),
    layers: printed.slice(embedding.length, -1),
    bias: printed[printed.length - 1],
  }
}

// Self-repair is said of one layer off, whose own loss later layers really work against; the norm is never credited.
// Where next to nothing was lost, what later layers do is not an answer to it.
export function repair(frame, words) {
  const { direct, viaLayers } = printedEffect(frame)
  if (flippedLayers(frame).length !== 1 || frame.world > frame.before || direct * viaLayers >= 0) return ""
  if (Math.abs(viaLayers) > ANSWERED * Math.abs(direct)) return ""
  return Math.abs(viaLayers) > Math.abs(direct) ? words.overtaken : words.repaired
}
