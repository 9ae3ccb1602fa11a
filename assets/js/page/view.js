// Owns the start of a view's page, beside the lab's own (lab.js).

import { Choices, formatChoices, readChoices } from "lab/state/choices"
import { tieControls } from "lab/page/controls"
import { fill } from "lab/words/format"
import { notify } from "lab/page/notices"
import { withCarried } from "lab/state/query"
import { Shell } from "lab/page/shell"
import { Tables, unpack } from "lab/state/tables"

// `creates` are the functions that make each kind's widget.
export async function open(creates) {
  const page = JSON.parse(document.getElementById("page").textContent)
  const { settings, strings, view } = page
  const tables = new Tables(await unpack(document.getElementById("tables").textContent), page.base, page.format)
  const shell = new Shell({ page, creates, first: [view], address: (kept) => formatChoices(choices, kept) })
  const choices = new Choices({ view, settings, tables, draw, failed: () => shell.failed() })
  const drawControls = tieControls(choices, settings)

  await shell.open({ choices, given: { choices }, read })

  function draw(frame) {
    drawControls()
    shell.stage.draw(frame)
  }

  // Resolves to what link and file say of the page itself.
  async function read() {
    const { search, protocol } = location
    if (search.length < 2 || protocol === "about:") {
      await choices.open(page.start)
      return page.kept
    }
    const { values, asked, problems, kept } = readChoices(search, { choices, vocabulary: page.vocabulary })
    const { carried, missing } = choices.nearest(values, { asked, start: page.start })
    const { notCarried, dismiss } = strings.notices
    notify("address", [...problems, ...missing.map((what) => fill(notCarried, { what }))], dismiss)
    await choices.open(carried)
    // After a reload, Reset still goes back to where the visit began, if that can still be had.
    const begun = choices.followed({ ...history.state?.start })
    if (history.state?.start && tables.offers(choices.key(begun))) choices.start = begun
    return withCarried(kept, page.kept, page.vocabulary)
  }
}
