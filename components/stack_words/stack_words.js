// Owns the words of Stacks: how far apart they stay in stacks of attention alone, with the plus and without, each word
// reading all or those before it, on a log scale.

import { decadeTicks, niceTicks, withRoom } from "lab/draw/axis"
import { Chart, rangeOf } from "lab/draw/chart"
import { find, setText } from "lab/draw/dom"
import { cellOfLog } from "lab/words/cells"
import { fill, powerOfTen } from "lab/words/format"

const LEAST = -4 // decades that are always shown

/** @param {ViewParts} parts */
export function create({ section, figure, strings }) {
  const words = strings["stack-words"]
  const chart = new Chart(section, figure)
  // By the table's labels: plain and residual, each reading all, then only back.
  /** @param {StacksFrame} frame */
  const medians = (frame) => frame.table.apart.map((gains) => gains[frame.index("gain")])
  return {
    /** @param {StacksFrame} frame */
    draw(frame) {
      const { palette } = frame
      const depth = Number(frame.values.depth)
      const [falling, plain, all, residual] = medians(frame)
      const y = withRoom(rangeOf([...plain, ...all, ...residual], 0, LEAST), 0.05)
      /** @type {(name: string) => (layers: number, log: number) => string} */
      const tip = (name) => (layers, log) => `${name}, ${words.x} ${layers}: ${powerOfTen(log)}`
      /** @type {(logs: (number | null)[]) => Points} */
      const points = (logs) => logs.map((log, layers) => [layers, log])
      /** @type {(logs: (number | null)[], text: string, className?: string) => ChartEnd[]} */
      const end = (logs, text, className) => {
        const y = logs[depth]
        return y === null ? [] : [{ y, text, className, colour: palette.muted }]
      }
      // What falls out of the picture is drawn to its edge, and answers only inside.
      const inside = falling.filter((log) => log !== null && log >= y[0]).length
      const light = { colour: palette.ink, width: 1.25, dash: "2 2" }
      chart.draw({
        x: [0, depth],
        y,
        xTicks: niceTicks([0, depth], 4).filter(({ at }) => Number.isInteger(at)),
        yTicks: decadeTicks(y, 4),
        lines: [
          { points: points(falling).slice(0, inside), tip: tip(words.falling), ...light },
          { points: points(falling).slice(Math.max(inside - 1, 0), inside + 1), ...light },
          { points: points(plain), tip: tip(words.plain), colour: palette.ink, width: 2.5, dash: "10 4" },
          { points: points(all), tip: tip(words.all), colour: palette.muted, width: 1.25, dash: "2 2" },
          { points: points(residual), tip: tip(words.residual), colour: palette.accent, width: 3 },
        ],
        labels: falling[1] === null ? [] : [{ x: inside, y: y[0] + 0.1 * (y[1] - y[0]), text: words.falling }],
        ends: [end(plain, words.plain), end(all, words.all), end(residual, words.residual, "strong")].flat(),
      })
      const said = { falling: falling[2], plain: plain[depth], all: all[depth], residual: residual[depth] }
      const printed = Object.entries(said).map(([name, log]) => [name, powerOfTen(log)])
      setText(find(section, ".twin"), fill(words.twin, { depth, ...Object.fromEntries(printed) }))
    },
    /**
     * @param {StacksFrame} frame
     * @returns {NumbersTable}
     */
    table(frame) {
      const all = medians(frame)
      const rows = all[0].map((_, i) => [`${i}`, ...all.map((logs) => cellOfLog(logs[i]))])
      return { caption: words.caption, columns: words.columns, rows }
    },
  }
}
