// Owns the start of the lab's page.

import { openAbout } from "lab/about"
import { formatAddress } from "lab/address"
import { watchConnection } from "lab/connection"
import { setStyle } from "lab/dom"
import { dressPage } from "lab/dress"
import { tellHeight, tellHost } from "lab/host"
import { layerKeys, listenToKeys } from "lab/keys"
import { notify } from "lab/notices"
import { openOn } from "lab/opening"
import { readPalette, writerColours } from "lab/palette"
import { fitPaper } from "lab/print"
import { writeAddress } from "lab/query"
import { watchRoom } from "lab/room"
import { Selection } from "lab/selection"
import { offerSharing } from "lab/share"
import { Stage } from "lab/stage"
import { Tables, unpack } from "lab/tables"

const FIRST = ["settings", "sentence", "switchboard"]

const main = document.getElementById("lab")
const page = JSON.parse(document.getElementById("page").textContent)
const { strings } = page
const tables = new Tables(await unpack(document.getElementById("tables").textContent), page.base, page.format)
const stage = new Stage({ page, first: FIRST, dress: dressed, drawn })
const selection = new Selection({ catalogue: carried(page.catalogue), tables, draw: (frame) => stage.draw(frame), failed })
const button = (name) => document.querySelector(`header .${name}`)
const openHelp = () => document.getElementById("help").showModal()
let palette = readPalette()
let announced = null
let asked = new Map()

watchRoom()
await stage.make({ selection, binomials: page.binomials })
asked = dressPage({ kept: await openOn({ page, selection, tables }), page, redraw, rewrite })
offerSharing({ page, asked, address, state: () => selection.state, charts: () => stage.charts })
rewrite()
listenToKeys({
  ...layerKeys(selection),
  ArrowLeft: () => selection.step(selection.state.step - 1),
  ArrowRight: () => selection.step(selection.state.step + 1),
  r: () => selection.reset(),
  "?": openHelp,
})
button("help").addEventListener("click", openHelp)
button("reset").addEventListener("click", () => selection.reset())
main.querySelector(".about").addEventListener("click", () => openAbout(selection.frame(), page.reports, strings.about))
main.addEventListener("lab:select", ({ detail }) => selection.select(detail))
fitPaper()
tellHeight()
if (page.live) watchConnection(`${page.base}liveness`, strings.notices.offline)

// Only toys of which at least one table can be had are on offer.
function carried(catalogue) {
  return catalogue.filter((toy) => page.base !== null || [...tables.known.keys()].some((key) => key.startsWith(`${toy.name}/`)))
}

// The address, the session's mirror and scripts of the host page follow the state, not each redraw.
function drawn(frame) {
  if (frame.state === announced) return
  announced = frame.state
  rewrite()
  notify("table", [])
  main.selection = frame.state
  main.dispatchEvent(new CustomEvent("lab:selected", { detail: frame.state }))
  tellHost("state", { view: page.view, address: address([]), state: frame.state, effect: effectShown() })
}

function address(kept) {
  const { state, token } = selection.frame()
  return formatAddress(state, kept, { toys: selection.toys, order: token.order })
}

function rewrite() {
  writeAddress(address([...asked]), { start: selection.start, dress: { ...document.documentElement.dataset } })
}

// The numbers that the sentence is written from.
function effectShown() {
  const { direct, viaLayers, viaNorm, total } = main.querySelector("[role=status]").dataset
  return Object.fromEntries(Object.entries({ direct, viaLayers, viaNorm, total }).map(([name, text]) => [name, Number(text)]))
}

function dressed(frame) {
  setStyle(document.documentElement, "--rows", frame.layers + 3)
  return { ...frame, palette, colours: writerColours(frame.toy.kinds, palette) }
}

function redraw() {
  palette = readPalette()
  selection.redraw()
}

// The controls go back to what is shown.
function failed() {
  notify("table", [strings.notices.noTable], strings.notices.dismiss)
  selection.redraw()
}
