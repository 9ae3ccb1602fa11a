// Owns how a table that travels folded is read: what depends on the switches up to a layer stands in it once for each setting
// of those (app/tables/encoding.py, `up_to`).

// What it says of a layer (from 0) in a world.
/**
 * @template T
 * @param {Record<number, T[]>} runs
 * @param {number} layer
 * @param {number} world
 * @returns {T}
 */
export function upTo(runs, layer, world) {
  return runs[layer][world & ((2 << layer) - 1)]
}
