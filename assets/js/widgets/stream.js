// Owns the stream: each number of one token's vector as a stack of who wrote it, positives up, negatives down.

import { drawTicks, niceTicks } from "lab/axis"
import { element, setText } from "lab/dom"
import { fill, fixed, rounded } from "lab/format"

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
      const base = stacks(frame, frame.base)
      const thick = 0.008 * (span[1] - span[0])
      figure.patch("writes", now.flatMap(({ parts }, i) => parts.map((part) => segment(part, i, frame, words))))
      figure.patch("outline", frame.anyOff ? base.map((stack, i) => outline(stack, i, frame)) : [])
      figure.patch("base-sum", frame.anyOff ? base.map(({ sum }, i) => hollowMark(sum, i, thick, frame)) : [])
      figure.patch("sum", now.map(({ sum }, i) => mark(sum, i, frame)))
      sums.replaceChildren(...sumRows(frame, now, base, words).map(sumRow))
      section.classList.toggle("any-off", frame.anyOff)
      slider.value = frame.state.step
      const place = stepName(frame, words)
      slider.setAttribute("aria-valuetext", place)
      setText(section.querySelector(".place"), place)
      setText(section.querySelector(".hint"), fill(words.hint, { d: frame.toy.d, word: wordNow(frame) }))
      setText(section.querySelector(".twin"), twin(frame, now, base, words))
    },
    table(frame) {
      const now = stacks(frame, frame.world)
      const writers = [words.embedding, ...frame.toy.sublayers.slice(0, frame.state.step)]
      return {
        caption: fill(words.caption, { word: wordNow(frame), place: stepName(frame, words) }),
        columns: [words.writer, ...now.map((_, i) => `${i + 1}`)],
        rows: [
          ...writers.map((name, i) => [name, ...now.map(({ values }) => fixed(values[i]))]),
          ...sumRows(frame, now, stacks(frame, frame.base), words).map(({ name, values }) => [name, ...values.map((x) => fixed(x))]),
        ],
      }
    },
  }
}

// What is known of each dimension in one world, up to the step shown: every writer's value, its segment, the sum.
function stacks({ token, toy, state }, world, step = state.step) {
  return [...Array(toy.d).keys()].map((i) => {
    const values = [token.embedding[i], ...token.writes[world].slice(0, step).map((write) => write[i])]
    let up = 0
    let down = 0
    const parts = values.map((value, writer) => {
      const from = value < 0 ? down : up
      if (value < 0) down += value
      else up += value
      return { writer: writer - 1, value, from, to: from + value }
    })
    return { values, parts, up, down, sum: values.reduce((a, b) => a + b, 0) }
  })
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
  const room = 0.05 * (high - low) || 1
  return [low - room, high + room]
}

function segment({ writer, value, from, to }, i, { toy, palette, colours, hot }, words) {
  return {
    left: i + 0.14,
    right: i + 0.86,
    bottom: Math.min(from, to),
    top: Math.max(from, to),
    fill: writer < 0 ? palette.embedding : colours[writer],
    line: palette.ground,
    alpha: value === 0 ? 0 : hot === null || hot === writer ? 1 : 0.25,
    tip: `${writer < 0 ? words.embedding : toy.sublayers[writer]}, ${words.dimension} ${i + 1}: ${fixed(value)}`,
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

// The sums in numbers. "Merely subtracted" takes the off layers' own writes out of the finished sum, nothing else.
function sumRows({ anyOff, isOn }, now, base, words) {
  const off = (values) => values.filter((_, i) => i > 0 && !isOn(i - 1)).reduce((a, b) => a + b, 0)
  const rows = { now: now.map(({ sum }) => sum) }
  if (anyOff) {
    rows.base = base.map(({ sum }) => sum)
    rows.subtracted = base.map(({ sum, values }) => sum - off(values))
  } else {
    rows.embedding = now.map(({ values }) => values[0])
    rows.writes = now.map(({ sum, values }) => rounded(rounded(sum) - rounded(values[0]))) // as printed, it adds up
  }
  const title = (kind) => (kind === "subtracted" ? words.subtractedTitle : "")
  return Object.entries(rows).map(([kind, values]) => ({ kind, name: words.sums[kind], title: title(kind), values }))
}

function sumRow({ kind, name, title, values }) {
  const cells = values.map((value) => element("td", {}, fixed(value)))
  return element("tr", { class: kind }, element("th", { scope: "row", title }, name), ...cells)
}

function stepName({ toy, state }, words) {
  return state.step === 0 ? words.afterEmbedding : fill(words.after, { layer: toy.sublayers[state.step - 1] })
}

function wordNow({ toy, state }) {
  return toy.tokens[state.token - 1]
}

function twin(frame, now, base, words) {
  const list = (stacks) => stacks.map(({ sum }) => fixed(sum)).join(", ")
  const values = { word: wordNow(frame), place: stepName(frame, words), now: list(now), base: list(base) }
  return fill(frame.anyOff ? words.twinOff : words.twinOn, values)
}
