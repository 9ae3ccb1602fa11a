import assert from "node:assert/strict"
import { test } from "node:test"
import { countIn, layersIn } from "lab/maths/masks"

test("a mask and its complement share out the layers", () => {
  assert.deepEqual([countIn(0), countIn(0b101), countIn(0b111111)], [0, 2, 6])
  assert.deepEqual(layersIn(0b101, 3), [0, 2])
  for (let mask = 0; mask < 2 ** 6; mask++) {
    const [there, rest] = [layersIn(mask, 6), layersIn(~mask, 6)]
    assert.equal(there.length, countIn(mask))
    assert.equal(
      there.reduce((sum, layer) => sum + 2 ** layer, 0),
      mask,
    )
    assert.deepEqual(
      [...there, ...rest].sort((a, b) => a - b),
      [0, 1, 2, 3, 4, 5],
    )
  }
})
