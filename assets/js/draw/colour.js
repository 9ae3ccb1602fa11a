// Owns the arithmetic of colours: reading them, mixing them, and the contrast between two of them (WCAG 2, from 1 to 21).

const STEPS = 50

// "#7b2a9e", "7b2a9e", "#abc" and "abc" as "#rrggbb"; null for anything else.
export function hexOf(text) {
  const digits = /^#?([0-9a-f]{6}|[0-9a-f]{3})$/i.exec(text)?.[1].toLowerCase()
  if (digits === undefined) return null
  return `#${digits.length === 6 ? digits : [...digits].map((digit) => digit + digit).join("")}`
}

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

export function contrast(a, b) {
  const [dark, light] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (light + 0.05) / (dark + 0.05)
}

// The least contrast of a colour with any of these grounds.
export function contrastOn(grounds, colour) {
  return Math.min(...grounds.map((ground) => contrast(ground, colour)))
}

export function luminance(hex) {
  const [red, green, blue] = channels(hex).map((channel) => linear(channel / 255))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

// The colour, mixed with `end` as little as it takes to stand out from these grounds by `least`.
export function towards(colour, end, grounds, least) {
  for (let step = 0; step < STEPS; step++) {
    const mixed = mix(colour, end, step / STEPS)
    if (contrastOn(grounds, mixed) >= least) return mixed
  }
  return end
}

function linear(x) {
  return x <= 0.04045 ? x / 12.92 : ((x + 0.055) / 1.055) ** 2.4
}

function channels(hex) {
  return [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16))
}
