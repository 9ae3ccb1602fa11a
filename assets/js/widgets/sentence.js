// Owns the sentence on top: what is off and what that did to the readout; with nothing off, what this is and what to do.

import { element, rich } from "lab/dom"
import { fixed, partsThatAdd, signed } from "lab/format"
import { keyNames, offLayers, offNames, readoutName, wordName } from "lab/names"

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

function repair({ direct, viaLayers }, words) {
  return Math.abs(viaLayers) > Math.abs(direct) ? words.overtaken : words.repaired
}

function opening(frame, strings) {
  const { toy, state, token, readout, world } = frame
  const words = strings.sentence
  const keys = keyNames(frame, strings)
  const value = element("strong", {}, fixed(readout.readout[world]))
  const second = (template, values) => element("span", { class: "second" }, ...rich(template, values))
  const name = readoutName(frame, strings)
  if (toy.tokens.length < 2)
    return rich(words.openingOfNumbers, {
      about: toy.about,
      invitationOfNumbers: second(words.invitationOfNumbers, { readout: name, value, keys }),
    })
  return rich(words.opening, {
    prompt: element("em", {}, toy.tokens.slice(0, state.token).join(" ")),
    top: element("em", {}, wordName(toy, token.order[0])),
    readout: name,
    value,
    invitation: second(words.invitation, { keys }),
  })
}

function moved(frame, effect, strings) {
  const printed = partsThatAdd([effect.direct, effect.viaLayers, effect.viaNorm], effect.total)
  const [direct, layers, norm] = printed.map((part) => signed(part))
  const several = offLayers(frame).length > 1
  const words = strings.sentence
  const parts = rich(several ? words.partsOfSeveral : words.parts, { direct, layers, norm })
  if (repaired(frame, effect)) parts.push(" ", repair(effect, words))
  return rich(words.moved, {
    layers: offNames(frame, strings),
    readout: readoutName(frame, strings),
    total: element("strong", {}, signed(effect.total)),
    parts: element("span", { class: "second" }, ...parts),
  })
}
