// Owns the settings: the prompt and its words, what is explained, and which toy in which training.

import { element, offer, setText } from "lab/draw/dom"
import { fill } from "lab/words/format"
import { wordName } from "lab/words/names"
import { ALL_PROMPTS, promptText, sentence } from "lab/words/prompts"

const OWN = "own" // in the list of prompts: the words themselves become lists

export function create({ section, selection, strings }) {
  const words = strings.settings
  const part = (name) => section.querySelector(`[name=${name}]`)
  const prompt = section.querySelector(".prompt")
  let chips = ""
  let writing = false // whether the words are lists to choose from

  const choose = (name, read = (text) => text) =>
    part(name).addEventListener("change", ({ target }) => selection.select({ [name]: read(target.value) }))
  choose("toy")
  choose("readout")
  for (const name of ["seed", "target", "against"]) choose(name, Number)
  part("prompt").addEventListener("change", ({ target: { value } }) => {
    writing = value === OWN
    if (writing) offerPrompt(selection.frame())
    else selection.select({ prompt: /^\d+$/.test(value) ? Number(value) : value })
  })
  prompt.addEventListener("change", ({ target }) => {
    if (target.name === "token") selection.select({ token: Number(target.value) })
    if (!target.matches(".words select")) return
    const chosen = [...prompt.querySelectorAll(".words select")].map(({ value }) => value)
    selection.select({ prompt: sentence(selection.toy(), chosen) })
  })
  selection.onReset(() => (writing = false))

  const list = (name, options, chosen) => offer(part(name), options, chosen)

  // A sentence of one's own can be had wherever a server is.
  function offerPrompt({ toy, state, token }) {
    const canWrite = toy.reads_any && selection.carried === null && state.prompt !== ALL_PROMPTS
    writing = canWrite && (writing || typeof state.prompt === "string")
    const key = `${toy.name} ${writing || toy.prompt}`
    if (chips !== key) {
      chips = key
      const made = toy.tokens.map((word, i) => (writing ? writtenChip(toy, word, i + 1) : chip(word, i + 1)))
      prompt.querySelector(".words").replaceChildren(...made)
    }
    // While one is written the lists stay, as one of them has the focus.
    if (writing)
      for (const [i, one] of [...prompt.querySelectorAll(".written")].entries()) {
        one.querySelector("select").value = toy.tokens[i]
        one.querySelector("input").ariaLabel = radioName(toy.tokens[i], i + 1)
      }
    section.querySelector(".unsaid").hidden = token.said !== false
    const tokens = selection.tokens()
    for (const word of prompt.querySelectorAll("input")) word.disabled = !tokens.includes(Number(word.value))
    prompt.querySelector(`[value="${state.token}"]`).checked = true
    prompt.hidden = toy.tokens.length < 2
    list(
      "prompt",
      [
        ...selection.prompts().map((number) => [number, promptName(toy, number)]),
        ...(typeof state.prompt === "string" ? [[state.prompt, promptText(toy, state.prompt)]] : []),
        ...(canWrite && !writing ? [[OWN, words.own]] : []),
      ],
      state.prompt,
    )
    const count = toy.prompts.length
    section.querySelector(".which").hidden = count < 2
    setText(section.querySelector(".which span"), which(state.prompt, count))
  }

  function which(prompt, count) {
    if (typeof prompt === "string") return words.ownShort
    return prompt === ALL_PROMPTS ? fill(words.all, { count }) : `${prompt} / ${count}`
  }

  function promptName(toy, number) {
    const count = toy.prompts.length
    return number === ALL_PROMPTS ? fill(words.together, { count }) : `${number}: ${promptText(toy, number)}`
  }

  return {
    draw(frame) {
      const { state, toy } = frame
      const named = (indices) => indices.map((index) => [index, wordName(toy, index)])
      offerPrompt(frame)
      list(
        "toy",
        [...selection.toys.values()].map(({ name, title }) => [name, title]),
        state.toy,
      )
      list(
        "readout",
        selection.readouts().map((name) => [name, strings.readouts[name].choice]),
        state.readout,
      )
      list("target", named(selection.targets()), state.target)
      list("against", named(selection.rivals()), state.against)
      list(
        "seed",
        selection.seeds().map((seed) => [seed, seed]),
        state.seed,
      )
      section.querySelector(".seed").hidden = toy.seeds < 2
      setText(section.querySelector(".seed span"), toy.trained ? words.training : words.seed)
      section.querySelector(".against").hidden = state.readout !== "lead"
      part("toy").title = toy.about
    },
  }

  function radioName(word, token) {
    return `${words.word} ${token}: ${word}`
  }

  function radioOf(word, token) {
    return element("input", { type: "radio", name: "token", value: token, "aria-label": radioName(word, token) })
  }

  function chip(word, token) {
    return element("label", { class: "chip" }, radioOf(word, token), element("span", {}, word))
  }

  // The place's own words first, as the toy's prompts have them there.
  function writtenChip(toy, word, token) {
    const usual = [...new Set(toy.prompts.map((prompt) => prompt[token - 1]))]
    const option = (each) => element("option", { value: each }, each)
    const group = (label, some) => element("optgroup", { label }, ...some.map(option))
    const rest = toy.vocab.filter((each) => !usual.includes(each))
    const list = element("select", { "aria-label": fill(words.write, { token }) })
    list.append(group(toy.slots[token - 1], usual), group(words.others, rest))
    const pick = element("label", { class: "chip" }, radioOf(word, token), element("span", { "aria-hidden": "true" }, `${token}`))
    return element("span", { class: "written" }, pick, list)
  }
}
