// Owns what the pictures of Reading share: which words are explained, who the writers are, and their names.

import { element, find, setStyle, setText } from "lab/draw/dom"
import { writerColours } from "lab/draw/palette"

/** @typedef {{ v: number, w: number | "mean" | null, ranked: number[] }} Asked */
/** @typedef {{ name: string, depth: number, writer: number | null, colour: string, edge: string }} NamedRow */

// The words whose readout is explained: v, and w, "mean" or null; both by their numbers.
/**
 * @param {ReadingFrame} frame
 * @returns {Asked}
 */
export function asked(frame) {
  const { values, table } = frame
  const logits = table.logit[frame.index("token")]
  const ranked = [...logits.keys()].sort((a, b) => logits[b] - logits[a])
  /** @param {string} word */
  const named = (word) => table.labels.word.indexOf(word)
  const v = values.target === "top" ? ranked[0] : named(values.target)
  if (values.against === "none") return { v, w: null, ranked }
  if (values.against === "mean") return { v, w: "mean", ranked }
  const other = values.against === "next" ? v : named(values.against)
  return { v, w: other === v ? (ranked.find((word) => word !== v) ?? null) : other, ranked }
}

// The readout of some numbers, one a word.
/**
 * @param {number[]} numbers
 * @param {Pick<Asked, "v" | "w">} asked
 */
export function readoutOf(numbers, { v, w }) {
  if (w === null) return numbers[v]
  return numbers[v] - (w === "mean" ? mean(numbers) : numbers[w])
}

/** @param {number[]} numbers */
export function mean(numbers) {
  return numbers.reduce((a, b) => a + b, 0) / numbers.length
}

// What is explained, in words, as everywhere in the lab.
/**
 * @param {ReadingFrame} frame
 * @param {Pick<Strings, "readouts">} strings
 */
export function readoutWords(frame, { readouts }) {
  const { v, w } = asked(frame)
  const { word } = frame.table.labels
  const kind = w === null ? "logit" : w === "mean" ? "centred" : "lead"
  return readouts[kind].name.replace("{target}", word[v]).replace("{against}", typeof w === "number" ? word[w] : "")
}

/** @param {ReadingFrame} frame */
export function promptWords(frame) {
  return frame.label("prompt").split(" ")
}

// Everyone who adds to the readout, in order of depth: {name, colour, edge, depth, value, said}. `depth` is where the writer
// first stands in the stream (the bias, which stands in the norm behind it, counts with the last), and `said` what it adds
// to each word.
/**
 * @param {ReadingFrame} frame
 * @param {Strings["reading"]} words
 * @returns {Writer[]}
 */
export function writers(frame, words) {
  const { table, palette } = frame
  const { labels } = table
  const question = asked(frame)
  const colours = writerColours(labels.layer.map(kindOf), palette)
  /** @type {Record<string, string>} */
  const names = words.writers
  const before = labels.part.length - labels.layer.length
  return table.contribution[frame.index("token")].map((said, i) => {
    const colour = i < before ? palette.embedding : (colours[i - before] ?? palette.muted)
    return {
      name: names[labels.writer[i]] ?? labels.writer[i],
      colour,
      edge: palette.edge(colour),
      depth: i < before ? 0 : Math.min(i - before + 1, labels.layer.length),
      value: readoutOf(said, question),
      said,
    }
  })
}

// "MLP 2" has the colours of "mlp".
/**
 * @param {string} name
 * @returns {WriterKind}
 */
function kindOf(name) {
  return name.startsWith("MLP") ? "mlp" : "attention"
}

// The words that a writer raises and lowers most beside the average word: [{word, by}], the strongest first.
/**
 * @param {number[]} said
 * @param {number} count
 */
export function raised(said, count) {
  const average = mean(said)
  const ranked = said.map((x, word) => ({ word, by: x - average })).sort((a, b) => b.by - a.by)
  const [up, down] = [ranked.filter(({ by }) => by > 0), ranked.filter(({ by }) => by < 0)]
  return { up: up.slice(0, count), down: down.slice(-count).reverse() }
}

// How strongly a writer is drawn while another one is brought out.
/**
 * @param {ReadingFrame} frame
 * @param {number} writer
 */
export function strength({ hot }, writer) {
  return hot === null || hot === writer ? 1 : 0.3
}

// A column of buttons, one a row, from the foot up: each brings its writer out, and reads the stream up to its depth; a
// second press reads the whole stream again.
/**
 * @param {HTMLElement} box
 * @param {Choices} choices
 * @returns {(rows: NamedRow[]) => void}
 */
export function nameButtons(box, choices) {
  /** @type {HTMLButtonElement[]} */
  const buttons = []
  /** @type {NamedRow[]} */
  let shown = []
  const add = () => {
    const i = buttons.length
    const button = element("button", { type: "button", class: "name" })
    for (const event of ["pointerenter", "focus"]) button.addEventListener(event, () => choices.bringOut(shown[i].writer))
    for (const event of ["pointerleave", "blur"]) button.addEventListener(event, () => choices.bringOut(null))
    button.addEventListener("click", () => choices.select({ depth: isThere(shown[i]) ? whole() : `${shown[i].depth}` }))
    buttons.push(button)
    box.append(button)
  }
  const whole = () => choices.frame().options("depth").slice(-1)[0][0]
  /** @param {NamedRow} row */
  const isThere = ({ depth }) => `${depth}` === choices.state.depth && choices.state.depth !== whole()
  return (rows) => {
    shown = rows
    while (buttons.length < rows.length) add()
    rows.forEach((row, i) => {
      setText(buttons[i], row.name)
      setStyle(buttons[i], "--writer", row.colour)
      setStyle(buttons[i], "--edge", row.edge)
      buttons[i].setAttribute("aria-pressed", `${isThere(row)}`)
    })
  }
}

// How wide `box` is beside a printed number, kept up to date: the part of a range that a number beside a bar takes, as
// a factor on what the bars span, with room on `sides` sides.
/**
 * @param {HTMLElement} box
 * @param {Choices} choices
 * @returns {(sides: number) => number}
 */
export function roomBeside(box, choices) {
  let [width, number] = [400, 55]
  new ResizeObserver(([{ contentRect }]) => {
    width = contentRect.width
    number = 4.3 * parseFloat(getComputedStyle(find(box, ".labels")).fontSize)
    if (choices.state) choices.redraw()
  }).observe(box)
  return (sides) => number / Math.max(width - sides * number, number)
}

// Whether a picture still shows these parts of a frame: painting what has not changed would make every click slower.
/** @returns {(frame: ReadingFrame, ...parts: (string | number | boolean)[]) => boolean} */
export function unchanged() {
  let last = ""
  return ({ table, hot, palette }, ...parts) => {
    const key = [table.key, hot, palette.ground, ...parts].join()
    const same = key === last
    last = key
    return same
  }
}
