import assert from "node:assert/strict"
import { test } from "node:test"
import { narrowed, nearestState } from "lab/state/nearest"
import { randomly } from "../draws.js"

const READING = { toy: "a", seed: 0, prompt: 1, ablation: "zero", source: null, token: 3 }
const LEAD = { ...READING, readout: "lead", target: 0, against: 1 }
const STATE = { ...LEAD, reference: [] }
const OTHERS = [
  { ...LEAD, readout: "logit", against: null },
  { ...LEAD, seed: 1 },
  { ...LEAD, seed: 1, target: 1, against: 2 },
  { ...LEAD, prompt: 0, target: 2, against: 0 },
]
const start = { ...STATE, seed: 1 }

const nearest = (changes, asked = Object.keys(changes)) =>
  nearestState({ ...STATE, ...changes }, { asked: new Set(asked), start, readouts: OTHERS, ranking: () => [2, 1, 0] })

test("a wish that nothing left can grant is refused, and the later ones still count", () => {
  const candidates = [
    { a: 1, b: 1 },
    { a: 1, b: 2 },
    { a: 2, b: 3 },
  ]
  const wishes = [
    ["a", 1],
    ["b", 3],
    ["b", 2],
  ]
  assert.deepEqual(narrowed(candidates, wishes), { left: [{ a: 1, b: 2 }], refused: ["b"] })
  assert.deepEqual(narrowed(candidates, []), { left: candidates, refused: [] })
})

test("what is there is shown as it is", () => {
  const { state, missing } = nearest({ seed: 1, step: 2 })
  assert.deepEqual([state, missing], [{ ...STATE, seed: 1, step: 2 }, []])
})

test("what was asked for comes before what only follows, and what cannot be had is named", () => {
  assert.equal(nearest({ target: 1 }).state.seed, 0, "nothing is read otherwise for a word's sake")
  assert.deepEqual(nearest({ target: 1 }).missing, ["target"])
  const other = nearest({ seed: 1, target: 1 })
  assert.deepEqual([other.state.target, other.state.against, other.missing], [1, 2, []], "the rival that goes with it")
  assert.deepEqual(nearest({ toy: "b", seed: 1 }).missing, ["toy"])
  assert.equal(nearest({ toy: "b", seed: null }, ["toy"]).state.seed, 1, "else what the page opened on")
})

test("a word of one prompt says nothing of all of them, and those have no other reference", () => {
  const { state, missing } = nearest({ prompt: 0, reference: [1] })
  assert.deepEqual([state.prompt, state.target, state.reference, missing], [0, 2, [], ["reference"]])
})

test("a rank among all prompts is no word of the prompt that was asked for", () => {
  const readouts = OTHERS.filter(({ prompt }) => prompt === 0)
  const found = nearestState({ ...STATE, target: 2 }, { asked: new Set(["target"]), start, readouts, ranking: () => [2, 1, 0] })
  assert.deepEqual([found.state.target, found.missing], [2, ["target"]])
})

test("whatever is asked for, something that is there is shown, and just what differs of it is named", () => {
  randomly(500, 20000, ({ pick, whole }) => {
    const options = { toy: ["a", "b"], seed: [0, 1], token: [3, 4], readout: ["lead", "logit"], target: [0, 1, 2] }
    const keys = Object.keys(options)
    const some = () => {
      const drawn = { ...READING, ...Object.fromEntries(keys.map((key) => [key, pick(options[key])])) }
      return { ...drawn, against: drawn.readout === "lead" ? (drawn.target + 1) % 3 : null }
    }
    const readouts = Array.from({ length: whole(1, 6) }, some)
    const [state, asked] = [some(), new Set(keys.filter(() => pick([true, false])))]
    const found = nearestState(state, { asked, start: readouts[0], readouts, ranking: () => [0, 1, 2] })
    const same = (one, other) => Object.keys(one).every((key) => one[key] === other[key])
    assert.ok(readouts.some((one) => same(one, found.state)))
    assert.deepEqual(found.missing.toSorted(), [...asked].filter((key) => found.state[key] !== state[key]).toSorted())
    if (readouts.some((one) => same(one, state))) assert.ok(same(state, found.state))
  })
})
