// Owns three of the four faces of "Size is not importance": what each draws, says and lists. A face is {marks, said, twin,
// table}. The fourth is in reading-wires.js.

import { niceTicks } from "lab/draw/axis"
import { cell } from "lab/words/cells"
import { fill, fixed, signed } from "lab/words/format"
import { promptWords, readoutWords, strength, writers } from "lab/views/reading"
import { weights } from "components/reading_size/wires"

/** @typedef {Strings["reading-size"]} Words */

export const FACES = { size, share, cosine, weights }

const HALF = 0.31 // of a row: half a bar's height
const GAP = 0.04 // of a cell: the ground between two

// To the left how large each write is, to the right how much it adds to the readout, each beside its own largest.
/**
 * @param {ReadingFrame} frame
 * @param {Words} words
 * @param {Strings} strings
 * @param {number} beside
 * @returns {Face}
 */
function size(frame, { size: words }, strings, beside) {
  const { table, palette } = frame
  const sizes = table.size[frame.index("token")]
  const everyone = writers(frame, strings.reading).slice(0, sizes.length)
  const adding = everyone.map(({ value }) => value)
  const adds = adding.map(Math.abs)
  const [largest, strongest] = [Math.max(...sizes), Math.max(...adds) || 1]
  const rows = everyone.length
  /**
   * @param {number} row
   * @param {number} part
   * @param {string} name
   * @param {string} value
   * @param {boolean} hollow
   */
  const bar = (row, part, name, value, hollow = false) => ({
    left: Math.min(0, part),
    right: Math.max(0, part),
    bottom: row + 0.5 - HALF,
    top: row + 0.5 + HALF,
    fill: hollow ? palette.ground : part < 0 ? palette.faint : everyone[row].colour,
    line: hollow || part >= 0 ? everyone[row].edge : null,
    alpha: strength(frame, row),
    tip: `${everyone[row].name}, ${name}: ${value}`,
    writer: row,
  })
  /** @param {number[]} numbers */
  const most = (numbers) => everyone[numbers.indexOf(Math.max(...numbers))].name
  const facts = { large: most(sizes), strong: most(adds), readout: readoutWords(frame, strings) }
  return {
    marks: {
      x: [-1 - 2 * beside, 1 + 2 * beside],
      y: [0, rows + 1],
      xTicks: [{ at: 0, text: "", zero: true }],
      yTicks: everyone.map(({ name }, row) => ({ at: row + 0.5, text: name })),
      bars: everyone.flatMap(({ value }, row) => [
        bar(row, -sizes[row] / largest, words.size, fixed(sizes[row])),
        bar(row, adds[row] / strongest, words.adds, signed(value), value < 0),
      ]),
      labels: [
        ...everyone.flatMap(({ value }, row) => [
          { x: -sizes[row] / largest, y: row + 0.5, text: fixed(sizes[row]), className: "leftward" },
          { x: adds[row] / strongest, y: row + 0.5, text: signed(value) },
        ]),
        { x: 0, y: rows + 0.5, text: words.size, className: "leftward panel" },
        { x: 0, y: rows + 0.5, text: words.adds, className: "panel" },
      ],
    },
    said: fill(facts.large === facts.strong ? words.same : words.said, facts),
    twin: fill(words.twin, { ...facts, list: listOf(everyone, (i) => [fixed(sizes[i]), signed(adding[i])]) }),
    table: {
      caption: fill(words.caption, facts),
      columns: words.columns,
      rows: everyone.map(({ name, value }, i) => [name, cell(sizes[i]), cell(value, signed)]),
    },
  }
}

// Two fields of cells, a row a layer and a column a word: how much of the stream a write is, and which way it points.
/**
 * @param {ReadingFrame} frame
 * @param {Words} words
 * @param {Strings} strings
 * @returns {Face}
 */
function share(frame, { share: words }, strings) {
  const { table, palette } = frame
  const prompt = promptWords(frame)
  const [rows, columns] = [table.labels.layer.length, prompt.length]
  const first = table.labels.part.length - rows
  const everyone = writers(frame, strings.reading).slice(first, -1)
  const token = frame.index("token")
  const at = { write_share: 0, write_cosine: columns + 0.6 }
  /** @type {[name: "write_share" | "write_cosine", start: number][]} */
  const fields = [
    ["write_share", at.write_share],
    ["write_cosine", at.write_cosine],
  ]
  /**
   * @param {"write_share" | "write_cosine"} name
   * @param {(x: number) => string} say
   */
  const cells = (name, say) =>
    table[name].flatMap((numbers, row) =>
      numbers.map((number, column) => ({ number, row, column, left: at[name] + column, text: say(number) })),
    )
  const every = [...cells("write_share", fixed), ...cells("write_cosine", signed)]
  const erases = table.write_cosine.flat().filter((cosine) => cosine < 0).length
  const facts = { erases, all: rows * columns, word: prompt[token] }
  return {
    marks: {
      x: [0, 2 * columns + 0.6],
      y: [0, rows + 1],
      xTicks: fields.flatMap(([, start]) => prompt.map((word, i) => ({ at: start + i + 0.5, text: word }))),
      yTicks: everyone.map(({ name }, row) => ({ at: row + 0.5, text: name })),
      bars: every.map(({ number, row, left, column, text }) => ({
        ...square(left, row),
        fill: number < 0 ? palette.ground : everyone[row].colour,
        line: number < 0 ? palette.ink : everyone[row].edge,
        alpha: number < 0 ? strength(frame, row + first) : shade(Math.min(1, number)) * strength(frame, row + first),
        tip: `${everyone[row].name}, ${prompt[column]}: ${text}`,
        writer: row + first,
      })),
      labels: [
        ...every.map(({ row, left, column, text }) => ({
          x: left + 0.5,
          y: row + 0.5,
          text,
          className: column === token ? "middle strong" : "middle",
        })),
        ...fields.map(([name, start]) => ({ x: start, y: rows + 0.5, text: words[name], className: "panel" })),
      ],
    },
    said: fill(words.said, facts),
    twin: fill(words.twin, {
      ...facts,
      list: listOf(everyone, (row) => [fixed(table.write_share[row][token]), signed(table.write_cosine[row][token])]),
    }),
    table: {
      caption: words.caption,
      columns: words.columns,
      rows: everyone.flatMap(({ name }, row) =>
        prompt.map((word, i) => [
          name,
          `${i + 1} ${word}`,
          cell(table.write_share[row][i]),
          cell(table.write_cosine[row][i], signed),
        ]),
      ),
    },
  }
}

