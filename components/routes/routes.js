// Owns the routes: every path of one length as a line down the switchboard's rows, with a bar above it for what it carries;
// one of them is told of, and its length is one bar of the paths.

import { nameRows } from "lab/draw/axis"
import { find, setText } from "lab/draw/dom"
import { countIn, layersIn } from "lab/maths/masks"
import { sharesBy } from "lab/maths/shares"
import { cell } from "lab/words/cells"
import { capital, fill, fixed, listed, significant } from "lab/words/format"
import { readoutName } from "lab/words/names"

/** @typedef {Strings["routes"]} Words */
/** @typedef {{ route: number, lane: number, isOpen: boolean, isShown: boolean, isLit: boolean }} Lane */

const LEAVES = 0.3 // of a lane: how far a line goes aside to pass a layer
const [FOOT, HEAD] = [0.5, 0.9] // of a row: where a line ends at the embedding, and starts above the last layer
const [LOW, HIGH] = [1.15, 2.85] // rows above the last layer between which the bars stand

/** @param {LabParts} parts */
export function create({ section, figure, selection, strings }) {
  const words = strings.routes
  const passed = find(section, ".passed", HTMLInputElement)
  /** @type {Toy | null} */
  let named = null

  passed.addEventListener("input", () => selection.select({ route: selection.routeOf(Number(passed.value)) }))

  return {
    /** @param {Frame} frame */
    draw(frame) {
      const lanes = lanesOf(frame)
      if (named !== frame.toy) {
        named = frame.toy
        nameRows(section, frame.toy, strings)
        passed.max = `${frame.layers}`
      }
      figure.range([-0.7, lanes.length - 0.3], [0, frame.layers + 3])
      figure.patch(
        "lines",
        lanes.map((lane) => line(lane, frame)),
      )
      figure.patch(
        "stops",
        lanes.flatMap((lane) => stops(lane, frame)),
      )
      figure.patch(
        "amounts",
        lanes.map((lane) => bar(lane, frame, words, strings.and, selection)),
      )
      figure.patch("zero", [zeroLine(lanes, frame)])
      passed.value = `${frame.state.route.length}`
      const { length } = frame.state.route
      setText(find(section, ".hint"), fill(length ? words.hint : words.hintNone, { count: length, layers: frame.layers }))
      setText(find(section, ".told"), told(maskOf(frame.state.route), frame, words, strings.and))
      setText(find(section, ".together"), fill(words.of, sums(lanes, frame)))
      setText(find(section, ".twin"), twin(lanes, frame, words, strings.and))
    },
    /**
     * @param {Frame} frame
     * @returns {NumbersTable}
     */
    table: (frame) => ({
      caption: fill(words.caption, { readout: readoutName(frame, strings) }),
      columns: words.columns,
      rows: [...Array(2 ** frame.layers).keys()]
        .sort((a, b) => countIn(a) - countIn(b) || a - b)
        .map((route) => rowOf(route, frame, words, strings.and)),
    }),
  }
}

/** @param {number[]} route */
function maskOf(route) {
  return route.reduce((mask, layer) => mask | (1 << (layer - 1)), 0)
}

/**
 * @param {number} route
 * @param {Pick<Frame, "layers">} frame
 */
function layersOf(route, { layers }) {
  return layersIn(route, layers).map((layer) => layer + 1)
}

// All routes of one length, by their layers from the lowest.
/**
 * @param {number} length
 * @param {Pick<Frame, "layers">} frame
 */
function routesOf(length, { layers }) {
  /** @param {number} route */
  const key = (route) => layersOf(route, { layers }).join()
  return [...Array(2 ** layers).keys()].filter((route) => countIn(route) === length).sort((a, b) => (key(a) < key(b) ? -1 : 1))
}

/**
 * @param {number} route
 * @param {Frame} frame
 */
function isOpen(route, { world }) {
  return (route & ~world) === 0
}

// The routes of the length that is shown, side by side.
/**
 * @param {Frame} frame
 * @returns {Lane[]}
 */
function lanesOf(frame) {
  const shown = maskOf(frame.state.route)
  return routesOf(frame.state.route.length, frame).map((route, lane) => ({
    ...{ route, lane, isOpen: isOpen(route, frame), isShown: route === shown },
    isLit: frame.hot === null || frame.hot < 0 || Boolean(route & (1 << frame.hot)),
  }))
}

/**
 * @param {number} route
 * @param {Frame} frame
 */
function amountOf(route, { own, world, state }) {
  return sharesBy(state.measure, own.routes)[world][route]
}

/** @param {Lane} lane */
function strength({ isOpen, isLit, isShown }) {
  if (isShown) return 1
  if (!isLit) return 0.15
  return isOpen ? 0.6 : 0.3
}

// Down from below the bars, aside at each layer that it passes.
/**
 * @param {Lane} lane
 * @param {Frame} frame
 * @returns {Row}
 */
function line(lane, { layers, palette }) {
  const [xs, ys] = [[lane.lane], [layers + HEAD]]
  for (let layer = layers - 1; layer >= 0; layer--) {
    const aside = lane.route & (1 << layer) ? LEAVES : 0
    const y = layer + 1.5
    xs.push(lane.lane, lane.lane + aside, lane.lane + aside, lane.lane)
    ys.push(y + 0.38, y + 0.14, y - 0.14, y - 0.38)
  }
  return {
    ...{ xs: [...xs, lane.lane], ys: [...ys, FOOT], alpha: strength(lane), dash: lane.isOpen ? [] : [3, 3] },
    ...(lane.isShown ? { line: palette.accent, width: 3 } : { line: palette.muted, width: 1.5 }),
  }
}

