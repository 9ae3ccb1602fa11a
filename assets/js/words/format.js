// Owns how numbers are printed: the true value rounded, ties away from zero, with digits that depend on the kind of number
// alone; a true minus, never "-0.00", the same in every browser locale.

const MINUS = "\u2212"
const CERTAIN = 12 // digits that the order of a sum does not reach, so that a tie is a tie however it was added up
const DIGITS = 3 // of a size that spans decades

/**
 * @param {number | null | undefined} x
 * @returns {x is null | undefined} of a number that is none (NaN, Infinity) true too, and then nobody reads it
 */
function missing(x) {
  return x === null || x === undefined || !Number.isFinite(x)
}

// The whole number nearest to size × 10^power, of two the larger. Decimals are read as decimals: 1.005 × 10² is a tie.
/**
 * @param {number} size
 * @param {number} power
 */
function nearest(size, power) {
  const [digits, exponent] = size.toExponential(CERTAIN - 1).split("e")
  return Math.round(Number(`${digits}e${Number(exponent) + power}`))
}

// A number in units of its last printed digit.
/**
 * @param {number} x
 * @param {number} digits
 */
function units(x, digits) {
  return Math.sign(x) * nearest(Math.abs(x), digits)
}

/** @param {number | null | undefined} x */
export function fixed(x, digits = 2) {
  if (missing(x)) return "–"
  const text = (nearest(Math.abs(x), digits) / 10 ** digits).toFixed(digits)
  return x < 0 && Number(text) !== 0 ? MINUS + text : text
}

/** @param {number | null | undefined} x */
export function signed(x, digits = 2) {
  const text = fixed(x, digits)
  return x && x > 0 && Number(text) !== 0 ? `+${text}` : text
}

// Whether parts as they are printed add to the whole as it is printed. Each is rounded by itself, so they need not.
/**
 * @param {number[]} parts
 * @param {number} whole
 */
export function addUp(parts, whole, digits = 2) {
  return parts.reduce((sum, part) => sum + units(part, digits), 0) === units(whole, digits)
}

// Three significant digits, for sizes that span decades.
/** @param {number | null | undefined} x */
export function significant(x) {
  if (missing(x)) return "–"
  if (x === 0) return "0"
  const power = Math.floor(Math.log10(Math.abs(x)))
  return (x < 0 ? MINUS : "") + ofPower(Math.abs(x), power, power)
}

// size = its digits × 10^power / 10^(place of the first of them); `power` is where that place lies in what is printed.
/**
 * @param {number} size
 * @param {number} place
 * @param {number} power
 * @returns {string}
 */
function ofPower(size, place, power) {
  let digits = nearest(size, DIGITS - 1 - place)
  if (digits < 10 ** (DIGITS - 1)) return ofPower(size, place - 1, power - 1)
  if (digits >= 10 ** DIGITS) {
    digits = 10 ** (DIGITS - 1) // 999.9 is 1.00×10³
    power += 1
  }
  const decimals = DIGITS - 1 - power
  if (power >= -2 && decimals >= 0) return (digits / 10 ** decimals).toFixed(decimals)
  return `${(digits / 10 ** (DIGITS - 1)).toFixed(DIGITS - 1)}×10${superscript(power)}`
}

/** @param {number} n */
export function superscript(n) {
  return String(n)
    .replace(/-/g, "⁻")
    .replace(/\d/g, (d) => "⁰¹²³⁴⁵⁶⁷⁸⁹"[Number(d)])
}

// A chance is never printed as certain or impossible.
/** @param {number} p */
export function percent(p) {
  if (p > 0.999 && p < 1) return ">99.9 %"
  if (p > 0 && p < 0.001) return "<0.1 %"
  return `${fixed(100 * p, 1)} %`
}

/**
 * @param {(string | number)[]} names
 * @param {string} and
 */
export function listed(names, and) {
  if (names.length < 2) return names.join("")
  return `${names.slice(0, -1).join(", ")} ${and} ${names[names.length - 1]}`
}

/** @param {string} text */
export function capital(text) {
  return text.charAt(0).toUpperCase() + text.slice(1)
}

// "{name}" in a screen string stands for a value given by name.
/**
 * @param {string} template
 * @param {Record<string, string | number>} [values]
 */
export function fill(template, values = {}) {
  return template.replace(/\{(\w+)\}/g, (_, name) => String(values[name]))
}

// A size given by its logarithm, which may lie beyond what a number can hold.
/** @param {number | null | undefined} log */
export function powerOfTen(log) {
  if (log === null || log === -Infinity) return "0"
  if (missing(log)) return "–"
  const power = Math.floor(log)
  return ofPower(10 ** (log - power), 0, power)
}
