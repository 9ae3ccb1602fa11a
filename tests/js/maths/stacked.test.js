import assert from "node:assert/strict"
import { test } from "node:test"
import { stacked } from "lab/maths/stacked"
import { near, randomly } from "../draws.js"

test("positives go up and negatives down, each from where the last of its sign ended", () => {
  const { parts, up, down, sum } = stacked([1, -2, 3, 0, -4])
  assert.deepEqual(
    parts.map(({ value, from, to }) => [value, from, to]),
    [
      [1, 0, 1],
      [-2, 0, -2],
      [3, 1, 4],
      [0, 4, 4],
      [-4, -2, -6],
    ],
  )
  assert.deepEqual([up, down, sum], [4, -6, -2])
  assert.deepEqual(stacked([]), { values: [], parts: [], up: 0, down: 0, sum: 0 })
})

test("a stack covers what is between its ends once, in whatever order its numbers come", () => {
  randomly(100, 5000, ({ number, whole }) => {
    const values = Array.from({ length: whole(1, 12) }, () => number(-3, 3))
    const { parts, up, down, sum } = stacked(values)
    const size = values.reduce((all, value) => all + Math.abs(value), 0)
    near(up - down, size, 1e-9)
    near(up + down, sum, 1e-9)
    const spans = parts.map(({ from, to }) => [Math.min(from, to), Math.max(from, to)]).sort(([a], [b]) => a - b)
    near(spans[0][0], down, 1e-9)
    near(spans.at(-1)[1], up, 1e-9)
    for (const [i, [low]] of spans.slice(1).entries()) near(low, spans[i][1], 1e-9)
  })
})
