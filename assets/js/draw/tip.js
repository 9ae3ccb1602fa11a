// Owns the page's one tip: a line that names the mark under the pointer, the finger or the focus, beside it and within
// the window. It is a live region, so that what the eye is shown is also read aloud.

import { element, setText } from "lab/draw/dom"

const GAP = 1 // px between a mark and its tip
const EDGE = 4 // px that the window keeps free of it

const tip = element("div", { id: "tip", "aria-live": "polite" })
document.body.append(tip)

// Above the box, or below where there is no room; around `x`, else around the box's own middle. `quiet`: not read aloud.
/**
 * @param {string} text
 * @param {Pick<DOMRect, "left" | "right" | "top" | "bottom">} box
 * @param {{ x?: number, quiet?: boolean }} how
 */
export function showTip(text, { left, right, top, bottom }, { x = (left + right) / 2, quiet = false }) {
  tip.ariaLive = quiet ? "off" : "polite"
  setText(tip, text)
  const { clientWidth, clientHeight } = document.documentElement
  const { offsetWidth: width, offsetHeight: height } = tip
  const above = top - GAP - height
  const below = Math.min(bottom + GAP, clientHeight - EDGE - height)
  // Held at the window's nearer side, so that it stays within when its text grows.
  const isLeft = x < clientWidth / 2
  const middle = isLeft ? x : clientWidth - x
  const inset = `${Math.max(EDGE, Math.min(middle - width / 2, clientWidth - EDGE - width))}px`
  tip.style.left = isLeft ? inset : "auto"
  tip.style.right = isLeft ? "auto" : inset
  tip.style.top = `${Math.max(EDGE, above >= EDGE ? above : below)}px`
}

/** @param {string} text */
export function renameTip(text) {
  setText(tip, text)
}

export function hideTip() {
  setText(tip, "")
}
