// Owns what tests of modules share: numbers that are equal but for rounding, and cases drawn at random, the same each time.

import assert from "node:assert/strict"

export function near(got, wanted, within = 1e-12) {
  assert.ok(Math.abs(got - wanted) <= within, `${got}, not ${wanted}`)
}

// Calls `check` with a hand that draws; a case that fails says which it was.
export function randomly(few, many, check) {
  for (let seed = 1; seed <= (process.env.CAMPAIGN ? many : few); seed++) {
    try {
      check(hand(seed))
    } catch (error) {
      throw new Error(`case ${seed}: ${error.message}`, { cause: error })
    }
  }
}

function hand(seed) {
  let state = Math.imul(seed, 2654435761) >>> 0
  // Numerical Recipes' generator.
  const part = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  const number = (low, high) => low + (high - low) * part()
  const whole = (low, high) => Math.floor(number(low, high + 1))
  return { number, whole, pick: (from) => from[whole(0, from.length - 1)] }
}
