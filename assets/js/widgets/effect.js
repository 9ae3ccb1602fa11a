// Owns the effect's two faces: term by term, and three answers to how much each layer matters; and from which run the
// terms are measured.

import { answerQuads, answersTable, answersTwin, drawPairs, spanOfAnswers, spreads } from "lab/answers"
import { drawTicks, niceTicks, placeLabels, withRoom } from "lab/axis"
import { setText } from "lab/dom"
import { printedEffect, printedMove } from "lab/effect"
import { fill, fixed, listed, signed } from "lab/format"
import { marksIn } from "lab/marks"
import { flippedLayers, readoutName, runName } from "lab/names"
import { connectors, label, quad, spanOfTerms, waterfall } from "lab/waterfall"

export function create({ section, figure, selection, strings, marks }) {
  const words = strings.effect
  const [labels, alone, back, pairs] = ["labels", "alone", "back", "pairs"].map((name) => section.querySelector(`.${name}`))
  const face = section.querySelector(".face")
  const compare = section.querySelector(".compare")
  let ranged = ""
  let paired = null
  let span = [0, 1]
  let width = 200
  let shown = null
  const ruler = document.createElement("canvas").getContext("2d")

  marks.watch(pairs, { list: () => marksIn(pairs), points: false })

  face.addEventListener("change", () => selection.select({ face: face.value }))
  compare.addEventListener("click", () => {
    const { state, base, before } = selection.frame()
    selection.compareWith(before === base ? state.off : [])
  })

  // How much room a label has depends on how wide the frame is and how large the type.
  new ResizeObserver(([{ contentRect }]) => {
    width = contentRect.width
    const { fontSize, fontFamily } = getComputedStyle(labels)
    ruler.font = `600 ${fontSize} ${fontFamily}`
    if (shown) place(shown)
  }).observe(section.querySelector(".frame"))

  function place(bars) {
    shown = bars
    placeLabels(labels, bars.filter((bar) => bar.text).map((bar) => label(bar, span, width, ruler)))
  }

  function range(frame, spanOf) {
    const key = `${frame.readout.key} ${frame.before} ${frame.state.face}`
    if (ranged === key) return
    ranged = key
    span = withRoom(spanOf(frame), 0.08)
    figure.range(span, [0, frame.layers + 3])
    // The terms are labelled one by one; the answers are read off a scale.
    drawTicks(section.querySelector(".ticks.x"), frame.state.face === "answers" ? niceTicks(span, 4) : [], span, "x")
    section.querySelector(".zero-line").style.left = `${(-100 * span[0]) / (span[1] - span[0])}%`
  }

  function drawTerms(frame) {
    range(frame, spanOfTerms)
    const bars = waterfall(frame, words).map((bar) => ({ ...bar, rows: frame.layers + 3 }))
    figure.patch("terms", bars.map((bar) => quad(bar, frame)))
    figure.patch("connectors", connectors(bars, frame))
    figure.patch("spreads", [])
    place(bars)
    columns(frame)
    setText(section.querySelector(".said"), note(frame, strings))
    setText(section.querySelector(".twin"), twin(frame, bars, strings))
  }

  function drawAnswers(frame) {
    range(frame, spanOfAnswers)
    figure.patch("terms", answerQuads(frame, words))
    figure.patch("connectors", [])
    figure.patch("spreads", spreads(frame))
    place([])
    if (paired !== frame.readout) {
      paired = frame.readout
      drawPairs(pairs, frame)
    }
    setText(section.querySelector(".said"), words.disagree)
    setText(section.querySelector(".twin"), answersTwin(frame, words, readoutName(frame, strings)))
  }

  return {
    draw(frame) {
      const { state, base, before, moved } = frame
      face.value = state.face
      section.dataset.face = state.face
      ;(state.face === "answers" ? drawAnswers : drawTerms)(frame)
      compare.hidden = state.face === "answers" || !frame.readout.scale || (!moved && before === base)
      setText(compare, before === base ? words.fromHere : words.fromAllOn)
    },
    table(frame) {
      const readout = readoutName(frame, strings)
      if (frame.state.face === "answers") return answersTable(frame, words, readout)
      return {
        caption: fill(words.caption, { readout }),
        columns: words.columns,
        rows: [
          ...waterfall(frame, words).map((bar) => [bar.name, bar.kind, bar.value]),
          ...(flippedLayers(frame).length > 1 ? several(frame, words) : []),
        ],
      }
    },
  }

  // Beside the bars: what each layer does when it alone is switched, and what switching it back would do now.
  function columns(frame) {
    const { layers, base, before, isFlipped } = frame
    const rows = [...Array(layers).keys()]
    const place = (layer, text) => ({ left: 100, bottom: (100 * (layer + 1.5)) / (layers + 3), text, className: "" })
    placeLabels(alone, rows.map((layer) => place(layer, signed(switchedAlone(frame, layer)))))
    placeLabels(back, rows.map((layer) => place(layer, isFlipped(layer) ? signed(switchedBack(frame, layer)) : "")))
    const names = before === base ? words : words.fromElsewhere
    setText(section.querySelector(".alone-name"), names.alone)
    setText(section.querySelector(".back-name"), names.back)
  }
}

function note(frame, strings) {
  const words = strings.effect
  const { before, base, moved } = frame
  if (!frame.readout.scale && moved) return words.mean
  if (!moved) return before === base ? words.sum : words.sumThere
  if (flippedLayers(frame).length < 2) return fill(words.reference, { run: runName(frame, offIn(frame, before), strings) })
  return fill(words.interaction, { joint: signed(printedEffect(frame).total), interaction: signed(interaction(frame)) })
}

function offIn({ toy }, world) {
  return toy.sublayers.filter((_, layer) => !(world & (1 << layer)))
}

function switchedAlone(frame, layer) {
  return printedMove(frame, frame.before, frame.before ^ (1 << layer))
}

function switchedBack(frame, layer) {
  return printedMove(frame, frame.world, frame.world ^ (1 << layer))
}

// What the switches do together beyond the sum of what each does alone.
function interaction({ readout: { readout }, layers, world, before, isFlipped }) {
  const move = (to) => readout[to] - readout[before]
  const alone = [...Array(layers).keys()].filter(isFlipped).map((layer) => move(before ^ (1 << layer)))
  return move(world) - alone.reduce((a, b) => a + b, 0)
}

function several(frame, words) {
  const flipped = frame.toy.sublayers.map((name, layer) => [name, layer]).filter(([, layer]) => frame.isFlipped(layer))
  return [
    ...flipped.map(([name, layer]) => [name, words.aloneKind, signed(switchedAlone(frame, layer))]),
    ...flipped.map(([name, layer]) => [name, words.backKind, signed(switchedBack(frame, layer))]),
    [listed(flipped.map(([name]) => name), words.and), words.together, signed(interaction(frame))],
  ]
}

function twin(frame, bars, strings) {
  const words = strings.effect
  const readout = readoutName(frame, strings)
  if (!frame.moved) {
    const parts = bars.slice(0, -1).map((bar) => `${bar.name} ${bar.value}`).join(", ")
    return fill(words.twinOn, { readout, value: fixed(frame.readout.readout[frame.before]), parts })
  }
  const { direct, viaLayers, viaNorm } = printedEffect(frame)
  return fill(words.twinOff, {
    readout,
    before: fixed(frame.readout.readout[frame.before]),
    now: fixed(frame.readout.readout[frame.world]),
    direct: signed(direct),
    layers: signed(viaLayers),
    norm: signed(viaNorm),
  })
}