/**
 * @param {Lane} lane
 * @param {Frame} frame
 * @returns {Row[]}
 */
function stops(lane, { layers, colours, palette, isOn }) {
  return layersIn(lane.route, layers).map((layer) => ({
    ...{ x: lane.lane + LEAVES, y: layer + 1.5, alpha: Math.max(strength(lane), 0.35) },
    ...{ fill: isOn(layer) ? colours[layer] : palette.ground, line: palette.edge(colours[layer]) },
  }))
}

// One scale for all lengths and worlds would hide most; the bars of one length are compared with one another.
/**
 * @param {Frame} frame
 * @returns {(value: number) => number}
 */
function scale(frame) {
  const { own, state, layers } = frame
  const table = sharesBy(state.measure, own.routes)
  const routes = routesOf(state.route.length, { layers })
  const values = table.flatMap((row) => routes.map((route) => row[route] ?? 0))
  const [low, high] = [Math.min(...values, 0), Math.max(...values, 0.01)]
  return (value) => layers + LOW + ((HIGH - LOW) * (value - low)) / (high - low)
}

/**
 * @param {Lane} lane
 * @param {Frame} frame
 * @param {Words} words
 * @param {string} and
 * @param {LabSelection} selection
 * @returns {Row}
 */
function bar(lane, frame, words, and, selection) {
  const { palette } = frame
  const place = scale(frame)
  const value = amountOf(lane.route, frame) ?? 0
  const ends = [place(0), place(value)]
  return {
    ...{ left: lane.lane - 0.32, right: lane.lane + 0.32, bottom: Math.min(...ends), top: Math.max(...ends) },
    ...{ fill: lane.isShown ? palette.accent : palette.muted, line: null, alpha: lane.isOpen ? strength(lane) : 0.01 },
    ...{ tip: told(lane.route, frame, words, and), along: "column" },
    press: () => selection.select({ route: layersOf(lane.route, frame) }),
  }
}

/**
 * @param {Lane[]} lanes
 * @param {Frame} frame
 * @returns {Row}
 */
function zeroLine(lanes, frame) {
  const y = scale(frame)(0)
  return { x0: -0.6, x1: lanes.length - 0.4, y0: y, y1: y, line: frame.palette.faint, alpha: 1, width: 1 }
}

/**
 * @param {number} route
 * @param {Frame} frame
 * @param {Words} words
 * @param {string} and
 */
function nameOf(route, { toy }, words, and) {
  const names = toy.sublayers.filter((_, layer) => route & (1 << layer))
  return names.length ? fill(words.through, { layers: listed(names, and) }) : words.plus
}

/**
 * @param {number} route
 * @param {Frame} frame
 * @param {Words} words
 * @param {string} and
 */
function told(route, frame, words, and) {
  const name = nameOf(route, frame, words, and)
  const off = frame.toy.sublayers.filter((_, layer) => route & (1 << layer) && !frame.isOn(layer))
  if (off.length > 0) return fill(off.length > 1 ? words.closedSeveral : words.closed, { route: name, layers: listed(off, and) })
  const { size, size_share: sizeShare, share } = frame.own.routes
  const [own, ofSizes, part] = [size, sizeShare, share].map((table) => table[frame.world][route])
  if (ofSizes === null || part === null) return fill(words.noShare, { route: name, size: significant(own) })
  return fill(words.carries, { route: name, size: significant(own), sizeShare: fixed(ofSizes, 3), share: fixed(part, 3) })
}

// All open ones of a length together are that length's bar among the paths.
/**
 * @param {Lane[]} lanes
 * @param {Frame} frame
 */
function sums(lanes, { readout: { paths }, state, world }) {
  const together = sharesBy(state.measure, paths)[world][state.route.length]
  return { count: lanes.filter(({ isOpen }) => isOpen).length, all: lanes.length, sum: fixed(together) }
}

/**
 * @param {number} route
 * @param {Frame} frame
 * @param {Words} words
 * @param {string} and
 * @returns {Cell[]}
 */
function rowOf(route, frame, words, and) {
  const names = frame.toy.sublayers.filter((_, layer) => route & (1 << layer))
  const { size, size_share: sizeShare, share } = frame.own.routes
  const values = [size, sizeShare, share].map((table) => table[frame.world][route])
  return [
    names.length ? listed(names, and) : words.none,
    `${names.length}`,
    ...(isOpen(route, frame)
      ? [cell(values[0], significant), cell(values[1], significant), cell(values[2], significant)]
      : [words.isClosed, "", ""]),
  ]
}

/**
 * @param {Lane[]} lanes
 * @param {Frame} frame
 * @param {Words} words
 * @param {string} and
 */
function twin(lanes, frame, words, and) {
  return fill(words.twin, {
    told: capital(told(maskOf(frame.state.route), frame, words, and)),
    length: frame.state.route.length,
    measure: words.measures[frame.state.measure],
    ...sums(lanes, frame),
  })
}
