// Owns the natural split of an effect (toy_models/worlds/effects.py, `natural_effects`): what the switched layers' own writes do when
// they alone are exchanged in the reference run's finished sum and the final norm is recomputed, and all the rest.

/** @param {number[]} terms */
const sum = (terms) => terms.reduce((a, b) => a + b, 0)

/** @param {Frame} frame */
export function naturalEffect(frame) {
  const { readout, token, world, before, layers, isFlipped } = frame
  const total = readout.readout[world] - readout.readout[before]
  const [now, then] = [token.writes[world], token.writes[before]]
  const moved = [...Array(layers).keys()].filter((layer) => now[layer].some((x, i) => x !== then[layer][i]))
  // Where one side did not move at all, the other is the total.
  if (!moved.some(isFlipped)) return { direct: 0, indirect: total }
  if (moved.every(isFlipped)) return { direct: total, indirect: 0 }
  const direct = readout.natural_direct?.[world] ?? exchanged(frame) - readout.readout[before]
  return { direct, indirect: total - direct }
}

// The readout with only the switched layers' writes as they are now.
/** @param {Frame} frame */
function exchanged({ readout, token, toy, layers, base, world, before, isFlipped }) {
  /** @param {number} layer */
  const from = (layer) => (isFlipped(layer) ? world : before)
  const rows = [...Array(layers).keys()]
  /** @param {(layer: number) => number} world */
  const stream = (world) =>
    token.embedding.map((x, i) => rows.reduce((sum, layer) => sum + token.writes[world(layer)][layer][i], x))
  const projected = sum(Object.values(readout.parts)) + sum(rows.map((layer) => readout.projected[from(layer)][layer]))
  return (
    readout.bias +
    (projected *
      scale(
        stream(() => base),
        toy,
      )) /
      scale(stream(from), toy)
  )
}

// The final norm's divisor.
/**
 * @param {number[]} x
 * @param {Pick<Toy, "norm" | "eps">} toy
 */
function scale(x, { norm, eps }) {
  if (norm === "none") return 1
  const mean = norm === "layer" ? sum(x) / x.length : 0
  return Math.sqrt(sum(x.map((value) => (value - mean) ** 2)) / x.length + eps)
}
