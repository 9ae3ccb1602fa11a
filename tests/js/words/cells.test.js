import assert from "node:assert/strict"
import { test } from "node:test"
import { cell, exactOf, plain, textOf } from "lab/words/cells"
import { toCsv } from "lab/words/csv"

test("powers of ten in CSV are numbers, and what is quoted is quoted", () => {
  const row = ["−x", "−8.5×10⁻²¹", "+1.2", "8.4 %", { value: 1 / 3, text: "0.33" }, { value: null, text: "–" }]
  const made = toCsv({ columns: ["a, b", 'c"'], rows: [row] })
  assert.equal(made, '"a, b","c"""\r\n−x,-8.5e-21,1.2,0.084,0.3333333333333333,\r\n')
})

test("people read one thing, programs the number", () => {
  const third = cell(-1 / 3)
  assert.deepEqual([textOf(third), exactOf(third)], ["−0.33", "-0.3333333333333333"])
  assert.deepEqual([textOf("Word"), exactOf("Word")], ["Word", "Word"])
  assert.equal(exactOf(cell(Number.NaN)), "")
  assert.equal(cell(0.5, (x) => `${100 * x} %`, "rounded").note, "rounded")
})

test("a printed number as a program reads it", () => {
  const read = { "−1.50": "-1.50", "+0.25": "0.25", "12.5 %": "0.125", "1.20×10³": "1.20e3", "Layer 1": "Layer 1", "–": "–" }
  for (const [text, number] of Object.entries(read)) assert.equal(plain(text), number)
})
