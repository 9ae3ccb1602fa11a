import assert from "node:assert/strict"
import { test } from "node:test"
import {
  chosenWord,
  flippedLayers,
  keyNames,
  offIn,
  offLayers,
  readoutName,
  runName,
  shortName,
  sourceText,
  wordName,
} from "lab/words/names"
import { ALL_PROMPTS, readingOf } from "lab/words/prompts"
import { PETS } from "../pets.js"

test("the second word of two that are equal is told apart", () => {
  assert.deepEqual(
    [0, 1, 2].map((i) => wordName(PETS, i)),
    ["the", "cat", "the~2"],
  )
})

test("the chosen word is the token's, counted from 1, and a layer goes by its initial where there is little room", () => {
  assert.equal(chosenWord({ state: { token: 2 }, toy: { tokens: ["the", "cat"] } }), "cat")
  assert.deepEqual(["Attention 12", "MLP 1"].map(shortName), ["A 12", "M 1"])
})

test("a readout is called by its words, of all prompts together by its own", () => {
  const strings = {
    readouts: {
      lead: { name: "{target} over {against}", together: "all: {target} over {against}" },
      logit: { name: "of {target}" },
    },
  }
  const name = (state, toy = PETS) => readoutName({ state: { prompt: 1, ...state }, toy }, strings)
  assert.equal(name({ readout: "lead", target: 2, against: 1 }), "the~2 over cat")
  assert.equal(name({ readout: "logit", target: 1, against: null }), "of cat")
  assert.equal(
    name({ readout: "lead", target: 0, against: 1, prompt: ALL_PROMPTS }, readingOf(PETS, ALL_PROMPTS)),
    "all: top over 2nd",
  )
})

test("keys are named where there are some", () => {
  const keys = { many: "keys 1–{layers}", one: "key 1" }
  globalThis.matchMedia = () => ({ matches: false })
  assert.deepEqual([keyNames({ layers: 6 }, { keys }), keyNames({ layers: 1 }, { keys })], ["keys 1–6", "key 1"])
  globalThis.matchMedia = (query) => ({ matches: query === "(pointer: coarse)" })
  assert.equal(keyNames({ layers: 6 }, { keys }), "")
})

test("a run is called by what is off in it, or by keys where there is little room", () => {
  const strings = {
    and: "and",
    runs: {
      allOn: "all on",
      layers: "layers {keys}",
      zero: { some: "without {layers}", all: "any" },
      resample: { some: "{layers} from {source}", all: "all" },
    },
  }
  const run = (off, most, state = { ablation: "zero", source: null }) =>
    runName({ state, toy: PETS, layers: 3 }, off, strings, most)
  const [first, second, third] = PETS.sublayers
  assert.equal(run([]), "all on")
  assert.equal(run([second]), "without MLP 1")
  assert.equal(run([first, third]), "without Attention 1 and Attention 2")
  assert.equal(run([first, third], 1), "without layers 1 and 3")
  assert.equal(run([first, second, third]), "without any")
  assert.equal(run([first, second, third], 1), "without any")
  assert.equal(run([third], 1, { ablation: "resample", source: 2 }), "Attention 2 from a dog")
  const lone = { state: { ablation: "zero", source: null }, toy: { sublayers: ["Layer 1"] }, layers: 1 }
  assert.equal(runName(lone, ["Layer 1"], strings), "without Layer 1", "of one layer it is not all")
  assert.equal(sourceText({ toy: PETS, state: { source: null } }), "")
})

test("layers that are off, and those that are switched", () => {
  const frame = { toy: PETS, isOn: (layer) => layer === 1, isFlipped: (layer) => layer > 0 }
  assert.deepEqual(offLayers(frame), ["Attention 1", "Attention 2"])
  assert.deepEqual(offIn(frame, 0b010), ["Attention 1", "Attention 2"])
  assert.deepEqual(flippedLayers(frame), ["MLP 1", "Attention 2"])
})
