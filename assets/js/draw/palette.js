// Owns colours on the canvas: reads the meanings set in css/colours.css, gives each writer its own colour, and an edge to
// whatever is too pale for the ground.

import { luminance, mix, towards } from "lab/draw/colour"
import { setStyle } from "lab/draw/dom"

export const TEXT = 4.5 // to 1, the least contrast of text
export const MARK = 3 // and of marks

const NAMES = ["ground", "band", "ink", "muted", "faint", "hair", "accent", "embedding"]
const FAMILIES = ["attention", "mlp", "layer"]

// `edge(colour)` is the colour itself, or a stronger tone of it where a mark of it would hardly be seen; `seam(colour)` is
// the line around a mark that touches others: the ground, or the edge if it needs one.
export function readPalette() {
  const style = getComputedStyle(document.documentElement)
  const value = (name) => resolved(style.getPropertyValue(`--${name}`).trim())
  const palette = Object.fromEntries(NAMES.map((name) => [name, value(name)]))
  for (const family of FAMILIES) palette[family] = [value(`${family}-first`), value(`${family}-last`)]
  const edges = new Map()
  palette.edge = (colour) => {
    if (!edges.has(colour)) edges.set(colour, edgeOf(colour, palette))
    return edges.get(colour)
  }
  palette.seam = (colour) => (palette.edge(colour) === colour ? palette.ground : palette.edge(colour))
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

// Gives an element a writer's colour, as --writer, and its edge, as --edge.
export function paint(node, colour, palette) {
  setStyle(node, "--writer", colour)
  setStyle(node, "--edge", palette.edge(colour))
}

function edgeOf(colour, { ground, band }) {
  return towards(colour, luminance(ground) > 0.18 ? "#000000" : "#ffffff", [ground, band], MARK)
}

// A system's colour, which forced colours put in the place of the page's own, as it comes out on the ground.
function resolved(colour) {
  if (colour.startsWith("#")) return colour
  const probe = document.body.appendChild(document.createElement("i"))
  const pen = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true })
  for (const layer of ["Canvas", colour]) {
    probe.style.cssText = `color: ${layer}; forced-color-adjust: none`
    pen.fillStyle = getComputedStyle(probe).color
    pen.fillRect(0, 0, 1, 1)
  }
  probe.remove()
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map((channel) => channel.toString(16).padStart(2, "0")).join("")}`
}
