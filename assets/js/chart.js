// Owns the charts of most views: lines, bars, areas and dots in one frame, with ticks and labels around it
// (components/chart.py has the figure).

import { drawTicks, placeLabels } from "lab/axis"

export class Chart {
  constructor(section, figure) {
    this.figure = figure
    this.find = (name) => section.querySelector(`.${name}`)
  }

  // `x` and `y` are ranges; marks are given in their units, ticks as in axis.js, labels as [{x, y, text, className}].
  draw({ x, y, xTicks, yTicks, areas = [], bars = [], lines = [], dashes = [], dots = [], labels = [] }) {
    this.figure.range(x, y)
    drawTicks(this.find("ticks.x"), xTicks, x, "x")
    drawTicks(this.find("ticks.y"), yTicks, y, "y")
    this.figure.patch("areas", areas.map((mark) => ({ line: null, alpha: 0.2, ...mark })))
    this.figure.patch("bars", bars.map((mark) => ({ line: null, alpha: 1, ...mark })))
    this.figure.patch("lines", lines.flatMap(pieces))
    this.figure.answers([...lines, ...dashes].flatMap(places))
    this.figure.patch("dashes", dashes.flatMap(pieces))
    this.figure.patch("dots", dots.map((mark) => ({ line: mark.fill, alpha: 1, ...mark })))
    const place = (at, [low, high]) => (100 * (at - low)) / (high - low)
    placeLabels(this.find("labels"), labels.map((label) => ({ className: "", ...label, left: place(label.x, x), bottom: place(label.y, y) })))
  }
}

// What a line that has `tip(x, y)` says at each of its points; its `writer` is theirs.
function places({ points, tip, writer }) {
  return tip ? points.filter(([, y]) => Number.isFinite(y)).map(([x, y]) => ({ x, y, writer, tip: tip(x, y) })) : []
}

// A line as pieces between neighbouring points that both exist.
function pieces({ points, colour, width = 2, alpha = 1 }) {
  const drawn = ([, y]) => Number.isFinite(y)
  return points.slice(1).flatMap((point, i) => {
    const [before, after] = [points[i], point]
    if (!drawn(before) || !drawn(after)) return []
    return [{ x0: before[0], y0: before[1], x1: after[0], y1: after[1], line: colour, width, alpha }]
  })
}

// The range of some numbers, those that are not there left out, and 0 for none.
export function rangeOf(numbers, ...also) {
  const there = [...numbers, ...also].filter((number) => number !== null && Number.isFinite(number))
  return there.length ? [Math.min(...there), Math.max(...there)] : [0, 0]
}
