// Owns the effect's two faces: term by term, and three answers to how much each layer matters; and from which run the
// terms are measured.

import { answerQuads, answersTable, answersTwin, drawPairs, spanOfAnswers, spreads } from "components/effect/answers"
import { drawTicks, nameRows, niceTicks, placeLabels, withRoom } from "lab/draw/axis"
import { cell } from "lab/words/cells"
import { setText } from "lab/draw/dom"
import { effectNow, interaction, move, partsShown } from "lab/maths/effect"
import { addUp, fill, fixed, listed, signed } from "lab/words/format"
import { marksIn } from "lab/draw/marks"
import { flippedLayers, offIn, readoutName, runName } from "lab/words/names"
import { barsAddUp, connectors, label, lengthOf, quad, rowsAddUp, spanOfTerms, waterfall } from "components/effect/waterfall"

const MOST = 0.45 // of the width, that a term's label may ask for

export function create({ section, figure, selection, strings, marks }) {
  const words = strings.effect
  const [labels, alone, back, pairs] = ["labels", "alone", "back", "pairs"].map((name) => section.querySelector(`.${name}`))
  const face = section.querySelector(".face")
  const compare = section.querySelector(".compare")
  let ranged = ""
  let paired = null
  let span = [0, 1]
  let width = 0
  let drawn = null
  const frameBox = section.querySelector(".frame")
  const ruler = document.createElement("canvas").getContext("2d")

  marks.watch(pairs, { list: () => marksIn(pairs), points: false })

  // One list: the terms by either split, or the answers.
  face.addEventListener("change", () => {
    const choice = { terms: { face: "terms", split: "frozen" }, natural: { face: "terms", split: "natural" } }
    selection.select(choice[face.value] ?? { face: face.value })
  })
  compare.addEventListener("click", () => {
    const { state, base, before } = selection.frame()
    selection.compareWith(before === base ? state.off : [])
  })

  // How much room a label has depends on how wide the frame is and how large the type.
  function measure(wide) {
    width = wide || 200
    const { fontSize, fontFamily } = getComputedStyle(labels)
    ruler.font = `600 ${fontSize} ${fontFamily}`
    ranged = ""
  }

  measure(frameBox.clientWidth)
  new ResizeObserver(([{ contentRect }]) => {
    if (contentRect.width === 0 || contentRect.width === width) return
    measure(contentRect.width)
    if (drawn) drawFace(drawn)
    section.dispatchEvent(new CustomEvent("lab:relabelled", { bubbles: true })) // a label may have room for its word now
  }).observe(frameBox)

  function place(bars) {
    placeLabels(
      labels,
      bars.filter((bar) => bar.label !== null).map((bar) => label(bar, span, width, ruler)),
    )
  }

  function drawFace(frame) {
    drawn = frame
    ;(frame.state.face === "answers" ? drawAnswers : drawTerms)(frame)
  }

  function range(frame, spanOf) {
    const key = `${frame.readout.key} ${frame.before} ${frame.state.face} ${frame.state.split}`
    if (ranged === key) return
    ranged = key
    span = withRoom(spanOf(frame), 0.08)
    figure.range(span, [0, frame.layers + 3])
    nameRows(section, frame.toy, strings)
    // The terms are labelled one by one; the answers are read off a scale.
    drawTicks(section.querySelector(".ticks.x"), frame.state.face === "answers" ? niceTicks(span, 4) : [], span, "x")
    section.querySelector(".zero-line").style.left = `${(-100 * span[0]) / (span[1] - span[0])}%`
  }

  function drawTerms(frame) {
    const [number, direct] = ["−0.00", `−0.00 ${words.direct}`].map((text) => lengthOf(text, ruler) / width)
    const part = ({ word }) => (word === words.direct && direct < MOST ? direct : Math.min(MOST, number))
    range(frame, () => spanOfTerms(frame, words, part))
    const bars = waterfall(frame, words).map((bar) => ({ ...bar, rows: frame.layers + 3 }))
    figure.patch(
      "terms",
      bars.map((bar) => quad(bar, frame)),
    )
    figure.patch("connectors", connectors(bars, frame))
    figure.patch("spreads", [])
    place(bars)
    columns(frame)
    setText(section.querySelector(".said"), note(frame, strings))
    setText(section.querySelector(".rounded"), rowsAddUp(bars) ? "" : words.rounded)
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
    setText(section.querySelector(".rounded"), "")
    setText(section.querySelector(".twin"), answersTwin(frame, words, readoutName(frame, strings)))
  }

  return {
    draw(frame) {
      const { state, base, before, moved } = frame
      face.value = state.face === "terms" && state.split === "natural" ? "natural" : state.face
      section.dataset.face = state.face
      drawFace(frame)
      compare.hidden = state.face === "answers" || !frame.readout.scale || (!moved && before === base)
      setText(section.querySelector(".hint"), readoutName(frame, strings))
      setText(compare, before === base ? words.fromHere : words.fromAllOn)
    },
    table(frame) {
      const readout = readoutName(frame, strings)
      if (frame.state.face === "answers") return answersTable(frame, strings, readout)
      const bars = waterfall(frame, words)
      const note = (i) => (i === bars.length - 1 && !barsAddUp(bars) ? strings.rounded : "")
      return {
        caption: fill(words.caption, { readout }),
        columns: words.columns,
        rows: [
          ...bars.map((bar, i) => [bar.name, bar.kind, cell(bar.value, bar.print, note(i))]),
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
    placeLabels(
      alone,
      rows.map((layer) => place(layer, signed(switchedAlone(frame, layer)))),
    )
    placeLabels(
      back,
      rows.map((layer) => place(layer, isFlipped(layer) ? signed(switchedBack(frame, layer)) : "")),
    )
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
  const joint = move(frame, before, frame.world)
  const parts = [...flipped(frame).map((layer) => switchedAlone(frame, layer)), interaction(frame)]
  const rounded = addUp(parts, joint) ? "" : ` (${strings.rounded})`
  return fill(words.interaction, { joint: signed(joint), interaction: signed(interaction(frame)), rounded })
}

function switchedAlone(frame, layer) {
  return move(frame, frame.before, frame.before ^ (1 << layer))
}

function switchedBack(frame, layer) {
  return move(frame, frame.world, frame.world ^ (1 << layer))
}

function flipped({ layers, isFlipped }) {
  return [...Array(layers).keys()].filter(isFlipped)
}

function several(frame, words) {
  const name = (layer) => frame.toy.sublayers[layer]
  return [
    ...flipped(frame).map((layer) => [name(layer), words.aloneKind, cell(switchedAlone(frame, layer), signed)]),
    ...flipped(frame).map((layer) => [name(layer), words.backKind, cell(switchedBack(frame, layer), signed)]),
    [listed(flipped(frame).map(name), words.and), words.together, cell(interaction(frame), signed)],
  ]
}

function twin(frame, bars, strings) {
  const words = strings.effect
  const readout = readoutName(frame, strings)
  if (!frame.moved) {
    const parts = bars
      .slice(0, -1)
      .map((bar) => `${bar.name} ${fixed(bar.value)}`)
      .join(", ")
    const rounded = barsAddUp(bars) ? "" : ` (${strings.rounded})`
    return fill(words.twinOn, { readout, value: fixed(frame.readout.readout[frame.before]), parts, rounded })
  }
  const parts = partsShown(frame, effectNow(frame))
  const [before, now] = [frame.before, frame.world].map((world) => frame.readout.readout[world])
  const [direct, layers, norm] = parts.map((part) => signed(part))
  const rounded = addUp([before, ...parts], now) ? "" : ` (${strings.rounded})`
  const values = { readout, before: fixed(before), now: fixed(now), direct, layers, indirect: layers, norm, rounded }
  return fill(frame.state.split === "natural" ? words.twinNatural : words.twinOff, values)
}
