// Owns how the page is dressed: light or dark, text size and typeface, and its colours (look.js). A link's word comes
// first, then the reader's own preference. What the reader changes stands in the link if the link said something of it,
// and is found again after a reload.

import { judgeLook, wearLook } from "lab/page/look"
import { notify } from "lab/page/notices"
import { judgeParts, leaveOut, shownParts } from "lab/page/parts"
import { problem } from "lab/state/query"

const root = document.documentElement
const button = (name) => document.querySelector(`header .${name}`)

// `kept` is what the link says of the page. Returns its good parts as a Map; `redraw` follows a theme, `redrawNow` and then
// `paint` do so without waiting for a frame, and `rewrite` follows a change of what the link must say.
export function dressPage({ kept, page, redraw, redrawNow, paint, rewrite }) {
  const asked = new Map(kept)
  const worn = history.state?.dress ?? {}
  const preference = matchMedia("(prefers-color-scheme: dark)")
  const sentences = refused(asked, page)
  const { sentences: ofLook, look } = judgeLook(asked, page)
  notify("dress", [...sentences, ...ofLook], page.strings.notices.dismiss)
  leaveOut(shownParts(asked, page), page)
  const usual = () => (look && asked.has("ground") ? look.theme : preference.matches ? "dark" : "light")
  let chosen = asked.has("theme") || "theme" in worn

  const wear = (theme) => {
    root.dataset.theme = theme
    wearLook(look, theme)
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
  // Paper is white, whatever the screen is. Two listeners, since what the first one patches is taken in between them.
  let screen = null
  addEventListener("beforeprint", () => {
    screen = root.dataset.theme
    root.dataset.theme = "light"
    wearLook(null, "light")
    redrawNow()
  })
  addEventListener("beforeprint", paint)
  addEventListener("afterprint", () => wear(screen))
  preference.addEventListener("change", () => chosen || wear(usual()))
  matchMedia("(forced-colors: active)").addEventListener("change", redraw)
  if (asked.has("font")) root.dataset.font = asked.get("font")
  else delete root.dataset.font
  enlarge("theme" in worn ? "presenting" in worn : asked.get("size") === "large")
  wear(worn.theme ?? asked.get("theme") ?? usual())
  return asked
}

// Takes out of `asked` what cannot be had, and says so.
function refused(asked, page) {
  const sentences = []
  for (const [key, options] of Object.entries(page.vocabulary.dress)) {
    if (!asked.has(key) || options.includes(asked.get(key))) continue
    sentences.push(problem(page.vocabulary, "choice", asked.get(key), { key, options: options.join(", ") }).sentence)
    asked.delete(key)
  }
  return [...sentences, ...judgeParts(asked, page)]
}
