// Owns marks that answer: a bar, a dot, a segment or a square that is pointed at, tapped or walked to names itself in the
// page's tip and brings its writer out everywhere; pressed, it does what it is for, or keeps its writer out until it is
// pressed again or Escape is. A mark is {tip, writer, press, along} with its edges as parts of its chart (figure.js), or
// with an `element`. Any element with `data-tip` is one too.
//
// A chart is one tab stop; arrows, Home and End walk its marks (walk.js). A finger's first tap names, its second presses; one that does something does it at once.
// Only pointer, key and scroll events ask where anything is, never a redraw.

import { element, setStyle, targetOf } from "lab/draw/dom"
import { boxOf, markOf, meant, placeOf } from "lab/draw/reach"
import { hideTip, renameTip, showTip } from "lab/draw/tip"
import { walk } from "lab/draw/walk"

/** @typedef {"keys" | "pointer"} How a mark came to be named */
/**
 * @typedef {object} Watched
 * @property {HTMLElement} box
 * @property {() => Standing[]} list
 * @property {number | null} at which of its marks was named last
 * @property {boolean} [quiet] what has keys of its own is read aloud by them
 */
/**
 * @typedef {object} Pinning what the page's choices do for marks
 * @property {number | null} pinned
 * @property {(writer: number | null) => void} bringOut
 * @property {(writer: number | null) => void} pin
 * @property {(listener: () => void) => void} onReset
 */

