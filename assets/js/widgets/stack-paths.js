// Owns the path lengths of Stacks: how many paths have each length, and what part of the gradient they carry.

import { niceTicks } from "lab/axis"
import { Chart } from "lab/chart"
import { setText } from "lab/dom"
import { fill, fixed } from "lab/format"

const RESNET = "54"

export function create({ section, figure, strings }) {
  const words = strings["stack-paths"]
  const chart = new Chart(section, figure)

  // With gain 1 every path carries the same, so that one's weights are the shares of the paths themselves.
  function facts(frame) {
    const { table } = frame
    const gain = frame.index("gain")
    const every = frame.options("gain").findIndex(([value]) => value === "1")
    const of = (i) => ({ weights: table.paths[i], mean: table.paths_mean[i], range: table.paths_range[i] })
    return [of(gain), of(every)]
  }

  return {
    draw(frame) {
      const { palette } = frame
      const depth = Number(frame.values.depth)
      const [carried, all] = facts(frame)
      const most = 1.08 * Math.max(...carried.weights, ...all.weights)
      chart.draw({
        x: [-1, depth + 1],
        y: [0, most],
        xTicks: niceTicks([0, depth], 6).filter(({ at }) => Number.isInteger(at)),
        yTicks: niceTicks([0, most], 3),
        bars: carried.weights.map((weight, k) => ({
          left: k - 0.4,
          right: k + 0.4,
          bottom: 0,
          top: weight,
          fill: palette.accent,
          tip: `${k}: ${fixed(weight, 4)}`,
        })),
        dots: all.weights.map((y, x) => ({ x, y, fill: palette.ink, tip: `${x}: ${fixed(y, 4)}` })),
      })
      const values = {
        mean: fixed(carried.mean, 1),
        first: carried.range[0],
        last: carried.range[1],
        allMean: fixed(all.mean, 1),
        allFirst: all.range[0],
        allLast: all.range[1],
      }
      const veit = frame.values.depth === RESNET ? ` ${words.veit}` : ""
      setText(section.querySelector(".foot"), fill(words.foot, values) + veit)
      setText(section.querySelector(".twin"), fill(words.twin, values))
    },
    table(frame) {
      const [carried, all] = facts(frame)
      return {
        caption: words.caption,
        columns: words.columns,
        rows: all.weights.map((weight, k) => [`${k}`, fixed(weight, 4), fixed(carried.weights[k], 4)]),
      }
    },
  }
}
