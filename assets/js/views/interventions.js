// Owns what the pictures of Interventions share: names of components and of the readout, colours, and the component that
// is brought out.

import { fill, fixed } from "lab/words/format"
import { paint, writerColours } from "lab/draw/palette"

/** @typedef {Strings["interventions"]} Words */

export const ALL = "all"

/** @param {InterventionsFrame} frame */
export function colours({ table, palette }) {
  return [palette.embedding, ...writerColours(table.labels.kind, palette)]
}

// The component that stands out: what is pointed at, else the chosen one; null for all writes.
/** @param {InterventionsFrame} frame */
export function broughtOut({ values, hot }) {
  if (hot !== null) return hot
  return values.layer === ALL ? null : Number(values.layer)
}

/** @param {InterventionsFrame} frame */
export function leadName({ table: { labels } }) {
  const [top, second] = labels.word
  return `${top}’s lead over ${second}`
}

// What a chart's upright axis counts, written over it.
/**
 * @param {InterventionsFrame} frame
 * @param {number} x
 * @param {Span} span
 * @returns {ChartLabel}
 */
export function axisName(frame, x, [, top]) {
  return { x, y: top, text: leadName(frame), className: "axis" }
}

/**
 * @param {InterventionsFrame} frame
 * @param {number} component
 * @param {Words} words
 */
export function writerName({ table: { labels } }, component, words) {
  return component === 0 ? words.embedding : fill(words.write, { name: labels.component[component] })
}

/**
 * @param {InterventionsFrame} frame
 * @param {number} depth
 * @param {Words} words
 */
export function placeName({ table: { labels } }, depth, words) {
  return depth === 0 ? words.places.first : fill(words.places.later, { layer: labels.component[depth] })
}

// A share of all prompts, which unlike a probability can be all of them.
/** @param {number} part */
export function share(part) {
  return `${fixed(100 * part, 0)} %`
}

// Of one sender's paths, the receiver whose patch moves the readout most.
/**
 * @param {InterventionsTable} table
 * @param {number} sender
 */
export function largestPath({ paths }, sender) {
  const sizes = paths[sender].map((change) => (change === null ? -1 : Math.abs(change)))
  return sizes.indexOf(Math.max(...sizes))
}

// The sender whose paths are told of: the chosen one, or where all writes are chosen the one of the largest path.
/** @param {InterventionsFrame} frame */
export function senderTold(frame) {
  if (frame.values.layer !== ALL) return Number(frame.values.layer)
  const sizes = frame.table.paths.map((row, sender) => Math.abs(row[largestPath(frame.table, sender)] ?? 0))
  return sizes.indexOf(Math.max(...sizes))
}

// The same for lines, which have no edge.
/** @param {InterventionsFrame} frame */
export function strokes(frame) {
  return colours(frame).map(frame.palette.edge)
}

// Pointing at a row of a table brings its component out in every picture.
/**
 * @param {HTMLElement} row
 * @param {number} component
 * @param {Choices} choices
 */
export function pointAt(row, component, choices) {
  row.addEventListener("pointerenter", () => choices.bringOut(component))
  row.addEventListener("pointerleave", () => choices.bringOut(null))
}

/**
 * @param {HTMLElement} row
 * @param {number} component
 * @param {InterventionsFrame} frame
 */
export function dress(row, component, frame) {
  paint(row, colours(frame)[component], frame.palette)
  row.classList.toggle("out", broughtOut(frame) === component)
}
