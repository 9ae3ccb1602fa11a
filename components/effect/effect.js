// Owns the effect's two faces: term by term, and three answers to how much each layer matters; and from which run the
// terms are measured.

import { answerQuads, answersTable, answersTwin, drawPairs, spanOfAnswers, spreads } from "components/effect/answers"
import { drawTicks, nameRows, niceTicks, placeLabels, withRoom } from "lab/draw/axis"
import { cell } from "lab/words/cells"
import { find, newRuler, setText } from "lab/draw/dom"
import { effectNow, interaction, move, partsShown } from "lab/maths/effect"
import { addUp, fill, fixed, listed, signed } from "lab/words/format"
import { marksIn } from "lab/draw/reach"
import { flippedLayers, offIn, readoutName, runName } from "lab/words/names"
import { label, lengthOf } from "components/effect/labels"
import { barsAddUp, connectors, quad, rowsAddUp, spanOfTerms, waterfall } from "components/effect/waterfall"

/** @typedef {Strings["effect"]} Words */
/** @typedef {import("components/effect/waterfall").Bar} Bar */

const MOST = 0.45 // of the width, that a term's label may ask for

/** @param {LabParts} parts */
export function create({ section, figure, selection, strings, marks }) {
  const words = strings.effect
  const [labels, alone, back, pairs] = ["labels", "alone", "back", "pairs"].map((name) => find(section, `.${name}`))
  const face = find(section, ".face", HTMLSelectElement)
  const compare = find(section, ".compare")
  let ranged = ""
  /** @type {ReadoutTable | null} */
  let paired = null
  /** @type {Span} */
  let span = [0, 1]
  let width = 0
  /** @type {Frame | null} */
  let drawn = null
  const frameBox = find(section, ".frame")
  const ruler = newRuler()

  marks.watch(pairs, { list: () => marksIn(pairs), points: false })

  // One list: the terms by either split, or the answers.
  face.addEventListener("change", () => {
    if (face.value === "answers") selection.select({ face: "answers" })
    else selection.select({ face: "terms", split: face.value === "natural" ? "natural" : "frozen" })
  })
  compare.addEventListener("click", () => {
    const { state, base, before } = selection.frame()
    selection.compareWith(before === base ? state.off : [])
  })

  // How much room a label has depends on how wide the frame is and how large the type.
  /** @param {number} wide */
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

  /**
   * @param {Bar[]} bars
   * @param {number} rows
   */
  function place(bars, rows) {
    placeLabels(
      labels,
      bars.flatMap((bar) => (bar.label === null ? [] : [label({ ...bar, label: bar.label, rows }, span, width, ruler)])),
    )
  }

  /** @param {Frame} frame */
  function drawFace(frame) {
    drawn = frame
    ;(frame.state.face === "answers" ? drawAnswers : drawTerms)(frame)
  }

  /**
   * @param {Frame} frame
   * @param {(frame: Frame) => Span} spanOf
   */
  function range(frame, spanOf) {
    const key = `${frame.readout.key} ${frame.before} ${frame.state.face} ${frame.state.split}`
    if (ranged === key) return
    ranged = key
    span = withRoom(spanOf(frame), 0.08)
    figure.range(span, [0, frame.layers + 3])
    nameRows(section, frame.toy, strings)
    // The terms are labelled one by one; the answers are read off a scale.
    drawTicks(find(section, ".ticks.x"), frame.state.face === "answers" ? niceTicks(span, 4) : [], span, "x")
    find(section, ".zero-line").style.left = `${(-100 * span[0]) / (span[1] - span[0])}%`
  }

  /** @param {Frame} frame */
  function drawTerms(frame) {
    const [number, direct] = ["−0.00", `−0.00 ${words.direct}`].map((text) => lengthOf(text, ruler) / width)
    /** @param {Bar} bar */
    const part = ({ word }) => (word === words.direct && direct < MOST ? direct : Math.min(MOST, number))
    range(frame, () => spanOfTerms(frame, words, part))
    const bars = waterfall(frame, words)
    figure.patch(
      "terms",
      bars.map((bar) => quad(bar, frame)),
    )
    figure.patch("connectors", connectors(bars, frame))
    figure.patch("spreads", [])
    place(bars, frame.layers + 3)
    columns(frame)
    setText(find(section, ".said"), note(frame, strings))
    setText(find(section, ".rounded"), rowsAddUp(bars) ? "" : words.rounded)
    setText(find(section, ".twin"), twin(frame, bars, strings))
  }

  /** @param {Frame} frame */
  function drawAnswers(frame) {
    range(frame, spanOfAnswers)
    figure.patch("terms", answerQuads(frame, words))
    figure.patch("connectors", [])
    figure.patch("spreads", spreads(frame))
    placeLabels(labels, [])
    if (paired !== frame.readout) {
      paired = frame.readout
      drawPairs(pairs, frame)
    }
    setText(find(section, ".said"), words.disagree)
    setText(find(section, ".rounded"), "")
    setText(find(section, ".twin"), answersTwin(frame, words, readoutName(frame, strings)))
  }

  return {
    /** @param {Frame} frame */
    draw(frame) {
      const { state, base, before, moved } = frame
      face.value = state.face === "terms" && state.split === "natural" ? "natural" : state.face
      section.dataset.face = state.face
      drawFace(frame)
      compare.hidden = state.face === "answers" || !frame.readout.scale || (!moved && before === base)
      setText(find(section, ".hint"), readoutName(frame, strings))
      setText(compare, before === base ? words.fromHere : words.fromAllOn)
    },
    /**
     * @param {Frame} frame
     * @returns {NumbersTable}
     */
    table(frame) {
      const readout = readoutName(frame, strings)
      if (frame.state.face === "answers") return answersTable(frame, strings, readout)
      const bars = waterfall(frame, words)
      /** @param {number} i */
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
  /** @param {Frame} frame */
  function columns(frame) {
    const { layers, base, before, isFlipped } = frame
    const rows = [...Array(layers).keys()]
    /**
     * @param {number} layer
     * @param {string} text
     * @returns {Label}
     */
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
    setText(find(section, ".alone-name"), names.alone)
    setText(find(section, ".back-name"), names.back)
  }
}

/**
 * @param {Frame} frame
 * @param {Strings} strings
 */
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

/**
 * @param {Frame} frame
 * @param {number} layer
 */
function switchedAlone(frame, layer) {
  return move(frame, frame.before, frame.before ^ (1 << layer))
}

/**
 * @param {Frame} frame
 * @param {number} layer
 */
function switchedBack(frame, layer) {
  return move(frame, frame.world, frame.world ^ (1 << layer))
}

/** @param {Frame} frame */
function flipped({ layers, isFlipped }) {
  return [...Array(layers).keys()].filter(isFlipped)
}

/**
 * @param {Frame} frame
 * @param {Words} words
 * @returns {Cell[][]}
 */
function several(frame, words) {
  /** @param {number} layer */
  const name = (layer) => frame.toy.sublayers[layer]
  return [
    ...flipped(frame).map((layer) => [name(layer), words.aloneKind, cell(switchedAlone(frame, layer), signed)]),
    ...flipped(frame).map((layer) => [name(layer), words.backKind, cell(switchedBack(frame, layer), signed)]),
    [listed(flipped(frame).map(name), words.and), words.together, cell(interaction(frame), signed)],
  ]
}

/**
 * @param {Frame} frame
 * @param {Bar[]} bars
 * @param {Strings} strings
 */
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
