// Owns the lesion of Stacks: how much the output changes when one layer is left out, plain and residual, on a log scale.

import { decadeTicks, niceTicks, withRoom } from "lab/draw/axis"
import { cell } from "lab/words/cells"
import { Chart, rangeOf } from "lab/draw/chart"
import { find, setText } from "lab/draw/dom"
import { fill, significant } from "lab/words/format"

/** @param {ViewParts} parts */
export function create({ section, figure, strings }) {
  const words = strings["stack-lesion"]
  const chart = new Chart(section, figure)
  /** @param {StacksFrame} frame */
  const medians = (frame) => frame.table.lesion.map((gains) => gains[frame.index("gain")])
  return {
    /** @param {StacksFrame} frame */
    draw(frame) {
      const { palette } = frame
      const depth = Number(frame.values.depth)
      const [plain, residual] = medians(frame)
      const sizes = [...plain, ...residual].flatMap((change) => (change ? [Math.log10(change)] : []))
      const y = withRoom(rangeOf(sizes, 0, 1), 0.12)
      // No change at all sits at the foot of the log scale, which is then labelled 0.
      const foot = y[0] + 0.05 * (y[1] - y[0])
      const none = [...plain, ...residual].includes(0)
      /** @param {number} change */
      const height = (change) => (change > 0 ? Math.log10(change) : foot)
      /**
       * @param {(number | null)[]} changes
       * @param {string} fill
       * @param {string} name
       * @param {string} line
       */
      const dots = (changes, fill, name, line = fill) =>
        changes.flatMap((change, i) =>
          change === null
            ? []
            : [{ x: i + 1, y: height(change), fill, line, tip: `${name}, ${words.x} ${i + 1}: ${significant(change)}` }],
        )
      /**
       * @param {(number | null)[]} changes
       * @param {string} text
       * @param {string} className
       */
      const named = (changes, text, className) => {
        const deepest = changes[depth - 1]
        return deepest === null ? [] : [{ y: height(deepest), text, className, colour: palette.muted }]
      }
      chart.draw({
        x: [0, depth + 0.5],
        y,
        xTicks: niceTicks([1, depth], 5).filter(({ at }) => Number.isInteger(at)),
        yTicks: [...(none ? [{ at: foot, text: "0" }] : []), ...decadeTicks(y, 5)],
        dots: [...dots(plain, palette.ground, words.plain, palette.ink), ...dots(residual, palette.accent, words.residual)],
        ends: [...named(plain, words.plain, ""), ...named(residual, words.residual, "strong")],
      })
      const middles = { plain: significant(middle(plain)), residual: significant(middle(residual)) }
      setText(find(section, ".twin"), fill(words.twin, middles))
    },
    /**
     * @param {StacksFrame} frame
     * @returns {NumbersTable}
     */
    table(frame) {
      const [plain, residual] = medians(frame)
      const rows = plain.map((change, i) => [`${i + 1}`, cell(change, significant), cell(residual[i], significant)])
      return { caption: words.caption, columns: words.columns, rows }
    },
  }
}

/** @param {(number | null)[]} numbers */
function middle(numbers) {
  const sorted = numbers.filter((number) => number !== null).sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}
