// Owns the sentence on top: which run this is and what it did to the readout; with nothing changed, what this is and
// what to do.

import { element, find, rich } from "lab/draw/dom"
import { effectNow, partsShown, repair } from "lab/maths/effect"
import { addUp, capital, fill, fixed, signed } from "lab/words/format"
import { flippedLayers, keyNames, offIn, offLayers, readoutName, runName, wordName } from "lab/words/names"
import { ALL_PROMPTS } from "lab/words/prompts"

/** @typedef {Strings["sentence"]} Words */

/** @param {LabParts} parts */
export function create({ section, strings }) {
  const status = find(section, "[role=status]")
  let said = ""
  return {
    // Said once: an unchanged sentence set anew would be read aloud anew.
    /** @param {Frame} frame */
    draw(frame) {
      const saying = `${frame.readout.key} ${frame.world} ${frame.before} ${frame.state.split}`
      if (saying === said) return
      said = saying
      const effect = effectNow(frame)
      for (const [name, value] of Object.entries({ ...effect, split: frame.state.split })) status.dataset[name] = `${value}`
      status.replaceChildren(...(frame.moved ? moved(frame, effect, strings) : opening(frame, strings)))
    },
  }
}

/**
 * @param {Frame} frame
 * @param {Strings} strings
 */
function opening(frame, strings) {
  const { toy, state, token, readout, world, base } = frame
  const words = strings.sentence
  const keys = keyNames(frame, strings) && fill(words.keys, { keys: keyNames(frame, strings) })
  const value = element("strong", {}, fixed(readout.readout[world]))
  /**
   * @param {string} template
   * @param {Record<string, Node | string>} values
   */
  const second = (template, values) => element("span", { class: "second" }, ...rich(template, values))
  const name = readoutName(frame, strings)
  const invitation = second(words.invitation, { question: toy.question || words.question, keys })
  if (world !== base) {
    const run = capital(runName(frame, offLayers(frame), strings))
    return rich(words.openingElsewhere, { run, readout: name, value, invitation: second(words.invitationElsewhere, { keys }) })
  }
  if (state.prompt === ALL_PROMPTS)
    return rich(words.openingOfAll, { count: `${toy.prompts.length}`, readout: name, value, invitation })
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
    invitation,
  })
}

/**
 * @param {Frame} frame
 * @param {Effect} effect
 * @param {Strings} strings
 */
function moved(frame, effect, strings) {
  const { before, base, world } = frame
  const words = strings.sentence
  const parts = saidParts(frame, effect, strings)
  const most = before === base && !frame.readout.lowest ? Infinity : 1
  const run = capital(runName(frame, offLayers(frame), strings, most))
  const from = before === base ? "" : fill(words.from, { run: runName(frame, offIn(frame, before), strings, most) })
  return rich(words.moved, {
    run: run + from,
    readout: readoutName(frame, strings),
    total: element("strong", {}, signed(effect.total)),
    spread: spread(frame, words),
    parts: element("span", { class: "second" }, ...parts, " ", world === 0 ? words.onlyPlus : repair(frame, effect, words)),
  })
}

// The parts of the effect, and where they do not add to it as printed, that they are rounded.
/**
 * @param {Frame} frame
 * @param {Effect} effect
 * @param {Strings} strings
 */
function saidParts(frame, effect, { sentence: words, rounded }) {
  const shown = partsShown(frame, effect)
  const [direct, layers, norm] = shown.map((part) => signed(part))
  const several = flippedLayers(frame).length > 1 ? "several" : "one"
  return rich(words.parts[frame.state.split][several], {
    direct,
    layers,
    norm,
    none: frame.toy.norm === "none" ? words.noNorm : "",
    rounded: addUp(shown, effect.total) ? "" : element("span", { class: "rounded" }, ` (${rounded})`),
  })
}

// Of all prompts together: between which effects of single prompts the mean lies.
/**
 * @param {Frame} frame
 * @param {Words} words
 */
function spread({ readout, world }, words) {
  if (!readout.lowest) return ""
  const [low, high] = [readout.lowest.total[world], readout.highest.total[world]]
  return fill(words.spread, { low: signed(low), high: signed(high) })
}
