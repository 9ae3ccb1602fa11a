// Owns what a toy reads: one of its prompts, the average of all of them, whose words are each prompt's own ranks, or another
// sentence of its words, which stands for itself, its words joined by dots.

export const ALL_PROMPTS = 0
export const ALL = "all"

/** @type {Map<string, Reading>} */
const readings = new Map()

// The toy as it reads a prompt: its description with that prompt's `tokens` and the `vocab` that can be explained.
/**
 * @param {Toy} toy
 * @param {Prompt} prompt
 * @returns {Reading}
 */
export function readingOf(toy, prompt) {
  const key = `${toy.name}/${prompt}`
  const known = readings.get(key)
  if (known) return known
  const { slots, ranks } = toy
  const together = prompt === ALL_PROMPTS && slots && ranks
  const words = together ? { tokens: slots, vocab: ranks } : { tokens: wordsOf(toy, prompt), vocab: toy.vocab }
  const reading = { ...toy, prompt, ...words }
  readings.set(key, reading)
  return reading
}

/**
 * @param {Toy} toy
 * @param {Prompt} prompt not all of them
 */
export function wordsOf(toy, prompt) {
  return typeof prompt === "string" ? prompt.split(".") : toy.prompts[prompt - 1]
}

// What a toy reads by some words: the prompt's number if they are one, else the sentence; null if it cannot read them.
/**
 * @param {Toy} toy
 * @param {string[]} words
 * @returns {Prompt | null}
 */
export function sentence(toy, words) {
  const number = toy.prompts.findIndex((prompt) => prompt.join(".") === words.join(".")) + 1
  if (number) return number
  const fits = toy.reads_any && words.length === toy.prompts[0].length && words.every((word) => toy.vocab.includes(word))
  return fits ? words.join(".") : null
}

/** @param {Toy} toy */
export function promptsOf(toy) {
  const numbers = toy.prompts.map((_, i) => i + 1)
  return toy.slots ? [...numbers, ALL_PROMPTS] : numbers
}

/**
 * @param {Toy} toy
 * @param {Prompt} prompt
 */
export function sourcesOf(toy, prompt) {
  return toy.prompts.map((_, i) => i + 1).filter((number) => number !== prompt)
}

/**
 * @param {Toy} toy
 * @param {Prompt} prompt
 */
export function promptText(toy, prompt) {
  return wordsOf(toy, prompt).join(" ")
}
