// Owns the cells of a chart's table: text, or a number with what is printed of it. People read the one; what is copied or
// saved is the other, in full and as other programs read it.

import { fixed, powerOfTen } from "lab/words/format"

const SMALL = "⁰¹²³⁴⁵⁶⁷⁸⁹"

// `note` is a quiet word beside the number.
/**
 * @template {number | null} T
 * @param {T} value
 * @param {(x: T) => string} [print]
 * @param {string} [note]
 * @returns {NumberCell}
 */
export function cell(value, print = fixed, note = "") {
  return { value, text: print(value), note }
}

// A size given by its logarithm; where no number can hold the size, what is printed of it.
/**
 * @param {number | null} log
 * @returns {Cell}
 */
export function cellOfLog(log) {
  const value = 10 ** (log ?? -Infinity)
  return value > 0 && value < Infinity ? cell(value, () => powerOfTen(log)) : powerOfTen(log)
}

/** @param {Cell} cell */
export function textOf(cell) {
  return typeof cell === "object" ? cell.text : cell
}

// What a program reads: a number in full, nothing where there is none, text as it is.
/**
 * @param {Cell} cell
 * @returns {string}
 */
export function exactOf(cell) {
  if (typeof cell !== "object") return plain(cell)
  return Number.isFinite(cell.value) ? String(cell.value) : ""
}

// A printed number as a program reads it: ASCII minus, no plus, a written-out power of ten, a share in place of a per cent.
/** @param {string} text */
export function plain(text) {
  const [, sign, size, power, percent] = text.match(/^([−+]?)(\d[\d.]*)(?:×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?(\s%)?$/) ?? []
  if (size === undefined) return text
  const exponent = power ? [...power].map((digit) => (digit === "⁻" ? "-" : SMALL.indexOf(digit))).join("") : "0"
  const shift = Number(exponent) - (percent ? 2 : 0)
  const minus = sign === "−" ? "-" : ""
  return shift === 0 ? `${minus}${size}` : `${minus}${percent ? Number(`${size}e${shift}`) : `${size}e${shift}`}`
}
