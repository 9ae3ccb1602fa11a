// Owns the arithmetic of colours: reading them, mixing them, and the contrast between two of them (WCAG 2, from 1 to 21).

const STEPS = 50

// "#7b2a9e", "7b2a9e", "#abc" and "abc" as "#rrggbb"; null for anything else.
/** @param {string} text */
export function hexOf(text) {
  const digits = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text)?.[1].toLowerCase()
  if (digits === undefined) return null
  return `#${digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join("")}`
}

/**
 * @param {string} from
 * @param {string} to
 * @param {number} part
 */
export function mix(from, to, part) {
  const [a, b] = [channels(from), channels(to)]
  return `#${a
    .map((x, i) =>
      Math.round(x + (b[i] - x) * part)
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`
}

/**
 * @param {string} a
 * @param {string} b
 */
export function contrast(a, b) {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

// The least contrast of a colour with any of these grounds.
/**
 * @param {string[]} grounds
 * @param {string} colour
 */
export function contrastOn(grounds, colour) {
  return Math.min(...grounds.map((ground) => contrast(ground, colour)))
}

/** @param {string} hex */
export function luminance(hex) {
  const [red, green, blue] = channels(hex).map((channel) => linear(channel / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

// The colour, mixed with `end` as little as it takes to stand out from these grounds by `least`.
/**
 * @param {string} colour
 * @param {string} end
 * @param {string[]} grounds
 * @param {number} least
 */
export function towards(colour, end, grounds, least) {
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(colour, end, step / STEPS)
    if (contrastOn(grounds, mixed) >= least) return mixed
  }
  return end
}

/** @param {number} x */
function linear(x) {
  return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4
}

/** @param {string} hex */
function channels(hex) {
  return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16))
}
