// Owns pictures of a widget, to be kept: an SVG of its marks and text as they stand on the screen, or a PNG of that SVG.

const DENSITY = 2
const MARGIN = 16
const ROWS = 4 // that a widget spans (assets/css/grid.css)
const NAMES = 6.2 // rem: how wide the names of rows are (assets/css/ladder.css)
// What asks to be pressed has no place in a picture; it keeps its room, so that nothing else moves.
const EXTRA = ".head .numbers, .play { visibility: hidden } .plot > svg { position: absolute; inset: 0 }"

const root = document.documentElement
const STYLES = [...document.querySelectorAll("head style")].map((style) => style.textContent).join("\n")

// The widget as one SVG: Bokeh's marks as vectors, all else as the page's own HTML with the page's own styles.
export function svgOf(section, figure) {
  const { width, height } = section.getBoundingClientRect()
  const { paddingLeft, paddingRight } = getComputedStyle(section)
  const { fontSize, backgroundColor } = getComputedStyle(root)
  const [left, right] = [parseFloat(paddingLeft), parseFloat(paddingRight)]
  const names = widthOfNames(section)
  const [wide, high] = [width - left - right + names + 2 * MARGIN, height + 2 * MARGIN]
  const inside = new XMLSerializer().serializeToString(inItsPlace(section, copyOf(section, figure)))
  const dress = [...root.attributes].filter(({ name }) => name === "style" || name.startsWith("data-"))
  const attributes = dress
    .map(({ name, value }) => `${name}="${value.replaceAll("&", "&amp;").replaceAll('"', "&quot;")}"`)
    .join(" ")
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${wide}" height="${high}" viewBox="0 0 ${wide} ${high}" ${attributes}>
<style><![CDATA[${asItIsNow(STYLES)}\n:root { font-size: ${fontSize} !important } ${EXTRA}]]></style>
<rect width="100%" height="100%" fill="${backgroundColor}"/>
<foreignObject x="${MARGIN - left + names}" y="${MARGIN}" width="${width}" height="${height}" style="overflow: visible">${inside}</foreignObject></svg>`
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

// A copy whose rows and columns are as large as they are on the screen, and whose controls show what is chosen.
function copyOf(section, figure) {
  const copy = section.cloneNode(true)
  const { width, height, gridTemplateColumns } = getComputedStyle(section)
  Object.assign(copy.style, {
    width,
    height,
    gridTemplateRows: tracksOf(section),
    gridTemplateColumns,
    borderColor: "transparent",
  })
  if (widthOfNames(section)) {
    copy.querySelector(".ladder").style.position = "relative"
    Object.assign(copy.querySelector(".names-of-rows").style, {
      display: "flex",
      position: "absolute",
      right: "100%",
      height: "100%",
    })
  }
  const plot = copy.querySelector(".plot")
  if (figure && plot) plot.innerHTML = figure.svg()
  const controls = copy.querySelectorAll("select, input")
  for (const [i, control] of section.querySelectorAll("select, input").entries()) {
    if (control.localName === "input") controls[i].setAttribute("value", control.value)
    else
      for (const [k, option] of [...controls[i].options].entries())
        option.toggleAttribute("selected", k === control.selectedIndex)
  }
  return copy
}

// The rows as they are now; a widget that shares those of the page has them from `main`.
function tracksOf(section) {
  const own = getComputedStyle(section)
  if (!own.gridTemplateRows.startsWith("subgrid")) return own.gridTemplateRows
  const main = section.parentElement
  const style = getComputedStyle(main)
  let above = section.getBoundingClientRect().top - main.getBoundingClientRect().top - parseFloat(style.paddingTop)
  const tracks = style.gridTemplateRows.match(/[\d.]+(?=px)/g).map(Number)
  while (above > 0.5) above -= tracks.shift()
  const edge = parseFloat(own.paddingTop) + parseFloat(own.borderTopWidth)
  const [first, ...others] = tracks.slice(0, ROWS)
  return [first - edge, ...others].map((size) => `${size}px`).join(" ")
}

// Row names that a neighbour gives on the screen stand left of the picture, where it is alone.
function widthOfNames(section) {
  const names = section.querySelector(".names-of-rows")
  return !names || names.checkVisibility() ? 0 : NAMES * parseFloat(getComputedStyle(root).fontSize)
}

// The copy among empty neighbours, since styles count a widget's place among the others.
function inItsPlace(section, copy) {
  const main = section.parentElement.cloneNode(false)
  main.style.cssText = "display: block; padding: 0; min-height: 0"
  for (const other of section.parentElement.children) {
    const place = other === section ? copy : other.cloneNode(false)
    if (other !== section) place.style.display = "none"
    main.append(place)
  }
  const page = document.createElement("div")
  page.className = "page"
  page.style.cssText = "display: block; height: auto; min-height: 0"
  page.append(main)
  return page
}

// Media queries would be asked of the picture's own size.
function asItIsNow(css) {
  return css.replace(/@media\s+([^{]+)\{/g, (_, query) => `@media ${matchMedia(query.trim()).matches ? "all" : "not all"} {`)
}
