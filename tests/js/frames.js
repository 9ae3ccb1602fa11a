// Owns the frames that tests of effects are handed: a network worked out by hand, and others drawn at random.

export const WORDS = {
  ...{ token: "Token", position: "Position", embedding: "Embedding", bias: "bias", adds: "adds", readout: "readout", and: "and" },
  ...{
    start: "start",
    now: "now",
    direct: "direct",
    via: "via",
    both: "both",
    viaNorm: "through the norm",
    indirect: "indirect",
  },
  ...{
    naturalDirect: "natural direct",
    naturalIndirect: "natural indirect",
    after: "After",
    norm: { rms: "Norm", layer: "Norm" },
  },
}

// The stream starts at [1, 1]; layer 1 adds [6, 0]; layer 2 adds [−2, 4], or [2, 2] where layer 1 is off. The readout is
// the first number over the root mean square, plus 1. So with all on [5, 5] has 5/5 + 1, and without layer 1 [3, 3] has
// 3/3 + 1. A table projects with the scale of all on, which is 5, and gives each scale as a part of that.
const HAND = {
  toy: { sublayers: ["Layer 1", "Layer 2"], norm: "rms", eps: 0 },
  token: {
    embedding: [1, 1],
    writes: [
      [
        [0, 0],
        [0, 0],
      ],
      [
        [6, 0],
        [0, 0],
      ],
      [
        [0, 0],
        [2, 2],
      ],
      [
        [6, 0],
        [-2, 4],
      ],
    ],
  },
  readout: {
    readout: [2, 2.4, 2, 2],
    bias: 1,
    scale: [1 / 5, 1, 3 / 5, 1],
    parts: { token: 0.15, position: 0.05 },
    projected: [
      [0, 0],
      [1.2, 0],
      [0, 0.4],
      [1.2, -0.4],
    ],
  },
}

export const byHand = (world, before = 3, split = "frozen") => frameOf(HAND, { world, before, split })

export function frameOf({ toy, token, readout }, { world, before, split = "frozen" }) {
  const layers = toy.sublayers.length
  return {
    ...{ toy, token, readout, layers, world, before, base: 2 ** layers - 1, hot: null, moved: world !== before },
    state: { split },
    isOn: (layer) => Boolean(world & (1 << layer)),
    isFlipped: (layer) => Boolean((world ^ before) & (1 << layer)),
    colours: toy.sublayers.map((_, layer) => `colour ${layer + 1}`),
    palette: { ink: "ink", accent: "accent", muted: "muted", embedding: "blue", edge: (colour) => `edge of ${colour}` },
  }
}

// A network of some layers, each of which writes whatever it likes wherever other layers below it are on.
export function drawn({ number, whole, pick }) {
  const [layers, d, norm, bias] = [whole(1, 4), whole(2, 4), pick(["rms", "layer"]), number(-2, 2)]
  const vector = () => Array.from({ length: d }, () => number(-2, 2))
  const dot = (a, b) => a.reduce((sum, x, i) => sum + x * b[i], 0)
  const eps = 0.01
  const mean = (x) => (norm === "layer" ? x.reduce((a, b) => a + b) / d : 0)
  const scaleOf = (x) => Math.hypot(...x.map((one) => one - mean(x)), Math.sqrt(d * eps)) / Math.sqrt(d)
  const [embedding, direction] = [vector(), vector()]
  const along = (x) =>
    dot(
      x.map((one) => one - mean(x)),
      direction,
    )
  const runs = new Map()
  const written = (layer, below) => {
    const run = `${layer}/${below}`
    if (!runs.has(run)) runs.set(run, vector())
    return runs.get(run)
  }
  const sublayers = Array.from({ length: layers }, (_, i) => `Layer ${i + 1}`)
  const write = (world, layer) => (world & (1 << layer) ? written(layer, world & ((1 << layer) - 1)) : Array(d).fill(0))
  const writes = Array.from({ length: 2 ** layers }, (_, world) => sublayers.map((_, layer) => write(world, layer)))
  const streamOf = (written) => written.reduce((sum, one) => sum.map((x, i) => x + one[i]), embedding)
  const readoutOf = (written) => bias + along(streamOf(written)) / scaleOf(streamOf(written))
  const scales = writes.map((written) => scaleOf(streamOf(written)))
  const base = scales.at(-1)
  const readout = {
    readout: writes.map(readoutOf),
    bias,
    scale: scales.map((scale) => scale / base),
    parts: { token: along(embedding) / base },
    projected: writes.map((written) => written.map((one) => along(one) / base)),
  }
  return { toy: { sublayers, norm, eps }, token: { embedding, writes }, readout, readoutOf }
}
