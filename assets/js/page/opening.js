// Owns how the lab's page opens: on its link's state where it has an address, else on the state it was made for.

import { readAddress, spelled } from "lab/state/address"
import { fill } from "lab/words/format"
import { nearestState } from "lab/state/nearest"
import { notify } from "lab/page/notices"
import { readingOf } from "lab/words/prompts"
import { withCarried } from "lab/state/query"
import { readoutKey, readoutsOf, tokenKey } from "lab/state/tables"

// Resolves to what link and file say of the page itself (show, theme, size, …).
export async function openOn({ page, selection, tables }) {
  const { search } = location
  if (search.length < 2 || location.protocol === "about:") {
    await selection.open(page.start)
    return page.kept
  }
  const { state, sentences, kept } = await readLink(search, { page, toys: selection.toys, tables })
  notify("address", sentences, page.strings.notices.dismiss)
  await selection.open(state)
  // After a reload, Reset still goes back to where the visit began, if that can still be had.
  const begun = history.state?.start
  if (begun && isState(begun, state, selection.toys) && tables.offers(tokenKey(begun)) && tables.offers(readoutKey(begun)))
    selection.start = begun
  return withCarried(kept, page.kept)
}

// Resolves to {state, sentences, kept}: what a link asks for, as far as it can be had here, and a sentence for each part
// that was asked for in vain.
export async function readLink(query, { page, toys, tables }) {
  const { carried } = tables
  const facts = {
    start: page.start,
    readouts: carried && readoutsOf(carried),
    ranking: (reading) => tables.get(tokenKey(reading)).order,
  }
  const nearest = (state, asked) => (carried ? nearestState(state, { ...facts, asked }) : { state, missing: [] })
  const ranking = async (state, asked) => (await tables.load(tokenKey(nearest(state, asked).state))).order
  const known = startingWith(page.start.toy, toys, page.catalogue[0].name)
  const { state, asked, problems, kept } = await readAddress(query, {
    toys: known,
    ranking,
    templates: page.problems,
    alphas: page.alphas,
  })
  const found = nearest(state, asked)
  const toy = readingOf(toys.get(state.toy), state.prompt)
  const missing = found.missing.map((key) =>
    fill(page.strings.notices.notCarried, { what: `${key}=${spelled(key, state[key], toy)}` }),
  )
  return { state: found.state, sentences: [...problems.map(({ sentence }) => sentence), ...missing], kept }
}

// A link that names no toy means the first of all; where that one is not carried, the one that the page opens on.
function startingWith(name, toys, first) {
  return toys.has(first) ? toys : new Map([[name, toys.get(name)], ...toys])
}

// What the browser remembers may have been written by another page at this address.
function isState(begun, state, toys) {
  return toys.has(begun.toy) && Object.keys(state).every((key) => key in begun)
}
