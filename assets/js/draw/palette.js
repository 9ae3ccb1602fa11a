// Owns colours on the canvas: reads the meanings set in css/colours.css, gives each writer its own colour, and an edge to
// whatever is too pale for the ground.

import { luminance, mix, towards } from "lab/draw/colour"
import { newPixel, setStyle } from "lab/draw/dom"

export const TEXT = 4.5 // to 1, the least contrast of text
export const MARK = 3 // and of marks

// `edge(colour)` is the colour itself, or a stronger tone of it where a mark of it would hardly be seen; `seam(colour)` is
// the line around a mark that touches others: the ground, or the edge if it needs one.
/** @returns {Palette} */
export function readPalette() {
  const style = getComputedStyle(document.documentElement)
  /** @param {string} name */
  const tone = (name) => resolved(style.getPropertyValue(`--${name}`).trim())
  /**
   * @param {WriterKind} kind
   * @returns {[first: string, last: string]}
   */
  const family = (kind) => [tone(`${kind}-first`), tone(`${kind}-last`)]
  const [ground, band] = [tone("ground"), tone("band")]
  /** @type {Map<string, string>} */
  const edges = new Map()
  /** @param {string} colour */
  const edge = (colour) => {
    const known = edges.get(colour) ?? edgeOf(colour, [ground, band])
    edges.set(colour, known)
    return known
  }
  return {
    ground,
    band,
    ink: tone("ink"),
    muted: tone("muted"),
    faint: tone("faint"),
    hair: tone("hair"),
    accent: tone("accent"),
    embedding: tone("embedding"),
    attention: family("attention"),
    mlp: family("mlp"),
    layer: family("layer"),
    edge,
    seam: (colour) => (edge(colour) === colour ? ground : edge(colour)),
  }
}

// One family of colours for each kind of layer, from the first to the last of its kind.
/**
 * @param {WriterKind[]} kinds
 * @param {Palette} palette
 */
export function writerColours(kinds, palette) {
  return kinds.map((kind, layer) => {
    const sameKind = [...kinds.keys()].filter((i) => kinds[i] === kind)
    const [first, last] = palette[kind]
    return mix(first, last, sameKind.length < 2 ? 1 : sameKind.indexOf(layer) / (sameKind.length - 1))
  })
}

// Gives an element a writer's colour, as --writer, and its edge, as --edge.
/**
 * @param {HTMLElement} node
 * @param {string} colour
 * @param {Palette} palette
 */
export function paint(node, colour, palette) {
  setStyle(node, "--writer", colour)
  setStyle(node, "--edge", palette.edge(colour))
}

/**
 * @param {string} colour
 * @param {string[]} grounds the page's own first
 */
function edgeOf(colour, grounds) {
  return towards(colour, luminance(grounds[0]) > 0.18 ? "#000000" : "#ffffff", grounds, MARK)
}

// A system's colour, which forced colours put in the place of the page's own, as it comes out on the ground.
/** @param {string} colour */
function resolved(colour) {
  if (colour.startsWith("#")) return colour
  const probe = document.body.appendChild(document.createElement("i"))
  const pen = newPixel()
  for (const layer of ["Canvas", colour]) {
    probe.style.cssText = `color: ${layer}; forced-color-adjust: none`
    pen.fillStyle = getComputedStyle(probe).color
    pen.fillRect(0, 0, 1, 1)
  }
  probe.remove()
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data
  return `#${[red, green, blue].map((channel) => channel.toString(16).padStart(2, "0")).join("")}`
}
