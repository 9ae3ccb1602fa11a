// Owns the gradient: its three tracks down the switchboard's rows, and the playhead that runs down them.

import { decadeTicks, drawTicks, nameRows } from "lab/draw/axis"
import { cell } from "lab/words/cells"
import { find, setStyle, setText } from "lab/draw/dom"
import { playing } from "lab/draw/playing"
import { fill, significant } from "lab/words/format"
import { readoutName } from "lab/words/names"

/** @typedef {Strings["gradient"]} Words */
/** @typedef {"whole" | "layers" | "plus"} Track */
/** @typedef {{ span: Span, ticks: Tick[], place: (size: number) => number }} LogScale */

/** @type {Track[]} */
const TRACKS = ["whole", "layers", "plus"]
const ROWS_A_SECOND = 2

/** @param {LabParts} parts */
export function create({ section, figure, selection, strings }) {
  const words = strings.gradient
  const scrub = find(section, ".scrub", HTMLInputElement)
  const speed = find(section, ".speed", HTMLSelectElement)
  const values = Object.fromEntries(TRACKS.map((track) => [track, find(section, `[data-track=${track}]`)]))
  /** @type {Frame} */
  let frame
  /** @type {LogScale} */
  let scale
  /** @type {ReadoutTable | null} */
  let ranged = null
  // How far down the playhead is, in layers: 0 at the readout, S at the embedding, where it rests.
  const head = playing(find(section, ".play"), words, {
    place: drawHead,
    end: () => frame.layers,
    pace: () => ROWS_A_SECOND * Number(speed.value),
  })

  /** @param {Frame} next */
  function draw(next) {
    frame = next
    if (ranged !== frame.readout) {
      ranged = frame.readout
      scale = logScale(frame)
      figure.range(scale.span, [0, frame.layers + 3])
      drawTicks(find(section, ".ticks.x"), scale.ticks, scale.span, "x")
      nameRows(section, frame.toy, strings)
      if ((head.at() ?? 0) >= Number(scrub.max)) head.stop()
      scrub.max = `${frame.layers}`
    }
    const tracks = TRACKS.map((track) => sizesOf(track, frame))
    const pieces = tracks.map((sizes, i) => trackPieces(sizes, TRACKS[i], frame, scale))
    figure.patch("whole-and-plus", [...pieces[2], ...pieces[0]])
    figure.patch("layers-only", pieces[1])
    figure.patch(
      "states",
      [1, 0].flatMap((i) => trackDots(tracks[i], TRACKS[i], frame, scale, words, goTo)),
    )
    figure.answers(trackDots(tracks[2], "plus", frame, scale, words, goTo))
    placeStopped(find(section, ".stopped"), frame)
    setText(find(section, ".twin"), twin(frame, strings))
    drawHead()
  }

  // At the foot of the scale, in the row where the layers' own track has become 0.
  /**
   * @param {HTMLElement} label
   * @param {Frame} frame
   */
  function placeStopped(label, frame) {
    const layer = stoppingLayer(frame)
    setText(label, stopped(frame, words))
    if (layer === undefined) return
    const [low, high] = scale.span
    setStyle(label, "left", `${(100 * (scale.place(0) - low)) / (high - low)}%`)
    setStyle(label, "bottom", `${(100 * (layer + 0.5)) / (frame.layers + 3)}%`)
  }

  function drawHead() {
    const { layers, palette } = frame
    const down = head.at() ?? layers
    const state = layers - down
    figure.patch(
      "playhead",
      TRACKS.map((track) => {
        const sizes = sizesOf(track, frame)
        const [below, above] = [Math.floor(state), Math.ceil(state)].map((i) => scale.place(sizes[i]))
        const size = sizes[Math.round(state)]
        setText(values[track], significant(size))
        return {
          x: below + (above - below) * (state - Math.floor(state)),
          y: height(Math.floor(state)) + (height(Math.ceil(state)) - height(Math.floor(state))) * (state % 1),
          fill: track === "plus" ? palette.ground : colourOf(track, palette),
          line: colourOf(track, palette),
          alpha: 1,
        }
      }),
    )
    scrub.value = `${down}`
    const place = placeName(Math.round(state), frame, words)
    scrub.setAttribute("aria-valuetext", place)
    setText(find(section, ".place"), place)
  }

  /** @param {number} state */
  const goTo = (state) => head.goTo(frame.layers - state)

  scrub.addEventListener("input", () => head.goTo(Number(scrub.value)))
  selection.onReset(() => {
    head.stop()
    drawHead()
  })

  return {
    draw,
    /**
     * @param {Frame} frame
     * @returns {NumbersTable}
     */
    table: (frame) => ({
      caption: words.caption,
      columns: words.columns,
      rows: [...Array(frame.layers + 1).keys()]
        .reverse()
        .map((state) => [
          placeName(state, frame, words),
          ...TRACKS.map((track) => cell(sizesOf(track, frame)[state], significant)),
        ]),
    }),
  }
}

