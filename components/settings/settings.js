// Owns the settings: the prompt and its words, what is explained, and which toy in which training.

import { chip, radioName, writtenChip } from "components/settings/chips"
import { find, offer, setText, targetOf } from "lab/draw/dom"
import { fill } from "lab/words/format"
import { wordName } from "lab/words/names"
import { ALL_PROMPTS, promptText, sentence } from "lab/words/prompts"

const OWN = "own" // in the list of prompts: the words themselves become lists

/** @typedef {"toy" | "readout" | "seed" | "prompt" | "target" | "against"} List */
/** @typedef {Parameters<typeof offer>[1]} Options */

/** @param {LabParts} parts */
export function create({ section, selection, strings }) {
  const words = strings.settings
  /** @param {List} name */
  const part = (name) => find(section, `[name=${name}]`, HTMLSelectElement)
  const prompt = find(section, ".prompt")
  let chips = ""
  let writing = false // whether the words are lists to choose from

  part("toy").addEventListener("change", () => selection.select({ toy: part("toy").value }))
  part("readout").addEventListener("change", () =>
    selection.select({ readout: selection.readouts().find((name) => name === part("readout").value) }),
  )
  for (const name of /** @type {const} */ (["seed", "target", "against"]))
    part(name).addEventListener("change", () => selection.select({ [name]: Number(part(name).value) }))
  part("prompt").addEventListener("change", () => {
    const { value } = part("prompt")
    writing = value === OWN
    if (writing) offerPrompt(selection.frame())
    else selection.select({ prompt: /^\d+$/.test(value) ? Number(value) : value })
  })
  prompt.addEventListener("change", (event) => {
    const control = targetOf(event)
    if (control instanceof HTMLInputElement) selection.select({ token: Number(control.value) })
    else if (control !== part("prompt")) write()
  })
  selection.onReset(() => {
    writing = false
  })

  function write() {
    const chosen = [...find(prompt, ".words").querySelectorAll("select")].map(({ value }) => value)
    selection.select({ prompt: sentence(selection.frame().toy, chosen) ?? selection.state.prompt })
  }

  /**
   * @param {List} name
   * @param {Options} options
   * @param {string | number | null} chosen
   */
  const list = (name, options, chosen) => offer(part(name), options, chosen)

  // A sentence of one's own can be had wherever a server is.
  /** @param {Pick<Frame, "toy" | "state" | "token">} frame */
  function offerPrompt({ toy, state, token }) {
    const canWrite = toy.reads_any && selection.carried === null && state.prompt !== ALL_PROMPTS
    writing = canWrite && (writing || typeof state.prompt === "string")
    offerWords(toy)
    find(section, ".unsaid").hidden = token.said !== false
    const tokens = selection.tokens()
    for (const word of prompt.querySelectorAll("input")) word.disabled = !tokens.includes(Number(word.value))
    find(prompt, `input[value="${state.token}"]`, HTMLInputElement).checked = true
    prompt.hidden = toy.tokens.length < 2
    /** @type {Options} */
    const own = typeof state.prompt === "string" ? [[state.prompt, promptText(toy, state.prompt)]] : []
    /** @type {Options} */
    const toWrite = canWrite && !writing ? [[OWN, words.own]] : []
    /** @type {Options} */
    const prompts = selection.prompts().map((number) => [number, promptName(toy, number)])
    list("prompt", [...prompts, ...own, ...toWrite], state.prompt)
    find(section, ".which").hidden = toy.prompts.length < 2
    setText(find(section, ".which span"), which(state.prompt, toy.prompts.length))
  }

  // While a sentence is written the lists stay, as one of them has the focus.
  /** @param {Reading} toy */
  function offerWords(toy) {
    const key = `${toy.name} ${writing || toy.prompt}`
    if (chips !== key) {
      chips = key
      /** @type {(word: string, i: number) => HTMLElement} */
      const make = (word, i) => (writing ? writtenChip(words, toy, word, i + 1) : chip(words, word, i + 1))
      find(prompt, ".words").replaceChildren(...toy.tokens.map(make))
    }
    for (const [i, one] of [...prompt.querySelectorAll(".written")].entries()) {
      find(one, "select", HTMLSelectElement).value = toy.tokens[i]
      find(one, "input", HTMLInputElement).ariaLabel = radioName(words, toy.tokens[i], i + 1)
    }
  }

  /**
   * @param {Prompt} number
   * @param {number} count
   */
  function which(number, count) {
    if (typeof number === "string") return words.ownShort
    return number === ALL_PROMPTS ? fill(words.all, { count }) : `${number} / ${count}`
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
}
