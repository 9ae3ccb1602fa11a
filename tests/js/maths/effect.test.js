import assert from "node:assert/strict"
import { test } from "node:test"
import { composition, effectNow, interaction, move, partsShown, repair, terms } from "lab/maths/effect"
import { naturalEffect } from "lab/maths/natural"
import { near, randomly } from "../draws.js"
import { byHand, drawn, frameOf } from "../frames.js"

const sum = (all) => all.reduce((a, b) => a + b, 0)
const alike = (got, wanted) => {
  assert.equal(got.length, wanted.length)
  for (const [i, x] of wanted.entries()) near(got[i], x)
}

test("a layer off: what it wrote is gone, a later one writes differently, the norm divides by less", () => {
  const { direct, viaLayers, viaNorm, total } = terms(byHand(2))
  alike(direct, [-6 / 5, 0])
  alike(viaLayers, [0, 4 / 5])
  near(viaNorm, 1 - 3 / 5)
  near(total, 0)
})

test("measured from another run, its own norm is what is frozen", () => {
  const { direct, viaLayers, viaNorm } = terms(byHand(3, 2))
  alike(direct, [6 / 3, 0])
  alike(viaLayers, [0, -4 / 3])
  near(viaNorm, 1 - 5 / 3)
})

test("what a layer would write were it alone switched is its own, the rest follows from the others", () => {
  const { direct, viaLayers, viaNorm } = terms(byHand(3, 0))
  alike(direct, [6, 2])
  alike(viaLayers, [0, -2 - 2])
  near(viaNorm, 1 - 5)
})

test("the natural split exchanges the layer's own write alone and takes the norm anew", () => {
  // [1, 1] + [−2, 4] is [−1, 5], whose root mean square is √13.
  const { direct, indirect } = naturalEffect(byHand(2))
  near(direct, -1 / Math.sqrt(13) + 1 - 2)
  near(direct + indirect, 0)
})

test("where only switched layers moved, all is direct; where none of them did, nothing", () => {
  near(naturalEffect(byHand(1)).direct, 0.4)
  near(naturalEffect(byHand(1)).indirect, 0)
  assert.deepEqual(naturalEffect(byHand(3)), { direct: 0, indirect: 0 })
})

test("of all prompts together the norm's part and the natural direct stand in the table", () => {
  const frame = byHand(2)
  frame.readout = { ...frame.readout, via_norm: [0, 0, 7, 0], natural_direct: [0, 0, -3, 0] }
  assert.equal(terms(frame).viaNorm, 7)
  assert.deepEqual(naturalEffect(frame), { direct: -3, indirect: 3 })
})

test("a run's readout is what was embedded, each write and the bias", () => {
  const all = ({ embedding, layers, bias }) => [...embedding.map(([, size]) => size), ...layers, bias]
  alike(all(composition(byHand(3))), [0.15, 0.05, 1.2, -0.4, 1])
  alike(all(composition(byHand(3, 2))), [0.25, 1 / 12, 0, 2 / 3, 1])
})

test("together beyond the sum of alone", () => {
  near(move(byHand(3), 3, 1), 0.4)
  near(interaction(byHand(0)), 0 - (0 + 0.4))
  near(interaction(byHand(2)), 0)
})

test("both splits of any network add up to how its readout moved, and the natural one is the readout itself, exchanged", () => {
  randomly(300, 10000, (draw) => {
    const network = drawn(draw)
    const { writes } = network.token
    const [world, before] = [draw.whole(0, writes.length - 1), draw.whole(0, writes.length - 1)]
    const frame = frameOf(network, { world, before })
    const effect = effectNow(frame)
    const total = network.readout.readout[world] - network.readout.readout[before]
    for (const split of ["frozen", "natural"]) near(sum(partsShown({ ...frame, state: { split } }, effect)), total, 1e-9)
    const exchanged = writes[before].map((write, layer) => (frame.isFlipped(layer) ? writes[world][layer] : write))
    near(effect.naturalDirect, network.readoutOf(exchanged) - network.readout.readout[before], 1e-9)
    const { embedding, layers, bias } = composition(frame)
    near(sum(embedding.map(([, size]) => size)) + sum(layers) + bias, network.readout.readout[before], 1e-9)
  })
})

test("self-repair is said of one layer off, where both splits agree, and not of what prints as nothing", () => {
  const words = { repairs: { part: "part", more: "more", against: "against" }, withoutNorm: "norm aside" }
  const said = (direct, viaLayers, natural = [direct, viaLayers], frame = byHand(2)) =>
    repair(frame, { direct, viaLayers, naturalDirect: natural[0], naturalIndirect: natural[1] }, words)
  assert.equal(said(-2, 1), "part norm aside")
  assert.equal(said(-2, 3), "more norm aside")
  assert.equal(said(2, -1), "against norm aside")
  assert.equal(said(-2, -1), "")
  assert.equal(said(2, 1), "")
  assert.equal(said(-2, 0.004), "", "an answer that prints as 0.00")
  assert.equal(said(-0.004, 2), "", "a loss that does")
  assert.equal(said(-2, 1, [2, -1]), "", "the other split has it the other way")
  assert.equal(said(-2, 1, [-2, -1]), "", "or has no answer")
  assert.equal(said(-2, 1, [-2, 3]), "part norm aside", "how much may differ")
  assert.equal(said(-2, 1, [-2, 3], byHand(2, 3, "natural")), "more")
  const plain = byHand(2)
  plain.toy = { ...plain.toy, norm: "none" }
  assert.equal(said(-2, 1, undefined, plain), "part")
  assert.equal(said(-2, 1, undefined, byHand(0)), "", "two layers")
  assert.equal(said(-2, 1, undefined, byHand(3, 2)), "", "a layer that was switched on")
})
