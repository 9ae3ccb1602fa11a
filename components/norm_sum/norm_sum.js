// Owns the sum of Norms: the last stream's eight numbers as stacks of what was written, the stream itself beside them,
// and how much of each write is left at the top.

import { niceTicks, withRoom } from "lab/draw/axis"
import { Chart, rangeOf } from "lab/draw/chart"
import { element, find, findAll, setStyle, setText, targetOf } from "lab/draw/dom"
import { stacked } from "lab/maths/stacked"
import { fill, fixed, significant } from "lab/words/format"
import { paint, writerColours } from "lab/draw/palette"
import { last, pointed } from "lab/views/norms"

/** @typedef {Strings["norm-sum"]} Words */
/** @typedef {ReturnType<typeof read>} Facts */

const FEW = 12 // sublayers whose segments are thick enough for an edge of their own

/** @param {ViewParts} parts */
export function create({ section, figure, choices, strings }) {
  const words = strings["norm-sum"]
  const chart = new Chart(section, figure)
  const bars = find(section, ".left-over ol")
  bars.addEventListener("pointerleave", () => choices.bringOut(null))
  bars.addEventListener("pointerover", (event) => {
    const { of } = targetOf(event).dataset
    if (of) choices.bringOut(Number(of))
  })
  bars.addEventListener("click", (event) => {
    const { of } = targetOf(event).dataset
    if (of) choices.select({ writer: of })
  })
  choices.onReset(() => choices.bringOut(null))

  return {
    /** @param {NormsFrame} frame */
    draw(frame) {
      const facts = read(frame)
      drawStacks(chart, frame, facts, words, choices)
      drawLeft(section, frame, facts, words)
      const values = {
        gap: fixed(facts.gap),
        placement: frame.label("placement"),
        first: significant(facts.factors[0]),
        sums: facts.stacks.map(({ sum }) => fixed(sum)).join(", "),
        final: facts.final.map((x) => fixed(x)).join(", "),
      }
      const { norm, parts } = frame.values
      const kind = norm === "none" || (facts.plain && parts === "written") ? "plain" : parts
      setText(find(section, ".gap"), fill(words.gap[kind], values))
      setText(find(section, ".twin"), fill(words.twin[kind], values))
    },
    /**
     * @param {NormsFrame} frame
     * @returns {NumbersTable}
     */
    table(frame) {
      const { stacks, names, factors, final } = read(frame)
      return {
        caption: fill(words.caption, { placement: frame.label("placement"), parts: frame.label("parts") }),
        columns: [words.name, ...final.map((_, i) => `${i + 1}`), words.factor],
        rows: [
          ...names.map((name, i) => [name, ...stacks.map(({ values }) => fixed(values[i])), significant(factors[i])]),
          [words.total, ...stacks.map(({ sum }) => fixed(sum)), ""],
          [words.stream, ...final.map((x) => fixed(x)), ""],
        ],
      }
    },
  }
}

/** @param {NormsFrame} frame */
function read(frame) {
  const { table } = frame
  const [placement, kind] = [frame.index("placement"), frame.index("parts")]
  const parts = table.written[placement][kind]
  const final = table.final[placement][kind]
  return {
    final,
    stacks: final.map((_, number) => stacked(parts.map((part) => part[number]))),
    names: table.labels.writer,
    factors: table.factor[placement],
    gap: table.gap[placement],
    plain: table.gap[placement] === 0,
    adds: table.gap[placement] === 0 || frame.values.parts === "left",
  }
}

/**
 * @param {Chart} chart
 * @param {NormsFrame} frame
 * @param {Facts} facts
 * @param {Words} words
 * @param {Choices} choices
 */
function drawStacks(chart, frame, { stacks, final, names, adds }, words, choices) {
  const { palette } = frame
  const y = withRoom(rangeOf([...stacks.flatMap(({ up, down }) => [up, down]), ...final], 0), 0.05)
  const colours = coloursOf(frame)
  const many = names.length - 1 > FEW // and then too thin for lines around them
  const at = pointed(frame)
  const apart = adds ? [] : stacks // where the writes add up to something else than the stream
  const ticks = niceTicks(y, 4)
  chart.draw({
    x: [0, final.length],
    y,
    xTicks: final.map((_, i) => ({ at: i + 0.5, text: `${i + 1}` })),
    yTicks: Math.max(-y[0], y[1]) < 1000 ? ticks : ticks.map((tick) => ({ ...tick, text: significant(tick.at) })),
    bars: stacks.flatMap(({ parts }, i) =>
      parts.map(({ value, from, to }, writer) => ({
        left: i + 0.14,
        right: i + 0.86,
        bottom: Math.min(from, to),
        top: Math.max(from, to),
        fill: many ? palette.edge(colours[writer]) : colours[writer],
        line: many ? null : palette.seam(colours[writer]),
        alpha: value === 0 ? 0 : at === null || at === writer ? 1 : 0.2,
        tip: `${names[writer]}, ${words.number} ${i + 1}: ${fixed(value)}`,
        writer,
        press: () => choices.select({ writer: `${writer}` }),
      })),
    ),
    lines: [
      ...apart.map(({ sum }, i) => ({ points: upright(i, sum, final[i]), colour: palette.ink, width: 1.5 })),
      ...final.map((x, i) => ({ points: level(i, x), colour: palette.ink, width: 4 })),
    ],
    dashes: apart.map(({ sum }, i) => ({ points: level(i, sum), colour: palette.ink, width: 1.5 })),
  })
}

// Across the column of a number, and from one height to another in its middle.
/**
 * @param {number} i
 * @param {number} y
 * @returns {Points}
 */
function level(i, y) {
  return [
    [i + 0.06, y],
    [i + 0.94, y],
  ]
}

/**
 * @param {number} i
 * @param {number} from
 * @param {number} to
 * @returns {Points}
 */
function upright(i, from, to) {
  return [
    [i + 0.5, from],
    [i + 0.5, to],
  ]
}

/** @param {NormsFrame} frame */
function coloursOf({ table, palette }) {
  const kinds = table.labels.writer.slice(1).map((name) => (name.startsWith("MLP") ? "mlp" : "attention"))
  return [palette.embedding, ...writerColours(kinds, palette)]
}

/**
 * @param {HTMLElement} section
 * @param {NormsFrame} frame
 * @param {Facts} facts
 * @param {Words} words
 */
function drawLeft(section, frame, { names, factors }, words) {
  const bars = find(section, ".left-over ol")
  const colours = coloursOf(frame)
  const most = Math.max(1, ...factors)
  const at = pointed(frame)
  if (bars.children.length !== names.length)
    bars.replaceChildren(...names.map((_, i) => element("li", { "data-of": i }, element("i"))))
  for (const [i, bar] of findAll(bars, "li").entries()) {
    const column = find(bar, "i")
    setStyle(column, "height", `${(100 * factors[i]) / most}%`)
    paint(column, colours[i], frame.palette)
    setStyle(bar, "opacity", at === null || at === i ? 1 : 0.25)
    bar.dataset.tip = `${names[i]}: ${significant(factors[i])}`
  }
  const shown = at ?? 0
  const said = {
    seed: frame.label("seed"),
    name: names[shown] ?? last(names),
    factor: significant(factors[shown] ?? last(factors)),
  }
  setText(find(section, ".left-over .says"), fill(words.left, said))
  setText(find(section, ".left-over .last"), frame.values.depth)
}
