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

// Four significant digits, for sizes that span decades.
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
  const digits = p > 0 && (p < 0.1 || p > 0.99) ? 1 : 0
  return `${fixed(100 * p, digits)} %`
}

// The parts, in hundredths, changed by at most one hundredth each so that what is printed adds to the printed total.
export function partsThatAdd(parts, total, digits = 2) {
  const unit = 10 ** digits
  const floors = parts.map((part) => Math.floor(part * unit + 1e-9))
  const missing = Math.round(total * unit) - floors.reduce((a, b) => a + b, 0)
  const byRemainder = parts
    .map((part, i) => [part * unit - floors[i], i])
    .sort((a, b) => b[0] - a[0] || a[1] - b[1])
  for (let k = 0; k < Math.min(missing, parts.length); k++) floors[byRemainder[k][1]] += 1
  return floors.map((units) => units / unit)
}

export function listed(names, and) {
  if (names.length < 2) return names.join("")
  return `${names.slice(0, -1).join(", ")} ${and} ${names[names.length - 1]}`
}

// "{name}" in a screen string stands for a value given by name.
export function fill(template, values = {}) {
  return template.replace(/\{(\w+)\}/g, (_, name) => values[name])
}
