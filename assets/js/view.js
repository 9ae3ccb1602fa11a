// Owns the start of a view's page, beside the lab's own (lab.js).

import { Choices, formatChoices, readChoices } from "lab/choices"
import { tieControls } from "lab/controls"
import { listenToKeys } from "lab/keys"
import { notify } from "lab/notices"
import { readPalette } from "lab/palette"
import { writeAddress } from "lab/query"
import { watchRoom } from "lab/room"
import { Stage } from "lab/stage"
import { Tables, unpack } from "lab/tables"
import { listenToTheme } from "lab/theme"

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
let kept = []

watchRoom()
await stage.make({ choices })
await open()
listenToTheme({ dark: button("dark"), present: button("present"), redraw })
listenToKeys({ r: () => choices.reset(), "?": openHelp })
button("help").addEventListener("click", openHelp)
button("reset").addEventListener("click", () => choices.reset())
main.addEventListener("lab:select", ({ detail }) => choices.select(detail))

async function open() {
  const { search, protocol } = location
  if (search.length < 2 || protocol === "about:") return choices.open(page.start)
  const { values, problems, kept: parts } = readChoices(search, { choices, templates: page.problems })
  kept = parts
  const { carried, missing } = nearest(values)
  const { notCarried, dismiss } = strings.notices
  notify("address", [...problems, ...missing.map((what) => notCarried.replace("{what}", what))], dismiss)
  await choices.open(carried)
  const begun = history.state?.start
  if (begun) choices.start = choices.followed(begun)
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
  writeAddress(formatChoices(choices, kept), { start: choices.start, dress: { ...document.documentElement.dataset } })
  notify("table", [])
  main.selection = values
  main.dispatchEvent(new CustomEvent("lab:selected", { detail: values }))
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
