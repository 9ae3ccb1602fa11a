import assert from "node:assert/strict"
import { test } from "node:test"
import { addUp, capital, fill, fixed, listed, percent, powerOfTen, signed, significant, superscript } from "lab/words/format"

test("ties go away from zero, read as decimals", () => {
  const printed = { 1.005: "1.01", 2.675: "2.68", 0.125: "0.13", 0.004: "0.00", 0.005: "0.01" }
  for (const [x, text] of Object.entries(printed)) assert.equal(fixed(Number(x)), text)
  assert.equal(fixed(-1.005), "−1.01")
  assert.equal(fixed(0.1 + 0.2 + 0.005), "0.31", "a tie is a tie however it was added up")
  assert.equal(fixed(2.5, 0), "3")
})

test("nothing is printed as minus nothing or with a plus", () => {
  for (const x of [-0, 0, -0.004, 0.004]) {
    assert.equal(fixed(x), "0.00")
    assert.equal(signed(x), "0.00")
  }
  assert.equal(signed(0.005), "+0.01")
  assert.equal(signed(-0.005), "−0.01")
})

test("what is no number is a dash", () => {
  for (const x of [null, undefined, Number.NaN, Infinity]) assert.deepEqual([fixed(x), significant(x)], ["–", "–"])
  assert.equal(powerOfTen(Number.NaN), "–")
  assert.deepEqual([powerOfTen(null), powerOfTen(-Infinity), significant(0)], ["0", "0", "0"])
})

test("sizes that span decades keep three digits", () => {
  const printed = [
    [0.01234, "0.0123"],
    [0.001234, "1.23×10⁻³"],
    [0.09996, "0.100"],
    [1, "1.00"],
    [999.4, "999"],
    [999.5, "1.00×10³"],
    [-12345, "−1.23×10⁴"],
    [9.995e-21, "1.00×10⁻²⁰"],
  ]
  for (const [x, text] of printed) assert.equal(significant(x), text)
  assert.equal(powerOfTen(Math.log10(2.5)), "2.50")
  assert.equal(powerOfTen(400 + Math.log10(2)), "2.00×10⁴⁰⁰")
  assert.equal(superscript(-105), "⁻¹⁰⁵")
})

test("a chance is never certain or impossible unless it is", () => {
  assert.deepEqual([0, 0.0004, 0.0015, 0.5, 0.9985, 0.9999, 1].map(percent), [
    ...["0.0 %", "<0.1 %", "0.2 %", "50.0 %", "99.9 %", ">99.9 %", "100.0 %"],
  ])
})

test("rounded parts may not add to the rounded whole, and that is seen", () => {
  assert.equal(addUp([1.004, 1.004], 2.008), false)
  assert.equal(addUp([1.5, -0.25], 1.25), true)
  assert.equal(addUp([0.005, -0.005], 0), true)
})

test("lists, capitals and blanks", () => {
  assert.deepEqual([listed([], "and"), listed(["a"], "and"), listed(["a", "b", "c"], "or")], ["", "a", "a, b or c"])
  assert.equal(capital("änder"), "Änder")
  assert.equal(fill("{a} of {b}, {a}", { a: 1, b: "$&" }), "1 of $&, 1")
})
