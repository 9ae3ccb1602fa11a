// Owns the states of Norms: the stream's size at every depth in every placement, and one layer of the chosen one as a
// formula.

import { Chart } from "lab/draw/chart"
import { find, setText } from "lab/draw/dom"
import { depthsTable, drawDepths, last } from "lab/views/norms"
import { fill, powerOfTen } from "lab/words/format"

/** @param {ViewParts} parts */
export function create({ section, figure, strings }) {
  const words = strings["norm-states"]
  const chart = new Chart(section, figure)
  return {
    /** @param {NormsFrame} frame */
    draw(frame) {
      const { placement, norm } = frame.values
      drawDepths(chart, frame, "size", words)
      setText(find(section, ".formula"), words.formulas[placement])
      setText(find(section, ".about-formula"), norm === "none" ? words.noNorm : words.about[placement])
      const ends = frame.options("placement").map(([, name], i) => `${name} ${powerOfTen(last(frame.table.size[i][0]))}`)
      setText(find(section, ".twin"), fill(words.twin, { depth: frame.values.depth, ends: ends.join(", ") }))
    },
    /**
     * @param {NormsFrame} frame
     * @returns {NumbersTable}
     */
    table: (frame) => depthsTable(frame, "size", words),
  }
}
