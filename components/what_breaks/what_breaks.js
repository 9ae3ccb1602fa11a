// Owns what breaks: for each layer that is off alone and each slot of the sentence, the share of prompts whose top word is
// one that the language allows there, and in the last column the right one.

import { element, find, setStyle, setText } from "lab/draw/dom"
import { fill, fixed } from "lab/words/format"
import { dress, pointAt, share } from "lab/views/interventions"

/** @typedef {Strings["what-breaks"]} Words */

/** @param {ViewParts} parts */
export function create({ section, strings, choices }) {
  const words = strings["what-breaks"]
  const grid = find(section, ".slots")
  /** @param {number[]} shares */
  const percents = (shares) => shares.map((share) => fixed(100 * share, 0))
  /** @type {string | null} */
  let shown = null
  /** @type {{ row: HTMLElement, run: number | null }[]} */
  let rows = []

  // Depth stands upright here too: the deepest layer on top, all on at the foot, and below it a guess at random.
  /**
   * @param {InterventionsFrame} frame
   * @returns {{ name: string, shares: number[], run: number | null }[]}
   */
  const runs = ({ table, index }) => [
    ...table.slots[index("off")]
      .map((shares, run) => ({ name: run ? table.labels.run[run] : words.allOn, shares, run }))
      .toReversed(),
    { name: words.guess, shares: table.slots_guess, run: null },
  ]

  /** @param {InterventionsFrame} frame */
  function build(frame) {
    const { slot } = frame.table.labels
    const head = element("tr", {}, element("td"), ...slot.map((name) => element("th", { scope: "col" }, name)))
    rows = runs(frame).map(({ name, shares, run }) => {
      const cells = percents(shares).map((text, i) => {
        const cell = element("td", {}, element("i"), text)
        setStyle(cell, "--share", shares[i].toFixed(4))
        return cell
      })
      const row = element(
        "tr",
        { class: run === null ? "guess" : run === 0 ? "base" : "" },
        element("th", { scope: "row" }, name),
        ...cells,
      )
      if (run) pointAt(row, run, choices)
      return { row, run }
    })
    grid.replaceChildren(element("thead", {}, head), element("tbody", {}, ...rows.map(({ row }) => row)))
  }

  return {
    /** @param {InterventionsFrame} frame */
    draw(frame) {
      const { table, values } = frame
      const key = `${table.key} ${values.off}`
      if (shown !== key) build(frame)
      shown = key
      for (const { row, run } of rows) if (run) dress(row, run, frame)
      section.classList.toggle("untaught", values.toy === "and")
      setText(find(section, ".foot"), fill(values.toy === "and" ? words.footUntaught : words.foot, { off: frame.label("off") }))
      setText(find(section, ".twin"), twin(frame, words))
    },
    /**
     * @param {InterventionsFrame} frame
     * @returns {NumbersTable}
     */
    table(frame) {
      return {
        caption: fill(words.caption, { off: frame.label("off") }),
        columns: [words.run, ...frame.table.labels.slot],
        rows: runs(frame).map(({ name, shares, run }) => [run ? fill(words.without, { name }) : name, ...percents(shares)]),
      }
    },
  }
}

/**
 * @param {InterventionsFrame} frame
 * @param {Words} words
 */
function twin({ table, index }, words) {
  const shares = table.slots[index("off")]
  const last = table.labels.slot.length - 1
  /** @param {number} run */
  const right = (run) => share(shares[run][last])
  const list = table.labels.run.slice(1).map((name, i) => `${fill(words.without, { name })}: ${right(i + 1)}`)
  return fill(words.twin, { before: right(0), list: list.join(", ") })
}
