// Owns how numbers of both signs are stacked: positives up from zero, negatives down, each from where the last one ended.

/**
 * @param {number[]} values
 * @returns {Stacked}
 */
export function stacked(values) {
  let [up, down] = [0, 0]
  const parts = values.map((value) => {
    const from = value < 0 ? down : up
    if (value < 0) down += value
    else up += value
    return { value, from, to: from + value }
  })
  return { values, parts, up, down, sum: values.reduce((a, b) => a + b, 0) }
}
