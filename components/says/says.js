// Owns what the model says: the likeliest next words, with all layers on and now. A word that is pressed becomes the word
// that is explained.

import { element, find, setStyle, setText } from "lab/draw/dom"
import { cell } from "lab/words/cells"
import { fill, percent } from "lab/words/format"
import { wordName } from "lab/words/names"

/** @typedef {Strings["says"]} Words */
/** @typedef {ReturnType<typeof chances>} Chances */

const SHOWN = 4

/** @param {LabParts} parts */
export function create({ section, selection, strings }) {
  const words = strings.says
  const list = find(section, ".bars")
  const rows = Array.from({ length: SHOWN }, () =>
    element(
      "li",
      {},
      element("button", { type: "button", class: "word" }),
      element(
        "span",
        { class: "pair", "aria-hidden": "true" },
        element("i", { class: "before" }),
        element("i", { class: "now" }),
      ),
      element("span", { class: "number" }),
    ),
  )
  list.replaceChildren(...rows)
  const buttons = rows.map((row) => find(row, "button", HTMLButtonElement))
  /** @type {ReadoutTable | null} */
  let listed = null
  /** @type {number[]} */
  let offered = []
  /** @type {number | null} */
  let asked = null
  list.addEventListener("click", ({ target }) => {
    const pressed = buttons.find((button) => button === target)
    if (!pressed) return
    asked = Number(pressed.value)
    selection.select({ target: asked })
  })

  return {
    /** @param {Frame} frame */
    draw(frame) {
      const shown = topWords(frame)
      if (listed !== frame.readout) [listed, offered] = [frame.readout, selection.targets()]
      rows.forEach((row, i) => {
        row.hidden = i >= shown.length
        if (row.hidden) return
        const { word, before, now } = shown[i]
        row.classList.toggle("target", word === frame.state.target)
        const name = wordName(frame.toy, word)
        const isTarget = word === frame.state.target
        setText(buttons[i], name)
        buttons[i].value = `${word}`
        buttons[i].setAttribute("aria-pressed", `${isTarget}`)
        buttons[i].disabled = !isTarget && !offered.includes(word)
        buttons[i].dataset.tip = fill(isTarget ? words.explained : words.explain, { name })
        setStyle(find(row, ".before"), "width", `${(100 * before).toFixed(2)}%`)
        setStyle(find(row, ".now"), "width", `${(100 * now).toFixed(2)}%`)
        setText(find(row, ".number"), printed(frame, before, now))
      })
      // The focus follows the word that was pressed, which may now have another place.
      if (asked === frame.state.target) {
        if (list.contains(document.activeElement)) buttons.find(({ value }) => Number(value) === asked)?.focus()
        asked = null
      }
      section.classList.toggle("moved", frame.moved)
      setText(find(section, ".hint"), hint(frame, words))
      setText(find(section, ".twin"), twin(frame, shown, words))
    },
    /**
     * @param {Frame} frame
     * @returns {NumbersTable}
     */
    table: (frame) => ({
      caption: words.caption,
      columns: frame.before === frame.base ? words.columns : words.columnsMoved,
      rows: frame.token.order.map((word) => {
        const { before, now } = chances(frame, word)
        return [wordName(frame.toy, word), cell(before, percent), cell(now, percent)]
      }),
    }),
  }
}

/**
 * @param {Frame} frame
 * @param {Words} words
 */
function hint({ moved, before, base }, words) {
  if (!moved) return words.hintOn
  return before === base ? words.hintOff : words.hintMoved
}

/**
 * @param {Frame} frame
 * @param {number} word
 */
function chances({ token, world, before: start }, word) {
  return { word, before: token.probs[start][word], now: token.probs[world][word] }
}

// The best words of the run with all layers on; the best word now and the target always have a place among them.
/** @param {Frame} frame */
function topWords(frame) {
  const { token, world, state } = frame
  const bestNow = token.probs[world].indexOf(Math.max(...token.probs[world]))
  const must = new Set([bestNow, state.target])
  const rest = token.order.filter((word) => !must.has(word)).slice(0, Math.max(0, SHOWN - must.size))
  return token.order.filter((word) => must.has(word) || rest.includes(word)).map((word) => chances(frame, word))
}

/**
 * @param {Frame} frame
 * @param {number} before
 * @param {number} now
 */
function printed({ moved }, before, now) {
  return moved ? `${percent(before)} → ${percent(now)}` : percent(now)
}

/**
 * @param {Frame} frame
 * @param {Chances[]} shown
 * @param {Words} words
 */
function twin(frame, shown, words) {
  const list = shown.map(({ word, before, now }) => `${wordName(frame.toy, word)} ${printed(frame, before, now)}`)
  return fill(words.twin, { list: list.join(", ") })
}
