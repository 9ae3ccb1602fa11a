// Owns the settings: the prompt and its words, what is explained, and which toy in which training.

import { element, offer, setText } from "lab/draw/dom"
import { fill } from "lab/words/format"
import { wordName } from "lab/words/names"
import { ALL_PROMPTS, promptText } from "lab/words/prompts"

export function create({ section, selection, strings }) {
  const words = strings.settings
  const part = (name) => section.querySelector(`[name=${name}]`)
  const prompt = section.querySelector(".prompt")
  let chips = ""

  const choose = (name, read = (text) => text) =>
    part(name).addEventListener("change", ({ target }) => selection.select({ [name]: read(target.value) }))
  choose("toy")
  choose("readout")
  for (const name of ["seed", "prompt", "target", "against"]) choose(name, Number)
  prompt.addEventListener("change", ({ target }) => target.name === "token" && selection.select({ token: Number(target.value) }))

  const list = (name, options, chosen) => offer(part(name), options, chosen)

  function offerPrompt({ toy, state }) {
    const key = `${toy.name} ${toy.prompt}`
    if (chips !== key) {
      chips = key
      prompt.querySelector(".words").replaceChildren(...toy.tokens.map((word, i) => chip(word, i + 1)))
    }
    const tokens = selection.tokens()
    for (const word of prompt.querySelectorAll("input")) word.disabled = !tokens.includes(Number(word.value))
    prompt.querySelector(`[value="${state.token}"]`).checked = true
    prompt.hidden = toy.tokens.length < 2
    list(
      "prompt",
      selection.prompts().map((number) => [number, promptName(toy, number)]),
      state.prompt,
    )
    const count = toy.prompts.length
    section.querySelector(".which").hidden = count < 2
    setText(
      section.querySelector(".which span"),
      state.prompt === ALL_PROMPTS ? fill(words.all, { count }) : `${state.prompt} / ${count}`,
    )
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

  function chip(word, token) {
    const radio = element("input", {
      type: "radio",
      name: "token",
      value: token,
      "aria-label": `${words.word} ${token}: ${word}`,
    })
    return element("label", { class: "chip" }, radio, element("span", {}, word))
  }
}
