// Owns a chart's numbers as CSV: as they stand in its table, in figures that other programs read.

const SMALL = "⁰¹²³⁴⁵⁶⁷⁸⁹"

export function toCsv({ columns, rows }) {
  return [columns, ...rows].map((cells) => cells.map((cell) => quoted(plain(String(cell)))).join(",")).join("\r\n") + "\r\n"
}

// A number with a true minus, a plus, a written-out power of ten or a spaced per cent becomes what a spreadsheet takes.
function plain(text) {
  const [, sign, size, power, percent] = text.match(/^([−+]?)(\d[\d.]*)(?:×10([⁻⁰¹²³⁴⁵⁶⁷⁸⁹]+))?(\s%)?$/) ?? []
  if (size === undefined) return text
  const exponent = power && `e${[...power].map((digit) => (digit === "⁻" ? "-" : SMALL.indexOf(digit))).join("")}`
  return `${sign === "−" ? "-" : ""}${size}${exponent ?? ""}${percent ? "%" : ""}`
}

function quoted(text) {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
