// Owns the sentence of Reading: what the model says at the chosen word, who says most of it, and what the stream says
// at the chosen depth.

import { element, find, rich } from "lab/draw/dom"
import { fill, fixed, percent, signed } from "lab/words/format"
import { asked, promptWords, readoutOf, readoutWords, writers } from "lab/views/reading"

/** @param {ViewParts} parts */
export function create({ section, strings }) {
  const words = strings.reading
  const status = find(section, "[role=status]")
  let said = ""
  return {
    // Said once: an unchanged sentence set anew would be read aloud anew.
    /** @param {ReadingFrame} frame */
    draw(frame) {
      const saying = `${frame.table.key} ${JSON.stringify(frame.values)}`
      if (saying === said) return
      said = saying
      const question = asked(frame)
      const { table } = frame
      const token = frame.index("token")
      const everyone = writers(frame, words)
      const most = everyone.reduce((a, b) => (Math.abs(b.value) > Math.abs(a.value) ? b : a))
      const first = rich(words.sentence, {
        prompt: element(
          "em",
          {},
          promptWords(frame)
            .slice(0, token + 1)
            .join(" "),
        ),
        top: element("em", {}, table.labels.word[question.ranked[0]]),
        readout: readoutWords(frame, strings),
        value: element("strong", {}, fixed(readoutOf(table.logit[token], question))),
        most: most.name,
        part: signed(most.value),
      })
      status.replaceChildren(...first, element("span", { class: "second" }, second(frame)))
    },
  }

  /** @param {ReadingFrame} frame */
  function second(frame) {
    const { table } = frame
    const depth = frame.index("depth")
    if (depth === table.labels.layer.length) return words.invitation
    const chances = table.lens_chance[frame.index("lens")][depth][frame.index("token")]
    const top = chances.indexOf(Math.max(...chances))
    const place = depth ? fill(words.after, { layer: table.labels.depth[depth] }) : words.afterEmbedding
    return fill(words.there, { place, top: table.labels.word[top], chance: percent(chances[top]) })
  }
}
