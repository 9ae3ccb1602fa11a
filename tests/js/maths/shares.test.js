import assert from "node:assert/strict"
import { test } from "node:test"
import { sharesBy } from "lab/maths/shares"

test("shares are those of the measure that is chosen", () => {
  const table = { size_share: [0.25, 0.75], share: [-0.5, 1.5] }
  assert.equal(sharesBy("size", table), table.size_share)
  assert.equal(sharesBy("share", table), table.share)
})
