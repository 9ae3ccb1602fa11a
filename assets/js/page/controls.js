// Owns the controls of a view's settings: each list and slider named after one is tied to it, wherever it stands.

import { offer, setText } from "lab/draw/dom"

export function tieControls(choices, settings) {
  const controls = settings.flatMap(({ name }) => [...document.querySelectorAll(`[name="${name}"]`)])
  for (const control of controls) {
    const { name, type } = control
    const value = () => (type === "range" ? choices.offered(name)[control.value][0] : control.value)
    control.addEventListener(type === "range" ? "input" : "change", () => choices.select({ [name]: value() }))
  }
  return () => {
    for (const control of controls) {
      const { name } = control
      const options = choices.offered(name)
      const place = options.findIndex(([value]) => value === choices.state[name])
      if (control.type === "range") slide(control, options, place)
      else offer(control, options, choices.state[name])
      control.closest("label")?.toggleAttribute("hidden", options.length < 2)
    }
  }
}

function slide(control, options, place) {
  control.min = 0
  control.max = options.length - 1
  control.value = place
  const [, label] = options[place]
  control.setAttribute("aria-valuetext", label)
  const says = control.parentElement.querySelector("output")
  if (says) setText(says, label)
}
