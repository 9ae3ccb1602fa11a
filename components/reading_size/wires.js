// Owns the virtual weights: a cell for each matrix that writes and each that reads later, filled where its score is above
// what chance gives, outlined where below. A face as in reading-faces.js.

import { cell } from "lab/words/cells"
import { fill, fixed } from "lab/words/format"
import { shortName } from "lab/words/names"
import { strength, writers } from "lab/views/reading"

/** @typedef {Strings["reading-size"]} Words */
/** @typedef {ReturnType<typeof wiresOf>[number]} Wire */
/** @typedef {ReturnType<typeof part>} Part what writes or reads */

const GAP = 0.04 // of a cell: the ground between two
const HEADS = 2 // rows above the cells, for the names of what reads
const TURNS = ["Q", "K", "V"] // by which a head reads

/**
 * @param {ReadingFrame} frame
 * @param {Words} words
 * @param {Strings} strings
 * @returns {Face}
 */
export function weights(frame, { weights: words }, strings) {
  const { table, palette } = frame
  const { labels } = table
  const first = labels.part.length - labels.layer.length
  const everyone = writers(frame, strings.reading).slice(first, -1)
  const rows = labels.wire_from.map((name) => part(name, labels.layer))
  const columns = labels.wire_to.map((name) => part(name, labels.layer))
  const wires = wiresOf(table)
  const [strongest] = [...wires].sort((a, b) => b.score - a.score)
  const beyond = wires.filter(({ above, below }) => above || below)
  const facts = {
    strongest: name(strongest, table),
    score: fixed(strongest.score),
    low: fixed(strongest.low),
    high: fixed(strongest.high),
    beyond: beyond.length,
    all: wires.length,
    chance: Math.round(wires.length / 20),
  }
  const isNarrow = document.documentElement.dataset.room === "narrow"
  /** @param {number} layer */
  const called = (layer) => (isNarrow ? shortName(labels.layer[layer]) : labels.layer[layer])
  const range = Math.max(...wires.map(({ score, high }) => score - high))
  return {
    marks: {
      x: [0, columns.length],
      y: [0, rows.length + HEADS],
      xTicks: columns.map(({ layer, turn }, i) => ({ at: i + 0.5, text: turn || labels.layer[layer] })),
      yTicks: rows.map(({ layer, own }, row) => ({ at: row + 0.5, text: [called(layer), own].join(" ").trim() })),
      bars: wires.map(({ row, column, score, low, high, above, below }) => ({
        left: column + GAP / 2,
        right: column + 1 - GAP / 2,
        bottom: row + GAP,
        top: row + 1 - GAP,
        fill: above ? everyone[rows[row].layer].colour : palette.ground,
        line: below ? palette.ink : null,
        alpha: (above ? shade((score - high) / range) : 1) * strength(frame, rows[row].layer + first),
        tip: fill(words.tip, { wire: name({ row, column }, table), score: fixed(score), low: fixed(low), high: fixed(high) }),
        writer: rows[row].layer + first,
      })),
      labels: [
        ...wires.map(({ row, column, score, above, below }) => ({
          x: column + 0.5,
          y: row + 0.5,
          text: fixed(score).replace(/^0/, ""),
          className: above || below ? "middle strong" : "middle chance",
        })),
        { x: 0.2, y: rows.length - 1.5, text: words.title, className: "panel" },
        ...spans(columns, ({ own, layer }) => own && labels.layer[layer], rows.length + 1.5),
        ...spans(columns, ({ own }) => own, rows.length + 0.5),
      ],
    },
    said: fill(words.said, facts),
    twin: fill(words.twin, { ...facts, list: beyond.map((wire) => `${name(wire, table)} ${fixed(wire.score)}`).join("; ") }),
    table: {
      caption: words.caption,
      columns: words.columns,
      rows: wires.map((wire) => [
        labels.wire_from[wire.row],
        labels.wire_to[wire.column],
        ...[wire.score, wire.low, wire.high].map((number) => cell(number)),
      ]),
    },
  }
}

// Every pair in which the reader is later than the writer.
/** @param {ReadingTable} table */
function wiresOf(table) {
  return table.composition.flatMap((scores, row) =>
    scores.flatMap((score, column) => {
      if (score === null) return []
      const [low, high] = [table.composition_low[row][column], table.composition_high[row][column]]
      return [{ row, column, score, low, high, above: score > high, below: score < low }]
    }),
  )
}

// "Attention 2 head 1 K" as {layer: 2, own: "head 1", turn: "K"}; of an MLP only the layer.
/**
 * @param {string} name
 * @param {string[]} layers
 */
function part(name, layers) {
  const layer = layers.findIndex((each) => name === each || name.startsWith(`${each} `))
  const rest = name.slice(layers[layer].length).trim().split(" ")
  const turn = TURNS.includes(rest[rest.length - 1]) ? (rest.pop() ?? "") : ""
  return { layer, own: rest.join(" "), turn }
}

/**
 * @param {Pick<Wire, "row" | "column">} wire
 * @param {ReadingTable} table
 */
function name({ row, column }, { labels }) {
  return `${labels.wire_from[row]} → ${labels.wire_to[column]}`
}

// A name over neighbouring columns that share it.
/**
 * @param {Part[]} columns
 * @param {(column: Part) => string} nameOf
 * @param {number} y
 * @returns {ChartLabel[]}
 */
function spans(columns, nameOf, y) {
  /** @type {{ text: string, layer: number, from: number, to: number }[]} */
  const found = []
  columns.forEach((column, i) => {
    const text = nameOf(column)
    const last = found.at(-1)
    if (last?.text === text && last.layer === column.layer) last.to = i + 1
    else found.push({ text, layer: column.layer, from: i, to: i + 1 })
  })
  return found
    .filter(({ text }) => text)
    .map(({ text, from, to }) => ({ x: (from + to) / 2, y, text, className: "middle reader" }))
}

// Strong enough to be seen at a glance, pale enough for ink to be read on it.
/** @param {number} part */
function shade(part) {
  return 0.45 + 0.3 * part
}
