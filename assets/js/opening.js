// Owns how the page opens: on its link's state where it has an address, else on the state it was made for.

import { readAddress, spelled } from "lab/address"
import { fill } from "lab/format"
import { notify } from "lab/notices"
import { readingOf } from "lab/prompts"
import { readoutKey, tokenKey } from "lab/tables"

const READ = ["source", "ablation", "prompt", "seed"]

// Resolves to what the link keeps for the host page (hide, theme, size).
export async function openOn({ page, selection, tables }) {
  const { search } = location
  if (search.length < 2 || location.protocol === "about:") {
    await selection.open(page.start)
    return page.kept
  }
  const ranking = async (state) => (await tables.load(tokenKey(withTables(state, page.start, tables)))).order
  const choices = { toys: selection.toys, ranking, templates: page.problems, alphas: page.alphas }
  const { state, problems, kept } = await readAddress(search, choices)
  const { carried, missing } = nearest(state, page.start, { selection, tables })
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
function nearest(state, start, { selection, tables }) {
  const carried = withTables(state, start, tables)
  const toy = readingOf(selection.toy(state), carried.prompt)
  const name = (key) => `${key}=${spelled(key, state[key], toy)}`
  const missing = READ.filter((key) => carried[key] !== state[key]).reverse().map(name)
  if (carried.target === null || tables.offers(readoutKey(carried))) return { carried, missing }
  const alone = { ...carried, readout: "logit" }
  if (tables.offers(readoutKey(alone))) return { carried: { ...carried, against: null }, missing: [...missing, name("against")] }
  return { carried: { ...carried, target: null, against: null }, missing: [...missing, name("target")] }
}

// The state with as few of its choices undone as will do, the deepest first, until its token's table can be had.
function withTables(state, start, tables) {
  const usual = start.toy === state.toy ? start : { source: null, ablation: "zero", prompt: 1, seed: 0 }
  let nearer = state
  for (const key of READ) {
    if (tables.offers(tokenKey(nearer))) break
    const words = key === "source" || key === "ablation" ? {} : { target: null, against: null }
    nearer = { ...nearer, source: nearer.ablation === "resample" ? nearer.source : null, ...words, [key]: usual[key] }
  }
  return nearer
}
