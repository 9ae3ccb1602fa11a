// Owns the switchboard: the rows of the model, each layer's switch, key, colour and write size, and what off means.

import { cell } from "lab/words/cells"
import { element, find, offer, setStyle, setText, targetOf } from "lab/draw/dom"
import { fill, fixed } from "lab/words/format"
import { chosenWord, keyNames, readoutName } from "lab/words/names"
import { paint } from "lab/draw/palette"
import { promptText } from "lab/words/prompts"

/** @param {LabParts} parts */
export function create({ section, selection, strings }) {
  const list = find(section, ".rows")
  const ablation = find(section, "[name=ablation]", HTMLSelectElement)
  const source = find(section, "[name=source]", HTMLSelectElement)
  /** @type {HTMLElement[]} */
  let rows = []
  /** @type {string | null} */
  let shown = null

  // Anew only for another toy. The focus stays where it is.
  /** @param {Frame} frame */
  function build({ toy }) {
    shown = toy.name
    const focused = rows.findIndex((row) => row.contains(document.activeElement))
    rows = toy.sublayers.map((name, layer) => layerRow(name, layer, selection))
    const name = element("button", { type: "button", class: "what name embedding" }, strings.switchboard.embedding)
    const embedding = writerRow(-1, selection, name, element("span", { class: "detail" }))
    list.replaceChildren(
      embedding,
      ...rows,
      element(
        "li",
        { class: "row norm" },
        node(),
        explained("norm", strings.switchboard.norm[toy.norm]),
        element("span", { class: "detail" }, strings.switchboard.size),
      ),
      element("li", { class: "row readout" }, node(), explained("readout", strings.switchboard.readout)),
    )
    rows.unshift(embedding)
    rows[focused]?.querySelector("button")?.focus()
  }

  ablation.addEventListener("change", () =>
    selection.select({ ablation: selection.ablations().find((name) => name === ablation.value) }),
  )
  source.addEventListener("change", () => selection.select({ source: Number(source.value) }))

  // What an off layer writes, and what stays fixed and what is computed anew.
  /** @param {Frame} frame */
  function drawMeaning({ toy, state }) {
    const words = strings.switchboard.ablations
    offer(
      ablation,
      selection.ablations().map((name) => [name, words[name].choice]),
      state.ablation,
    )
    offer(
      source,
      selection.sources().map((number) => [number, promptText(toy, number)]),
      state.source,
    )
    find(section, ".meaning").hidden = toy.ablations.length < 2
    source.hidden = state.source === null
    setText(find(section, ".fixed"), words[state.ablation].fixed)
  }

  return {
    /** @param {Frame} frame */
    draw(frame) {
      if (frame.toy.name !== shown) build(frame)
      drawMeaning(frame)
      const { toy, token, world, before } = frame
      const longest = Math.max(token.embedding_size, ...token.sizes.flat())
      setText(find(rows[0], ".detail"), fill(strings.switchboard.of, { word: chosenWord(frame) }))
      setText(find(section, ".hint"), fill(strings.switchboard.hint, { keys: keyNames(frame, strings) }))
      const { tips } = strings.switchboard
      const names = [strings.switchboard.embedding, ...toy.sublayers]
      const said = {
        word: chosenWord(frame),
        readout: readoutName(frame, strings),
        value: fixed(frame.readout.readout[world]),
      }
      for (const [kind, tip] of Object.entries({ ...tips.rows, norm: tips.norm[toy.norm] }))
        find(list, `.what.${kind}`).dataset.tip = fill(tip, said)
      rows.forEach((row, i) => {
        const layer = i - 1
        const size = layer < 0 ? token.embedding_size : token.sizes[world][layer]
        const hollow = layer < 0 ? size : token.sizes[before][layer]
        const bar = find(row, ".size")
        setStyle(bar, "--now", size / longest)
        setStyle(bar, "--base", hollow / longest)
        bar.dataset.tip = fill(frame.moved ? tips.moved : tips.size, { name: names[i], size: fixed(size), before: fixed(hollow) })
        setText(find(row, ".number"), fixed(size))
        paint(row, layer < 0 ? frame.palette.embedding : frame.colours[layer], frame.palette)
        row.classList.toggle("hot", frame.hot === layer)
        if (layer < 0) return
        row.classList.toggle("off", !frame.isOn(layer))
        find(row, "[role=switch]").setAttribute("aria-checked", `${frame.isOn(layer)}`)
      })
    },
    /**
     * @param {Frame} frame
     * @returns {NumbersTable}
     */
    table(frame) {
      const { toy, token, world, before, base } = frame
      return {
        caption: fill(strings.switchboard.caption, { word: chosenWord(frame) }),
        columns: before === base ? strings.switchboard.columns : strings.switchboard.columnsMoved,
        rows: [
          [strings.switchboard.embedding, cell(token.embedding_size), cell(token.embedding_size)],
          ...toy.sublayers.map((name, layer) => [name, cell(token.sizes[world][layer]), cell(token.sizes[before][layer])]),
        ],
      }
    },
  }
}

// A row of a writer, brought out in every picture while it is pointed at or focused.
/**
 * @param {number} writer
 * @param {LabSelection} selection
 * @param {...Node} content
 */
function writerRow(writer, selection, ...content) {
  const row = element(
    "li",
    { class: writer < 0 ? "row embedding" : "row layer" },
    node(),
    ...content,
    element("span", { class: "size", "aria-hidden": "true", "data-writer": writer }),
    element("span", { class: "number" }),
  )
  row.addEventListener("pointerenter", ({ pointerType }) => pointerType === "mouse" && selection.bringOut(writer))
  row.addEventListener("pointerleave", () => selection.bringOut(null))
  row.addEventListener("focusin", (event) => targetOf(event).matches(":focus-visible") && selection.bringOut(writer))
  row.addEventListener("focusout", () => selection.bringOut(null))
  return row
}

// What is no layer and has no switch says what it is.
// What is a term as well has its definition one press away (definitions.js); what it is here, its tip says.
/**
 * @param {string} kind
 * @param {string} name
 */
function explained(kind, name) {
  return element("span", { class: `what name ${kind}` }, name)
}

function node() {
  return element("span", { class: "node", "aria-hidden": "true" })
}

/**
 * @param {string} name
 * @param {number} layer
 * @param {LabSelection} selection
 */
function layerRow(name, layer, selection) {
  const toggle = element(
    "button",
    { type: "button", role: "switch", "aria-checked": "true", "aria-label": name, "aria-keyshortcuts": layer + 1 },
    element("span", { class: "track" }),
    element("span", { class: "name" }, name),
  )
  const row = writerRow(layer, selection, toggle, element("kbd", { "aria-hidden": "true" }, `${layer + 1}`))
  // The node and the key stand for the switch, to who has a pointer.
  for (const place of [toggle, find(row, ".node"), find(row, "kbd")])
    place.addEventListener("click", () => selection.toggle(layer))
  return row
}
