// Owns how things are called on screen: words that occur twice, prompts, the readout, lists of layers.

import { fill, listed } from "lab/words/format"
import { ALL_PROMPTS, promptText } from "lab/words/prompts"

// The second "the" of a vocabulary is "the~2", here as in the address.
/**
 * @param {Toy} toy
 * @param {number} index
 */
export function wordName(toy, index) {
  const word = toy.vocab[index]
  const before = toy.vocab.slice(0, index).filter((other) => other === word).length
  return before ? `${word}~${before + 1}` : word
}

// The word of the prompt that everything is told of.
/** @param {Pick<Frame, "state" | "toy">} frame */
export function chosenWord({ toy, state }) {
  return toy.tokens[state.token - 1]
}

// "Attention 1" as "A 1", where there is little room.
/** @param {string} name */
export function shortName(name) {
  return name.replace(/^(\w)\w*/, "$1")
}

/**
 * @param {Pick<Frame, "state" | "toy">} frame
 * @param {Pick<Strings, "readouts">} strings
 */
export function readoutName({ state, toy }, strings) {
  const words = strings.readouts[state.readout]
  return fill(state.prompt === ALL_PROMPTS ? words.together : words.name, {
    target: wordName(toy, state.target),
    against: state.against === null ? "" : wordName(toy, state.against),
  })
}

// Nothing where fingers are used, which have no keys.
/**
 * @param {Pick<Frame, "layers">} frame
 * @param {Pick<Strings, "keys">} strings
 */
export function keyNames({ layers }, { keys }) {
  if (matchMedia("(pointer: coarse)").matches) return ""
  return layers > 1 ? fill(keys.many, { layers }) : keys.one
}

/** @param {Frame} frame */
export function offLayers({ toy, isOn }) {
  return toy.sublayers.filter((_, layer) => !isOn(layer))
}

// The same of another world.
/**
 * @param {Pick<Frame, "toy">} frame
 * @param {number} world
 */
export function offIn({ toy }, world) {
  return toy.sublayers.filter((_, layer) => !(world & (1 << layer)))
}

/** @param {Frame} frame */
export function flippedLayers({ toy, isFlipped }) {
  return toy.sublayers.filter((_, layer) => isFlipped(layer))
}

// "without Attention 2", "with Attention 2 at the mean", "without any layer": a run by what is off in it, and what that
// means. Where there is little room, more than `most` layers go by their keys.
/**
 * @param {Frame} frame
 * @param {string[]} off
 * @param {Pick<Strings, "runs" | "and">} strings
 */
export function runName(frame, off, strings, most = Infinity) {
  const words = strings.runs[frame.state.ablation]
  if (off.length === 0) return strings.runs.allOn
  const keys = () =>
    fill(strings.runs.layers, {
      keys: listed(
        off.map((name) => frame.toy.sublayers.indexOf(name) + 1),
        strings.and,
      ),
    })
  const some = off.length > most ? keys() : listed(off, strings.and)
  const layers = off.length === frame.layers && off.length > 1 ? words.all : some
  return fill(words.some, { layers, source: sourceText(frame) })
}

// The words of the prompt that off layers take their writes from.
/** @param {Pick<Frame, "state" | "toy">} frame */
export function sourceText({ toy, state }) {
  return state.source === null ? "" : promptText(toy, state.source)
}
