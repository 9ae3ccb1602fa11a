// Owns what the lab shows while it is presented: the sentence, the switchboard, the effect and one picture more, in turn.
// A link that names parts, to show or to leave out, is shown as it asks.

import { element, offer } from "lab/draw/dom"

const ALWAYS = ["sentence", "switchboard", "effect"]
const NEVER = ["says"] // the sentence says it
const FIRST = "stream" // of the pictures that take turns

const root = document.documentElement
const parts = () => [...document.querySelectorAll("main > [data-widget]")].map((part) => part.dataset.widget)
const part = (name) => document.querySelector(`main > [data-widget="${name}"]`)

// `asked` is what the link says of the page. Returns what goes on to the next picture; `redraw` follows each change of size.
export function present({ asked, strings, redraw }) {
  const rest = parts().filter((name) => ![...ALWAYS, ...NEVER, FIRST].includes(name))
  const thirds = [FIRST, ...rest].filter(part)
  const select = element("select", { "aria-label": strings.presenting.third, "aria-keyshortcuts": "t" })
  const control = element("span", { class: "third" }, element("kbd", { "aria-hidden": "true" }, "T"), " ", select)
  document.querySelector("main .about")?.before(control)
  let shown = thirds[0]

  function show() {
    const choosing = root.hasAttribute("data-presenting") && thirds.length > 1 && !asked.has("hide") && !asked.has("show")
    control.hidden = !choosing
    offer(
      select,
      thirds.map((name) => [name, strings.presenting[name] ?? strings[name].heading]),
      shown,
    )
    if (asked.has("hide") || asked.has("show")) return
    for (const name of [...thirds, ...NEVER.filter(part)]) part(name).hidden = choosing && name !== shown
  }

  function go(name) {
    shown = name
    show()
  }

  select.addEventListener("change", () => go(select.value))
  new MutationObserver(() => {
    show()
    redraw()
  }).observe(root, { attributeFilter: ["data-presenting"] })
  show()
  return () => control.hidden || go(thirds[(thirds.indexOf(shown) + 1) % thirds.length])
}
