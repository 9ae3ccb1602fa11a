// Owns how the page opens: on its link's state where it has an address, else on the state it was made for.

import { readAddress } from "lab/address"
import { fill } from "lab/format"
import { wordName } from "lab/names"
import { notify } from "lab/notices"
import { readoutKey, tokenKey } from "lab/tables"

// Resolves to what the link keeps for the host page (hide, theme, size).
export async function openOn({ page, selection, tables }) {
  const { search } = location
  if (search.length < 2 || location.protocol === "about:") {
    await selection.open(page.start)
    return []
  }
  const ranking = async (state) => (await tables.load(tokenKey(withTables(state, selection, tables)))).order
  const choices = { toys: selection.toys, ranking, templates: page.problems, alphas: page.alphas }
  const { state, problems, kept } = await readAddress(search, choices)
  const { carried, missing } = nearest(state, selection, tables)
  const sentences = problems.map(({ sentence }) => sentence)
  const { notCarried, dismiss } = page.strings.notices
  notify("address", [...sentences, ...missing.map((what) => fill(notCarried, { what }))], dismiss)
  await selection.open(carried)
  // After a reload, Reset still goes back to where the visit began.
  const begun = history.state?.start
  if (begun && selection.toys.has(begun.toy)) selection.start = begun
  return kept
}

// A file offers only the tables that it carries: each part of a link that asks for more is named and left out.
function nearest(state, selection, tables) {
  const carried = withTables(state, selection, tables)
  const missing = carried.seed === state.seed ? [] : [`seed=${state.seed}`]
  if (tables.offers(readoutKey(carried))) return { carried, missing }
  const name = (key) => `${key}=${wordName(selection.toy(state), state[key])}`
  const alone = { ...carried, readout: "logit" }
  if (tables.offers(readoutKey(alone))) return { carried: { ...carried, against: null }, missing: [...missing, name("against")] }
  return { carried: { ...carried, target: null, against: null }, missing: [...missing, name("target")] }
}

function withTables(state, selection, tables) {
  return tables.offers(tokenKey(state)) ? state : { ...state, seed: selection.seeds(state.toy)[0] }
}
