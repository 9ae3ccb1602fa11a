// Owns what an effect is made of, and how its terms are printed so that every printed part adds to its printed sum.

import { partsThatAdd, rounded } from "lab/format"
import { offLayers } from "lab/names"

const sum = (terms) => terms.reduce((a, b) => a + b, 0)

// The three kinds of term at full precision.
export function effectNow({ readout, world }) {
  return {
    direct: sum(readout.direct[world]),
    viaLayers: sum(readout.via_layers[world]),
    viaNorm: readout.via_norm[world],
    total: readout.total[world],
  }
}

// How a readout is said to move from one world to another: by the difference of the two as they are printed.
export function printedMove({ readout }, from, to) {
  return rounded(rounded(readout.readout[to]) - rounded(readout.readout[from]))
}

// The same as printed, with each layer's own term: the total is the printed readout now minus the printed one with all
// on, the three kinds add to it, and the layers' terms add to the first two.
export function printedEffect(frame) {
  const { readout, world, base, isOn } = frame
  const { direct, viaLayers, viaNorm } = effectNow(frame)
  const total = printedMove(frame, base, world)
  const parts = partsThatAdd([direct, viaLayers, viaNorm], total)
  const directs = partsThatAdd(readout.direct[world], parts[0])
  const vias = partsThatAdd(readout.via_layers[world], parts[1])
  return {
    total,
    direct: parts[0],
    viaLayers: parts[1],
    viaNorm: parts[2],
    layers: directs.map((part, layer) => (isOn(layer) ? vias[layer] : part)),
  }
}

// What the readout with all layers on is made of, as printed: embedding parts, layers, bias.
export function printedComposition({ readout, base }) {
  const embedding = Object.values(readout.parts)
  const printed = partsThatAdd([...embedding, ...readout.contributions, readout.bias], rounded(readout.readout[base]))
  return {
    total: rounded(readout.readout[base]),
    embedding: printed.slice(0, embedding.length),
    layers: printed.slice(embedding.length, -1),
    bias: printed[printed.length - 1],
  }
}

// Self-repair is said of one layer off, whose own loss later layers really work against; the norm is never credited.
export function repair(frame, words) {
  const { direct, viaLayers } = printedEffect(frame)
  if (offLayers(frame).length !== 1 || direct * viaLayers >= 0) return ""
  return Math.abs(viaLayers) > Math.abs(direct) ? words.overtaken : words.repaired
}
