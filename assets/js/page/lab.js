// Owns the start of the lab's page.

import { openAbout } from "lab/page/about"
import { formatAddress } from "lab/state/address"
import { setStyle } from "lab/draw/dom"
import { layerKeys } from "lab/page/keys"
import { openOn } from "lab/page/opening"
import { writerColours } from "lab/draw/palette"
import { present } from "lab/page/presenting"
import { Selection } from "lab/state/selection"
import { Session } from "lab/page/session"
import { Shell } from "lab/page/shell"
import { Tables, unpack } from "lab/state/tables"

const main = document.getElementById("lab")

// `creates` are the functions that make each kind's widget.
export async function open(creates) {
  const page = JSON.parse(document.getElementById("page").textContent)
  const { strings } = page
  const tables = new Tables(await unpack(document.getElementById("tables").textContent), page.base, page.format)
  const first = ["settings", "sentence", "switchboard"]
  const shell = new Shell({ page, creates, first, dress, address, facts: () => ({ effect: effectShown() }) })
  const selection = new Selection({
    catalogue: page.catalogue.filter(({ name }) => canShow(name)),
    vocabulary: page.vocabulary,
    own: page.own,
    tables,
    draw: (frame) => shell.stage.draw(frame),
    failed: () => shell.failed(),
  })

  let next = () => {}

  await shell.open({
    choices: selection,
    given: { selection, binomials: page.binomials },
    read: () => openOn({ page, selection, tables }),
    keys: {
      ...layerKeys(selection),
      ArrowLeft: () => selection.step(selection.state.step - 1),
      ArrowRight: () => selection.step(selection.state.step + 1),
      t: () => next(),
    },
  })
  next = present({ asked: shell.asked, strings, redraw: () => shell.redraw() })
  main.querySelector(".about").addEventListener("click", () => openAbout(selection.frame(), page, strings.about))
  await shell.complete
  if (page.session) new Session({ base: page.base, address: () => address([]), strings: strings.notices }).start()

  // Only toys of which at least one table can be had are on offer.
  function canShow(toy) {
    return page.base !== null || [...tables.known.keys()].some((key) => key.startsWith(`${toy}/`))
  }

  function address(kept) {
    const { state, token } = selection.frame()
    return formatAddress(state, kept, { toys: selection.toys, order: token.order, vocabulary: page.vocabulary })
  }
}

// The numbers that the sentence is written from.
function effectShown() {
  const { split, ...numbers } = main.querySelector("[role=status]").dataset
  return { ...Object.fromEntries(Object.entries(numbers).map(([name, text]) => [name, Number(text)])), split }
}

function dress(frame) {
  setStyle(document.documentElement, "--rows", frame.layers + 3)
  return { ...frame, colours: writerColours(frame.toy.kinds, frame.palette) }
}
