import assert from "node:assert/strict"
import { test } from "node:test"
import { label } from "components/effect/labels"

// Each letter is 10 px wide and a gap is too, so of 1000 px "+1.00" takes 6 %, "direct" 7 % and "+1.00 direct" 13 %.
const ruler = { measureText: (text) => ({ width: 10 * text.length }) }
const placed = (bar, span) => {
  const { text, className, left } = label({ row: 0, rows: 5, label: 1, print: () => "+1.00", ...bar }, span, 1000, ruler)
  return [text, className, Math.round(left)]
}

test("a label stands at its bar's right, or at its left where there is no room or the line at zero is in its way", () => {
  assert.deepEqual(placed({ low: 1, high: 2 }, [0, 10]), ["+1.00", "rightward", 20])
  assert.deepEqual(placed({ low: 8, high: 9.8 }, [0, 10]), ["+1.00", "leftward", 80])
  assert.deepEqual(placed({ low: -2, high: -0.2 }, [-10, 10]), ["+1.00", "leftward", 40])
  assert.deepEqual(placed({ low: 0, high: 9.8, strong: true }, [0, 10]), ["+1.00", "inside strong", 98])
})

test("a term's word stands beside its number, below it where there is no room, or away", () => {
  assert.deepEqual(placed({ low: 1, high: 2, word: "direct" }, [0, 10]), ["+1.00 direct", "rightward", 20])
  assert.deepEqual(placed({ low: 0.9, high: 9.2, word: "direct" }, [0, 10]), ["+1.00\ndirect", "rightward", 92])
  assert.deepEqual(placed({ low: 0.2, high: 9.8, word: "direct" }, [0, 10]), ["+1.00", "leftward over", 2])
  const needed = { low: 0.2, high: 9.8, word: "direct", needsWord: true }
  assert.deepEqual(placed(needed, [0, 10]), ["+1.00 direct", "leftward over", 2])
})
