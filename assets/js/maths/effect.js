// Owns what an effect is made of: term by term from any reference run, split with the final norm's scale frozen or naturally,
// and what may be said of it.

import { fixed } from "lab/words/format"
import { flippedLayers } from "lab/words/names"
import { naturalEffect } from "lab/maths/natural"

/** @param {number[]} terms */
const sum = (terms) => terms.reduce((a, b) => a + b, 0)

// The terms layer by layer: what a layer's own switch does to its write, all else as in the reference run, and what it
// writes differently beyond that. Each is a difference of two rows of the table, with the reference run's norm scale
// (app/tables/tables.py).
/** @param {Frame} frame */
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
/**
 * @param {ReadoutTable} table
 * @param {number} world
 * @param {number} before
 */
function throughNorm({ via_norm: given, readout, bias, scale }, world, before) {
  return given ? given[world] : (readout[world] - bias) * (1 - scale[world] / scale[before])
}

// The kinds of term of both splits.
/**
 * @param {Frame} frame
 * @returns {Effect}
 */
export function effectNow(frame) {
  const { direct, viaLayers, viaNorm, total } = terms(frame)
  const natural = naturalEffect(frame)
  return {
    direct: sum(direct),
    viaLayers: sum(viaLayers),
    viaNorm,
    total,
    naturalDirect: natural.direct,
    naturalIndirect: natural.indirect,
  }
}

// The parts of the split that is shown, in the order in which they are said.
/**
 * @param {Frame} frame
 * @param {Effect} effect
 */
export function partsShown(frame, { direct, viaLayers, viaNorm, naturalDirect, naturalIndirect }) {
  return frame.state.split === "natural" ? [naturalDirect, naturalIndirect] : [direct, viaLayers, viaNorm]
}

// How a readout moves from one world to another.
/**
 * @param {Frame} frame
 * @param {number} from
 * @param {number} to
 */
export function move({ readout }, from, to) {
  return readout.readout[to] - readout.readout[from]
}

// What the switches do together beyond the sum of what each does alone.
/** @param {Frame} frame */
export function interaction({ readout: { readout }, layers, world, before, isFlipped }) {
  /** @param {number} to */
  const from = (to) => readout[to] - readout[before]
  const alone = [...Array(layers).keys()].filter(isFlipped).map((layer) => from(before ^ (1 << layer)))
  return from(world) - sum(alone)
}

// What the reference run's readout is made of.
/** @param {Frame} frame */
export function composition({ readout, before }) {
  const scale = readout.scale?.[before] ?? 1
  /** @type {[part: string, size: number][]} */
  const embedding = Object.entries(readout.parts).map(([part, size]) => [part, size / scale])
  return {
    embedding,
    layers: readout.projected[before].map((size) => size / scale),
    bias: readout.bias,
  }
}

// Self-repair is said of one layer off alone, by the split that is shown, and only if the other agrees in which way later
// layers went. What prints as 0.00 is no loss and no answer to one.
/**
 * @param {Frame} frame
 * @param {Effect} effect
 * @param {RepairWords} words
 */
export function repair(frame, effect, words) {
  if (flippedLayers(frame).length !== 1 || frame.world > frame.before) return ""
  const frozen = answered(effect.direct, effect.viaLayers)
  const natural = answered(effect.naturalDirect, effect.naturalIndirect)
  if (frozen === null || natural === null || (frozen === "against") !== (natural === "against")) return ""
  if (frame.state.split === "natural") return words.repairs[natural]
  return words.repairs[frozen] + (frame.toy.norm === "none" ? "" : ` ${words.withoutNorm}`)
}

// What later layers did about a layer's own loss: null if they did not go the other way.
/**
 * @param {number} direct
 * @param {number} later
 */
function answered(direct, later) {
  if (direct * later >= 0 || [direct, later].some((part) => Number(fixed(Math.abs(part))) === 0)) return null
  if (direct > 0) return "against"
  return later > -direct ? "more" : "part"
}
