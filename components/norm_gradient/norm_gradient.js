// Owns the gradient of Norms: its size at every depth in every placement, by exact backpropagation; beside the weights'
// scale what that does to the stream's direction.

import { Chart } from "lab/draw/chart"
import { find, setText } from "lab/draw/dom"
import { fill, fixed, powerOfTen } from "lab/words/format"
import { depthsTable, drawDepths, last } from "lab/views/norms"

/** @param {ViewParts} parts */
export function create({ section, figure, strings }) {
  const words = strings["norm-gradient"]
  const chart = new Chart(section, figure)
  return {
    /** @param {NormsFrame} frame */
    draw(frame) {
      drawDepths(chart, frame, "gradient", words)
      const [median, low, high] = frame.table.gradient[frame.index("placement")]
      const values = {
        placement: frame.label("placement"),
        depth: frame.values.depth,
        top: powerOfTen(last(median)),
        foot: powerOfTen(median[0]),
        low: powerOfTen(low[0]),
        high: powerOfTen(high[0]),
      }
      const [cosine] = frame.table.cosine[frame.index("placement")].map((each) => fixed(each))
      setText(find(section, ".cosine"), fill(words.cosine, { cosine }))
      setText(find(section, ".twin"), fill(words.twin, { ...values, cosine, gain: frame.label("gain") }))
    },
    /**
     * @param {NormsFrame} frame
     * @returns {NumbersTable}
     */
    table: (frame) => depthsTable(frame, "gradient", words),
  }
}