// Three panels over depth: each state beside the next, beside the embedding, and the same word at two positions.
/**
 * @param {ReadingFrame} frame
 * @param {Words} words
 * @returns {Face}
 */
function cosine(frame, { cosine: words }) {
  const { table, palette } = frame
  const token = frame.index("token")
  const depths = table.labels.depth.length
  const wide = depths + 1.2
  const pair = repeated(promptWords(frame), token)
  /** @param {(number | null)[][]} numbers */
  const pick = (numbers) => numbers.map((tokens) => tokens[token])
  const [next, start] = [table.next_cosine.map(pick), table.start_cosine.map(pick)]
  const same = pair && table.pair_cosine.map((tokens) => tokens[pair[0]][pair[1]])
  /**
   * @param {(number | null)[]} numbers
   * @param {number} panel
   * @param {number} from
   * @returns {Points}
   */
  const line = (numbers, panel, from) => numbers.map((y, i) => [panel * wide + from + i, y])
  const solid = [line(next[0], 0, 1), line(start[0], 1, 0), ...(same ? [line(same, 2, 0)] : [])]
  const broken = [line(next[1], 0, 1), line(start[1], 1, 0)]
  const names = [words.next, words.start, pairName(pair, frame, words)]
  /** @param {Points[number]} point */
  const there = ([, y]) => y !== null
  /**
   * @param {Points[]} lines
   * @param {string} colour
   */
  const dots = (lines, colour) =>
    lines
      .flat()
      .filter(there)
      .map(([x, y]) => ({ x, y, fill: colour, tip: signed(y) }))
  /** @param {(number | null)[]} numbers */
  const last = (numbers) => signed(numbers[numbers.length - 1])
  const facts = { with: last(start[0]), without: last(start[1]), word: promptWords(frame)[token] }
  const listed = same ? same.map((x) => signed(x)).join(", ") : ""
  const twinOfPair = same ? ` ${fill(words.twinPair, { name: names[2], list: listed })}` : ""
  return {
    marks: {
      x: [-0.6, 3 * wide - 1.2],
      y: [-1.1, 1.45],
      xTicks: names.flatMap((_, panel) => table.labels.depth.map((_, i) => ({ at: panel * wide + i, text: `${i}` }))),
      yTicks: niceTicks([-1, 1], 4),
      lines: solid.map((points) => ({ points, colour: palette.ink, width: 2.5 })),
      dashes: broken.map((points) => ({ points, colour: palette.muted })),
      dots: [...dots(broken, palette.muted), ...dots(solid, palette.ink)],
      labels: names.map((text, panel) => ({ x: panel * wide - 0.6, y: 1.28, text, className: "panel" })),
    },
    said: fill(words.said, facts),
    twin: fill(words.twin, facts) + twinOfPair,
    table: {
      caption: fill(words.caption, facts),
      columns: [...words.columns, names[2]],
      rows: table.labels.depth.map((name, depth) => [
        `${depth} ${name}`,
        ...next.map((numbers) => cell(depth ? numbers[depth - 1] : null, signed)),
        ...start.map((numbers) => cell(numbers[depth], signed)),
        cell(same ? same[depth] : null, signed),
      ]),
    },
  }
}

/**
 * @param {number} left
 * @param {number} row
 */
function square(left, row) {
  return { left: left + GAP / 2, right: left + 1 - GAP / 2, bottom: row + GAP, top: row + 1 - GAP }
}

// Pale enough for ink to be read on it.
/** @param {number} part */
function shade(part) {
  return 0.08 + 0.42 * part
}

/**
 * @param {[number, number] | null} pair
 * @param {ReadingFrame} frame
 * @param {Words["cosine"]} words
 */
function pairName(pair, frame, words) {
  if (!pair) return words.noPair
  const [first, second] = pair
  return fill(words.pair, { word: promptWords(frame)[first], first: first + 1, second: second + 1 })
}

// "MLP 1 0.25, −0.12; …", for the text twins.
/**
 * @param {Writer[]} everyone
 * @param {(i: number) => string[]} numbers
 */
function listOf(everyone, numbers) {
  return everyone.map(({ name }, i) => `${name} ${numbers(i).join(", ")}`).join("; ")
}

// Two positions of one word, those of the chosen word if it stands twice.
/**
 * @param {string[]} prompt
 * @param {number} token
 * @returns {[number, number] | null}
 */
function repeated(prompt, token) {
  /** @type {[first: number, second: number][]} */
  const pairs = prompt.map((word, i) => [i, prompt.indexOf(word, i + 1)])
  const twice = pairs.filter(([, second]) => second > 0)
  return twice.find((pair) => pair.includes(token)) ?? twice[0] ?? null
}
