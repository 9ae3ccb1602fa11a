// Owns the tables behind the pictures: each chart's numbers, shown when asked for.

import { element } from "lab/dom"

const dialog = document.getElementById("numbers")

export function openNumbers(table) {
  fillTable(table)
  dialog.showModal()
}

function fillTable({ caption, columns, rows }) {
  const head = element("tr", {}, ...columns.map((name) => element("th", { scope: "col" }, name)))
  const body = rows.map(([name, ...cells]) =>
    element("tr", {}, element("th", { scope: "row" }, name), ...cells.map((cell) => element("td", /\d/.test(cell) ? { class: "number" } : {}, cell))),
  )
  dialog
    .querySelector("table")
    .replaceChildren(element("caption", {}, caption), element("thead", {}, head), element("tbody", {}, ...body))
}
