// Owns how things are called on screen: words that occur twice, prompts, the readout, lists of layers.

import { fill, listed } from "lab/format"

// The second "the" of a vocabulary is "the~2", here as in the address.
export function wordName(toy, index) {
  const word = toy.vocab[index]
  const before = toy.vocab.slice(0, index).filter((other) => other === word).length
  return before ? `${word}~${before + 1}` : word
}

export function readoutName({ state, toy }, strings) {
  return fill(strings.readouts[state.readout].name, {
    target: wordName(toy, state.target),
    against: state.against === null ? "" : wordName(toy, state.against),
  })
}

export function keyNames({ layers }, { keys }) {
  return layers > 1 ? fill(keys.many, { layers }) : keys.one
}

export function offLayers({ toy, isOn }) {
  return toy.sublayers.filter((_, layer) => !isOn(layer))
}

export function offNames(frame, strings) {
  const names = offLayers(frame)
  return names.length === frame.layers && names.length > 1 ? strings.anyLayer : listed(names, strings.and)
}
