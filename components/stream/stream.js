// Owns the stream: each number of one token's vector as a stack of who wrote it, positives up, negatives down.

import { drawTicks, niceTicks, withRoom } from "lab/draw/axis"
import { element, find, setText } from "lab/draw/dom"
import { stacked } from "lab/maths/stacked"
import { cell } from "lab/words/cells"
import { addUp, fill, fixed } from "lab/words/format"
import { chosenWord } from "lab/words/names"

/** @typedef {Strings["stream"]} Words */
/** @typedef {keyof Words["sums"]} Sum */

/** @param {LabParts} parts */
export function create({ section, figure, selection, strings }) {
  const words = strings.stream
  const slider = find(section, ".step", HTMLInputElement)
  const sums = find(section, ".sums tbody")
  /** @type {TokenTable | null} */
  let ranged = null
  /** @type {Span} */
  let span = [-1, 1]

  slider.addEventListener("input", () => selection.step(Number(slider.value)))

  /** @param {Frame} frame */
  function range(frame) {
    ranged = frame.token
    span = spanOfAllWorlds(frame)
    figure.range([0, frame.toy.d], span)
    drawTicks(find(section, ".ticks.y"), niceTicks(span, 6), span, "y")
    slider.max = `${frame.layers}`
    const dimensions = [...Array(frame.toy.d).keys()].map((i) => element("th", { scope: "col" }, `${i + 1}`))
    find(section, ".sums thead tr").replaceChildren(element("th", { scope: "row" }, words.dimension), ...dimensions)
  }

  return {
    /** @param {Frame} frame */
    draw(frame) {
      if (ranged !== frame.token) range(frame)
      const now = stacks(frame, frame.world)
      const before = stacks(frame, frame.before)
      const thick = 0.008 * (span[1] - span[0])
      figure.patch(
        "writes",
        now.flatMap(({ parts }, i) => parts.map((part, writer) => segment(part, writer - 1, i, frame, words))),
      )
      figure.patch("outline", frame.moved ? before.map((stack, i) => outline(stack, i, frame)) : [])
      figure.patch("base-sum", frame.moved ? before.map(({ sum }, i) => hollowMark(sum, i, thick, frame)) : [])
      figure.patch(
        "sum",
        now.map(({ sum }, i) => mark(sum, i, frame)),
      )
      sums.replaceChildren(...sumRows(frame, now, before, words).map(sumRow))
      setText(
        find(section, ".rounded"),
        frame.moved || now.every(({ sum, values }) => addUp([values[0], sum - values[0]], sum)) ? "" : strings.rounded,
      )
      section.classList.toggle("moved", frame.moved)
      slider.value = `${frame.state.step}`
      const place = stepName(frame, words)
      slider.setAttribute("aria-valuetext", place)
      setText(find(section, ".place"), place)
      setText(find(section, ".hint"), fill(words.hint, { d: frame.toy.d, word: chosenWord(frame) }))
      setText(find(section, ".twin"), twin(frame, now, before, words))
    },
    /**
     * @param {Frame} frame
     * @returns {NumbersTable}
     */
    table(frame) {
      const now = stacks(frame, frame.world)
      const writers = [words.embedding, ...frame.toy.sublayers.slice(0, frame.state.step)]
      return {
        caption: fill(words.caption, { word: chosenWord(frame), place: stepName(frame, words) }),
        columns: [words.writer, ...now.map((_, i) => `${i + 1}`)],
        rows: [
          ...writers.map((name, i) => [name, ...now.map(({ values }) => cell(values[i]))]),
          ...sumRows(frame, now, stacks(frame, frame.before), words).map(({ kind, name, values }) => [
            name,
            ...values.map((value, i) => cell(value, fixed, doesNotAdd(kind, now[i]) ? strings.rounded : "")),
          ]),
        ],
      }
    },
  }
}

// Each dimension in one world, up to the step shown: the embedding, then the sublayers.
/**
 * @param {Frame} frame
 * @param {number} world
 * @param {number} step
 */
function stacks({ token, toy, state }, world, step = state.step) {
  const writes = [token.embedding, ...token.writes[world].slice(0, step)]
  return [...Array(toy.d).keys()].map((i) => stacked(writes.map((write) => write[i])))
}

// One scale for all worlds of a table, so that no switch moves the axis.
/**
 * @param {Frame} frame
 * @returns {Span}
 */
function spanOfAllWorlds(frame) {
  let low = 0
  let high = 0
  for (let world = 0; world <= frame.base; world++)
    for (const { up, down } of stacks(frame, world, frame.layers)) {
      low = Math.min(low, down)
      high = Math.max(high, up)
    }
  return withRoom([low, high], 0.05)
}

/**
 * @param {Stacked["parts"][number]} part
 * @param {number} writer
 * @param {number} i
 * @param {Frame} frame
 * @param {Words} words
 * @returns {Row}
 */
