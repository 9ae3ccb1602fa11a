// Owns the lengths: how long the stream is after each sublayer, beside how long what each sublayer wrote is, in the
// switchboard's rows; and how far each write turned the stream, with the plus and without it.

import { drawTicks, nameRows, niceTicks, placeLabels } from "lab/draw/axis"
import { setText } from "lab/draw/dom"
import { upTo } from "lab/maths/folded"
import { cell } from "lab/words/cells"
import { fill, fixed } from "lab/words/format"
import { chosenWord } from "lab/words/names"

const ROOM = 1.22 // of the longest: a label stands behind it

export function create({ section, figure, strings }) {
  const words = strings.lengths
  const [labels, turn, bare] = ["labels", "turn", "bare"].map((name) => section.querySelector(`.${name}`))
  let ranged = null

  function range(frame) {
    const { own, layers, toy } = frame
    if (ranged === own.lengths) return
    ranged = own.lengths
    const span = [0, ROOM * longest(own.lengths)]
    figure.range(span, [0, layers + 3])
    drawTicks(section.querySelector(".ticks.x"), niceTicks(span, 4), span, "x")
    nameRows(section, toy, strings)
  }

  return {
    draw(frame) {
      range(frame)
      const bars = rowsOf(frame).flatMap((row) => barsOf(row, frame, words))
      figure.patch("lengths", bars)
      figure.patch("others", others(frame, words))
      figure.patch("before", frame.moved ? before(frame) : [])
      placeLabels(
        labels,
        bars.map((bar) => label(bar, frame)),
      )
      const column = (name) =>
        rowsOf(frame)
          .slice(1)
          .map(({ layer, ...row }) => ({ left: 100, bottom: height(layer, frame), text: fixed(row[name]), className: "" }))
      placeLabels(turn, column("turn"))
      placeLabels(bare, column("bare"))
      setText(section.querySelector(".hint"), fill(words.hint, { word: chosenWord(frame) }))
      setText(section.querySelector(".twin"), twin(frame, words))
    },
    table: (frame) => ({
      caption: fill(words.caption, { word: chosenWord(frame) }),
      columns: words.columns,
      rows: rowsOf(frame).map(({ layer, stream, write, ...row }) =>
        layer < 0
          ? [words.embedding, cell(stream), "", "", ""]
          : [frame.toy.sublayers[layer], cell(stream), cell(write), cell(row.turn), cell(row.bare)],
      ),
    }),
  }
}

// What stands in each row from the foot up, in a world at a word: first the embedding, as layer −1.
function rowsOf({ own: { lengths: table }, layers, world, state }, { at = world, token = state.token - 1 } = {}) {
  const of = (name, layer) => upTo(table[name], layer, at)[token]
  const rows = [...Array(layers).keys()].map((layer) => ({
    layer,
    stream: of("stream", layer),
    write: of("write", layer),
    turn: of("turn", layer),
    bare: of("bare_turn", layer),
  }))
  return [{ layer: -1, stream: table.start[token] }, ...rows]
}

function longest({ start, stream, write }) {
  return Math.max(...start, ...[stream, write].flatMap((by) => Object.values(by)).flat(2))
}

// The middle of a layer's row, in percent.
function height(layer, { layers }) {
  return (100 * (layer + 1.5)) / (layers + 3)
}

// Above its row's middle the stream, below it the write.
function barsOf({ layer, stream, write }, frame, words) {
  const { palette, colours, toy, hot } = frame
  const then = rowsOf(frame, { at: frame.before })[layer + 1]
  const name = toy.sublayers[layer]
  const middle = layer + 1.5
  const rest = { left: 0, line: null, along: "row" }
  const alpha = hot === null || hot === layer ? 1 : 0.35
  const of = (word) => fill(layer < 0 ? words.start : word, { layer: name })
  const stack = {
    ...{ ...rest, alpha, right: stream, was: then.stream, bottom: middle + 0.03, top: middle + 0.29, fill: palette.embedding },
    ...{ line: palette.edge(palette.embedding), tip: `${of(words.stream)}: ${fixed(stream)}` },
  }
  if (layer < 0) return [stack]
  const own = {
    ...{ ...rest, alpha, right: write, was: then.write, bottom: middle - 0.29, top: middle - 0.03, fill: colours[layer] },
    ...{ line: palette.edge(colours[layer]), writer: layer, tip: `${of(words.write)}: ${fixed(write)}` },
  }
  return [stack, own]
}

// Behind its bar, and behind where it ended in the run that is measured from.
function label({ right, was, bottom, top }, frame) {
  return {
    left: (100 * Math.max(right, was)) / (ROOM * longest(frame.own.lengths)),
    bottom: (50 * (bottom + top)) / (frame.layers + 3),
    text: fixed(right),
    className: "",
  }
}

// The other words' streams, as strokes above the bar of this one's.
function others(frame, words) {
  const { toy, state, palette } = frame
  return toy.tokens.flatMap((word, token) =>
    token === state.token - 1
      ? []
      : rowsOf(frame, { token }).map(({ layer, stream }) => ({
          ...{ x0: stream, x1: stream, y0: layer + 1.81, y1: layer + 1.93, line: palette.muted, alpha: 1, width: 1.5 },
          tip: `${fill(layer < 0 ? words.otherStart : words.other, { word, layer: toy.sublayers[layer] })}: ${fixed(stream)}`,
          ...{ left: stream, right: stream, bottom: layer + 1.81, top: layer + 1.93 },
        })),
  )
}

// Where bars ended in the run that is measured from.
function before(frame) {
  const stroke = (x, y, height) => ({ x0: x, x1: x, y0: y, y1: y + height, line: frame.palette.ink, alpha: 1, width: 1.5 })
  return rowsOf(frame, { at: frame.before }).flatMap(({ layer, stream, write }) => [
    stroke(stream, layer + 1.53, 0.26),
    ...(layer < 0 ? [] : [stroke(write, layer + 1.21, 0.26)]),
  ])
}

function twin(frame, words) {
  const [start, ...rows] = rowsOf(frame)
  const list = rows.map(({ layer, stream, write, ...row }) =>
    fill(words.row, {
      layer: frame.toy.sublayers[layer],
      ...{ stream: fixed(stream), write: fixed(write), turn: fixed(row.turn), bare: fixed(row.bare) },
    }),
  )
  return fill(words.twin, { word: chosenWord(frame), start: fixed(start.stream), list: list.join(". ") })
}
