// Owns the start of a view's page, beside the lab's own (lab.js).

import { Choices, formatChoices, readChoices } from "lab/choices"
import { tieControls } from "lab/controls"
import { notify } from "lab/notices"
import { Shell } from "lab/shell"
import { Tables, unpack } from "lab/tables"

const page = JSON.parse(document.getElementById("page").textContent)
const { settings, strings, view } = page
const tables = new Tables(await unpack(document.getElementById("tables").textContent), page.base, page.format)
const shell = new Shell({ page, first: [view], address: (kept) => formatChoices(choices, kept) })
const choices = new Choices({ view, settings, tables, draw, failed: () => shell.failed() })
const drawControls = tieControls(choices, settings)

await shell.open({ choices, given: { choices }, read: open })

function draw(frame) {
  drawControls()
  shell.stage.draw(frame)
}

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
