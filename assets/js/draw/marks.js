// Owns marks that answer: a bar, a dot, a segment or a square that is pointed at, tapped or walked to names itself in the
// page's tip and brings its writer out everywhere; pressed, it does what it is for, or keeps its writer out until it is
// pressed again or Escape is. A mark is {tip, writer, press, along} with its edges as parts of its chart (figure.js), or
// with an `element`. Any element with `data-tip` is one too.
//
// A chart is one tab stop; arrows, Home and End walk its marks (walk.js). A finger's first tap names, its second presses; one that does something does it at once.
// Only pointer, key and scroll events ask where anything is, never a redraw.

import { element, setStyle } from "lab/draw/dom"
import { hideTip, renameTip, showTip } from "lab/draw/tip"
import { walk } from "lab/draw/walk"

const REACH = { mouse: 10, pen: 16, touch: 24 } // px from a mark that still mean it
const DOT = 4 // px from a dot's middle to its edge
const OFF_LINE = 12 // px beside a row or column that still mean its mark

export class Marks {
  constructor(choices, words) {
    Object.assign(this, { choices, words, now: null, pointer: "mouse" })
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
  watch(box, { list, keys = true, points = true }) {
    const chart = { box, list, at: null, quiet: !keys } // what has keys of its own is read aloud by them
    if (points) this.watchPointer(chart)
    if (keys) this.watchKeys(chart)
    return { name: (at) => this.show(chart, at, "keys"), leave: () => this.leave(chart) }
  }

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

  watchKeys(chart) {
    const { box } = chart
    if (box.tabIndex < 0) box.tabIndex = 0
    const isButton = box.localName === "button"
    // A chart is walked into by Tab. To press it is to press the page: the arrows are the page's again.
    box.addEventListener("mousedown", (event) => {
      if (isButton) return
      event.preventDefault()
      document.activeElement.blur()
    })
    box.addEventListener("focus", () => {
      const marks = chart.list()
      if (marks.length && !isButton && box.matches(":focus-visible"))
        this.show(chart, chart.at in marks ? chart.at : walk(marks, null, "Home"), "keys")
    })
    box.addEventListener("blur", () => this.leave(chart))
    box.addEventListener("keydown", (event) => {
      const { key, ctrlKey, altKey, metaKey, target } = event
      const marks = chart.list()
      if (ctrlKey || altKey || metaKey || !marks.length || target !== box) return
      const to = walk(marks, chart.at, key)
      const mark = marks[chart.at]
      if (to !== null) this.show(chart, to, "keys")
      else if ((key === "Enter" || key === " ") && mark && canPress(mark)) this.press(mark)
      else return
      event.preventDefault()
    })
  }

  // Elements with `data-tip`, wherever they are; `data-writer` is whose mark it is.
  watchElements() {
    const chartOf = (node) => {
      const box = node.closest?.("[data-tip]")
      return box && { box, at: 0, list: () => [markOf(box)] }
    }
    const isAt = (chart) => this.now?.chart.box === chart.box
    document.addEventListener("pointerover", ({ target, pointerType, clientX }) => {
      const chart = chartOf(target)
      if (chart && !isAt(chart) && pointerType !== "touch") this.show(chart, 0, "pointer", clientX)
    })
    document.addEventListener("pointerout", ({ target, relatedTarget, pointerType }) => {
      const chart = chartOf(target)
      if (chart && pointerType !== "touch" && !chart.box.contains(relatedTarget)) this.leave(isAt(chart) ? this.now.chart : chart)
    })
    document.addEventListener("focusin", ({ target }) => {
      const chart = target.matches(":focus-visible") && chartOf(target)
      if (chart) this.show(chart, 0, "keys")
    })
    document.addEventListener("focusout", ({ target }) => this.now?.chart.box === target.closest("[data-tip]") && this.leave())
    document.addEventListener("click", ({ target, clientX, detail }) => {
      const chart = chartOf(target)
      if (chart && detail > 0) this.tap(isAt(chart) ? this.now.chart : chart, 0, clientX)
    })
  }

  pressed({ pointerType, target }) {
    this.pointer = pointerType
    if (pointerType === "touch" && this.now && !this.now.chart.box.contains(target)) this.leave()
  }

  // The mark that a place in the window means: the nearest within reach, of those at one place the last.
  find(chart, { clientX, clientY }) {
    const frame = chart.box.getBoundingClientRect()
    const far = chart.list().map((mark) => distance(boxOf(mark, frame), mark.along, clientX, clientY))
    const least = Math.min(...far)
    return least <= (REACH[this.pointer] ?? REACH.mouse) ? far.lastIndexOf(least) : null
  }

  show(chart, at, how, x) {
    const mark = chart.list()[at]
    if (this.now && this.now.chart !== chart) this.leave()
    chart.at = at
    this.now = { chart, how, x }
    if (hasWriter(mark) || !mark.element) this.choices.bringOut(mark.writer ?? null)
    chart.box.classList.toggle("pressable", canPress(mark))
    this.place()
  }

  place() {
    const { chart, how, x } = this.now
    const mark = chart.list()[chart.at]
    showTip(this.told(mark), boxOf(mark, chart.box.getBoundingClientRect()), { x, quiet: chart.quiet })
    this.circle(chart, mark, how)
  }

  // After a redraw the mark may say something else, or be there no more.
  drawn() {
    if (!this.now) return
    const { chart, how } = this.now
    const mark = chart.box.isConnected && chart.list()[chart.at]
    if (!mark) return this.leave()
    renameTip(this.told(mark))
    this.circle(chart, mark, how)
  }

  told(mark) {
    const isKept = hasWriter(mark) && !mark.press && mark.writer === this.choices.pinned
    return isKept ? `${mark.tip}${this.words.kept}` : mark.tip
  }

  // An element is told apart wherever it is named; a mark on a canvas, which a redraw may move, where keys led to it.
  circle(chart, { element: node, left, right, bottom, top }, how) {
    for (const marked of document.querySelectorAll(".marked")) if (marked !== node) marked.classList.remove("marked")
    if (node) node.classList.toggle("marked", node !== chart.box)
    if (node || how !== "keys") return this.ring.remove()
    if (this.ring.parentNode !== chart.box.parentNode) chart.box.after(this.ring)
    const percent = (part) => `${(100 * part).toFixed(2)}%`
    setStyle(this.ring, "left", percent((left + right) / 2))
    setStyle(this.ring, "bottom", percent((bottom + top) / 2))
    setStyle(this.ring, "width", percent(right - left))
    setStyle(this.ring, "height", percent(top - bottom))
  }

  // A finger names a mark before it keeps its writer out; a mouse has named it already.
  tap(chart, at, x) {
    const isNamed = this.now?.chart === chart && chart.at === at
    const mark = chart.list()[at]
    this.show(chart, at, "pointer", x)
    if (this.pointer !== "touch" || isNamed || mark.press) this.press(mark)
  }

  press(mark) {
    if (mark.press) mark.press()
    else if (hasWriter(mark)) this.choices.pin(mark.writer)
    if (this.now) this.place()
  }

  leave(chart = this.now?.chart) {
    if (!this.now || this.now.chart !== chart) return
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

function hasWriter({ writer = null }) {
  return writer !== null
}

function canPress(mark) {
  return Boolean(mark.press) || hasWriter(mark)
}

// The marks of elements, given as parts of the box around them.
export function marksIn(box) {
  const frame = box.getBoundingClientRect()
  return [...box.querySelectorAll("[data-tip]")].map((node) => {
    const { left, right, top, bottom } = node.getBoundingClientRect()
    const [across, up] = [(x) => (x - frame.left) / frame.width, (y) => (frame.bottom - y) / frame.height]
    return { ...markOf(node), left: across(left), right: across(right), bottom: up(bottom), top: up(top) }
  })
}

function markOf(node) {
  const { tip, writer } = node.dataset
  return { element: node, tip, ...(writer === undefined ? {} : { writer: Number(writer) }) }
}

function boxOf({ element: node, left, right, bottom, top }, frame) {
  if (node) return node.getBoundingClientRect()
  const radius = left === right && top === bottom ? DOT : 0
  return {
    left: frame.left + left * frame.width - radius,
    right: frame.left + right * frame.width + radius,
    top: frame.bottom - top * frame.height - radius,
    bottom: frame.bottom - bottom * frame.height + radius,
  }
}

// How far a place is from a box. Of a mark that has its row or its column to itself, all of that is near.
function distance({ left, right, top, bottom }, along, x, y) {
  const across = Math.max(left - x, 0, x - right)
  const up = Math.max(top - y, 0, y - bottom)
  if (along === "row") return up > OFF_LINE ? Infinity : up + across / 1000
  if (along === "column") return across > OFF_LINE ? Infinity : across + up / 1000
  const middle = Math.hypot(x - (left + right) / 2, y - (top + bottom) / 2)
  return Math.hypot(across, up) + middle / 10000 // of marks that overlap, the one whose middle is nearer
}
