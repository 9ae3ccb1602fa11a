// Owns the stream of Stacks on its way up: a residual one's size with and without pre-norm, and a concatenated one's,
// which also gets wider, on a log scale.

import { decadeTicks, niceTicks, withRoom } from "lab/draw/axis"
import { cellOfLog } from "lab/words/cells"
import { Chart, rangeOf } from "lab/draw/chart"
import { find, setText } from "lab/draw/dom"
import { fill, powerOfTen } from "lab/words/format"

/** @param {ViewParts} parts */
export function create({ section, figure, strings }) {
  const words = strings["stack-forward"]
  const chart = new Chart(section, figure)
  /** @param {StacksFrame} frame */
  const medians = (frame) => frame.table.forward.map((gains) => gains[frame.index("gain")])
  return {
    /** @param {StacksFrame} frame */
    draw(frame) {
      const { palette } = frame
      const depth = Number(frame.values.depth)
      const [none, pre, dense] = medians(frame)
      const widths = frame.table.dense_width
      const y = withRoom(rangeOf([...none, ...pre, ...dense], 1), 0.08)
      /** @type {(name: string) => (layers: number, size: number) => string} */
      const tip = (name) => (layers, size) => `${name}, ${words.x} ${layers}: ${powerOfTen(size)}`
      /** @type {(layers: number, size: number) => string} */
      const wide = (layers, size) => `${tip(words.dense)(layers, size)}, ${fill(words.wide, { width: widths[layers] })}`
      /**
       * @param {number[]} sizes
       * @returns {Points}
       */
      const points = (sizes) => sizes.map((size, layers) => [layers, size])
      chart.draw({
        x: [0, depth],
        y,
        xTicks: niceTicks([0, depth], 4).filter(({ at }) => Number.isInteger(at)),
        yTicks: decadeTicks(y, 4),
        lines: [
          { points: points(none), tip: tip(words.none), colour: palette.ink, width: 2.5, dash: "10 4" },
          { points: points(dense), tip: wide, colour: palette.muted, width: 1.5, dash: "9 2 2 2 2 2" },
          { points: points(pre), tip: tip(words.pre), colour: palette.accent, width: 3 },
        ],
        ends: [
          { y: none[depth], text: words.none, colour: palette.muted },
          { y: dense[depth], text: words.dense, colour: palette.muted },
          { y: pre[depth], text: words.pre, className: "strong", colour: palette.muted },
        ],
      })
      setText(
        find(section, ".twin"),
        fill(words.twin, {
          depth,
          none: powerOfTen(none[depth]),
          pre: powerOfTen(pre[depth]),
          dense: powerOfTen(dense[depth]),
          from: widths[0],
          to: widths[depth],
        }),
      )
    },
    /**
     * @param {StacksFrame} frame
     * @returns {NumbersTable}
     */
    table(frame) {
      const [none, pre, dense] = medians(frame)
      const widths = frame.table.dense_width
      return {
        caption: words.caption,
        columns: words.columns,
        rows: none.map((size, i) => [`${i}`, cellOfLog(size), cellOfLog(pre[i]), cellOfLog(dense[i]), `${widths[i]}`]),
      }
    },
  }
}
