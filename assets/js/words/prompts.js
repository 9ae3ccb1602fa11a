// Owns what a toy reads: one of its prompts, or the average of all of them, whose words are each prompt's own ranks.

export const ALL_PROMPTS = 0
export const ALL = "all"

/** @type {Map<string, Reading>} */
const readings = new Map()

// The toy as it reads a prompt: its description with that prompt's `tokens` and the `vocab` that can be explained.
/**
 * @param {Toy} toy
 * @param {number} prompt
 * @returns {Reading}
 */
export function readingOf(toy, prompt) {
  const key = `${toy.name}/${prompt}`
  const known = readings.get(key)
  if (known) return known
  const { slots, ranks } = toy
  const together = prompt === ALL_PROMPTS && slots && ranks
  const words = together ? { tokens: slots, vocab: ranks } : { tokens: toy.prompts[prompt - 1], vocab: toy.vocab }
  const reading = { ...toy, prompt, ...words }
  readings.set(key, reading)
  return reading
}

/** @param {Toy} toy */
export function promptsOf(toy) {
  const numbers = toy.prompts.map((_, i) => i + 1)
  return toy.slots ? [...numbers, ALL_PROMPTS] : numbers
}

/**
 * @param {Toy} toy
 * @param {number} prompt
 */
export function sourcesOf(toy, prompt) {
  return toy.prompts.map((_, i) => i + 1).filter((number) => number !== prompt)
}

/**
 * @param {Toy} toy
 * @param {number} prompt
 */
export function promptText(toy, prompt) {
  return toy.prompts[prompt - 1].join(" ")
}