// A track's size at each state; along the plus alone it stays what it is at the readout.
/**
 * @param {Track} track
 * @param {Frame} frame
 */
function sizesOf(track, { readout, world, layers }) {
  const { whole, layers: through } = readout.gradient
  if (track === "plus") return Array(layers + 1).fill(whole[world][layers])
  return (track === "whole" ? whole : through)[world]
}

// What is off writes something fixed, and so may a layer that is on: nothing comes through it but along the plus. The first
// met on the way down.
/** @param {Frame} frame */
function stoppingLayer(frame) {
  const sizes = sizesOf("layers", frame)
  return sizes[frame.layers] === 0 ? undefined : [...Array(frame.layers).keys()].findLast((layer) => sizes[layer] === 0)
}

/**
 * @param {Frame} frame
 * @param {Words} words
 */
function stopped(frame, words) {
  const layer = stoppingLayer(frame)
  return layer === undefined ? "" : fill(words.stopped, { layer: frame.toy.sublayers[layer] })
}

// State l lies between layer l and layer l + 1; the embedding's own state lies in its row.
/** @param {number} state */
function height(state) {
  return state === 0 ? 0.5 : state + 1
}

/**
 * @param {number} state
 * @param {Pick<Frame, "toy" | "layers">} frame
 * @param {Words} words
 */
function placeName(state, { toy, layers }, words) {
  if (state === layers) return words.atReadout[toy.norm]
  return state === 0 ? words.atEmbedding : fill(words.below, { layer: toy.sublayers[state] })
}

// A log axis over all worlds of the table; an exact zero sits at its foot, labelled 0.
/**
 * @param {Frame} frame
 * @returns {LogScale}
 */
function logScale({ readout: { gradient } }) {
  const sizes = [gradient.whole, gradient.layers].flat(2)
  const logs = sizes.filter((size) => size > 0).map(Math.log10)
  const low = Math.floor(Math.min(...logs, 0) - 0.15)
  const high = Math.ceil(Math.max(...logs, 0) + 0.15)
  const zero = sizes.includes(0)
  const foot = low - 0.6 * (high - low) * (zero ? 0.4 : 0)
  const room = 0.05 * (high - foot)
  const ticks = decadeTicks([low, high])
  if (zero) ticks.unshift({ at: foot, text: "0" })
  return { span: [foot - room, high + room], ticks, place: (size) => (size > 0 ? Math.log10(size) : foot) }
}

/**
 * @param {Track} track
 * @param {Palette} palette
 */
function colourOf(track, palette) {
  return { whole: palette.accent, layers: palette.muted, plus: palette.faint }[track]
}

/**
 * @param {number[]} sizes
 * @param {Track} track
 * @param {Frame} frame
 * @param {LogScale} scale
 * @returns {Row[]}
 */
function trackPieces(sizes, track, { palette, hot }, { place }) {
  return sizes.slice(1).map((size, layer) => ({
    x0: place(sizes[layer]),
    y0: height(layer),
    x1: place(size),
    y1: height(layer + 1),
    line: colourOf(track, palette),
    alpha: hot === null || hot === layer ? 1 : 0.35,
    width: { whole: 3, layers: 2, plus: 6 }[track],
  }))
}

/**
 * @param {number[]} sizes
 * @param {Track} track
 * @param {Frame} frame
 * @param {LogScale} scale
 * @param {Words} words
 * @param {(state: number) => void} goTo
 * @returns {Row[]}
 */
function trackDots(sizes, track, { palette, toy, layers }, { place }, words, goTo) {
  return sizes.map((size, state) => ({
    x: place(size),
    y: height(state),
    fill: colourOf(track, palette),
    line: colourOf(track, palette),
    alpha: 1,
    tip: `${words.tracks[track]}, ${placeName(state, { toy, layers }, words)}: ${significant(size)}`,
    press: () => goTo(state),
  }))
}

/**
 * @param {Frame} frame
 * @param {Strings} strings
 */
function twin(frame, strings) {
  const { layers } = frame
  /**
   * @param {Track} track
   * @param {number} state
   */
  const at = (track, state) => significant(sizesOf(track, frame)[state])
  const where = stopped(frame, strings.gradient)
  return fill(strings.gradient.twin, {
    readout: readoutName(frame, strings),
    stopped: where && ` (${where})`,
    top: at("whole", layers),
    start: strings.gradient.atReadout[frame.toy.norm],
    whole: at("whole", 0),
    layers: at("layers", 0),
    plus: at("plus", 0),
  })
}
