// Owns the effect's other face: three answers to how much each layer matters, in the switchboard's rows, and beside them
// what every two layers do together. They belong to all worlds, so no switch changes them.

import { NARROWEST } from "lab/draw/axis"
import { element, setArea, setStyle } from "lab/draw/dom"
import { cell } from "lab/words/cells"
import { addUp, fill, fixed, signed } from "lab/words/format"

/** @typedef {Strings["effect"]} Words */

/** @type {(keyof Answers<unknown>)[]} */
const ANSWERS = ["leave_one_out", "shapley", "add_one_in"] // from the top of a row down
const SPACING = 0.27 // of a row
const HALF = 0.1

/** @param {Frame} frame */
function everyBar({ toy, readout }) {
  return toy.sublayers.flatMap((name, layer) =>
    ANSWERS.map((answer, i) => ({
      name,
      layer,
      answer,
      y: layer + 1.5 + SPACING * (1 - i),
      size: readout.answers[answer][layer],
    })),
  )
}

/**
 * @param {Frame} frame
 * @param {Words} words
 * @returns {Row[]}
 */
export function answerQuads(frame, words) {
  const { colours, palette, hot } = frame
  return everyBar(frame).map(({ name, layer, answer, y, size }) => ({
    left: Math.min(0, size),
    right: Math.max(0, size),
    bottom: y - HALF,
    top: y + HALF,
    fill: answer === "leave_one_out" ? palette.ground : answer === "shapley" ? colours[layer] : palette.muted,
    line: answer === "add_one_in" ? palette.muted : palette.edge(colours[layer]),
    alpha: hot === null || hot === layer ? 1 : 0.3,
    tip: `${name}, ${words.answers[answer]}: ${fixed(size)}`,
    writer: layer,
    along: "row",
  }))
}

// Over all prompts, from the lowest to the highest of each answer.
/**
 * @param {Frame} frame
 * @returns {Row[]}
 */
export function spreads(frame) {
  const { readout, palette } = frame
  if (!readout.lowest) return []
  return everyBar(frame).map(({ layer, answer, y }) => ({
    x0: readout.lowest[answer][layer],
    x1: readout.highest[answer][layer],
    y0: y,
    y1: y,
    line: palette.ink,
    alpha: 1,
    width: 1,
  }))
}

/**
 * @param {Frame} frame
 * @returns {Span}
 */
export function spanOfAnswers({ readout }) {
  const values = [readout.answers, readout.lowest, readout.highest].flatMap((each) =>
    each ? ANSWERS.flatMap((answer) => each[answer]) : [],
  )
  return [Math.min(0, ...values), Math.max(0, ...values)]
}

// Each two layers as a square, as large as what they do together: full where they need each other, hollow where each
// stands in for the other.
/**
 * @param {HTMLElement} box
 * @param {Frame} frame
 */
export function drawPairs(box, { readout, toy, layers }) {
  const rows = layers + 3
  const largest = Math.max(...readout.pairs.flat().map(Math.abs), NARROWEST)
  /**
   * @param {HTMLElement} node
   * @param {number} column
   * @param {number} row
   */
  const place = (node, column, row) => {
    setStyle(node, "left", `${(100 * (column + 0.5)) / layers}%`)
    setStyle(node, "bottom", `${(100 * (row + 0.5)) / rows}%`)
    return node
  }
  const heads = toy.sublayers.map((_, i) => place(element("b", {}, `${i + 1}`), i, layers + 1))
  const cells = readout.pairs.flatMap((row, i) =>
    row.map((value, j) => {
      if (i === j) return place(element("s"), j, i + 1)
      const tip = `${toy.sublayers[i]} × ${toy.sublayers[j]}: ${signed(value)}`
      const cell = element("i", { class: value < 0 ? "instead" : "together", "data-tip": tip })
      setArea(cell, Math.abs(value) / largest)
      return place(cell, j, i + 1)
    }),
  )
  box.replaceChildren(...heads, ...cells)
}

/**
 * @param {Frame} frame
 * @param {Strings} strings
 * @param {string} readout
 * @returns {NumbersTable}
 */
export function answersTable(frame, { effect: words, rounded }, readout) {
  const { toy } = frame
  const { answers, pairs } = frame.readout
  const sums = ANSWERS.map((answer) => {
    const whole = answers[answer].reduce((a, b) => a + b, 0)
    return cell(whole, fixed, addUp(answers[answer], whole) ? "" : rounded)
  })
  return {
    caption: fill(words.answersCaption, { readout }),
    columns: [words.layer, ...ANSWERS.map((answer) => words.answers[answer]), ...toy.sublayers.map((_, i) => `× ${i + 1}`)],
    rows: [
      ...toy.sublayers.map((name, layer) => [
        name,
        ...ANSWERS.map((answer) => cell(answers[answer][layer])),
        ...pairs[layer].map((value, other) => (other === layer ? "" : cell(value, signed))),
      ]),
      [words.added, ...sums, ...toy.sublayers.map(() => "")],
    ],
  }
}

/**
 * @param {Frame} frame
 * @param {Words} words
 * @param {string} readout
 */
export function answersTwin(frame, words, readout) {
  const list = frame.toy.sublayers.map((name, layer) => {
    const values = ANSWERS.map((answer) => `${words.answers[answer]} ${fixed(frame.readout.answers[answer][layer])}`)
    return `${name}: ${values.join(", ")}`
  })
  return fill(words.answersTwin, { readout, list: list.join("; ") })
}
