// Owns the keys. They can be turned off (in Help), never act with Ctrl, Alt or Meta, and leave a focused control its own.

const TYPING = "input:not([type=radio]):not([type=checkbox]):not([type=range]), textarea, [contenteditable]"
const KEEPS_SPACE = "button, input, select, summary, a"
const KEEPS_ARROWS = "input, select, [role=listbox]"

export function listenToKeys(selection, { play, present, help, enabled }) {
  const actions = {
    0: () => selection.switchOff([]),
    " ": play,
    ArrowLeft: () => selection.step(selection.state.step - 1),
    ArrowRight: () => selection.step(selection.state.step + 1),
    r: () => selection.reset(),
    p: present,
    "?": help,
  }

  document.addEventListener("keydown", (event) => {
    const { key, target, ctrlKey, altKey, metaKey } = event
    if (event.repeat && !key.startsWith("Arrow")) return
    if (!enabled() || ctrlKey || altKey || metaKey || event.defaultPrevented || document.querySelector("dialog[open]")) return
    if (target.matches(TYPING) || (target.matches("select") && key.length === 1)) return
    if (key === " " && target.matches(KEEPS_SPACE)) return
    if (key.startsWith("Arrow") && target.matches(KEEPS_ARROWS)) return
    const action = layerOf(key, selection) ?? actions[key.length === 1 ? key.toLowerCase() : key]
    if (!action) return
    event.preventDefault()
    action()
  })
}

function layerOf(key, selection) {
  const layer = Number(key) - 1
  return /^[1-9]$/.test(key) && layer < selection.frame().layers ? () => selection.toggle(layer) : undefined
}
