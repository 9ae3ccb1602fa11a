// Owns the sentence of Interventions: the run as it is, what was changed in the picture worked with last, and what came
// of it; and which picture that is.

import { ALL, largestPath, placeName, senderTold, share, writerName } from "lab/views/interventions"
import { element, find, rich } from "lab/draw/dom"
import { fill, fixed, signed } from "lab/words/format"

/** @typedef {Strings["interventions"]} Words */
/** @typedef {{ template: string, values: Record<string, string | Node> & { now: string }, second: string }} Told */

/** @type {Record<string, InterventionsValues["about"]>} */
const ABOUT = { layer: "gain", gain: "gain", face: "depth", depth: "depth", amount: "depth", source: "paths", off: "slots" }

/** @param {ViewParts} parts */
export function create({ section, strings, choices }) {
  const words = strings.interventions
  const status = find(section, "[role=status]")
  const tell = { gain: tellGain, depth: tellDepth, paths: tellPaths, slots: tellSlots }

  // After the control's own listener. A list fires "input" first, before its new value has been taken.
  for (const type of ["input", "change"])
    document.addEventListener(type, ({ target }) => {
      if (!(target instanceof HTMLInputElement || target instanceof HTMLSelectElement)) return
      const about = ABOUT[target.name]
      if (about && (type === "change" || target.type === "range")) choices.select({ about })
    })

  return {
    /** @param {InterventionsFrame} frame */
    draw(frame) {
      const { template, values, second } = tell[frame.values.about](frame, words)
      const said = rich(template.replace("{opening}", words.opening), {
        ...opening(frame),
        ...values,
        now: element("strong", {}, values.now),
      })
      status.replaceChildren(...said, element("span", { class: "second" }, second))
    },
  }
}

/** @param {InterventionsFrame} frame */
function opening(frame) {
  const [top, second] = frame.table.labels.word
  return { prompt: element("em", {}, frame.label("prompt")), top, second, lead: fixed(frame.table.lead) }
}

/**
 * @param {InterventionsFrame} frame
 * @param {Words} words
 * @returns {Told}
 */
function tellGain(frame, words) {
  const { table, values } = frame
  const at = frame.index("gain")
  const gain = frame.label("gain")
  if (values.layer === ALL) {
    const one = table.labels.all_gain.indexOf(1)
    const [cosine, before] = [at, one].map((i) => fixed(table.all_cosine[i]))
    const second = fill(words.allSecond, { cosine, before, frozen: fixed(table.all_frozen[at]) })
    return { template: words.all, values: { gain, now: fixed(table.all[at]) }, second }
  }
  const component = Number(values.layer)
  const second = fill(words.frozen, { frozen: fixed(table.gain_frozen[component][at]) })
  const said = { gain, writer: writerName(frame, component, words), now: fixed(table.gain[component][at]) }
  return { template: values.gain === "1" ? words.asIs : words.gain, values: said, second }
}

/**
 * @param {InterventionsFrame} frame
 * @param {Words} words
 * @returns {Told}
 */
function tellDepth(frame, words) {
  const { table, values } = frame
  const depth = Number(values.depth)
  if (values.face === "drop") {
    const count = frame.label("depth")
    const template = count === "0" ? words.dropNone : count === "1" ? words.dropOne : words.drop
    const said = { count, now: fixed(table.early[depth]), right: share(table.early_right[depth]) }
    return { template, values: said, second: words.dropSecond }
  }
  const [direction, amount] = [table.labels.direction.indexOf(values.face), frame.index("amount")]
  /** @param {number[][][]} numbers */
  const at = (numbers) => numbers[direction][depth][amount]
  const said = { where: placeName(frame, depth, words), amount: frame.label("amount"), now: fixed(at(table.steer)) }
  return {
    template: words[values.face],
    values: said,
    second: fill(words.steerSecond, { outside: share(at(table.steer_outside)) }),
  }
}

/**
 * @param {InterventionsFrame} frame
 * @param {Words} words
 * @returns {Told}
 */
function tellPaths(frame, words) {
  const { table, values } = frame
  const { labels } = table
  const sender = senderTold(frame)
  const receiver = largestPath(table, sender)
  const [toward, from] = labels.pair
  const said = {
    receiver: labels.receiver[receiver],
    writer: writerName(frame, sender, words),
    source: element("em", {}, frame.label("source")),
    toward,
    from,
    base: fixed(table.pair_lead[0]),
    now: signed(table.paths[sender][receiver]),
  }
  const second = fill(words.pathsSecond, { joint: signed(table.paths_joint[sender]), whole: signed(table.paths_whole[sender]) })
  if (values.source === values.prompt) return { template: words.noPaths, values: said, second }
  return { template: receiver === labels.receiver.length - 1 ? words.straight : words.paths, values: said, second }
}

/**
 * @param {InterventionsFrame} frame
 * @param {Words} words
 * @returns {Told}
 */
function tellSlots(frame, words) {
  const { table, values } = frame
  const shares = table.slots[frame.index("off")]
  const last = table.labels.slot.length - 1
  const right = shares.map((row) => row[last])
  // A layer of its own is told of; where there is none, the one that is missed most.
  const chosen = Number(values.layer)
  const run = chosen > 0 ? chosen : right.indexOf(Math.min(...right.slice(1)), 1)
  const said = {
    layer: table.labels.run[run],
    off: frame.label("off"),
    count: words.count[values.toy],
    now: share(right[run]),
    before: share(right[0]),
  }
  /** @param {number[]} row */
  const mean = (row) => row.slice(0, last).reduce((a, b) => a + b, 0) / last
  const [grammar, allOn, chance] = [shares[run], shares[0], table.slots_guess].map((row) => share(mean(row)))
  const fell = {
    recall: Number.parseInt(said.now, 10) < Number.parseInt(said.before, 10),
    grammar: Number.parseInt(grammar, 10) < Number.parseInt(allOn, 10),
  }
  const outcome = values.toy === "untrained" ? "untrained" : outcomeOf(fell)
  const told = fill(words.slotsGrammar, { grammar, allOn, chance, outcome: words.outcomes[outcome] })
  return { template: words.slots, values: said, second: values.toy === "and" ? words.slotsUntaught : told }
}

/** @param {{ recall: boolean, grammar: boolean }} fell */
function outcomeOf({ recall, grammar }) {
  if (recall) return grammar ? "both" : "recall"
  return grammar ? "grammar" : "neither"
}
