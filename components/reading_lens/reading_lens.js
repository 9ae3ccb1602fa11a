// Owns the logit lens: the three likeliest words at every depth, and the explained word's chance beside them. Beside "Who
// says it" each depth stands in the row of the writer that made it, so the embedding has the rows of token and position.

import { cell } from "lab/words/cells"
import { Chart } from "lab/draw/chart"
import { element, find, setText } from "lab/draw/dom"
import { fill, percent } from "lab/words/format"
import { asked, nameButtons, unchanged, writers } from "lab/views/reading"

/** @typedef {{ word: string, chance: number, explained: boolean }} Likely */
/** @typedef {{ depth: number, top: Likely[], target: Likely }} LensRow */

const SHOWN = 3
const COLUMN = 0.25 // of the width, as in reading.css
const [START, WIDE] = [0.04 * COLUMN, 0.88 * COLUMN] // of a column's bar at a chance of 1

/** @param {ViewParts} parts */
export function create({ section, figure, choices, strings }) {
  const words = strings["reading-lens"]
  const chart = new Chart(section, figure)
  const isShown = unchanged()
  const cells = find(section, ".cells")
  const drawNames = nameButtons(find(section, ".names"), choices)
  let depths = 7
  let first = 2
  let beside = false

  // How many rows the picture has, its head included: the writers' rows with the bias, the total and a head, or its own.
  const rowsIn = () => (beside ? first + depths - 1 + 3 : depths + 1)
  // Where a depth's row has its middle, in rows from the foot.
  /** @param {number} depth */
  const middle = (depth) => depth + (beside ? first / 2 : 0.5) + (beside && depth ? first / 2 - 0.5 : 0)

  // The writer whose write a depth is the first to show; the embedding has two.
  /** @param {number} depth */
  function writerAt(depth) {
    return depth > 0 && depth < depths ? first + depth - 1 : null
  }

  /**
   * @param {ReadingFrame} frame
   * @returns {LensRow[]}
   */
  function rows(frame) {
    const { table } = frame
    const { v } = asked(frame)
    return table.lens_chance[frame.index("lens")].map((tokens, depth) => {
      const chances = tokens[frame.index("token")]
      const ranked = [...chances.keys()].sort((a, b) => chances[b] - chances[a]).slice(0, SHOWN)
      /** @param {number} word */
      const one = (word) => ({ word: table.labels.word[word], chance: chances[word], explained: word === v })
      return { depth, top: ranked.map(one), target: one(v) }
    })
  }

  return {
    /** @param {ReadingFrame} frame */
    draw(frame) {
      const { table, values } = frame
      beside = besideWriters()
      if (isShown(frame, values.token, values.target, values.against, values.lens, values.depth, beside)) return
      const found = rows(frame)
      const everyone = writers(frame, strings.reading)
      depths = found.length
      first = table.labels.part.length - table.labels.layer.length
      section.classList.toggle("beside", beside)
      const [{ target }] = found
      chart.draw({
        x: [0, 1],
        y: [0, rowsIn()],
        xTicks: [],
        yTicks: [],
        bars: found.flatMap(({ depth, top }) =>
          top.map(({ word, chance, explained }, rank) => ({
            left: rank * COLUMN + START,
            right: rank * COLUMN + START + chance * WIDE,
            bottom: middle(depth) - 0.44,
            top: middle(depth) - 0.34,
            fill: explained ? frame.palette.accent : frame.palette.muted,
            tip: `${depth ? table.labels.depth[depth] : words.embedding}: ${word} ${percent(chance)}`,
            writer: writerAt(depth),
            along: /** @type {const} */ ("row"),
          })),
        ),
      })
      const ranks = words.ranks.map((rank) => element("span", {}, rank))
      const tops = element("p", { class: "tops" }, ...ranks, element("span", { class: "chance target" }, target.word))
      cells.replaceChildren(...found.map((row) => shown(row, frame)), tops)
      drawNames(
        found.map(({ depth }) => {
          const writer = writerAt(depth)
          const colour = writer === null ? frame.palette.embedding : everyone[writer].colour
          const name = depth ? table.labels.depth[depth] : words.embedding
          return { name, depth, writer, colour, edge: frame.palette.edge(colour) }
        }),
      )
      setText(find(section, ".foot .said"), words.conventions[frame.values.lens])
      setText(find(section, ".twin"), twin(found, frame))
    },
    /**
     * @param {ReadingFrame} frame
     * @returns {NumbersTable}
     */
    table(frame) {
      return {
        caption: fill(words.caption, { convention: frame.label("lens") }),
        columns: [...words.columns, frame.table.labels.word[asked(frame).v]],
        rows: rows(frame).map(({ depth, top, target }) => [
          depth ? frame.table.labels.depth[depth] : words.embedding,
          ...top.map(({ word, chance }) => `${word} ${percent(chance)}`),
          cell(target.chance, percent),
        ]),
      }
    },
  }

  // Whether the writers' rows stand beside this picture's, as on a wide screen (reading.css).
  function besideWriters() {
    return document.documentElement.dataset.room === "wide" && !find(document, "[data-widget='reading-who']").hidden
  }

  /**
   * @param {LensRow} row
   * @param {ReadingFrame} frame
   */
  function shown({ depth, top, target }, frame) {
    const { hot, values } = frame
    /** @param {Likely} one */
    const shownOf = ({ word, chance, explained }) =>
      element("span", explained ? { class: "target" } : {}, element("b", {}, word), element("i", {}, percent(chance)))
    const row = element("p", {}, ...top.map(shownOf), element("span", { class: "chance target" }, percent(target.chance)))
    row.classList.toggle("here", `${depth}` === values.depth && depth < depths - 1)
    row.classList.toggle("hot", hot !== null && writerAt(depth) === hot)
    return row
  }

  /**
   * @param {LensRow[]} found
   * @param {ReadingFrame} frame
   */
  function twin(found, frame) {
    const said = found.map(
      ({ depth, top: [{ word, chance }] }) =>
        `${depth ? frame.table.labels.depth[depth] : words.embedding} ${word} ${percent(chance)}`,
    )
    return fill(words.twin, { said: said.join(", ") })
  }
}
