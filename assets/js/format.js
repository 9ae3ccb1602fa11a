// Owns how numbers are printed: fixed decimals, a true minus, never "-0.00", the same in every browser locale.

const MINUS = "\u2212"

export function fixed(x, digits = 2) {
  if (x === null || x === undefined || !Number.isFinite(x)) return "–"
  const text = Math.abs(x).toFixed(digits)
  return x < 0 && Number(text) !== 0 ? MINUS + text : text
}

export function signed(x, digits = 2) {
  const text = fixed(x, digits)
  return x > 0 && Number(text) !== 0 ? "+" + text : text
}

// Two or three significant digits, for sizes that span decades.
export function significant(x) {
  if (x === null || x === undefined || !Number.isFinite(x)) return "–"
  if (x === 0) return "0"
  const size = Math.abs(x)
  if (size >= 0.01 && size < 1000) return fixed(x, size < 1 ? 3 : 2)
  const power = Math.floor(Math.log10(size))
  return `${fixed(x / 10 ** power, 1)}×10${superscript(power)}`
}

export function superscript(n) {
  return String(n).replace(/-/g, "⁻").replace(/\d/g, (d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[d])
}

export function percent(p) {
  if (p > 0.999) return ">99.9 %"
  if (p > 0 && p < 0.001) return "<0.1 %"
  const digits = p > 0 && (p < 0.0995 || p > 0.99) ? 1 : 0
  return `${fixed(100 * p, digits)} %`
}

export function rounded(x, digits = 2) {
  return Math.round(x * 10 ** digits) / 10 ** digits
}

// The parts as printed so that they add to the printed total: each rounded, then as few as need be moved by one unit of
// the last digit, those first that rounding had moved the other way. An exact zero stays zero.
export function partsThatAdd(parts, total, digits = 2) {
  const unit = 10 ** digits
  const units = parts.map((part) => Math.round(part * unit))
  const missing = Math.round(total * unit) - units.reduce((a, b) => a + b, 0)
  const rest = (i) => Math.sign(missing) * (parts[i] * unit - units[i])
  const movable = [...parts.keys()].filter((i) => parts[i] !== 0).sort((i, j) => rest(j) - rest(i) || i - j)
  for (const i of movable.slice(0, Math.abs(missing))) units[i] += Math.sign(missing)
  return units.map((part) => part / unit)
}

export function listed(names, and) {
  if (names.length < 2) return names.join("")
  return `${names.slice(0, -1).join(", ")} ${and} ${names[names.length - 1]}`
}

export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

// "{name}" in a screen string stands for a value given by name.
export function fill(template, values = {}) {
  return template.replace(/\{(\w+)\}/g, (_, name) => values[name])
}

// A size given by its logarithm: plain where two digits tell it, else as a power of ten.
export function powerOfTen(log) {
  if (log === null || log === -Infinity) return "0"
  if (Math.abs(log) < 3) return significant(10 ** log)
  const power = Math.floor(log)
  return `${fixed(10 ** (log - power), 1)}×10${superscript(power)}`
}
