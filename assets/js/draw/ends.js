// Owns names at the ends of lines: pushed apart where they would lie on each other, and the leaders to those that moved.

const MOVED = 0.3 // of a line of text: from here a name no longer stands at its line

// `ends` are [{y, …}]; each comes back with the height `to` that its name stands at, within `range` and `gap` from the next.
/**
 * @template {{ y: number }} T
 * @param {T[]} ends
 * @param {Span} range
 * @param {number} gap
 * @returns {(T & { to: number })[]}
 */
export function spreadEnds(ends, [low, high], gap) {
  /** @type {{ ends: T[], from: number, until: number }[]} */
  const groups = []
  for (const end of [...ends].sort((a, b) => a.y - b.y)) {
    let above = settle([end], [low, high], gap)
    for (let below = groups.at(-1); below && above.from - below.until < gap; below = groups.at(-1)) {
      groups.pop()
      above = settle([...below.ends, ...above.ends], [low, high], gap)
    }
    groups.push(above)
  }
  return groups.flatMap(({ ends: together, from }) => together.map((end, i) => ({ ...end, to: from + i * gap })))
}

/**
 * @param {{ y: number, to: number }} end
 * @param {number} gap
 */
export function leads({ y, to }, gap) {
  return Math.abs(to - y) > MOVED * gap
}

// Names that stand together, around the mean of their lines' ends.
/**
 * @template {{ y: number }} T
 * @param {T[]} ends
 * @param {Span} range
 * @param {number} gap
 */
function settle(ends, [low, high], gap) {
  const reach = gap * (ends.length - 1)
  const middle = ends.reduce((sum, { y }) => sum + y, 0) / ends.length
  const from = Math.max(Math.min(middle - reach / 2, high - reach - gap / 2), low + gap / 2)
  return { ends, from, until: from + reach }
}
