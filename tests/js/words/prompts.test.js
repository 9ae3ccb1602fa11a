import assert from "node:assert/strict"
import { test } from "node:test"
import { ALL_PROMPTS, promptsOf, promptText, readingOf, sourcesOf } from "lab/words/prompts"
import { LONE, PETS } from "../pets.js"

test("prompts: their numbers, their words, and all of them together as ranks", () => {
  assert.deepEqual([promptsOf(PETS), promptsOf(LONE)], [[1, 2, 3, ALL_PROMPTS], [1]])
  assert.deepEqual([sourcesOf(PETS, 2), sourcesOf(PETS, ALL_PROMPTS), sourcesOf(LONE, 1)], [[1, 3], [1, 2, 3], []])
  assert.equal(promptText(PETS, 3), "the fox")
  const [second, together] = [readingOf(PETS, 2), readingOf(PETS, ALL_PROMPTS)]
  assert.deepEqual([second.tokens, second.vocab, second.prompt], [["a", "dog"], PETS.vocab, 2])
  assert.deepEqual([together.tokens, together.vocab], [PETS.slots, PETS.ranks])
  assert.equal(readingOf(PETS, 2), second, "made once")
  assert.deepEqual(
    [PETS, LONE].map((toy) => readingOf(toy, 1).tokens),
    [["the", "cat"], ["x"]],
  )
})
