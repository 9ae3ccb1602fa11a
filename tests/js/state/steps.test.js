import assert from "node:assert/strict"
import { test } from "node:test"
import { Steps } from "lab/state/steps"

const walked = (...states) => {
  const steps = new Steps()
  for (let i = 1; i < states.length; i++) steps.take(states[i - 1], states[i], null)
  return steps
}
const [a, b, c] = [{ off: [1] }, { off: [2] }, { off: [] }]

test("back and forth lead through what was shown", () => {
  const steps = walked(a, b, c)
  assert.deepEqual([steps.back(c), steps.back(b), steps.back(a)], [b, a, a])
  assert.deepEqual([steps.forth(a), steps.forth(b), steps.forth(c)], [b, c, c])
})

test("what is done after undoing leaves nothing to redo", () => {
  const steps = walked(a, b)
  steps.back(b)
  steps.take(a, c, null)
  assert.equal(steps.forth(c), c)
})

test("the same state again is no step, whatever objects say it", () => {
  assert.equal(walked(a, { off: [1] }).past.length, 0)
})

test("all that comes of one action is one step, and none if it leads back", () => {
  const steps = new Steps()
  const drag = {}
  steps.take(a, b, drag)
  steps.take(b, c, drag)
  assert.deepEqual(steps.past, [a])
  steps.take(c, a, drag)
  assert.deepEqual(steps.past, [])
})

test("no more than two hundred steps are kept", () => {
  const steps = walked(...Array.from({ length: 501 }, (_, i) => ({ i })))
  let state = { i: 500 }
  for (let i = 0; i < 1000; i++) state = steps.back(state)
  assert.deepEqual(state, { i: 300 })
  for (let i = 0; i < 1000; i++) state = steps.forth(state)
  assert.deepEqual(state, { i: 500 })
})
