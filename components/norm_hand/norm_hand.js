// Owns the table by hand of Norms: one vector through both norms and through one residual layer in every placement.

import { element, find, setText } from "lab/draw/dom"
import { fill, fixed } from "lab/words/format"

/** @typedef {Strings["norm-hand"]} Words */
/** @typedef {ReturnType<typeof read>[number]} HandRow */

/** @param {ViewParts} parts */
export function create({ section, strings }) {
  const words = strings["norm-hand"]
  return {
    /** @param {NormsFrame} frame */
    draw(frame) {
      const rows = read(frame, words)
      const head = ["", ...norms(frame)].map((name, i) =>
        i ? element("th", { scope: "col", class: frame.index("norm") === i - 1 ? "chosen" : "" }, name) : element("td"),
      )
      find(section, "thead tr").replaceChildren(...head)
      find(section, "tbody").replaceChildren(...rows.map((row) => rowOf(row, frame)))
      const { input, branch } = frame.values
      setText(find(section, ".foot"), `${words.inputs[input]} ${words.branches[branch]}`)
      setText(find(section, ".twin"), twin(frame, rows, words))
    },
    /**
     * @param {NormsFrame} frame
     * @returns {NumbersTable}
     */
    table(frame) {
      return {
        caption: fill(words.caption, { input: frame.label("input"), branch: frame.label("branch") }),
        columns: [words.form, ...norms(frame).flatMap((name) => [name, words.length])],
        rows: read(frame, words).map(({ formula, cells }) => [
          formula,
          ...cells.flatMap(({ vector, length }) => [vector, length]),
        ]),
      }
    },
  }
}

/** @param {NormsFrame} frame */
function norms(frame) {
  return frame.options("norm").map(([, name]) => name)
}

// A row a form: the norm alone, then one layer in each placement; a cell a norm.
/**
 * @param {NormsFrame} frame
 * @param {Words} words
 */
function read(frame, words) {
  const [input, branch] = [frame.index("input"), frame.index("branch")]
  const { table } = frame
  return table.labels.form.map((form, i) => ({
    form,
    formula: words.formulas[form],
    cells: table.hand[input][branch][i].map((numbers, norm) => ({
      vector: `(${numbers
        .filter((x) => x !== null)
        .map(short)
        .join(", ")})`,
      length: lengthOf(table.hand_length[input][branch][i][norm], table.hand_root[input][branch][i][norm]),
    })),
  }))
}

/**
 * @param {HandRow} row
 * @param {NormsFrame} frame
 */
function rowOf({ form, formula, cells }, frame) {
  const chosen = form === frame.values.placement
  const at = frame.index("norm")
  return element(
    "tr",
    { class: chosen ? "chosen" : "" },
    element("th", { scope: "row" }, formula),
    ...cells.map(({ vector, length }, i) =>
      element("td", { class: i === at ? "chosen" : "" }, vector, " ", element("small", {}, length)),
    ),
  )
}

/**
 * @param {NormsFrame} frame
 * @param {HandRow[]} rows
 * @param {Words} words
 */
function twin(frame, rows, words) {
  const at = frame.index("norm")
  const [norm] = rows
  const own = rows.find(({ form }) => form === frame.values.placement) ?? norm
  return fill(words.twin, {
    input: frame.label("input"),
    branch: frame.label("branch"),
    layer: norm.cells[0].vector,
    rms: norm.cells[1].vector,
    placement: frame.label("placement"),
    after: own.cells[at].vector,
    length: own.cells[at].length,
  })
}

// Two decimals, those that say nothing left out.
/** @param {number} x */
function short(x) {
  return fixed(x).replace(/\.?0+$/, "")
}

// √2 where the square is a whole number that Python names, unless the root is one too.
/**
 * @param {number} length
 * @param {number | null} root
 */
function lengthOf(length, root) {
  return root === null || Number.isInteger(Math.sqrt(root)) ? short(length) : `√${root}`
}
