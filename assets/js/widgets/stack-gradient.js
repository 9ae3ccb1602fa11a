// Owns the gradient of Stacks: its size on its way down in every wiring, on a log scale; the chosen one with the spread
// of its draws and the theory.

import { decadeTicks, niceTicks, withRoom } from "lab/axis"
import { Chart, rangeOf } from "lab/chart"
import { setText } from "lab/dom"
import { fill, powerOfTen } from "lab/format"
import { playing } from "lab/playing"

const SECONDS = 4

export function create({ section, figure, choices, strings }) {
  const words = strings["stack-gradient"]
  const chart = new Chart(section, figure)
  let shown = null
  const head = playing(section.querySelector(".play"), words, {
    place: () => draw(shown),
    end: () => Number(shown.values.depth),
    seconds: SECONDS,
  })
  choices.onReset(() => head.stop())

  function draw(frame) {
    shown = frame
    const { table, palette } = frame
    const depth = Number(frame.values.depth)
    const [wiring, gain] = [frame.index("wiring"), frame.index("gain")]
    const [median, low, high] = table.gradient[wiring][gain]
    const medians = table.gradient.map((gains) => gains[gain][0])
    const y = withRoom(rangeOf([...medians, low, high].flat(), 1, -1), 0.05)
    const tip = (name) => (layers, size) => `${name}, ${words.x} ${layers}: ${powerOfTen(size)}`
    const points = (sizes) => sizes.map((size, layers) => [layers, size])
    chart.draw({
      x: [0, depth * 1.35],
      y,
      xTicks: niceTicks([0, depth], 4).filter(({ at }) => Number.isInteger(at)),
      yTicks: decadeTicks(y, 6),
      areas: median.map((_, i) => ({ left: i - 0.5, right: i + 0.5, bottom: low[i] ?? y[0], top: high[i] ?? y[0], fill: palette.accent })),
      lines: [
        ...medians.map((sizes, i) => ({ points: points(sizes), tip: tip(frame.options("wiring")[i][1]), colour: palette.faint, width: 1.5 })),
        { points: points(median), colour: palette.accent, width: 3 },
      ],
      dashes: [{ points: points(table.theory[wiring][gain]), tip: tip(words.columns.at(-1)), colour: palette.ink, width: 1.5 }],
      dots: heads(frame, head.at(), words),
      labels: named(frame, medians, wiring, depth, y),
    })
    setText(section.querySelector(".twin"), twin(frame, words))
  }

  return {
    draw,
    table(frame) {
      const [wiring, gain] = [frame.index("wiring"), frame.index("gain")]
      const [median, low, high] = frame.table.gradient[wiring][gain]
      const theory = frame.table.theory[wiring][gain]
      return {
        caption: words.caption,
        columns: words.columns,
        rows: median.map((_, i) => [`${i}`, ...[median, low, high, theory].map((sizes) => powerOfTen(sizes[i]))]),
      }
    },
  }
}

// On its way down: the gradient in the chosen wiring, and what would be left of it without the plus.
function heads({ table, palette, index, label }, at, words) {
  if (at === null) return []
  const dot = (wiring, fill, name) => {
    const sizes = table.gradient[wiring][index("gain")][0]
    const [below, above] = [Math.floor(at), Math.ceil(at)].map((i) => sizes[i])
    if (below === null || above === null) return []
    const y = below + (above - below) * (at - Math.floor(at))
    return [{ x: at, y, fill, tip: `${name}: ${powerOfTen(y)}` }]
  }
  return [...dot(0, palette.muted, words.plain), ...dot(index("wiring"), palette.accent, label("wiring"))]
}

// The wirings' names at the ends of their lines; those that would lie on each other stand together around their mean.
function named(frame, medians, chosen, depth, [low, high]) {
  const gap = (high - low) / 16
  const ends = medians.map((sizes, wiring) => ({ wiring, at: sizes[depth] ?? low })).sort((a, b) => a.at - b.at)
  const groups = []
  for (const end of ends) {
    groups.push({ at: end.at, ends: [end] })
    while (groups.length > 1 && overlap(groups[groups.length - 2], groups[groups.length - 1], gap)) {
      const [below, above] = groups.splice(-2)
      const together = [...below.ends, ...above.ends]
      groups.push({ at: together.reduce((sum, { at }) => sum + at, 0) / together.length, ends: together })
    }
  }
  return groups.flatMap(({ at, ends: together }) =>
    together.map(({ wiring }, i) => ({
      x: depth,
      y: at + (i - (together.length - 1) / 2) * gap,
      text: frame.options("wiring")[wiring][1],
      className: wiring === chosen ? "strong" : "",
    })),
  )
}

// Whether the names of two groups, each around its middle, would lie on each other.
function overlap(below, above, gap) {
  return above.at - below.at < (gap * (below.ends.length + above.ends.length)) / 2
}

function twin(frame, words) {
  const [wiring, gain] = [frame.index("wiring"), frame.index("gain")]
  const end = (sizes) => powerOfTen(sizes[sizes.length - 1])
  const [median, low, high] = frame.table.gradient[wiring][gain].map(end)
  return fill(words.twin, {
    depth: frame.values.depth,
    wiring: frame.label("wiring"),
    median,
    low,
    high,
    theory: end(frame.table.theory[wiring][gain]),
  })
}
