// Owns the start of a view's page, beside the lab's own (lab.js).

import { Choices, formatChoices, readChoices } from "lab/choices"
import { tieControls } from "lab/controls"
import { dressPage } from "lab/dress"
import { tellHeight, tellHost } from "lab/host"
import { listenToKeys } from "lab/keys"
import { notify } from "lab/notices"
import { readPalette } from "lab/palette"
import { fitPaper } from "lab/print"
import { writeAddress } from "lab/query"
import { watchRoom } from "lab/room"
import { offerSharing } from "lab/share"
import { Stage } from "lab/stage"
import { Tables, unpack } from "lab/tables"

const page = JSON.parse(document.getElementById("page").textContent)
const { settings, strings, view } = page
const main = document.getElementById("lab")
const tables = new Tables(await unpack(document.getElementById("tables").textContent), page.base, page.format)
const stage = new Stage({ page, first: [view], dress: (frame) => ({ ...frame, palette }), drawn })
const choices = new Choices({ view, settings, tables, draw, failed })
const drawControls = tieControls(choices, settings)
const button = (name) => document.querySelector(`header .${name}`)
let palette = readPalette()
let announced = null
let asked = new Map()

watchRoom()
await stage.make({ choices })
asked = dressPage({ kept: await open(), page, redraw, rewrite })
offerSharing({ page, asked, address, state: () => choices.values, charts: () => stage.charts })
rewrite()
listenToKeys({ r: () => choices.reset(), "?": openHelp })
button("help").addEventListener("click", openHelp)
button("reset").addEventListener("click", () => choices.reset())
main.addEventListener("lab:select", ({ detail }) => choices.select(detail))
fitPaper()
tellHeight()

// Resolves to what the link keeps for the page itself.
async function open() {
  const { search, protocol } = location
  if (search.length < 2 || protocol === "about:") {
    await choices.open(page.start)
    return page.kept
  }
  const { values, problems, kept } = readChoices(search, { choices, templates: page.problems })
  const { carried, missing } = nearest(values)
  const { notCarried, dismiss } = strings.notices
  notify("address", [...problems, ...missing.map((what) => notCarried.replace("{what}", what))], dismiss)
  await choices.open(carried)
  const begun = history.state?.start
  if (begun) choices.start = choices.followed(begun)
  return kept
}

// A file offers only the tables that it carries: a part of a link that asks for more is named and left out.
function nearest(values) {
  if (tables.offers(choices.key(values))) return { carried: values, missing: [] }
  const carried = { ...values }
  const missing = []
  for (const { name, fetches } of settings) {
    if (!fetches || carried[name] === page.start[name]) continue
    missing.push(`${name}=${carried[name]}`)
    carried[name] = page.start[name]
    const settled = choices.followed(carried)
    if (tables.offers(choices.key(settled))) return { carried: settled, missing }
  }
  return { carried: page.start, missing }
}

function draw(frame) {
  drawControls()
  stage.draw(frame)
}

function drawn({ values }) {
  if (values === announced) return
  announced = values
  rewrite()
  notify("table", [])
  main.selection = values
  main.dispatchEvent(new CustomEvent("lab:selected", { detail: values }))
  tellHost("state", { view, address: address([]), state: values })
}

function address(kept) {
  return formatChoices(choices, kept)
}

function rewrite() {
  writeAddress(address([...asked]), { start: choices.start, dress: { ...document.documentElement.dataset } })
}

function redraw() {
  palette = readPalette()
  choices.redraw()
}

function failed() {
  notify("table", [strings.notices.noTable], strings.notices.dismiss)
  choices.redraw()
}

function openHelp() {
  document.getElementById("help").showModal()
}
