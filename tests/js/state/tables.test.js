import assert from "node:assert/strict"
import { test } from "node:test"
import { gzipSync } from "node:zlib"
import { readoutKey, readoutsOf, Tables, tokenKey, unpack } from "lab/state/tables"

test("a folded field becomes one row a world, as the switches below each layer are", () => {
  // Layer 1 has one run, layer 2 has two, layer 3 has four; the first entry of each is what it does while off.
  const table = {
    writes: [
      ["-", "a"],
      ["-", "b", "b1"],
      ["-", "c", "c1", "c2", "c12"],
    ],
    order: [1, 0],
  }
  const { writes, order } = new Tables({ key: table }, null, 1).get("key")
  assert.deepEqual(
    writes.map((row) => row.join(" ")),
    ["- - -", "a - -", "- b -", "a b1 -", "- - c", "a - c1", "- b c2", "a b1 c12"],
  )
  assert.deepEqual(order, [1, 0])
  assert.equal(table.writes.length, 3, "what came in stays as it was")
})

test("a file has what it carries, a server everything", async () => {
  const [file, server] = [null, "base/"].map((base) => new Tables({ one: {} }, base, 1))
  assert.deepEqual([file.offers("one"), file.offers("two"), file.carried], [true, false, ["one"]])
  assert.deepEqual([server.offers("two"), server.carried], [true, null])
  await assert.rejects(file.load("two"), /no table two/)
})

test("a table is fetched once, in its own format, and not kept where it could not be had", async () => {
  const asked = []
  let ok = false
  globalThis.fetch = async (address) => {
    asked.push(address)
    return { ok, status: 503, json: async () => ({ sizes: [[0, 5]] }) }
  }
  const tables = new Tables({}, "base/", 7)
  await assert.rejects(tables.load("a/b"), /503/)
  assert.equal(tables.get("a/b"), undefined)
  ok = true
  assert.deepEqual((await tables.load("a/b")).sizes, [[0], [5]])
  assert.equal(await tables.load("a/b"), tables.get("a/b"))
  assert.deepEqual(asked, ["base/tables/a/b.json?v=7", "base/tables/a/b.json?v=7"])
})

test("tables travel field by field beside each other and come out table by table", async () => {
  const groups = [
    { keys: ["a", "b"], columns: { readout: [[1], [2]], "gradient.whole": [3, 4], "gradient.part": [5, 6] } },
    { keys: ["ç"], columns: { order: [[0]] } },
  ]
  assert.deepEqual(await unpack(gzipSync(JSON.stringify(groups)).toString("base64")), {
    a: { readout: [1], gradient: { whole: 3, part: 5 } },
    b: { readout: [2], gradient: { whole: 4, part: 6 } },
    ç: { order: [0] },
  })
})

test("a key says what a table depends on, and is read back", () => {
  const reading = { toy: "place", seed: 3, prompt: 0, ablation: "resample", source: 2, token: 5 }
  const lead = { ...reading, readout: "lead", target: 7, against: 1 }
  const logit = { ...reading, prompt: 4, ablation: "zero", source: null, readout: "logit", target: 7, against: null }
  assert.equal(tokenKey(reading), "place/3/all/resample-2/5")
  assert.equal(readoutKey(lead), "place/3/all/resample-2/5/lead/7/1")
  assert.equal(readoutKey(logit), "place/3/4/zero/5/logit/7")
  assert.deepEqual(readoutsOf([lead, reading, logit].map((one) => (one.readout ? readoutKey(one) : tokenKey(one)))), [
    lead,
    logit,
  ])
})
