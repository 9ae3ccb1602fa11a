// Owns what a link to the lab leads to: what it asks for, as far as that can be had here, and what is said of the rest.

import { readAddress, spelled } from "lab/state/address"
import { nearestState } from "lab/state/nearest"
import { readoutsOf, tokenKey } from "lab/state/tables"
import { fill } from "lab/words/format"
import { readingOf } from "lab/words/prompts"

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
    vocabulary: page.vocabulary,
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
