import assert from "node:assert/strict"
import { test } from "node:test"
import { walk } from "lab/draw/walk"

const CASES = process.env.CAMPAIGN ? 2000 : 100

test("from the first mark the four arrows lead to all of them, wherever they stand", () => {
  let seed = 10
  const below = (many) => {
    seed = (seed * 16807) % 2147483647
    return seed % many
  }
  for (let i = 0; i < CASES; i++) {
    const places = [2, 5, 1000][below(3)]
    const marks = Array.from({ length: 1 + below(12) }, () => {
      const [x, y] = [below(places) / places, below(places) / places]
      return { left: x, right: x, bottom: y, top: y + 0.1 }
    })
    if (below(3) === 0) marks[0].along = ["row", "column"][below(2)]
    const reached = [walk(marks, null, "Home")]
    for (const at of reached)
      for (const way of ["Left", "Right", "Up", "Down"]) {
        const to = walk(marks, at, `Arrow${way}`)
        if (!reached.includes(to)) reached.push(to)
      }
    const all = reached.toSorted((a, b) => a - b)
    assert.deepEqual(all, [...marks.keys()], JSON.stringify(marks))
  }
})
