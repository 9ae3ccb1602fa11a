import assert from "node:assert/strict"
import { test } from "node:test"
import { leads, spreadEnds } from "lab/draw/ends"
import { randomly } from "../draws.js"

test("names at the ends of lines stay apart, inside, in their order, and where they can at their lines", () => {
  assert.deepEqual(
    spreadEnds([{ y: 1 }, { y: 5 }], [0, 10], 1).map(({ to }) => to),
    [1, 5],
  )
  assert.deepEqual(
    spreadEnds([{ y: 5.2 }, { y: 5 }], [0, 10], 1).map(({ y, to }) => [y, to]),
    [
      [5, 4.6],
      [5.2, 5.6],
    ],
  )
  assert.deepEqual(
    spreadEnds([{ y: 0 }], [0, 10], 1).map(({ to }) => to),
    [0.5],
  )
  randomly(300, 20000, ({ number, whole }) => {
    const ends = Array.from({ length: whole(1, 9) }, () => ({ y: number(0, 10) }))
    const spread = spreadEnds(ends, [0, 10], 1)
    assert.deepEqual(
      spread.map(({ y }) => y),
      ends.map(({ y }) => y).sort((a, b) => a - b),
    )
    for (const [i, { to }] of spread.entries()) {
      assert.ok(to >= 0.5 - 1e-9 && to <= 9.5 + 1e-9)
      if (i > 0) assert.ok(to - spread[i - 1].to >= 1 - 1e-9)
    }
  })
  assert.deepEqual([leads({ y: 1, to: 1.2 }, 1), leads({ y: 1, to: 1.4 }, 1)], [false, true])
})
