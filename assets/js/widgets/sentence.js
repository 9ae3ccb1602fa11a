// Owns the sentence on top: what is off and what that did to the readout; with nothing off, what this is and what to do.

import { element, rich } from "lab/dom"
import { effectNow, printedEffect, repair } from "lab/effect"
import { fixed, signed } from "lab/format"
import { keyNames, offLayers, offNames, readoutName, wordName } from "lab/names"

export function create({ section, strings }) {
  const status = section.querySelector("[role=status]")
  let said = ""
  return {
    // Said once: an unchanged sentence set anew would be read aloud anew.
    draw(frame) {
      const saying = `${frame.readout.key} ${frame.world}`
      if (saying === said) return
      said = saying
      const effect = effectNow(frame)
      for (const [name, value] of Object.entries(effect)) status.dataset[name] = value
      status.replaceChildren(...(frame.anyOff ? moved(frame, strings) : opening(frame, strings)))
    },
  }
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

function moved(frame, strings) {
  const words = strings.sentence
  const { direct, viaLayers, viaNorm, total } = printedEffect(frame)
  const values = { direct: signed(direct), layers: signed(viaLayers), norm: signed(viaNorm), none: frame.toy.norm === "none" ? words.noNorm : "" }
  const parts = rich(offLayers(frame).length > 1 ? words.partsOfSeveral : words.parts, values)
  return rich(words.moved, {
    layers: offNames(frame, strings),
    readout: readoutName(frame, strings),
    total: element("strong", {}, signed(total)),
    parts: element("span", { class: "second" }, ...parts, " ", frame.world === 0 ? words.onlyPlus : repair(frame, words)),
  })
}
