// Owns the stream: each number of one token's vector as a stack of who wrote it, positives up, negatives down.

import { drawTicks, niceTicks, withRoom } from "lab/draw/axis"
import { element, setText } from "lab/draw/dom"
import { stacked } from "lab/maths/stacked"
import { cell } from "lab/words/cells"
import { addUp, fill, fixed } from "lab/words/format"
import { chosenWord } from "lab/words/names"

export function create({ section, figure, selection, strings }) {
  const words = strings.stream
  const slider = section.querySelector(".step")
  const sums = section.querySelector(".sums tbody")
  let ranged = null
  let span = [-1, 1]

  slider.addEventListener("input", () => selection.step(Number(slider.value)))

  function range(frame) {
    ranged = frame.token
    span = spanOfAllWorlds(frame)
    figure.range([0, frame.toy.d], span)
    drawTicks(section.querySelector(".ticks.y"), niceTicks(span, 6), span, "y")
    slider.max = frame.layers
    const dimensions = [...Array(frame.toy.d).keys()].map((i) => element("th", { scope: "col" }, i + 1))
    section.querySelector(".sums thead tr").replaceChildren(element("th", { scope: "row" }, words.dimension), ...dimensions)
  }

  return {
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
        section.querySelector(".rounded"),
        frame.moved || now.every(({ sum, values }) => addUp([values[0], sum - values[0]], sum)) ? "" : strings.rounded,
      )
      section.classList.toggle("moved", frame.moved)
      slider.value = frame.state.step
      const place = stepName(frame, words)
      slider.setAttribute("aria-valuetext", place)
      setText(section.querySelector(".place"), place)
      setText(section.querySelector(".hint"), fill(words.hint, { d: frame.toy.d, word: chosenWord(frame) }))
      setText(section.querySelector(".twin"), twin(frame, now, before, words))
    },
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
function stacks({ token, toy, state }, world, step = state.step) {
  const writes = [token.embedding, ...token.writes[world].slice(0, step)]
  return [...Array(toy.d).keys()].map((i) => stacked(writes.map((write) => write[i])))
}

// One scale for all worlds of a table, so that no switch moves the axis.
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

function outline({ up, down }, i, { palette }) {
  const place = { left: i + 0.08, right: i + 0.92, bottom: down, top: up }
  return { ...place, fill: null, line: palette.muted, alpha: 1, tip: "" }
}

function hollowMark(sum, i, thick, { palette }) {
  const place = { left: i + 0.03, right: i + 0.97, bottom: sum - thick, top: sum + thick }
  return { ...place, fill: palette.ground, line: palette.ink, alpha: 1, tip: "" }
}

function mark(sum, i, { palette }) {
  return { x0: i + 0.03, x1: i + 0.97, y0: sum, y1: sum, line: palette.ink, alpha: 1, width: 3 }
}

// The sums in numbers. "Nothing recomputed" changes the switched layers' own writes in the finished sum, nothing else.
function sumRows(frame, now, before, words) {
  const rows = { now: now.map(({ sum }) => sum) }
  const kind = frame.before === frame.base && frame.state.ablation === "zero" ? "subtracted" : "swapped"
  if (frame.moved) {
    rows[frame.before === frame.base ? "base" : "reference"] = before.map(({ sum }) => sum)
    rows[kind] = before.map(({ sum }, i) => sum + ownChange(frame, i))
  } else {
    rows.embedding = now.map(({ values }) => values[0])
    rows.writes = now.map(({ sum, values }) => sum - values[0])
  }
  const title = (kind) => words.titles[kind] ?? ""
  return Object.entries(rows).map(([kind, values]) => ({ kind, name: words.sums[kind], title: title(kind), values }))
}

// Whether what is printed above does not add to a sum: all writers to the sum now, the embedding and all writes to it.
function doesNotAdd(kind, { sum, values }) {
  if (kind === "now") return !addUp(values, sum)
  return kind === "writes" && !addUp([values[0], sum - values[0]], sum)
}

// What the switched layers up to the step shown would write otherwise at dimension i, each reading the reference run.
function ownChange({ token, layers, before, state, isFlipped }, i) {
  const flipped = [...Array(Math.min(layers, state.step)).keys()].filter(isFlipped)
  const own = (layer) => token.writes[before ^ (1 << layer)][layer][i] - token.writes[before][layer][i]
  return flipped.map(own).reduce((a, b) => a + b, 0)
}

function sumRow({ kind, name, title, values }) {
  const cells = values.map((value) => element("td", {}, fixed(value)))
  return element("tr", { class: kind }, element("th", { scope: "row", title }, name), ...cells)
}

function stepName({ toy, state }, words) {
  return state.step === 0 ? words.afterEmbedding : fill(words.after, { layer: toy.sublayers[state.step - 1] })
}

function twin(frame, now, before, words) {
  const list = (stacks) => stacks.map(({ sum }) => fixed(sum)).join(", ")
  const values = { word: chosenWord(frame), place: stepName(frame, words), now: list(now), before: list(before) }
  return fill(frame.moved ? words.twinOff : words.twinOn, values)
}
