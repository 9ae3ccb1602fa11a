// Owns a chart's numbers as CSV: its table, with every number in full.

import { exactOf } from "lab/words/cells"

/** @param {NumbersTable} table */
export function toCsv({ columns, rows }) {
  return [columns, ...rows].map((cells) => `${cells.map((cell) => quoted(exactOf(cell))).join(",")}\r\n`).join("")
}

// As every spreadsheet takes it (RFC 4180).
/** @param {string} text */
function quoted(text) {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
