// Owns what is shown where not all that is asked for can be had, as in a file, which offers only the tables it carries.
// Wishes are granted one by one, the most important first: each narrows down what is left, or is refused because nothing
// that is left has it. As nothing is left only if nothing was there, something can always be shown.

import { ALL_PROMPTS } from "lab/words/prompts"

const READING = ["toy", "seed", "prompt", "ablation", "source", "token"]
const WORDS = ["readout", "target", "against"]

// `candidates` are plain objects, `wishes` pairs of a key and a value: {left: candidates, never none; refused: keys}.
export function narrowed(candidates, wishes) {
  const refused = []
  let left = candidates
  for (const [key, value] of wishes) {
    const having = left.filter((candidate) => candidate[key] === value)
    if (having.length > 0) left = having
    else refused.push(key)
  }
  return { left, refused }
}

// The state of the lab that comes nearest to one in which the keys in `asked` were asked for and the others only follow:
// {state, missing: the keys that were asked for in vain}. What was asked for comes before what follows, and that before
// what the page opened on. `readouts` are the states that can be had, as far as tables depend on them; `ranking(state)`
// is the words of a token's table, best first.
export function nearestState(state, { asked, start, readouts, ranking }) {
  const wishes = (keys, from) =>
    keys.filter((key) => from?.[key] != null || key === "source").map((key) => [key, from?.[key] ?? null])
  const [askedFor, following] = [true, false].map(
    (is) => (keys) =>
      wishes(
        keys.filter((key) => asked.has(key) === is),
        state,
      ),
  )

  const heard = narrowed(readouts, askedFor(READING))
  const read = narrowed(heard.left, [...following(READING), ...wishes(READING, start)]).left
  const reading = pick(read[0], READING)
  const here = read.filter((one) => READING.every((key) => one[key] === reading[key]))

  // Where all prompts are averaged words are ranks: a word of one prompt's reading says nothing in the other.
  const otherWords = (reading.prompt === ALL_PROMPTS) !== (state.prompt === ALL_PROMPTS)
  const known = otherWords ? ["readout"] : WORDS
  const order = ranking(reading)
  const told = narrowed(here, askedFor(known))
  const best = ["target", "against"].flatMap((key) => order.map((word) => [key, word]))
  const words = narrowed(told.left, [...following(known), ...best]).left

  const missing = [
    ...heard.refused,
    ...WORDS.filter((key) => asked.has(key) && (told.refused.includes(key) || !known.includes(key))),
  ]
  const settled = { ...state, ...reading, ...pick(words[0], WORDS) }
  if (reading.prompt !== ALL_PROMPTS || !state.reference?.length) return { state: settled, missing }
  // The average of all prompts is measured from its runs with all layers on.
  return { state: { ...settled, reference: [] }, missing: asked.has("reference") ? [...missing, "reference"] : missing }
}

function pick(state, keys) {
  return Object.fromEntries(keys.map((key) => [key, state[key]]))
}
