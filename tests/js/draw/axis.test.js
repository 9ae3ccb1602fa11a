import assert from "node:assert/strict"
import { test } from "node:test"
import { decadeTicks, NARROWEST, niceTicks, withRoom } from "lab/draw/axis"
import { near, randomly } from "../draws.js"

test("a scale leaves room at both ends, and is never narrower than two decimals can tell", () => {
  assert.deepEqual(withRoom([0, 10], 0.1), [-1, 11])
  const [low, high] = withRoom([1, 1], 0)
  near(high - low, NARROWEST)
  near((low + high) / 2, 1)
})

test("ticks stand at round numbers", () => {
  const texts = (range, wanted) => niceTicks(range, wanted).map(({ text }) => text)
  assert.deepEqual(texts([0, 10]), ["0", "2", "4", "6", "8", "10"])
  assert.deepEqual(texts([-1, 1], 4), ["−1.0", "−0.5", "0.0", "0.5", "1.0"])
  assert.deepEqual(texts([0, 0.3], 3), ["0.0", "0.1", "0.2", "0.3"])
  assert.deepEqual(texts([-430, 250]), ["−400", "−200", "0", "200"])
  assert.deepEqual(
    niceTicks([-1, 1], 4)
      .filter(({ zero }) => zero)
      .map(({ at }) => at + 0),
    [0],
  )
})

test("any range has ticks inside it, evenly apart, not many more than wanted, each printed as what it is", () => {
  randomly(400, 20000, ({ number, whole }) => {
    const low = number(-100, 100) * 10 ** number(-3, 3)
    const range = [low, low + 10 ** number(-3, 3)]
    const wanted = whole(2, 9)
    const ticks = niceTicks(range, wanted)
    const width = range[1] - range[0]
    assert.ok(ticks.length <= wanted + 1, `${ticks.length} for ${wanted}`)
    assert.ok(ticks.length >= Math.floor((wanted + 1) / 2.5) - 1)
    const steps = ticks.slice(1).map(({ at }, i) => at - ticks[i].at)
    for (const step of steps) near(step, steps[0], 1e-9 * Math.max(width, Math.abs(low)))
    for (const { at, text } of ticks) {
      assert.ok(at >= range[0] - 1e-6 * width && at <= range[1] + 1e-6 * width)
      near(Number(text.replace("−", "-")), at, 1e-6 * width + 1e-12 * Math.abs(at))
    }
    assert.equal(new Set(ticks.map(({ text }) => text)).size, ticks.length)
  })
})

test("ticks of decades stand at powers of ten, written out where they are short", () => {
  assert.deepEqual(
    decadeTicks([-3, 4], 8).map(({ text }) => text),
    ["10⁻³", "0.01", "0.1", "1", "10", "100", "1000", "10⁴"],
  )
  assert.deepEqual(
    decadeTicks([-7.5, 8.5], 4).map(({ at }) => at),
    [-4, 0, 4, 8],
  )
  assert.deepEqual(decadeTicks([0.2, 0.8]), [])
})