function segment({ value, from, to }, writer, i, { toy, palette, colours, hot }, words) {
  const colour = writer < 0 ? palette.embedding : colours[writer]
  return {
    left: i + 0.14,
    right: i + 0.86,
    bottom: Math.min(from, to),
    top: Math.max(from, to),
    fill: colour,
    line: palette.seam(colour),
    alpha: value === 0 ? 0 : hot === null || hot === writer ? 1 : 0.25,
    tip: `${writer < 0 ? words.embedding : toy.sublayers[writer]}, ${words.dimension} ${i + 1}: ${fixed(value)}`,
    writer,
  }
}

/**
 * @param {Stacked} stack
 * @param {number} i
 * @param {Frame} frame
 * @returns {Row}
 */
function outline({ up, down }, i, { palette }) {
  const place = { left: i + 0.08, right: i + 0.92, bottom: down, top: up }
  return { ...place, fill: null, line: palette.muted, alpha: 1, tip: "" }
}

/**
 * @param {number} sum
 * @param {number} i
 * @param {number} thick
 * @param {Frame} frame
 * @returns {Row}
 */
function hollowMark(sum, i, thick, { palette }) {
  const place = { left: i + 0.03, right: i + 0.97, bottom: sum - thick, top: sum + thick }
  return { ...place, fill: palette.ground, line: palette.ink, alpha: 1, tip: "" }
}

/**
 * @param {number} sum
 * @param {number} i
 * @param {Frame} frame
 * @returns {Row}
 */
function mark(sum, i, { palette }) {
  return { x0: i + 0.03, x1: i + 0.97, y0: sum, y1: sum, line: palette.ink, alpha: 1, width: 3 }
}

// The sums in numbers. "Nothing recomputed" changes the switched layers' own writes in the finished sum, nothing else.
/**
 * @param {Frame} frame
 * @param {Stacked[]} now
 * @param {Stacked[]} before
 * @param {Words} words
 */
function sumRows(frame, now, before, words) {
  const isBase = frame.before === frame.base
  /** @type {[kind: Sum, values: number[]][]} */
  const others = frame.moved
    ? [
        [isBase ? "base" : "reference", before.map(({ sum }) => sum)],
        [
          isBase && frame.state.ablation === "zero" ? "subtracted" : "swapped",
          before.map(({ sum }, i) => sum + ownChange(frame, i)),
        ],
      ]
    : [
        ["embedding", now.map(({ values }) => values[0])],
        ["writes", now.map(({ sum, values }) => sum - values[0])],
      ]
  /** @type {[kind: Sum, values: number[]][]} */
  const rows = [["now", now.map(({ sum }) => sum)], ...others]
  /** @type {Partial<Record<Sum, string>>} */
  const titles = words.titles
  return rows.map(([kind, values]) => ({ kind, name: words.sums[kind], title: titles[kind] ?? "", values }))
}

// Whether what is printed above does not add to a sum: all writers to the sum now, the embedding and all writes to it.
/**
 * @param {Sum} kind
 * @param {Stacked} stack
 */
function doesNotAdd(kind, { sum, values }) {
  if (kind === "now") return !addUp(values, sum)
  return kind === "writes" && !addUp([values[0], sum - values[0]], sum)
}

// What the switched layers up to the step shown would write otherwise at dimension i, each reading the reference run.
/**
 * @param {Frame} frame
 * @param {number} i
 */
function ownChange({ token, layers, before, state, isFlipped }, i) {
  const flipped = [...Array(Math.min(layers, state.step)).keys()].filter(isFlipped)
  /** @param {number} layer */
  const own = (layer) => token.writes[before ^ (1 << layer)][layer][i] - token.writes[before][layer][i]
  return flipped.map(own).reduce((a, b) => a + b, 0)
}

/** @param {ReturnType<typeof sumRows>[number]} row */
function sumRow({ kind, name, title, values }) {
  const cells = values.map((value) => element("td", {}, fixed(value)))
  return element("tr", { class: kind }, element("th", { scope: "row", title }, name), ...cells)
}

/**
 * @param {Frame} frame
 * @param {Words} words
 */
function stepName({ toy, state }, words) {
  return state.step === 0 ? words.afterEmbedding : fill(words.after, { layer: toy.sublayers[state.step - 1] })
}

/**
 * @param {Frame} frame
 * @param {Stacked[]} now
 * @param {Stacked[]} before
 * @param {Words} words
 */
function twin(frame, now, before, words) {
  /** @param {Stacked[]} stacks */
  const list = (stacks) => stacks.map(({ sum }) => fixed(sum)).join(", ")
  const values = { word: chosenWord(frame), place: stepName(frame, words), now: list(now), before: list(before) }
  return fill(frame.moved ? words.twinOff : words.twinOn, values)
}
