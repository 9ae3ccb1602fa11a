// Owns the words of the prompt in the header: chips of which one is chosen, or, for a sentence of the reader's own, lists.

import { element } from "lab/draw/dom"
import { fill } from "lab/words/format"

/**
 * @param {Strings["settings"]} words
 * @param {string} word
 * @param {number} token from 1
 */
export function radioName(words, word, token) {
  return `${words.word} ${token}: ${word}`
}

/**
 * @param {Strings["settings"]} words
 * @param {string} word
 * @param {number} token
 */
function radio(words, word, token) {
  return element("input", { type: "radio", name: "token", value: token, "aria-label": radioName(words, word, token) })
}

/**
 * @param {Strings["settings"]} words
 * @param {string} word
 * @param {number} token
 */
export function chip(words, word, token) {
  return element("label", { class: "chip" }, radio(words, word, token), element("span", {}, word))
}

// A word that is chosen from a list, the place's own words first, as the toy's prompts have them there.
/**
 * @param {Strings["settings"]} words
 * @param {Toy} toy
 * @param {string} word
 * @param {number} token
 */
export function writtenChip(words, toy, word, token) {
  const usual = [...new Set(toy.prompts.map((prompt) => prompt[token - 1]))]
  /** @type {(label: string, some: string[]) => HTMLOptGroupElement} */
  const group = (label, some) => element("optgroup", { label }, ...some.map((each) => element("option", { value: each }, each)))
  const rest = toy.vocab.filter((each) => !usual.includes(each))
  const list = element("select", { "aria-label": fill(words.write, { token }) })
  list.append(group(toy.slots?.[token - 1] ?? "", usual), group(words.others, rest))
  const pick = element(
    "label",
    { class: "chip" },
    radio(words, word, token),
    element("span", { "aria-hidden": "true" }, `${token}`),
  )
  return element("span", { class: "written" }, pick, list)
}
