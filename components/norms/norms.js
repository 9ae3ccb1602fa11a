// Owns the sentence of Norms: how much of the embedding is left at the top, and how the gradient fares on its way down,
// both as medians of all nets and after the last norm, so that placements are compared alike.

import { element, find, rich } from "lab/draw/dom"
import { fill, powerOfTen } from "lab/words/format"

/** @typedef {Strings["norms"]} Words */

/** @param {ViewParts} parts */
export function create({ section, strings }) {
  const words = strings.norms
  const status = find(section, "[role=status]")
  return {
    /** @param {NormsFrame} frame */
    draw(frame) {
      const placement = frame.index("placement")
      const { norm } = frame.values
      const [left] = frame.table.embedding_left[placement]
      const plain = frame.table.gap[placement] === 0
      const said = rich(norm === "none" ? words.noNorm : plain ? words.sum : words.noSum, {
        depth: frame.values.depth,
        placement: words.placements[frame.values.placement],
        norm: frame.label("norm"),
        left: element("strong", {}, norm === "none" ? words.all : powerOfTen(left)),
      })
      const second = element("span", { class: "second" }, gradient(frame, words), " ", words.invitation, " ", words.caveat)
      status.replaceChildren(...said, second)
    },
  }
}

/**
 * @param {NormsFrame} frame
 * @param {Words} words
 */
function gradient(frame, words) {
  const [median] = frame.table.gradient[frame.index("placement")]
  const log = median[0] - median[median.length - 1]
  const times = powerOfTen(Math.abs(log))
  if (times === powerOfTen(0)) return words.same
  return fill(log > 0 ? words.larger : words.smaller, { times })
}
