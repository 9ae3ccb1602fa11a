// Owns the definitions of terms, in place: the first time a part prints a term, the word itself opens what it means. The list
// is assets/text/en/definitions.md, a term with the forms it is printed in; the text on the screen stays as it is.

import { element } from "lab/draw/dom"

// Where terms stand. Charts' labels are many and small; what can be pressed has no other button in it.
const TEXTS =
  "h2, .hint, [role=status], .foot, .said, .fixed, .note, .legend li > span, .key li, .column-name, .row.norm, .row.readout, .speaks, .by-hand th, .slots caption"
const OTHERS = "button, select, a, output, [role=button], [role=switch], [aria-hidden=true], .twin, .hidden, .chip"
const LABELS = ".labels, .matrix-rows, .inside"
const MARGIN = 8

const box = document.getElementById("definition")
const articles = [...box.querySelectorAll("[data-forms]")]
const terms = new Map(articles.flatMap((article) => article.dataset.forms.split(", ").map((form) => [form, article])))
// A form in small letters may begin a sentence.
const either = (form) => form.replace(/^\p{Ll}/u, (first) => `[${first}${first.toUpperCase()}]`)
const longest = [...terms.keys()].sort((a, b) => b.length - a.length)
const PRINTED = new RegExp(`(?<![\\p{L}\\p{N}-])(?:${longest.map(either).join("|")})(?![\\p{L}\\p{N}]|-\\p{L})`, "gu")

const marked = new WeakMap()
let opener = null
let pressed = null

// Marks what a part prints now, each term once.
export function markTerms(part) {
  const texts = [...part.querySelectorAll(TEXTS)]
  const shown = () => texts.map((text) => `${text.textContent}${text.getElementsByClassName("term").length}`).join()
  if (marked.get(part) === shown()) return
  const known = idsOf(part.querySelectorAll(".term:not(.sign)"))
  for (const text of texts) markIn(text, known)
  marked.set(part, shown())
}

// A term that stands nowhere but on marks, which cannot be pressed for it, or in what a list shows as chosen, is defined by
// a sign in its part's head, one for all of them, behind the list if that is what it says. It comes last, once all parts are marked.
export function markLabels(main) {
  const known = idsOf([...main.querySelectorAll(".term:not(.sign)")].filter((term) => !term.closest("[hidden]")))
  for (const part of main.querySelectorAll("[data-widget]")) {
    const head = part.querySelector(".head h2")
    if (!head) continue
    const here = idsOf(part.querySelectorAll(".term:not(.sign)"))
    const chosen = [...part.querySelectorAll(".head select")].map(chosenIn).join(" | ")
    const labels = [...part.querySelectorAll(LABELS)]
      .map((all) => [...all.querySelectorAll("*")].map(ownText).join(" | "))
      .join(" | ")
    const wanted = new Map()
    for (const [text, defined] of [
      [chosen, here],
      [labels, known],
    ])
      for (const [form] of text.matchAll(PRINTED)) if (!defined.has(articleOf(form).id)) wanted.set(articleOf(form).id, form)
    for (const id of wanted.keys()) known.add(id)
    const there = part.querySelector(".sign")
    const ids = [...wanted.keys()].join(" ")
    if (there?.dataset.term === ids) continue
    there?.remove()
    const after = chosen.match(PRINTED) ? [...part.querySelectorAll(".head select")].pop() : head
    if (ids) after.after(sign(ids, [...wanted.values()].join(", ")))
  }
}

function idsOf(marks) {
  return new Set([...marks].flatMap((term) => term.dataset.term.split(" ")))
}

function ownText(node) {
  return [...node.childNodes]
    .filter((child) => child.nodeType === Node.TEXT_NODE)
    .map(({ data }) => data)
    .join("")
}

function chosenIn(list) {
  return list.selectedOptions[0]?.textContent ?? ""
}

function sign(ids, forms) {
  const mark = termOf(ids, "?")
  mark.classList.add("sign")
  mark.title = forms
  mark.setAttribute("aria-label", forms)
  return mark
}

function termOf(ids, text) {
  return element("span", { class: "term", role: "button", tabindex: "0", "aria-haspopup": "dialog", "data-term": ids }, text)
}

function markIn(text, known) {
  const walker = document.createTreeWalker(text, NodeFilter.SHOW_TEXT)
  const nodes = []
  while (walker.nextNode()) if (!walker.currentNode.parentElement.closest(OTHERS)) nodes.push(walker.currentNode)
  for (const node of nodes) {
    let [rest, from] = [node, 0]
    for (const { 0: form, index } of node.data.matchAll(PRINTED)) {
      const { id } = articleOf(form)
      if (known.has(id)) continue
      known.add(id)
      const word = rest.splitText(index - from)
      rest = word.splitText(form.length)
      from = index + form.length
      word.replaceWith(termOf(id, form))
    }
  }
}

function articleOf(form) {
  return terms.get(form) ?? terms.get(form[0].toLowerCase() + form.slice(1))
}

function open(term) {
  opener = term
  const ids = term.dataset.term.split(" ")
  for (const article of articles) article.hidden = !ids.includes(article.id)
  box.setAttribute("aria-labelledby", ids.map((id) => `${id}-name`).join(" "))
  box.showPopover()
  place(term.getBoundingClientRect())
  box.focus()
}

// Below the word, or above it where there is more room, and never beyond the window.
function place({ left, top, bottom }) {
  const { width, height } = box.getBoundingClientRect()
  const { clientWidth, clientHeight } = document.documentElement
  const below = bottom + MARGIN + height <= clientHeight || top < clientHeight - bottom
  const y = below ? bottom + MARGIN : top - MARGIN - height
  box.style.left = `${Math.max(MARGIN, Math.min(left, clientWidth - width - MARGIN))}px`
  box.style.top = `${Math.max(MARGIN, Math.min(y, clientHeight - height - MARGIN))}px`
}

// A word that is pressed while its own definition is open closes it; the browser has done so by then.
document.addEventListener(
  "pointerdown",
  ({ target }) => (pressed = box.matches(":popover-open") && target.closest(".term") === opener ? opener : null),
  true,
)
document.addEventListener("click", (event) => {
  const term = event.target.closest(".term")
  if (!term) return
  event.preventDefault() // a label's control is not meant
  if (term !== pressed) open(term)
  pressed = null
})
document.addEventListener("keydown", (event) => {
  const { key, target, ctrlKey, altKey, metaKey } = event
  if (ctrlKey || altKey || metaKey || (key !== "Enter" && key !== " ") || !target.matches(".term")) return
  event.preventDefault()
  open(target)
})

// The word may have been printed anew meanwhile.
box.addEventListener("toggle", ({ newState }) => {
  if (newState === "open" || document.activeElement !== document.body || opener?.isConnected) return
  document.querySelector(`.term[data-term="${opener.dataset.term}"]`)?.focus()
})
