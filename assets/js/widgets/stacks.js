// Owns the sentence of Stacks: what depth does to a gradient, in the wiring and at the gain that are chosen.

import { element, rich } from "lab/dom"
import { fill, powerOfTen } from "lab/format"

export function create({ section, strings }) {
  const words = strings.stacks
  const status = section.querySelector("[role=status]")
  return {
    draw(frame) {
      const [wiring, gain] = [frame.index("wiring"), frame.index("gain")]
      const end = (numbers) => numbers[numbers.length - 1]
      const [median] = frame.table.gradient[wiring][gain].map(end)
      const said = rich(words.sentence, {
        depth: frame.values.depth,
        wiring: frame.label("wiring"),
        gain: frame.label("gain"),
        factor: element("span", {}, ...factor(median, words, (times) => element("strong", {}, times))),
      })
      const theory = factor(end(frame.table.theory[wiring][gain]), words, (times) => times).join("")
      const second = element("span", { class: "second" }, fill(words.invitation, { theory }), " ", words.caveat)
      status.replaceChildren(...said, second)
    },
  }
}

function factor(log, words, bold) {
  if (log === null) return [words.nothing]
  if (Math.abs(log) < 0.005) return [words.same]
  return rich(log > 0 ? words.larger : words.smaller, { times: bold(powerOfTen(log)) })
}
