import assert from "node:assert/strict"
import { test } from "node:test"
import { playing } from "lab/draw/playing"

// A button, a clock and a reader's wish that stand in for the browser's.
function stage({ still = false, end = 4, pace = 2 } = {}) {
  const button = Object.assign(new EventTarget(), { textContent: "Play", classList: { add() {}, remove() {} } })
  const asked = new Map()
  let [next, now] = [0, 1000]
  globalThis.requestAnimationFrame = (move) => {
    asked.set(++next, move)
    return next
  }
  globalThis.cancelAnimationFrame = (id) => asked.delete(id)
  globalThis.matchMedia = () => ({ matches: still })
  const placed = []
  const facts = { end, pace }
  const head = playing(
    button,
    { play: "Play", pause: "Pause" },
    { place: (at) => placed.push(at), end: () => facts.end, pace: () => facts.pace },
  )
  return {
    ...{ head, placed, facts, button },
    press: () => button.dispatchEvent(new Event("click")),
    // The next frame comes so many milliseconds later.
    frame(later) {
      now += later
      const moves = [...asked.values()]
      asked.clear()
      for (const move of moves) move(now)
      return moves.length
    },
  }
}

test("it runs by the clock to its end and stops there", () => {
  const { head, placed, button, press, frame } = stage()
  assert.equal(head.at(), null)
  press()
  assert.equal(button.textContent, "Pause")
  for (const later of [16, 500, 1000, 5000]) assert.equal(frame(later), 1)
  assert.deepEqual(placed, [0, 1, 3, 4])
  assert.equal(frame(16), 0)
  assert.deepEqual([button.textContent, head.at()], ["Play", 4])
  press()
  frame(16)
  assert.equal(head.at(), 0, "from the start again")
})

test("it pauses where it is, goes on from there, and takes another pace while it runs", () => {
  const { head, facts, press, frame } = stage()
  press()
  frame(16)
  frame(500)
  press()
  assert.equal(frame(500), 0)
  assert.equal(head.at(), 1)
  press()
  frame(9000)
  assert.equal(head.at(), 1, "time that was paused does not count")
  facts.pace = 4
  frame(250)
  assert.equal(head.at(), 2)
})

test("where motion is not wanted, each press is one whole step", () => {
  const { head, placed, press, frame } = stage({ still: true, end: 2 })
  for (let i = 0; i < 4; i++) press()
  assert.deepEqual(placed, [0, 1, 2, 0])
  head.goTo(0.4)
  press()
  assert.equal(head.at(), 1)
  assert.equal(frame(16), 0)
})

test("to go somewhere pauses it, to stop forgets where it was, and no place is beyond an end that has moved", () => {
  const { head, placed, facts, press, frame } = stage()
  press()
  frame(16)
  head.goTo(3)
  assert.equal(frame(16), 0)
  assert.deepEqual([placed.at(-1), head.at()], [3, 3])
  facts.end = 2
  assert.equal(head.at(), 2)
  head.stop()
  assert.equal(head.at(), null)
})
