// Owns pictures of a widget, to be kept: an SVG of its marks and text, or a PNG of that SVG.

const STYLES = [...document.querySelectorAll("head style")].map((style) => style.textContent).join("\n")
const CONTROLS = "button, input, select, .hidden"
const DENSITY = 2
const MARGIN = 16

const root = document.documentElement

// The widget as one SVG: Bokeh's marks as vectors, the page's text and ticks around them with the page's own styles.
export function svgOf(section, figure) {
  const [width, height] = sizeOf(section)
  const copy = section.cloneNode(true)
  for (const control of copy.querySelectorAll(CONTROLS)) control.remove()
  const plot = copy.querySelector(".plot")
  if (figure && plot) plot.innerHTML = figure.svg()
  copy.style.cssText = `width:${width}px;height:${height}px;margin:${MARGIN}px;padding-inline:0;border:0`
  const dress = [...root.attributes].filter(({ name }) => name === "style" || name.startsWith("data-"))
  const attributes = dress.map(({ name, value }) => `${name}="${value.replaceAll('"', "&quot;")}"`).join(" ")
  const { fontSize, backgroundColor } = getComputedStyle(root)
  const styles = `${STYLES}\n:root { font-size: ${fontSize} } .plot > svg { position: absolute; inset: 0 }`
  const inside = new XMLSerializer().serializeToString(copy)
  const [wide, high] = [width + 2 * MARGIN, height + 2 * MARGIN]
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}" ${attributes}>
<style><![CDATA[${styles}]]></style>
<rect width="100%" height="100%" fill="${backgroundColor}"/>
<foreignObject width="100%" height="100%">${inside}</foreignObject></svg>`
}

export async function pngOf(section, figure) {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svgOf(section, figure))}`
  await image.decode()
  const canvas = document.createElement("canvas")
  canvas.width = DENSITY * image.width
  canvas.height = DENSITY * image.height
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((done) => canvas.toBlob(done, "image/png"))
}

// What the widget has within its padding, which parts it from its neighbours.
function sizeOf(section) {
  const { paddingLeft, paddingRight } = getComputedStyle(section)
  const { width, height } = section.getBoundingClientRect()
  return [width - parseFloat(paddingLeft) - parseFloat(paddingRight), height]
}
