// Owns what a toy reads: one of its prompts, or the average of all of them, whose words are each prompt's own ranks.

export const ALL_PROMPTS = 0
export const ALL = "all"

const readings = new Map()

// The toy as it reads a prompt: its description with that prompt's `tokens` and the `vocab` that can be explained.
export function readingOf(toy, prompt) {
  const key = `${toy.name}/${prompt}`
  const together = prompt === ALL_PROMPTS
  if (!readings.has(key))
    readings.set(key, {
      ...toy,
      prompt,
      tokens: together ? toy.slots : toy.prompts[prompt - 1],
      vocab: together ? toy.ranks : toy.vocab,
    })
  return readings.get(key)
}

export function promptsOf(toy) {
  const numbers = toy.prompts.map((_, i) => i + 1)
  return toy.slots ? [...numbers, ALL_PROMPTS] : numbers
}

export function sourcesOf(toy, prompt) {
  return toy.prompts.map((_, i) => i + 1).filter((number) => number !== prompt)
}

export function promptText(toy, prompt) {
  return toy.prompts[prompt - 1].join(" ")
}
