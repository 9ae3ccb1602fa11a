// Owns the start of the page, and the order of drawing: what answers a click first, what follows in the next task.

import { openAbout } from "lab/about"
import { formatAddress, writeAddress } from "lab/address"
import { watchConnection } from "lab/connection"
import { setStyle } from "lab/dom"
import { placeFigure } from "lab/figure"
import { listenToKeys } from "lab/keys"
import { notify } from "lab/notices"
import { openNumbers } from "lab/numbers"
import { openOn } from "lab/opening"
import { readPalette, writerColours } from "lab/palette"
import { watchRoom } from "lab/room"
import { Selection } from "lab/selection"
import { Tables, unpack } from "lab/tables"
import { listenToTheme } from "lab/theme"

const FIRST = ["settings", "sentence", "switchboard"]

const main = document.getElementById("lab")
const page = JSON.parse(document.getElementById("page").textContent)
const { strings } = page
const tables = new Tables(await unpack(document.getElementById("tables").textContent), page.base)
const selection = new Selection({ catalogue: carried(page.catalogue), tables, draw, failed })
const widgets = new Map()
let palette = readPalette()
let charts = null
let announced = null
let kept = []

watchRoom()
await Promise.all([...document.querySelectorAll("[data-widget]")].map(createWidget))
kept = await openOn({ page, selection, tables })
listenToTheme({ dark: button("dark"), present: button("present"), redraw })
listenToKeys(selection, {
  play: () => document.querySelector(".play")?.click(),
  present: () => button("present").click(),
  help: () => document.getElementById("help").showModal(),
  enabled: () => document.querySelector(".keys input").checked,
})
button("help").addEventListener("click", () => document.getElementById("help").showModal())
main.querySelector(".about").addEventListener("click", () => openAbout(selection.frame(), page.reports, strings.about))
main.addEventListener("lab:select", ({ detail }) => selection.select(detail))
if (page.live) watchConnection(`${page.base}liveness`, strings.notices.offline)

// Only toys of which at least one table can be had are on offer.
function carried(catalogue) {
  return catalogue.filter((toy) => page.base !== null || [...tables.known.keys()].some((key) => key.startsWith(`${toy.name}/`)))
}

async function createWidget(section) {
  const { widget: kind } = section.dataset
  const [{ create }, figure] = await Promise.all([
    import(`lab/widgets/${kind}`),
    page.figures[kind] && placeFigure(page.figures[kind], section.querySelector(".plot")),
  ])
  const widget = create({ section, figure, selection, strings, binomials: page.binomials })
  widgets.set(kind, widget)
  section
    .querySelector("button.numbers")
    ?.addEventListener("click", () => openNumbers(widget.table(dressed(selection.frame()))))
}

function draw(frame) {
  const dress = dressed(frame)
  for (const kind of FIRST) widgets.get(kind).draw(dress)
  charts ??= setTimeout(drawCharts)
}

function drawCharts() {
  charts = null
  const frame = dressed(selection.frame())
  for (const [kind, widget] of widgets) if (!FIRST.includes(kind)) widget.draw(frame)
  main.removeAttribute("aria-busy")
  if (frame.state !== announced) announce(frame)
}

// The address, the session's mirror and scripts of the host page follow the state, not each redraw.
function announce(frame) {
  announced = frame.state
  const query = formatAddress(frame.state, kept, { toys: selection.toys, order: frame.token.order })
  writeAddress(query, { start: selection.start, dress: { ...document.documentElement.dataset } })
  notify("table", [])
  main.selection = frame.state
  main.dispatchEvent(new CustomEvent("lab:selected", { detail: frame.state }))
}

function dressed(frame) {
  setStyle(document.documentElement, "--rows", frame.layers + 3)
  return { ...frame, palette, colours: writerColours(frame.toy.kinds, palette) }
}

function redraw() {
  palette = readPalette()
  draw(selection.frame())
}

// The controls go back to what is shown.
function failed() {
  notify("table", [strings.notices.noTable], strings.notices.dismiss)
  draw(selection.frame())
}

function button(name) {
  return document.querySelector(`[data-widget=settings] .${name}`)
}
