// Owns the sentence of Stacks: what depth does to a gradient, in the wiring and at the gain that are chosen.

import { element, find, rich } from "lab/draw/dom"
import { fill, powerOfTen } from "lab/words/format"
import { gradientOf, theoryOf } from "lab/views/stacks"

/** @typedef {Strings["stacks"]} Words */

/** @param {ViewParts} parts */
export function create({ section, strings }) {
  const words = strings.stacks
  const status = find(section, "[role=status]")
  return {
    /** @param {StacksFrame} frame */
    draw(frame) {
      const [median, low, high] = gradientOf(frame).map(end)
      const widths = frame.table.dense_width
      const { wiring } = frame.values
      const sentences = { [wiring]: words.sentence, dense: words.wider, highway: words.gated }
      const said = rich(sentences[wiring], {
        depth: frame.values.depth,
        wiring: frame.label("wiring"),
        gain: frame.label("gain"),
        gated: powerOfTen(frame.table.gated[frame.index("bias")][frame.index("gain")]),
        from: `${widths[0]}`,
        to: `${end(widths)}`,
        factor: element("span", {}, ...factor(median, words, (times) => element("strong", {}, times))),
      })
      // Gates that read the stream differ from draw to draw.
      const certain = low === high && wiring !== "highway"
      const second = [certain ? words.certain : theory(frame, words), pair(frame, words), words.caveat].filter(Boolean)
      status.replaceChildren(...said, element("span", { class: "second" }, second.join(" ")))
    },
  }
}

/** @param {(number | null)[]} numbers */
function end(numbers) {
  return numbers[numbers.length - 1]
}

/**
 * @param {StacksFrame} frame
 * @param {Words} words
 */
function theory(frame, words) {
  const [median, rms] = theoryOf(frame, Number(frame.values.depth)).map(powerOfTen)
  return fill(words.theory, { median, rms })
}

// Beside a residual stack the plain one, beside any other the residual one.
/**
 * @param {StacksFrame} frame
 * @param {Words} words
 */
function pair(frame, words) {
  const other = frame.values.wiring === "residual" ? "plain" : "residual"
  const [median] = gradientOf(frame, other).map(end)
  return fill(words[other], { times: factor(median, words, (times) => times).join("") })
}

/**
 * @param {number | null} log
 * @param {Words} words
 * @param {(times: string) => Node | string} bold
 */
function factor(log, words, bold) {
  if (log === null) return [words.nothing]
  if (Math.abs(log) < 0.002) return [words.same]
  return rich(log > 0 ? words.larger : words.smaller, { times: bold(powerOfTen(log)) })
}
