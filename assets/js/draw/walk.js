// Owns how the arrows move among the marks of a chart: along the lines that it is made of, rows or columns, and from line
// to line, so that every mark is reached.

const SAME = 500 // parts of a chart that tell two places apart

/** @param {number} at */
const rounded = (at) => Math.round(at * SAME)

// The mark that `key` leads to from mark `at` (null for none yet), or null where the key is none of a chart's. Marks are
// given as parts of the chart from its left and its foot.
/**
 * @param {(Box & { along?: string })[]} marks
 * @param {number | null} at
 * @param {string} key
 * @returns {number | null}
 */
export function walk(marks, at, key) {
  const places = marks.map(({ left, right, bottom, top }) => ({ x: rounded((left + right) / 2), y: rounded((bottom + top) / 2) }))
  /** @type {("x" | "y")[]} */
  const [across, along] = inColumns(marks, places) ? ["x", "y"] : ["y", "x"]
  const lines = linesOf(places, across, along)
  const all = lines.flat()
  if (key === "Home") return all[0]
  if (key === "End") return all[all.length - 1]
  /** @type {Record<string, ["x" | "y", number]>} */
  const steps = { ArrowLeft: ["x", -1], ArrowRight: ["x", 1], ArrowDown: ["y", -1], ArrowUp: ["y", 1] }
  const step = steps[key]
  if (!step) return null
  if (at === null || at >= marks.length) return all[0]
  const [axis, by] = step
  if (axis === along) return all[all.indexOf(at) + by] ?? at
  const line = lines[lines.findIndex((one) => one.includes(at)) + by]
  return line ? nearest(line, places, along, places[at][along]) : at
}

// Marks say how they stand, or stand in columns where these are no more than rows.
/**
 * @param {{ along?: string }[]} marks
 * @param {Place[]} places
 */
function inColumns([{ along }], places) {
  /** @param {"x" | "y"} name */
  const many = (name) => new Set(places.map((place) => place[name])).size
  return along ? along === "column" : many("x") <= many("y")
}

// The marks line by line, each line in its own order; marks at one place keep theirs.
/**
 * @param {Place[]} places
 * @param {"x" | "y"} across
 * @param {"x" | "y"} along
 */
function linesOf(places, across, along) {
  const starts = [...new Set(places.map((place) => place[across]))].sort((a, b) => a - b)
  /** @param {number} start */
  const inLine = (start) => [...places.keys()].filter((i) => places[i][across] === start)
  return starts.map((start) => inLine(start).sort((i, j) => places[i][along] - places[j][along] || i - j))
}

/**
 * @param {number[]} line
 * @param {Place[]} places
 * @param {"x" | "y"} along
 * @param {number} place
 */
function nearest(line, places, along, place) {
  /** @param {number} i */
  const far = (i) => Math.abs(places[i][along] - place)
  return line.reduce((best, i) => (far(i) < far(best) ? i : best))
}
