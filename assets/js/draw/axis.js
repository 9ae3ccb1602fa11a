// Owns what stands around the marks of a chart: ticks, grid lines and labels in HTML, placed by percentages.

import { element, setStyle } from "lab/draw/dom"
import { fixed, superscript } from "lab/words/format"

export const NARROWEST = 0.05 // what two decimals can still tell apart; below it only rounding would be drawn

// The range of a scale that shows `low` to `high` with some part of that as room at either end.
/**
 * @param {Span} range
 * @param {number} part
 * @returns {Span}
 */
export function withRoom([low, high], part) {
  const width = Math.max(high - low, NARROWEST)
  const room = (width - (high - low)) / 2 + part * width
  return [low - room, high + room]
}

/**
 * @param {Span} range
 * @returns {Tick[]}
 */
export function niceTicks([low, high], wanted = 5) {
  const raw = (high - low) / wanted
  const power = 10 ** Math.floor(Math.log10(raw))
  const step = ([1, 2, 5].find((m) => m * power >= raw) ?? 10) * power
  const digits = Math.max(0, -Math.floor(Math.log10(step)))
  const ticks = []
  for (let i = Math.ceil(low / step); i * step <= high + 1e-9 * step; i++)
    ticks.push({ at: i * step, text: fixed(i * step, digits), zero: i === 0 })
  return ticks
}

/**
 * @param {Span} range
 * @returns {Tick[]}
 */
export function decadeTicks([low, high], wanted = 4) {
  const step = Math.max(1, Math.ceil((high - low) / wanted))
  const ticks = []
  for (let power = Math.ceil(low); power <= high; power++) if (power % step === 0) ticks.push({ at: power, text: decade(power) })
  return ticks
}

/** @param {number} power */
function decade(power) {
  return power >= -2 && power <= 3 ? String(Number(`1e${power}`)) : `10${superscript(power)}`
}

// Fills `box` with one element a tick: a hairline across the chart and its number outside the frame.
/**
 * @param {HTMLElement} box
 * @param {Tick[]} ticks
 * @param {Span} range
 * @param {"x" | "y"} along
 */
export function drawTicks(box, ticks, [low, high], along) {
  box.replaceChildren(
    ...ticks.map(({ at, text, zero }) => {
      const tick = document.createElement("span")
      tick.className = zero ? "tick zero" : "tick"
      const part = `${(100 * (at - low)) / (high - low)}%`
      tick.style[along === "x" ? "left" : "bottom"] = part
      const label = document.createElement("span")
      label.textContent = text
      tick.append(label)
      return tick
    }),
  )
}

// Names the rows of the ladder from the foot up, for where no switchboard stands beside a picture (assets/css/ladder.css).
/**
 * @param {HTMLElement} section
 * @param {Toy} toy
 * @param {{ switchboard: RowWords }} strings
 */
export function nameRows(section, { sublayers, norm }, { switchboard: words }) {
  const names = [words.embedding, ...sublayers, words.norm[norm], words.readout]
  const box = /** @type {HTMLElement} */ (section.querySelector(".names-of-rows"))
  box.replaceChildren(...names.map((name) => element("li", {}, name)))
}

// A pool of labels that are moved and rewritten, never rebuilt: [{left, bottom, text, className}] in percent.
/**
 * @param {HTMLElement} box
 * @param {Label[]} labels
 */
export function placeLabels(box, labels) {
  while (box.children.length < labels.length) box.append(document.createElement("span"))
  for (const [i, label] of /** @type {HTMLElement[]} */ ([...box.children]).entries()) {
    const { left, bottom, text, className } = labels[i] ?? { text: "", className: "" }
    if (label.textContent !== text) label.textContent = text
    if (label.className !== className) label.className = className
    if (text === "") continue
    setStyle(label, "left", `${left.toFixed(2)}%`)
    setStyle(label, "bottom", `${bottom.toFixed(2)}%`)
  }
}
