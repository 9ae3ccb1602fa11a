// Owns sets of layers as bitmasks: a world has the layers that are on, a route those that it passes through.

/** @param {number} mask */
export function countIn(mask) {
  return mask.toString(2).replaceAll("0", "").length
}

/**
 * @param {number} mask
 * @param {number} layers how many there are
 */
export function layersIn(mask, layers) {
  return [...Array(layers).keys()].filter((layer) => mask & (1 << layer))
}
