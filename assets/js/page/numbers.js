// Owns the tables behind the pictures: each chart's numbers, shown when asked for, as printed or in full; what is copied from
// them is what programs read.

import { exactOf, plain, textOf } from "lab/words/cells"
import { element } from "lab/draw/dom"

const dialog = document.getElementById("numbers")
const full = dialog.querySelector(".full input")
const copy = dialog.querySelector(".copy")
let shown = null

export function openNumbers(table) {
  shown = table
  copied("copy")
  fillTable(table)
  dialog.showModal()
}

full.addEventListener("change", () => fillTable(shown))

// The whole table in full, with tabs as a spreadsheet takes them.
copy.addEventListener("click", () => {
  const { columns, rows } = shown
  put = [columns, ...rows].map((cells) => cells.map(exactOf).join("\t")).join("\n")
  // The newer way asks for a permission that a sandboxed frame does not have.
  copied(document.execCommand("copy") ? "copied" : "copy")
  put = null
})

let put = null

// A selected part of the table keeps its lines and tabs.
dialog.addEventListener("copy", (event) => {
  const lines = getSelection().toString().split("\n")
  event.clipboardData.setData("text/plain", put ?? lines.map((line) => line.split("\t").map(plain).join("\t")).join("\n"))
  event.preventDefault()
})

function copied(state) {
  copy.textContent = copy.dataset[state]
}

function fillTable({ caption, columns, rows }) {
  const text = full.checked ? exactOf : textOf
  const head = element("tr", {}, ...columns.map((name) => element("th", { scope: "col" }, name)))
  const number = (cell) => typeof cell === "object" || /\d/.test(cell)
  const note = (cell) => (cell.note && !full.checked ? [element("span", { class: "rounded" }, ` ${cell.note}`)] : [])
  const body = rows.map(([name, ...cells]) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, name),
      ...cells.map((cell) => element("td", number(cell) ? { class: "number" } : {}, text(cell), ...note(cell))),
    ),
  )
  dialog
    .querySelector("table")
    .replaceChildren(element("caption", {}, caption), element("thead", {}, head), element("tbody", {}, ...body))
}
