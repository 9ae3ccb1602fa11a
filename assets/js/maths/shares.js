// Owns which shares of a gradient a reader sees: what part of it paths carry by their sizes, or as signed parts of it.

/**
 * @template T
 * @param {State["measure"]} measure
 * @param {{ size_share: T, share: T }} table
 */
export function sharesBy(measure, { size_share: bySize, share }) {
  return measure === "size" ? bySize : share
}
