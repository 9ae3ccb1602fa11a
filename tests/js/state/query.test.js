import assert from "node:assert/strict"
import { test } from "node:test"
import { joinQuery, problem, withCarried } from "lab/state/query"

const vocabulary = {
  kept: ["show", "hide", "theme", "size", "ground", "ink", "accent", "font"],
  mostShown: 24,
  problems: { toy: "{got} is no toy" },
}
const pairs = (parts) => Object.entries(parts)

test("a link changes of a file's look what it names", () => {
  const carried = pairs({ hide: "paths", theme: "dark", font: "serif" })
  const worn = (link) => Object.fromEntries(withCarried(pairs(link), carried, vocabulary))
  assert.deepEqual(worn({}), { hide: "paths", theme: "dark", font: "serif" })
  assert.deepEqual(worn({ theme: "light" }), { hide: "paths", theme: "light", font: "serif" })
  assert.deepEqual(worn({ show: "effect" }), { show: "effect", theme: "dark", font: "serif" })
  assert.deepEqual(worn({ hide: "says" }), { hide: "says", theme: "dark", font: "serif" })
})

test("a comma stays as it is, all else is escaped", () => {
  assert.equal(joinQuery(pairs({ off: "1,2", target: "a&b=c d" })), "off=1,2&target=a%26b%3Dc%20d")
})

test("what is quoted is short, and shows no letter that would turn the line around", () => {
  const quoted = (text) => problem(vocabulary, "toy", text, {}).sentence
  assert.equal(quoted("x".repeat(24)), `'${"x".repeat(24)}' is no toy`)
  assert.equal(quoted("☕".repeat(25)), `'${"☕".repeat(23)}…' is no toy`)
  assert.equal(quoted("a\u202eb\u0007c"), "'a\ufffdb\ufffdc' is no toy")
})
