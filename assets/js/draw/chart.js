// Owns the charts of most views: bands, bars, lines and dots in one frame, with ticks, labels and the lines' names around
// them (components/base/chart.py has the figure).

import { drawTicks, placeLabels } from "lab/draw/axis"
import { find, newRuler } from "lab/draw/dom"
import { leads, spreadEnds } from "lab/draw/ends"

const LEADER = 14 // px from a line's end to its name, where it had to move
const GAP = 10 // px between the two, and between the name and the edge
const ROW = 1.25 // a name's height, in its type's size

export class Chart {
  /**
   * @param {HTMLElement} section
   * @param {Figure} figure
   */
  constructor(section, figure) {
    this.figure = figure
    /** @param {string} name */
    this.find = (name) => find(section, `.${name}`)
    this.ruler = newRuler()
    /** @type {Drawing | null} */
    this.shown = null
    this.box = ""
    this.width = 0
    this.height = 0
    this.size = 0
    this.measure()
    // Names are placed by the room that they have.
    new ResizeObserver(() => this.measure() && this.shown && this.draw(this.shown)).observe(this.find("frame"))
  }

  // Whether the frame or its type has changed.
  measure() {
    const { clientWidth: width, clientHeight: height } = this.find("frame")
    const { fontSize, fontFamily } = getComputedStyle(this.find("labels"))
    const box = `${width} ${height} ${fontSize} ${fontFamily}`
    const changed = box !== this.box
    this.ruler.font = `650 ${fontSize} ${fontFamily}`
    this.box = box
    this.width = width || 500
    this.height = height || 200
    this.size = parseFloat(fontSize)
    return changed
  }

  // `x` and `y` are ranges; marks are given in their units, ticks as in axis.js, labels as [{x, y, text, className}].
  // `ends` name lines where they end, at x's own end: [{y, text, className, colour}].
  /** @param {Drawing} marks */
  draw(marks) {
    this.shown = marks
    const { y, xTicks, yTicks, bands = [], bars = [], lines = [], dashes = [], dots = [], labels = [], ends = [] } = marks
    const x = this.withRoomFor(ends, marks.x)
    const names = this.named(ends, marks.x[1], x, y)
    this.figure.range(x, y)
    drawTicks(this.find("ticks.x"), xTicks, x, "x")
    drawTicks(this.find("ticks.y"), yTicks, y, "y")
    this.figure.patch("bands", bands.flatMap(outline))
    this.figure.patch(
      "bars",
      bars.map((mark) => ({ line: null, alpha: 1, ...mark })),
    )
    const dashed = dashes.map((line) => ({ dash: "dashed", ...line }))
    this.figure.patch("lines", [...lines, ...dashed, ...names.flatMap(({ leader }) => leader)].flatMap(pieces))
    this.figure.answers([...lines, ...dashes].flatMap(places))
    this.figure.patch(
      "dots",
      dots.map((mark) => ({ line: mark.fill, alpha: 1, ...mark })),
    )
    /**
     * @param {number} at
     * @param {Span} span
     */
    const place = (at, [low, high]) => (100 * (at - low)) / (high - low)
    /**
     * @param {ChartLabel} label
     * @returns {Label}
     */
    const placed = ({ x: at, y: height, text, className = "" }) => ({
      text,
      className,
      left: place(at, x),
      bottom: place(height, y),
    })
    placeLabels(this.find("labels"), [...labels, ...names.map(({ label }) => label)].map(placed))
  }

  // The range of x with room on its right for the longest name, and below it for the axis' own, in whatever typeface.
  /**
   * @param {ChartEnd[]} ends
   * @param {Span} range
   * @returns {Span}
   */
  withRoomFor(ends, [low, high]) {
    if (!ends.length) return [low, high]
    /** @param {string} text */
    const wide = (text) => this.ruler.measureText(text).width
    const longest = Math.max(...ends.map(({ text }) => wide(text) + LEADER), wide(this.find("x-name").textContent))
    const room = Math.min(longest + 2 * GAP, 0.5 * this.width)
    return [low, low + ((high - low) * this.width) / (this.width - room)]
  }

  // Each name with its place, and the leader to it as a line.
  /**
   * @param {ChartEnd[]} ends
   * @param {number} at
   * @param {Span} x
   * @param {Span} y
   */
  named(ends, at, x, y) {
    const gap = ((y[1] - y[0]) * ROW * this.size) / this.height
    const px = (x[1] - x[0]) / this.width
    return spreadEnds(ends, y, gap).map((end) => {
      const { y: from, to, text, className = "", colour } = end
      /** @type {Points} */
      const points = [
        [at + 2 * px, from],
        [at + LEADER * px, to],
      ]
      return {
        leader: leads(end, gap) ? [{ points, colour, width: 1 }] : [],
        label: { x: at + LEADER * px - 3 * px, y: to, text, className },
      }
    })
  }
}

// What a line that has `tip(x, y)` says at each of its points; its `writer` is theirs.
/**
 * @param {ChartLine} line
 * @returns {Row[]}
 */
function places({ points, tip, writer }) {
  return tip ? points.filter(isThere).map(([x, y]) => ({ x, y, writer, tip: tip(x, y) })) : []
}

/**
 * @param {Points[number]} point
 * @returns {point is [x: number, y: number]}
 */
function isThere(point) {
  return Number.isFinite(point[1])
}

// A band [{points: [[x, low, high]], fill}] as the outline around it.
/**
 * @param {Band} band
 * @returns {Row[]}
 */
function outline({ points, fill, alpha = 0.2 }) {
  if (points.length < 2) return []
  const back = [...points].reverse()
  const xs = [...points, ...back].map(([x]) => x)
  return [{ xs, ys: [...points.map(([, low]) => low), ...back.map(([, , high]) => high)], fill, alpha }]
}

// A line as pieces of neighbouring points that all exist.
/**
 * @param {ChartLine} line
 * @returns {Row[]}
 */
function pieces({ points, colour, width = 2, alpha = 1, dash = "solid" }) {
  /** @type {Points[]} */
  const runs = [[]]
  for (const point of points) {
    const run = runs[runs.length - 1]
    if (isThere(point)) run.push(point)
    else if (run.length) runs.push([])
  }
  return runs
    .filter((run) => run.length > 1)
    .map((run) => ({ xs: run.map(([x]) => x), ys: run.map(([, y]) => y), line: colour, width, alpha, dash }))
}

// The range of some numbers, those that are not there left out, and 0 for none.
/**
 * @param {(number | null)[]} numbers
 * @param {...number} also
 * @returns {Span}
 */
export function rangeOf(numbers, ...also) {
  const there = [...numbers, ...also].flatMap((number) => (number !== null && Number.isFinite(number) ? [number] : []))
  return there.length ? [Math.min(...there), Math.max(...there)] : [0, 0]
}
