// Owns the keys. They can be turned off (in Help), never act with Ctrl, Alt or Meta, and leave a focused control its own.

const TYPING = "input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, [contenteditable]"
const KEEPS_SPACE = "button, input, select, summary, a"
const KEEPS_ARROWS = "input, select, [role=listbox]"

// `actions` by key; Space plays and P presents on every page.
export function listenToKeys(actions) {
  const all = {
    " ": () => document.querySelector(".play")?.click(),
    p: () => document.querySelector("header .present").click(),
    ...actions,
  }
  const enabled = document.querySelector(".keys input")

  document.addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, altKey, metaKey } = event
    if (event.repeat && !key.startsWith("Arrow")) return
    if (!enabled.checked || ctrlKey || altKey || metaKey || event.defaultPrevented || document.querySelector("dialog[open]")) return
    if (target.matches(TYPING) || (target.matches("select") && key.length === 1)) return
    if (key === " " && target.matches(KEEPS_SPACE)) return
    if (key.startsWith("Arrow") && target.matches(KEEPS_ARROWS)) return
    const action = all[key.length === 1 ? key.toLowerCase() : key]
    if (!action) return
    event.preventDefault()
    action()
  })
}

// 1 to 9 switch layers, as far as there are any; 0 switches all on.
export function layerKeys(selection) {
  const layers = Array.from({ length: 9 }, (_, layer) => layer)
  const toggle = (layer) => () => layer < selection.frame().layers && selection.toggle(layer)
  return { 0: () => selection.switchOff([]), ...Object.fromEntries(layers.map((layer) => [layer + 1, toggle(layer)])) }
}
