// Owns the settings: the prompt's words, what is explained, and which toy.

import { element } from "lab/dom"
import { wordName } from "lab/names"

export function create({ section, selection, strings }) {
  const words = strings.settings
  const part = (name) => section.querySelector(`[name=${name}]`)
  const prompt = section.querySelector(".prompt")
  const lists = new Map()

  const choose = (name, read = (text) => text) =>
    part(name).addEventListener("change", ({ target }) => selection.select({ [name]: read(target.value) }))
  choose("toy")
  choose("readout")
  for (const name of ["seed", "target", "against"]) choose(name, Number)
  prompt.addEventListener("change", ({ target }) => selection.select({ token: Number(target.value) }))
  section.querySelector(".reset").addEventListener("click", () => selection.reset())

  // A list is rebuilt only when what it offers has changed, so that it stays open under the pointer.
  function offer(name, options, chosen) {
    const key = JSON.stringify(options)
    if (lists.get(name) !== key) {
      lists.set(name, key)
      part(name).replaceChildren(...options.map(([value, text]) => element("option", { value }, text)))
    }
    part(name).value = chosen
  }

  function offerPrompt({ toy, state }) {
    const key = toy.name
    if (lists.get("prompt") !== key) {
      lists.set("prompt", key)
      prompt.querySelector(".words").replaceChildren(...toy.tokens.map((word, i) => chip(word, i + 1)))
    }
    prompt.querySelector(`[value="${state.token}"]`).checked = true
    prompt.hidden = toy.tokens.length < 2
  }

  return {
    draw(frame) {
      const { state, toy } = frame
      const named = (indices) => indices.map((index) => [index, wordName(toy, index)])
      offerPrompt(frame)
      offer("toy", [...selection.toys.values()].map(({ name, title }) => [name, title]), state.toy)
      offer("readout", selection.readouts().map((name) => [name, strings.readouts[name].choice]), state.readout)
      offer("target", named(selection.targets()), state.target)
      offer("against", named(selection.rivals()), state.against)
      offer("seed", selection.seeds(toy.name).map((seed) => [seed, seed]), state.seed)
      section.querySelector(".seed").hidden = !toy.seeded
      section.querySelector(".against").hidden = state.readout !== "lead"
      part("toy").title = toy.about
    },
  }

  function chip(word, token) {
    const radio = element("input", { type: "radio", name: "token", value: token, "aria-label": `${words.word} ${token}: ${word}` })
    return element("label", { class: "chip" }, radio, element("span", {}, word))
  }
}
