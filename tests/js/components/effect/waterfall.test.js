import assert from "node:assert/strict"
import { test } from "node:test"
import { barsAddUp, connectors, quad, rowsAddUp, spanOfTerms, waterfall } from "components/effect/waterfall"
import { near, randomly } from "../../draws.js"
import { byHand, drawn, frameOf, WORDS } from "../../frames.js"

// Row by row where each bar starts and ends.
const shaped = (bars, wanted) => {
  assert.deepEqual(
    bars.map(({ row }) => row),
    wanted.map(([row]) => row),
  )
  for (const [i, [, from, to]] of wanted.entries()) {
    near(bars[i].from, from)
    near(bars[i].to, to)
  }
}
const column = (bars, name) => bars.map((bar) => bar[name])

test("with nothing changed it climbs from the embedding to the readout", () => {
  const bars = waterfall(byHand(3), WORDS)
  shaped(bars, [
    [0, 0, 0.15],
    [0, 0.15, 0.2],
    [1, 0.2, 1.4],
    [2, 1.4, 1],
    [3, 1, 2],
    [4, 0, 2],
  ])
  assert.deepEqual(column(bars, "name"), ["Token", "Position", "Layer 1", "Layer 2", "bias", "now"])
  assert.deepEqual(column(bars, "lanes"), [2, 2, 1, 1, 1, 1])
  assert.equal(bars[0].label, null, "the row's number is that of both parts")
  near(bars[1].label, 0.2)
})

test("a layer off: from the start by its own loss, the later layer's answer and the norm to the readout now", () => {
  const bars = waterfall(byHand(2), WORDS)
  shaped(bars, [
    [0, 0, 2],
    [1, 2, 0.8],
    [2, 0.8, 1.6],
    [3, 1.6, 2],
    [4, 0, 2],
  ])
  assert.deepEqual(column(bars, "kind"), ["readout", "direct", "via", "through the norm", "readout"])
  assert.deepEqual(column(bars, "strong"), [true, undefined, undefined, undefined, true])
})

test("a layer switched on has two bars in its row and one number for both", () => {
  const bars = waterfall(byHand(3, 0), WORDS).filter(({ row }) => row === 2)
  assert.deepEqual(column(bars, "kind"), ["direct", "via"])
  assert.deepEqual(column(bars, "lane"), [0, 1])
  near(bars[0].value, 2)
  near(bars[1].value, -4)
  assert.equal(bars[0].label, null)
  near(bars[1].label, -2)
})

test("the natural split has a bar in the first switched layer's row and one in the norm's", () => {
  const direct = -1 - 1 / Math.sqrt(13)
  const bars = waterfall(byHand(2, 3, "natural"), WORDS)
  shaped(bars, [
    [0, 0, 2],
    [1, 2, 2 + direct],
    [3, 2 + direct, 2],
    [4, 0, 2],
  ])
  assert.deepEqual([bars[1].name, bars[1].writer], ["Layer 1", 0])
  const both = waterfall(byHand(0, 3, "natural"), WORDS)[1]
  assert.deepEqual([both.name, both.writer], ["Layer 1 and Layer 2", undefined], "of several layers it is nobody's alone")
})

test("whether printed bars add up, by rows and one by one", () => {
  const bars = waterfall(byHand(2), WORDS)
  assert.deepEqual([rowsAddUp(bars), barsAddUp(bars)], [true, true])
  const shown = [0.25, 0.25, 0.5].map((value) => ({ value, label: value }))
  const parted = [{ value: 0.125, label: null }, { value: 0.125, label: 0.25 }, ...shown.slice(1)]
  assert.equal(rowsAddUp(parted), true)
  assert.equal(barsAddUp(parted), false, "0.13 + 0.13 + 0.25 is not 0.50")
})

test("in any network each bar starts where the one below ended, the rows rise, and the last climbs to the readout now", () => {
  randomly(200, 5000, (draw) => {
    const network = drawn(draw)
    const some = () => draw.whole(0, network.token.writes.length - 1)
    const frame = frameOf(network, { world: some(), before: some(), split: draw.pick(["frozen", "natural"]) })
    const bars = waterfall(frame, WORDS)
    const terms = bars.slice(0, -1)
    for (const [i, bar] of terms.entries()) {
      near(bar.from, i ? terms[i - 1].to : 0)
      near(bar.to, bar.from + bar.value)
      assert.ok(i === 0 || bar.row >= terms[i - 1].row)
      if (!bar.strong) near(bar.low, Math.min(...bars.filter(({ row }) => row === bar.row).flatMap(({ from, to }) => [from, to])))
    }
    near(terms.at(-1).to, bars.at(-1).to, 1e-9)
    near(bars.at(-1).value, network.readout.readout[frame.world])
  })
})

test("bars that share a row lie above one another inside it, and only the one that is brought out is strong", () => {
  const frame = { ...byHand(3, 2), hot: 1 }
  const quads = waterfall(frame, WORDS).map((bar) => ({ ...quad(bar, frame), row: bar.row }))
  for (const { bottom, top, left, right, row } of quads) assert.ok(row < bottom && bottom < top && top < row + 1 && left <= right)
  const [below, above] = quads.filter(({ row }) => row === 1)
  near(above.bottom - below.top, 0.06) // of a row between them
  assert.deepEqual(column(quads, "alpha"), [0.3, 0.3, 0.3, 1, 0.3, 0.3])
  assert.equal(below.tip, "Layer 1: +2.00 (direct)")
  assert.equal(below.line, "edge of colour 1")
})

test("a line leads from each row's last bar to the next row, and none within a row", () => {
  const frame = byHand(3, 2)
  const bars = waterfall(frame, WORDS)
  const lines = connectors(bars, frame)
  assert.equal(lines.length, 4, "six bars in five rows")
  for (const { x0, x1, y0, y1 } of lines) assert.ok(x0 === x1 && y0 < y1)
  for (const [i, at] of [2, 4, 4 - 4 / 3, 2].entries()) near(lines[i].x0, at)
})

test("one scale holds every bar of every world, with room for labels beside terms", () => {
  randomly(60, 1000, (draw) => {
    const network = drawn(draw)
    const worlds = network.token.writes.length
    const before = draw.whole(0, worlds - 1)
    const bars = Array.from({ length: worlds }, (_, world) => waterfall(frameOf(network, { world, before }), WORDS)).flat()
    const ends = bars.flatMap(({ from, to }) => [from, to])
    const span = (part) => spanOfTerms(frameOf(network, { world: before, before }), WORDS, () => part)
    near(span(0)[0], Math.min(0, ...ends))
    near(span(0)[1], Math.max(0, ...ends))
    const [low, high] = span(0.4)
    for (const bar of bars.filter(({ strong }) => !strong))
      assert.ok(Math.max(bar.low - low, high - bar.high) >= 0.4 * (high - low) - 1e-9)
  })
})
