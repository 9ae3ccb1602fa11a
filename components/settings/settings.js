// Owns the settings: the prompt and its words, what is explained, and which toy in which training.

import { element, find, offer, setText, targetOf } from "lab/draw/dom"
import { fill } from "lab/words/format"
import { wordName } from "lab/words/names"
import { ALL_PROMPTS, promptText } from "lab/words/prompts"

/** @typedef {"toy" | "readout" | "seed" | "prompt" | "target" | "against"} List */
/** @typedef {Parameters<typeof offer>[1]} Options */

/** @param {LabParts} parts */
export function create({ section, selection, strings }) {
  const words = strings.settings
  /** @param {List} name */
  const part = (name) => find(section, `[name=${name}]`, HTMLSelectElement)
  const prompt = find(section, ".prompt")
  let chips = ""

  part("toy").addEventListener("change", () => selection.select({ toy: part("toy").value }))
  part("readout").addEventListener("change", () =>
    selection.select({ readout: selection.readouts().find((name) => name === part("readout").value) }),
  )
  for (const name of /** @type {const} */ (["seed", "prompt", "target", "against"]))
    part(name).addEventListener("change", () => selection.select({ [name]: Number(part(name).value) }))
  prompt.addEventListener("change", (event) => {
    const control = targetOf(event)
    if (control instanceof HTMLInputElement) selection.select({ token: Number(control.value) })
  })

  /**
   * @param {List} name
   * @param {Options} options
   * @param {string | number | null} chosen
   */
  const list = (name, options, chosen) => offer(part(name), options, chosen)

  /** @param {Frame} frame */
  function offerPrompt({ toy, state }) {
    const key = `${toy.name} ${toy.prompt}`
    if (chips !== key) {
      chips = key
      find(prompt, ".words").replaceChildren(...toy.tokens.map((word, i) => chip(word, i + 1)))
    }
    const tokens = selection.tokens()
    for (const word of prompt.querySelectorAll("input")) word.disabled = !tokens.includes(Number(word.value))
    find(prompt, `input[value="${state.token}"]`, HTMLInputElement).checked = true
    prompt.hidden = toy.tokens.length < 2
    list(
      "prompt",
      selection.prompts().map((number) => [number, promptName(toy, number)]),
      state.prompt,
    )
    const count = toy.prompts.length
    find(section, ".which").hidden = count < 2
    setText(
      find(section, ".which span"),
      state.prompt === ALL_PROMPTS ? fill(words.all, { count }) : `${state.prompt} / ${count}`,
    )
  }

  /**
   * @param {Toy} toy
   * @param {number} number
   */
  function promptName(toy, number) {
    const count = toy.prompts.length
    return number === ALL_PROMPTS ? fill(words.together, { count }) : `${number}: ${promptText(toy, number)}`
  }

  return {
    /** @param {Frame} frame */
    draw(frame) {
      const { state, toy } = frame
      /**
       * @param {number[]} indices
       * @returns {Options}
       */
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
      find(section, ".seed").hidden = toy.seeds < 2
      setText(find(section, ".seed span"), toy.trained ? words.training : words.seed)
      find(section, ".against").hidden = state.readout !== "lead"
      part("toy").title = toy.about
    },
  }

  /**
   * @param {string} word
   * @param {number} token
   */
  function chip(word, token) {
    const label = `${words.word} ${token}: ${word}`
    const radio = element("input", { type: "radio", name: "token", value: token, "aria-label": label })
    return element("label", { class: "chip" }, radio, element("span", {}, word))
  }
}
