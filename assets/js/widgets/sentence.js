// Owns the sentence on top: what is off and what that did to the readout; with nothing off, what this is and what to do.

import { element, rich } from "lab/dom"
import { fixed, partsThatAdd, signed } from "lab/format"
import { offLayers, offNames, readoutName, wordName } from "lab/names"

export function create({ section, strings }) {
  const status = section.querySelector("[role=status]")
  return {
    draw(frame) {
      const effect = effectNow(frame)
      for (const [name, value] of Object.entries(effect)) status.dataset[name] = value
      status.replaceChildren(...(frame.anyOff ? moved(frame, effect, strings) : opening(frame, strings)))
    },
  }
}

export function effectNow({ readout, world }) {
  const sum = (terms) => terms.reduce((a, b) => a + b, 0)
  return {
    direct: sum(readout.direct[world]),
    viaLayers: sum(readout.via_layers[world]),
    viaNorm: readout.via_norm[world],
    total: readout.total[world],
  }
}

// Self-repair is said of one layer off, whose own loss later layers really work against; the norm is never credited.
export function repaired(frame, { direct, viaLayers }) {
  return offLayers(frame).length === 1 && direct * viaLayers < 0 && fixed(viaLayers) !== fixed(0)
}

function opening(frame, strings) {
  const { toy, state, readout, world } = frame
  const reading = toy.tokens.length > 1
  return rich(reading ? strings.sentence.opening : strings.sentence.openingOfNumbers, {
    toy: toy.title,
    about: toy.about,
    prompt: element("em", {}, toy.tokens.slice(0, state.token).join(" ")),
    target: element("em", {}, wordName(toy, state.target)),
    keys: frame.layers > 1 ? `1–${frame.layers}` : "1",
    readout: capital(readoutName(frame, strings)),
    value: element("strong", {}, fixed(readout.readout[world])),
  })
}

function moved(frame, effect, strings) {
  const printed = partsThatAdd([effect.direct, effect.viaLayers, effect.viaNorm], effect.total)
  const [direct, layers, norm] = printed.map((part) => signed(part))
  const several = offLayers(frame).length > 1
  const sentence = rich(strings.sentence.moved, {
    layers: offNames(frame, strings),
    readout: readoutName(frame, strings),
    total: element("strong", {}, signed(effect.total)),
    parts: element(
      "span",
      { class: "parts" },
      ...rich(several ? strings.sentence.partsOfSeveral : strings.sentence.parts, { direct, layers, norm }),
    ),
  })
  return repaired(frame, effect) ? [...sentence, " ", strings.sentence.repaired] : sentence
}

function capital(text) {
  return text[0].toUpperCase() + text.slice(1)
}
