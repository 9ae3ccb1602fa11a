// Owns the sentence of Norms: how much of the embedding is left at the top, and how the gradient fares on its way down.

import { element, rich } from "lab/dom"
import { fill, powerOfTen, significant } from "lab/format"

export function create({ section, strings }) {
  const words = strings.norms
  const status = section.querySelector("[role=status]")
  return {
    draw(frame) {
      const placement = frame.index("placement")
      const [factor] = frame.table.factor[placement]
      const plain = frame.table.gap[placement] === 0
      const said = rich(plain ? words.sum : words.noSum, {
        depth: frame.values.depth,
        placement: words.placements[frame.values.placement],
        norm: words.norms[frame.values.norm],
        left: element("strong", {}, plain ? words.all : significant(factor)),
      })
      const second = element("span", { class: "second" }, gradient(frame, words), " ", words.invitation, " ", words.caveat)
      status.replaceChildren(...said, second)
    },
  }
}

function gradient(frame, words) {
  const [median] = frame.table.gradient[frame.index("placement")]
  const log = median[0] - median[median.length - 1]
  if (Math.abs(log) < 0.005) return words.same
  return fill(log > 0 ? words.larger : words.smaller, { times: powerOfTen(Math.abs(log)) })
}
