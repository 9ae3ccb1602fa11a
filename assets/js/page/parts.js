// Owns which parts of the page are shown: `show` names them, or `hide` those that are left out, and `show` beats `hide`.

import { problem } from "lab/state/query"

const inMain = () => [...document.querySelectorAll("main [data-widget]")].map((part) => part.dataset.widget)
const partOf = (name) => document.querySelector(`[data-widget="${name}"], [data-part="${name}"]`)

// The page's parts that stand on this screen: a link to the whole lab fits each of its widgets.
export function partsHere({ parts }) {
  return parts.filter(partOf)
}

// Takes out of `asked`, a link's own words as a Map, what cannot be had, and returns the sentences about it.
export function judgeParts(asked, { parts, vocabulary }) {
  const sentences = []
  for (const key of ["show", "hide"]) {
    if (!asked.has(key)) continue
    const got = asked.get(key)
    const names = [...new Set(got.split(","))]
    const [right, wrong] = [true, false].map((known) => names.filter((name) => parts.includes(name) === known))
    const say = (kind, text) => sentences.push(problem(vocabulary, kind, text, { key, parts: parts.join(", ") }).sentence)
    if (wrong.length) say("parts", wrong.join(","))
    const isLeft = inMain().some((name) => right.includes(name) === (key === "show"))
    if (right.length && !isLeft) say("no-parts", got)
    if (right.length === 0 || !isLeft) asked.delete(key)
    else asked.set(key, right.join(","))
    if (asked.has("show")) asked.delete("hide")
  }
  return sentences
}

// The parts that a link's words, once judged, leave on this screen. The settings stand in the header, so they bring it.
export function shownParts(asked, page) {
  const names = (key) => asked.get(key)?.split(",") ?? []
  const here = partsHere(page)
  if (!asked.has("show")) return new Set(here.filter((name) => !names("hide").includes(name)))
  return new Set(here.filter((name) => names("show").includes(name) || (name === "header" && names("show").includes("settings"))))
}

// Says which parts are shown by whichever of the two words takes less room, or by none where all are anyway.
export function sayShown(asked, shown, page) {
  const here = partsHere(page)
  const [show, hide] = [true, false].map((there) => here.filter((name) => shown.has(name) === there).join(","))
  asked.delete("show")
  asked.delete("hide")
  // A file may carry fewer: a link to it must then say that all are shown.
  const carried = page.kept.some(([key]) => key === "show" || key === "hide")
  if (hide || carried) asked.set(...(show.length < hide.length || !hide ? ["show", show] : ["hide", hide]))
}

// Whether one more part can be left out: there must be something to see, and the settings go with the header.
export function canBeLeftOut(name, shown) {
  const rest = inMain().filter((part) => shown.has(part))
  return rest.length > 1 || rest[0] !== name
}

// Parts left out come last, so that the grid counts those that are there.
export function leaveOut(shown, page) {
  for (const name of partsHere(page)) {
    if (shown.has(name)) continue
    const part = partOf(name)
    part.hidden = true
    if (part.parentElement.localName === "main") part.parentElement.append(part)
  }
}