export class Marks {
  /**
   * @param {Pinning} choices
   * @param {{ kept: string }} words
   */
  constructor(choices, words) {
    this.choices = choices
    this.words = words
    /** @type {{ chart: Watched, at: number, how: How, x?: number } | null} */
    this.now = null
    this.pointer = "mouse"
    this.ring = element("div", { class: "mark-ring", "aria-hidden": "true" })
    choices.onReset(() => this.leave())
    addEventListener("resize", () => this.leave())
    addEventListener("scroll", () => (this.now?.how === "keys" ? this.place() : this.leave()), true)
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.letGo())
    document.addEventListener("pointerdown", (event) => this.pressed(event), true)
    this.watchElements()
  }

  // `list()` gives the marks in `box`. `keys`: whether it is a tab stop whose arrows walk them; `points`: whether pointing
  // near a mark means it.
  /**
   * @param {HTMLElement} box
   * @param {{ list: () => Standing[], keys?: boolean, points?: boolean }} given
   */
  watch(box, { list, keys = true, points = true }) {
    /** @type {Watched} */
    const chart = { box, list, at: null, quiet: !keys }
    if (points) this.watchPointer(chart)
    if (keys) this.watchKeys(chart)
    return { name: (/** @type {number} */ at) => this.show(chart, at, "keys"), leave: () => this.leave(chart) }
  }

  /** @param {Watched} chart */
  watchPointer(chart) {
    const { box } = chart
    box.addEventListener("pointermove", (event) => {
      if (event.pointerType === "touch") return
      this.pointer = event.pointerType
      const at = this.find(chart, event)
      if (at === null) this.leave(chart)
      else this.show(chart, at, "pointer", event.clientX)
    })
    box.addEventListener("pointerleave", ({ pointerType }) => pointerType === "touch" || this.leave(chart))
    box.addEventListener("click", (event) => {
      const at = this.find(chart, event)
      if (at === null) this.leave(chart)
      else this.tap(chart, at, event.clientX)
    })
  }

  /** @param {Watched} chart */
  watchKeys(chart) {
    const { box } = chart
    if (box.tabIndex < 0) box.tabIndex = 0
    const isButton = box.localName === "button"
    // A chart is walked into by Tab. To press it is to press the page: the arrows are the page's again.
    box.addEventListener("mousedown", (event) => {
      if (isButton) return
      event.preventDefault()
      if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    })
    box.addEventListener("focus", () => {
      const marks = chart.list()
      if (!marks.length || isButton || !box.matches(":focus-visible")) return
      const at = chart.at !== null && chart.at in marks ? chart.at : walk(marks.map(placeOf), null, "Home")
      if (at !== null) this.show(chart, at, "keys")
    })
    box.addEventListener("blur", () => this.leave(chart))
    box.addEventListener("keydown", (event) => {
      const { key, ctrlKey, altKey, metaKey, target } = event
      const marks = chart.list()
      if (ctrlKey || altKey || metaKey || !marks.length || target !== box) return
      const to = walk(marks.map(placeOf), chart.at, key)
      const mark = chart.at === null ? undefined : marks[chart.at]
      if (to !== null) this.show(chart, to, "keys")
      else if ((key === "Enter" || key === " ") && mark && canPress(mark)) this.press(mark)
      else return
      event.preventDefault()
    })
  }

  // Elements with `data-tip`, wherever they are; `data-writer` is whose mark it is.
  watchElements() {
    /**
     * @param {EventTarget | null} node
     * @returns {Watched | null}
     */
    const chartOf = (node) => {
      const box = node instanceof Element ? node.closest("[data-tip]") : null
      return box instanceof HTMLElement ? { box, at: 0, list: () => [markOf(box)] } : null
    }
    /** @param {Watched} chart */
    const isAt = (chart) => this.now?.chart.box === chart.box
    document.addEventListener("pointerover", ({ target, pointerType, clientX }) => {
      const chart = chartOf(target)
      if (chart && !isAt(chart) && pointerType !== "touch") this.show(chart, 0, "pointer", clientX)
    })
    document.addEventListener("pointerout", ({ target, relatedTarget, pointerType }) => {
      const chart = chartOf(target)
      if (!chart || pointerType === "touch" || (relatedTarget instanceof Node && chart.box.contains(relatedTarget))) return
      this.leave(isAt(chart) ? this.now?.chart : chart)
    })
    document.addEventListener("focusin", (event) => {
      const node = targetOf(event)
      const chart = node.matches(":focus-visible") && chartOf(node)
      if (chart) this.show(chart, 0, "keys")
    })
    document.addEventListener(
      "focusout",
      (event) => this.now?.chart.box === targetOf(event).closest("[data-tip]") && this.leave(),
    )
    document.addEventListener("click", ({ target, clientX, detail }) => {
      const chart = chartOf(target)
      if (chart && detail > 0) this.tap(isAt(chart) && this.now ? this.now.chart : chart, 0, clientX)
    })
  }

  /** @param {PointerEvent} event */
  pressed(event) {
    this.pointer = event.pointerType
    if (this.pointer === "touch" && this.now && !this.now.chart.box.contains(targetOf(event))) this.leave()
  }

  /**
   * @param {Watched} chart
   * @param {{ clientX: number, clientY: number }} event
   */
  find({ box, list }, { clientX, clientY }) {
    return meant(list(), box.getBoundingClientRect(), { x: clientX, y: clientY, pointer: this.pointer })
  }

  /**
   * @param {Watched} chart
   * @param {number} at
   * @param {How} how
   * @param {number} [x]
   */
  show(chart, at, how, x) {
    const mark = chart.list()[at]
    if (this.now && this.now.chart !== chart) this.leave()
    chart.at = at
    this.now = { chart, at, how, x }
    if (hasWriter(mark) || !mark.element) this.choices.bringOut(mark.writer ?? null)
    chart.box.classList.toggle("pressable", canPress(mark))
    this.place()
  }

  place() {
    if (!this.now) return
    const { chart, at, how, x } = this.now
    const mark = chart.list()[at]
    showTip(this.told(mark), boxOf(mark, chart.box.getBoundingClientRect()), { x, quiet: chart.quiet })
    this.circle(chart, mark, how)
  }

  // After a redraw the mark may say something else, or be there no more.
  drawn() {
    if (!this.now) return
    const { chart, at, how } = this.now
    const mark = chart.box.isConnected && chart.list()[at]
    if (!mark) return this.leave()
    renameTip(this.told(mark))
    this.circle(chart, mark, how)
  }

  /** @param {Standing} mark */
  told(mark) {
    const isKept = hasWriter(mark) && !mark.press && mark.writer === this.choices.pinned
    return `${mark.tip}${isKept ? this.words.kept : ""}`
  }

  // An element is told apart wherever it is named; a mark on a canvas, which a redraw may move, where keys led to it.
  /**
   * @param {Watched} chart
   * @param {Standing} mark
   * @param {How} how
   */
  circle(chart, { element: node, left, right, bottom, top }, how) {
    for (const marked of document.querySelectorAll(".marked")) if (marked !== node) marked.classList.remove("marked")
    if (node) node.classList.toggle("marked", node !== chart.box)
    if (node || how !== "keys") return this.ring.remove()
    if (this.ring.parentNode !== chart.box.parentNode) chart.box.after(this.ring)
    /** @param {number} part */
    const percent = (part) => `${(100 * part).toFixed(2)}%`
    setStyle(this.ring, "left", percent((left + right) / 2))
    setStyle(this.ring, "bottom", percent((bottom + top) / 2))
    setStyle(this.ring, "width", percent(right - left))
    setStyle(this.ring, "height", percent(top - bottom))
  }

  // A finger names a mark before it keeps its writer out; a mouse has named it already.
  /**
   * @param {Watched} chart
   * @param {number} at
   * @param {number} x
   */
  tap(chart, at, x) {
    const isNamed = this.now?.chart === chart && chart.at === at
    const mark = chart.list()[at]
    this.show(chart, at, "pointer", x)
    if (this.pointer !== "touch" || isNamed || mark.press) this.press(mark)
  }

  /** @param {Standing} mark */
  press(mark) {
    if (mark.press) mark.press()
    else if (hasWriter(mark)) this.choices.pin(mark.writer)
    this.place()
  }

  /** @param {Watched} [chart] */
  leave(chart = this.now?.chart) {
    if (!chart || this.now?.chart !== chart) return
    this.now = null
    hideTip()
    this.ring.remove()
    chart.box.classList.remove("pressable")
    for (const marked of document.querySelectorAll(".marked")) marked.classList.remove("marked")
    this.choices.bringOut(null)
  }

  letGo() {
    if (document.querySelector("dialog[open]")) return
    const focused = this.now?.how === "keys" ? this.now.chart : null
    this.leave()
    this.choices.pin(null)
    if (focused?.box.matches("[role=img]")) focused.box.blur()
  }
}

/**
 * @param {Mark} mark
 * @returns {mark is Mark & { writer: number }}
 */
function hasWriter(mark) {
  return (mark.writer ?? null) !== null
}

/** @param {Mark} mark */
function canPress(mark) {
  return Boolean(mark.press) || hasWriter(mark)
}
