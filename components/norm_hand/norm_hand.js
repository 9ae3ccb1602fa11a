// Owns the table by hand of Norms: one vector through both norms and through one residual layer in every placement.

import { element, setText } from "lab/draw/dom"
import { fill, fixed } from "lab/words/format"

export function create({ section, strings }) {
  const words = strings["norm-hand"]
  return {
    draw(frame) {
      const rows = read(frame, words)
      const head = ["", ...norms(frame)].map((name, i) =>
        i ? element("th", { scope: "col", class: frame.index("norm") === i - 1 ? "chosen" : "" }, name) : element("td"),
      )
      section.querySelector("thead tr").replaceChildren(...head)
      section.querySelector("tbody").replaceChildren(...rows.map((row) => rowOf(row, frame)))
      const { input, branch } = frame.values
      setText(section.querySelector(".foot"), `${words.inputs[input]} ${words.branches[branch]}`)
      setText(section.querySelector(".twin"), twin(frame, rows, words))
    },
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

function norms(frame) {
  return frame.options("norm").map(([, name]) => name)
}

// A row a form: the norm alone, then one layer in each placement; a cell a norm.
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

function twin(frame, rows, words) {
  const at = frame.index("norm")
  const own = rows.find(({ form }) => form === frame.values.placement)
  const [norm] = rows
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
function short(x) {
  return fixed(x).replace(/\.?0+$/, "")
}

// √2 where the square is a whole number that Python names, unless the root is one too.
function lengthOf(length, root) {
  return root === null || Number.isInteger(Math.sqrt(root)) ? short(length) : `√${root}`
}
