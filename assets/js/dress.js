// Owns how the page is dressed: light or dark, and text size. A link's word comes first, then the reader's own preference.
// What the reader changes stands in the link if the link said something of it, and is found again after a reload.

import { notify } from "lab/notices"
import { judgeParts, leaveOut, shownParts } from "lab/parts"
import { problem } from "lab/query"

const THEMES = ["light", "dark"]
const SIZES = ["normal", "large"]

const root = document.documentElement
const button = (name) => document.querySelector(`header .${name}`)

// `kept` is what the link says of the page. Returns its good parts as a Map; `redraw` follows a theme, `rewrite` a change
// of what the link must say.
export function dressPage({ kept, page, redraw, rewrite }) {
  const asked = new Map(kept)
  const worn = history.state?.dress ?? {}
  const preference = matchMedia("(prefers-color-scheme: dark)")
  notify("dress", refused(asked, page), page.strings.notices.dismiss)
  leaveOut(shownParts(asked, page), page)
  let chosen = asked.has("theme") || "theme" in worn

  const wear = (theme) => {
    root.dataset.theme = theme
    button("dark").setAttribute("aria-pressed", String(theme === "dark"))
    redraw()
  }
  const enlarge = (large) => {
    root.toggleAttribute("data-presenting", large)
    button("present").setAttribute("aria-pressed", String(large))
  }
  const say = (key, value) => {
    if (asked.has(key)) asked.set(key, value)
    rewrite()
  }

  button("dark").addEventListener("click", () => {
    chosen = true
    wear(root.dataset.theme === "dark" ? "light" : "dark")
    say("theme", root.dataset.theme)
  })
  button("present").addEventListener("click", () => {
    enlarge(!root.hasAttribute("data-presenting"))
    say("size", root.hasAttribute("data-presenting") ? "large" : "normal")
  })
  preference.addEventListener("change", () => chosen || wear(preference.matches ? "dark" : "light"))
  enlarge("theme" in worn ? "presenting" in worn : asked.get("size") === "large")
  wear(worn.theme ?? asked.get("theme") ?? root.dataset.theme)
  return asked
}

// Takes out of `asked` what cannot be had, and says so.
function refused(asked, page) {
  const sentences = []
  for (const [key, options] of Object.entries({ theme: THEMES, size: SIZES })) {
    if (!asked.has(key) || options.includes(asked.get(key))) continue
    sentences.push(problem(page.problems, "choice", asked.get(key), { key, options: options.join(", ") }).sentence)
    asked.delete(key)
  }
  return [...sentences, ...judgeParts(asked, page)]
}
