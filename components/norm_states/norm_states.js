// Owns the states of Norms: the stream's size at every depth in every placement, and one layer of the chosen one as a
// formula.

import { Chart } from "lab/draw/chart"
import { setText } from "lab/draw/dom"
import { depthsTable, drawDepths, last } from "lab/views/norms"
import { fill, powerOfTen } from "lab/words/format"

export function create({ section, figure, strings }) {
  const words = strings["norm-states"]
  const chart = new Chart(section, figure)
  return {
    draw(frame) {
      const { placement, norm } = frame.values
      drawDepths(chart, frame, "size", words)
      setText(section.querySelector(".formula"), words.formulas[placement])
      setText(section.querySelector(".about-formula"), norm === "none" ? words.noNorm : words.about[placement])
      const ends = frame.options("placement").map(([, name], i) => `${name} ${powerOfTen(last(frame.table.size[i][0]))}`)
      setText(section.querySelector(".twin"), fill(words.twin, { depth: frame.values.depth, ends: ends.join(", ") }))
    },
    table: (frame) => depthsTable(frame, "size", words),
  }
}
