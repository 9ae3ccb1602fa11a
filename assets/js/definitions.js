// Owns the definitions of terms, in place: the first time a part prints a term, the word itself opens what it means. The list
// is assets/text/definitions.md, a term with the forms it is printed in; the text on the screen stays as it is.

import { element } from "lab/dom"

// Where terms stand. Charts' labels are many and small; what can be pressed has no other button in it.
const TEXTS =
  "h2, .hint, [role=status], .foot, .said, .fixed, .note, .legend li > span, .key li, .column-name, .row.norm, .row.readout, .speaks, .by-hand th, .slots caption"
const OTHERS = "button, select, a, output, [role=button], [role=switch], [aria-hidden=true], .twin, .hidden, .chip"
const LABELS = ".labels, .matrix-rows"
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
  const lists = [...part.querySelectorAll(".head select")]
  const shown = () => [...texts.map((text) => `${text.textContent}${text.getElementsByClassName("term").length}`), ...lists.map(chosenIn)].join()
  if (marked.get(part) === shown()) return
  for (const beside of part.querySelectorAll(".term.beside")) beside.remove()
  const known = new Set([...part.querySelectorAll(".term")].map((term) => term.dataset.term))
  for (const text of texts) markIn(text, known)
  for (const list of lists) markBeside(list, known)
  marked.set(part, shown())
}

// A term that stands nowhere but on marks, which cannot be pressed for it, has a mark beside its part's heading. It comes
// last, once all parts are marked.
export function markLabels(main) {
  const known = new Set([...main.querySelectorAll(".term:not(.of-labels)")].filter((term) => !term.closest("[hidden]")).map((term) => term.dataset.term))
  for (const part of main.querySelectorAll("[data-widget]")) {
    const head = part.querySelector(".head h2")
    const printed = [...part.querySelectorAll(LABELS)].map((labels) => [...labels.querySelectorAll("*")].map(ownText).join(" | ")).join(" | ")
    const wanted = new Map()
    if (head) for (const [form] of printed.matchAll(PRINTED)) if (!known.has(articleOf(form).id)) wanted.set(articleOf(form).id, form)
    for (const id of wanted.keys()) known.add(id)
    const there = [...part.querySelectorAll(".of-labels")]
    for (const mark of there) if (!wanted.delete(mark.dataset.term)) mark.remove()
    for (const form of [...wanted.values()].reverse()) head.after(sign(form, "of-labels"))
  }
}

function ownText(node) {
  return [...node.childNodes].filter((child) => child.nodeType === Node.TEXT_NODE).map(({ data }) => data).join("")
}

function chosenIn(list) {
  return list.selectedOptions[0]?.textContent ?? ""
}

// What is chosen in a list stands in something that is pressed already: its term has a mark of its own beside it.
function markBeside(list, known) {
  for (const [form] of chosenIn(list).matchAll(PRINTED)) {
    if (known.has(articleOf(form).id)) continue
    list.after(sign(form, "beside"))
    return
  }
}

function sign(form, kind) {
  const mark = termOf(form, "?")
  mark.classList.add(kind)
  mark.title = form
  mark.setAttribute("aria-label", form)
  return mark
}

function termOf(form, text = form) {
  return element("span", { class: "term", role: "button", tabindex: "0", "aria-haspopup": "dialog", "data-term": articleOf(form).id }, text)
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
      word.replaceWith(termOf(form))
    }
  }
}

function articleOf(form) {
  return terms.get(form) ?? terms.get(form[0].toLowerCase() + form.slice(1))
}

function open(term) {
  opener = term
  for (const article of articles) article.hidden = article.id !== term.dataset.term
  box.setAttribute("aria-labelledby", `${term.dataset.term}-name`)
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
document.addEventListener("pointerdown", ({ target }) => (pressed = box.matches(":popover-open") && target.closest(".term") === opener ? opener : null), true)
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
