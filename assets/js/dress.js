// Owns how the page is dressed: light or dark, text size, and which parts are left out. A link's word comes first, then
// the reader's own preference. What the reader changes stands in the link if the link said something of it, and is found
// again after a reload.

import { notify } from "lab/notices"
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
  leaveOut(asked.get("hide")?.split(",") ?? [])
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
function refused(asked, { parts, problems }) {
  const sentences = []
  const refuse = (kind, got, facts) => sentences.push(problem(problems, kind, got, facts).sentence)
  for (const [key, options] of Object.entries({ theme: THEMES, size: SIZES })) {
    if (!asked.has(key) || options.includes(asked.get(key))) continue
    refuse("choice", asked.get(key), { key, options: options.join(", ") })
    asked.delete(key)
  }
  if (!asked.has("hide")) return sentences
  const names = [...new Set(asked.get("hide").split(","))]
  const [right, wrong] = [true, false].map((known) => names.filter((name) => parts.includes(name) === known))
  if (wrong.length) refuse("hide", wrong.join(","), { parts: parts.join(", ") })
  const empty = [...document.querySelectorAll("main > [data-widget]")].every((part) => right.includes(part.dataset.widget))
  if (empty) refuse("hide-all", asked.get("hide"))
  if (empty || right.length === 0) asked.delete("hide")
  else asked.set("hide", right.join(","))
  return sentences
}

// Parts left out come last, so that the grid counts those that are there.
function leaveOut(names) {
  for (const name of names) {
    const part = document.querySelector(`[data-widget="${name}"], [data-part="${name}"]`)
    if (!part) continue
    part.hidden = true
    if (part.parentElement.localName === "main") part.parentElement.append(part)
  }
}
