// Owns where marks are, in their chart and in the window, and which of them a place in the window means.

import { findAll } from "lab/draw/dom"

/** @type {Record<string, number>} */
const REACH = { mouse: 10, pen: 16, touch: 24 } // px from a mark that still mean it
const DOT = 4 // px from a dot's middle to its edge
const OFF_LINE = 12 // px beside a row or column that still mean its mark

/** @typedef {Pick<DOMRect, "left" | "right" | "top" | "bottom">} Edges in the window */

// The marks of elements, given as parts of the box around them.
/**
 * @param {HTMLElement} box
 * @returns {(Standing & { element: HTMLElement })[]}
 */
export function marksIn(box) {
  const frame = box.getBoundingClientRect()
  return findAll(box, "[data-tip]").map((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect()
    /** @param {number} x */
    const across = (x) => (x - frame.left) / frame.width
    /** @param {number} y */
    const up = (y) => (frame.bottom - y) / frame.height
    return { ...markOf(node), left: across(left), right: across(right), bottom: up(bottom), top: up(top) }
  })
}

// What keys walk among has a place.
/**
 * @param {Standing} mark
 * @returns {Box & Pick<Mark, "along">}
 */
export function placeOf({ left = 0, right = 0, bottom = 0, top = 0, along }) {
  return { left, right, bottom, top, along }
}

/**
 * @param {HTMLElement} node
 * @returns {Standing & { element: HTMLElement }}
 */
export function markOf(node) {
  const { tip, writer } = node.dataset
  return { element: node, tip, ...(writer === undefined ? {} : { writer: Number(writer) }) }
}

/**
 * @param {Standing} mark
 * @param {DOMRect} frame
 * @returns {Edges}
 */
export function boxOf({ element: node, left, right, bottom, top }, frame) {
  if (node) return node.getBoundingClientRect()
  const radius = left === right && top === bottom ? DOT : 0
  return {
    left: frame.left + left * frame.width - radius,
    right: frame.left + right * frame.width + radius,
    top: frame.bottom - top * frame.height - radius,
    bottom: frame.bottom - bottom * frame.height + radius,
  }
}

// Which of some marks a place in the window means: the nearest within reach, of those at one place the last.
/**
 * @param {Standing[]} marks
 * @param {DOMRect} frame of their chart
 * @param {{ x: number, y: number, pointer: string }} at
 */
export function meant(marks, frame, { x, y, pointer }) {
  const far = marks.map((mark) => distance(boxOf(mark, frame), mark.along, x, y))
  const least = Math.min(...far)
  return least <= (REACH[pointer] ?? REACH.mouse) ? far.lastIndexOf(least) : null
}

// How far a place is from a box. Of a mark that has its row or its column to itself, all of that is near.
/**
 * @param {Edges} box
 * @param {Mark["along"]} along
 * @param {number} x
 * @param {number} y
 */
function distance({ left, right, top, bottom }, along, x, y) {
  const across = Math.max(left - x, 0, x - right)
  const up = Math.max(top - y, 0, y - bottom)
  if (along === "row") return up > OFF_LINE ? Infinity : up + across / 1000
  if (along === "column") return across > OFF_LINE ? Infinity : across + up / 1000
  const middle = Math.hypot(x - (left + right) / 2, y - (top + bottom) / 2)
  return Math.hypot(across, up) + middle / 10000 // of marks that overlap, the one whose middle is nearer
}
