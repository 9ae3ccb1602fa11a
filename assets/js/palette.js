// Owns colours: reads the meanings set in css/colours.css (light and dark) and gives each writer its own.

const NAMES = ["ground", "ink", "muted", "faint", "hair", "accent", "embedding"]
const FAMILIES = ["attention", "mlp", "layer"]

export function readPalette() {
  const style = getComputedStyle(document.documentElement)
  const value = (name) => style.getPropertyValue(`--${name}`).trim()
  const palette = Object.fromEntries(NAMES.map((name) => [name, value(name)]))
  for (const family of FAMILIES) palette[family] = [value(`${family}-first`), value(`${family}-last`)]
  return palette
}

// One family of colours for each kind of layer, from the first to the last of its kind.
export function writerColours(kinds, palette) {
  return kinds.map((kind, layer) => {
    const sameKind = kinds.map((other, i) => [other, i]).filter(([other]) => other === kind)
    const place = sameKind.findIndex(([, i]) => i === layer)
    const [first, last] = palette[kind]
    return mix(first, last, sameKind.length < 2 ? 1 : place / (sameKind.length - 1))
  })
}

function mix(from, to, part) {
  const channels = (hex) => [1, 3, 5].map((i) => parseInt(hex.slice(i, i + 2), 16))
  const a = channels(from)
  const b = channels(to)
  const hex = a.map((x, i) => Math.round(x + (b[i] - x) * part).toString(16).padStart(2, "0"))
  return `#${hex.join("")}`
}
