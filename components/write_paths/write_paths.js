// Owns path patching: a square for each sender and receiver, as large as what the path alone does; full where it moves the
// readout towards what the source prompt says, hollow where away.

import { element, find, findAll, setArea, setText } from "lab/draw/dom"
import { fill, fixed, signed } from "lab/words/format"
import { shortName } from "lab/words/names"
import { broughtOut, dress, largestPath, pointAt, senderTold } from "lab/views/interventions"
import { marksIn } from "lab/draw/reach"

/** @typedef {Strings["write-paths"]} Words */

const LEAST = 0.05 // a largest path below this is drawn small, lest rounding look like an effect

/** @param {ViewParts} parts */
export function create({ section, strings, choices, marks }) {
  const words = strings["write-paths"]
  const grid = find(section, ".matrix-rows")
  /** @type {string | null} */
  let shown = null
  /** @type {HTMLElement[]} */
  let rows = []

  /** @param {InterventionsFrame} frame */
  function build({ table }) {
    const { component, receiver } = table.labels
    const largest = Math.max(...table.paths.flat().map((change) => Math.abs(change ?? 0)), LEAST)
    const names = [...receiver.slice(0, -1).map(shortName), words.readout, words.joint, words.whole]
    const head = element(
      "div",
      { class: "sends heads", "aria-hidden": "true" },
      element("b"),
      ...names.map((name) => element("b", {}, name)),
    )
    rows = component.map((name, sender) => {
      const press = element("button", { type: "button", class: "sender", "aria-label": fill(words.press, { name }) }, name)
      press.addEventListener("click", () => choices.select({ layer: `${sender}`, about: "paths" }))
      const cells = table.paths[sender].map((change, i) => {
        if (change === null) return element("span", { class: "cell none" })
        const tip = fill(words.tip, { sender: name, receiver: receiver[i], value: signed(change) })
        const square = element("i", { class: change < 0 ? "away" : "toward" })
        setArea(square, Math.abs(change) / largest)
        return element("span", { class: "cell", "data-tip": tip }, square)
      })
      const sums = [table.paths_joint, table.paths_whole].map((each) => element("span", { class: "sum" }, signed(each[sender])))
      const row = element(
        "div",
        { class: "sends" },
        press,
        element("span", { class: "cells", "aria-hidden": "true" }, ...cells, ...sums),
      )
      pointAt(row, sender, choices)
      marks.watch(press, { list: () => marksIn(row), points: false })
      return row
    })
    grid.replaceChildren(head, ...rows.toReversed())
  }

  return {
    /** @param {InterventionsFrame} frame */
    draw(frame) {
      const { table, values } = frame
      const [toward] = table.labels.pair
      if (shown !== table.key) build(frame)
      shown = table.key
      // The one that is brought out also stands out as a receiver.
      const out = broughtOut(frame)
      findAll(grid, ".heads b").forEach((name, i) => name.classList.toggle("out-name", i > 0 && i === out))
      rows.forEach((row, component) => {
        dress(row, component, frame)
        find(row, "button").setAttribute("aria-pressed", `${values.layer === `${component}`}`)
      })
      setText(find(section, ".squares .toward"), fill(words.key.toward, { word: toward }))
      const [, , , says] = table.labels.word
      const same = says !== toward ? ` ${fill(words.same, { word: says })}` : ""
      setText(find(section, ".foot"), words.frozen + same)
      setText(find(section, ".twin"), twin(frame, words))
    },
    /**
     * @param {InterventionsFrame} frame
     * @returns {NumbersTable}
     */
    table({ table }) {
      const { component, receiver, pair } = table.labels
      const [lead, other] = table.pair_lead.map((each) => fixed(each))
      return {
        caption: fill(words.caption, { toward: pair[0], from: pair[1], lead, other }),
        columns: [words.sender, ...receiver, words.joint, words.whole],
        rows: component
          .map((name, i) => {
            const changes = [...table.paths[i], table.paths_joint[i], table.paths_whole[i]]
            return [name, ...changes.map((change) => (change === null ? "" : signed(change)))]
          })
          .toReversed(),
      }
    },
  }
}

/**
 * @param {InterventionsFrame} frame
 * @param {Words} words
 */
function twin(frame, words) {
  const { table } = frame
  const { component, receiver, pair } = table.labels
  const list = component.map((name, i) => {
    const largest = largestPath(table, i)
    return fill(words.tip, { sender: name, receiver: receiver[largest], value: signed(table.paths[i][largest]) })
  })
  const sender = senderTold(frame)
  const [joint, whole] = [table.paths_joint, table.paths_whole].map((each) => signed(each[sender]))
  return fill(words.twin, { toward: pair[0], from: pair[1], list: list.join(", "), sender: component[sender], joint, whole })
}
