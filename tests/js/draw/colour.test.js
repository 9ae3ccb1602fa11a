import assert from "node:assert/strict"
import { test } from "node:test"
import { contrast, contrastOn, hexOf, luminance, mix, towards } from "lab/draw/colour"
import { writerColours } from "lab/draw/palette"
import { near } from "../draws.js"

test("a colour is read from three or six digits, with or without its sign, and from nothing else", () => {
  const read = { "#7B2a9e": "#7b2a9e", "7b2a9e": "#7b2a9e", abc: "#aabbcc", "#ABC": "#aabbcc" }
  for (const [text, hex] of Object.entries(read)) assert.equal(hexOf(text), hex)
  for (const text of ["", "#", "ab", "abcd", "abcdefa", "red", "#ggg", " abc", "abc;", "abc\n"])
    assert.equal(hexOf(text), null, text)
})

test("colours mix channel by channel", () => {
  assert.equal(mix("#000000", "#ffffff", 0), "#000000")
  assert.equal(mix("#000000", "#ffffff", 1), "#ffffff")
  assert.equal(mix("#000000", "#0a64ff", 0.5), "#053280", "5, 50 and 127.5, rounded")
})

test("luminance and contrast are WCAG 2's", () => {
  near(luminance("#ff0000"), 0.2126)
  near(luminance("#00ff00"), 0.7152)
  near(luminance("#0a0a0a"), 10 / 255 / 12.92)
  near(luminance("#808080"), ((128 / 255 + 0.055) / 1.055) ** 2.4)
  near(contrast("#000000", "#ffffff"), 21)
  near(contrast("#ffffff", "#000000"), 21)
  near(contrast("#abcdef", "#abcdef"), 1)
  near(contrast("#767676", "#ffffff"), 4.54, 0.01) // the lightest grey that is text on white
  assert.equal(contrastOn(["#ffffff", "#000000"], "#767676"), contrast("#767676", "#ffffff"))
})

test("a colour moves towards an end no further than it must", () => {
  const grounds = ["#ffffff", "#f4f4f4"]
  assert.equal(towards("#333333", "#000000", grounds, 4.5), "#333333", "it stands out already")
  const moved = towards("#cccccc", "#000000", grounds, 4.5)
  assert.ok(contrastOn(grounds, moved) >= 4.5)
  const step = Array.from({ length: 50 }, (_, i) => mix("#cccccc", "#000000", i / 50)).indexOf(moved)
  assert.ok(step > 0 && contrastOn(grounds, mix("#cccccc", "#000000", (step - 1) / 50)) < 4.5)
  assert.equal(towards("#cccccc", "#dddddd", grounds, 4.5), "#dddddd", "the end, where nothing stands out")
})

test("writers of a kind go from its first colour to its last, and a lone one has the last", () => {
  const palette = { attention: ["#000000", "#ffffff"], mlp: ["#ff0000", "#0000ff"] }
  assert.deepEqual(writerColours(["attention", "mlp", "attention", "attention"], palette), [
    "#000000",
    "#0000ff",
    "#808080",
    "#ffffff",
  ])
})
