// Owns the keys. Each goes by the letter that is printed on it, and where that is none of the Latin ones, by its place: the
// digits of AZERTY without Shift, and all of them where Cyrillic, Greek or Arabic is typed. They can be turned off (in Help),
// never act with Ctrl, Alt or Meta, and leave a focused control its own. Undo and redo are told with Ctrl or ⌘, as
// everywhere; turned off are only keys that a voice or a slip could press.

import { recall, remember } from "lab/page/memory"

const TYPING = "input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, [contenteditable]"
const KEEPS_SPACE = "button, input, select, summary, a, [role=button]"
const KEEPS_ARROWS = "input, select, [role=listbox]"
const QUESTION_MARKS = "?؟"

// `actions` by key; Space plays and P presents on every page. `undo` and `redo` are told with Ctrl or ⌘.
export function listenToKeys({ undo, redo, ...actions }) {
  const all = {
    " ": () => document.querySelector(".play")?.click(),
    p: () => document.querySelector("header .present").click(),
    ...actions,
  }
  const commands = { z: undo, Z: redo, y: redo }
  const enabled = document.querySelector(".keys input")
  enabled.checked = recall("keys") !== "off"
  enabled.addEventListener("change", () => remember("keys", enabled.checked ? null : "off"))

  document.addEventListener("keydown", (event) => {
    const { target, ctrlKey, altKey, metaKey } = event
    const key = keyOf(event)
    if (
      altKey ||
      event.getModifierState("AltGraph") ||
      event.defaultPrevented ||
      document.querySelector("dialog[open]") ||
      target.matches(TYPING)
    )
      return
    const command = ctrlKey || metaKey
    if (event.repeat && !command && !key.startsWith("Arrow")) return
    if (!command && (!enabled.checked || kept(target, key))) return
    const action = command ? commands[event.shiftKey ? key.toUpperCase() : key] : all[key]
    if (!action) return
    event.preventDefault()
    action()
  })
}

// What a focused control does with a key itself.
function kept(target, key) {
  if (target.matches("select") && key.length === 1) return true
  if (key === " ") return target.matches(KEEPS_SPACE)
  return key.startsWith("Arrow") && target.matches(KEEPS_ARROWS)
}

// The key by the small letter, digit or name that it stands for. With Shift a place has no digit: the sign above it is meant.
function keyOf({ key, code, shiftKey }) {
  if (QUESTION_MARKS.includes(key)) return "?"
  if (/^[a-z0-9 ]$/i.test(key) || key.length > 1) return key.length > 1 ? key : key.toLowerCase()
  const [, letter, digit] = /^(?:Key([A-Z])|Digit([0-9]))$/.exec(code) ?? []
  if (digit) return shiftKey ? key : digit
  // Where a place prints "ö" or ";", no other letter is meant; with Shift, Arabic has signs above its letters.
  const meantItself = shiftKey ? /\p{Script=Latin}/u : /[\p{Script=Latin}\p{P}\p{S}]/u
  return letter && !meantItself.test(key) ? letter.toLowerCase() : key
}

// 1 to 9 switch layers, as far as there are any; 0 switches all on.
export function layerKeys(selection) {
  const layers = Array.from({ length: 9 }, (_, layer) => layer)
  const toggle = (layer) => () => layer < selection.frame().layers && selection.toggle(layer)
  return { 0: () => selection.switchOff([]), ...Object.fromEntries(layers.map((layer) => [layer + 1, toggle(layer)])) }
}
