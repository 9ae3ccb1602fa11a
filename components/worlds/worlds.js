// Owns the map of all worlds: each setting of the switches by its readout and by how many layers are on.

import { drawTicks, niceTicks, withRoom } from "lab/draw/axis"
import { cell } from "lab/words/cells"
import { element, find, setText } from "lab/draw/dom"
import { capital, fill, fixed } from "lab/words/format"
import { countIn, layersIn } from "lab/maths/masks"
import { offIn, readoutName, runName } from "lab/words/names"
import { paint } from "lab/draw/palette"

/** @param {LabParts} parts */
export function create({ section, selection, strings, marks }) {
  const words = strings.worlds
  const points = find(section, ".points")
  /** @type {ReadoutTable | null} */
  let shown = null
  /** @type {HTMLElement[]} one a world */
  let options = []
  /** @type {{ world: number, value: number, on: number }[]} */
  let sorted = []
  /** @type {number | null} */
  let current = null

  /** @param {Frame} frame */
  function build(frame) {
    shown = frame.readout
    const { readout, layers } = frame
    const span = withRoom([Math.min(...readout.readout, 0), Math.max(...readout.readout, 0)], 0.06)
    const steps = [...Array(layers + 1).keys()].map((on) => ({ at: on, text: `${on}` }))
    drawTicks(find(section, ".ticks.x"), niceTicks(span, 6), span, "x")
    drawTicks(find(section, ".ticks.y"), steps, [-0.5, layers + 0.5], "y")
    sorted = readout.readout.map((value, world) => ({ world, value, on: countIn(world) }))
    options = sorted.map(({ world, value, on }) => {
      const point = element("span", { role: "option", id: `world-${world}`, "aria-selected": "false" })
      point.setAttribute("aria-label", pointName(frame, world, value))
      point.style.left = `${(100 * (value - span[0])) / (span[1] - span[0])}%`
      point.style.bottom = `${(100 * (on + 0.5)) / (layers + 1)}%`
      return point
    })
    points.replaceChildren(...options)
    sorted.sort((a, b) => a.value - b.value || a.world - b.world)
    current = null
    const heading = fill(words.heading, { count: 2 ** layers })
    setText(find(section, "h2"), heading)
    find(section, "button").setAttribute("aria-label", fill(strings.numbersOf, { name: heading }))
    setText(find(section, ".x-name"), readoutName(frame, strings))
  }

  /**
   * @param {Frame} frame
   * @param {number} world
   * @param {number} value
   */
  function pointName(frame, world, value) {
    const run = runName(frame, offIn(frame, world), strings)
    return fill(words.point, { run: capital(run), value: fixed(value) })
  }

  /** @param {number} world */
  function go(world) {
    const { layers } = selection.frame()
    selection.switchOff(layersIn(~world, layers).map((layer) => layer + 1))
  }

  const list = () => options.map((point, world) => ({ element: point, tip: point.ariaLabel ?? "", press: () => go(world) }))
  const tips = marks.watch(points, { list, keys: false })
  points.addEventListener("focus", () => current !== null && points.matches(":focus-visible") && tips.name(current))
  points.addEventListener("blur", () => tips.leave())

  points.addEventListener("keydown", (event) => {
    /** @type {Record<string, number>} */
    const moves = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, Home: -Infinity, End: Infinity }
    if (!(event.key in moves) || event.ctrlKey || event.altKey || event.metaKey) return
    event.preventDefault()
    const place = sorted.findIndex(({ world }) => world === selection.frame().world) + moves[event.key]
    const { world } = sorted[Math.min(Math.max(place, 0), sorted.length - 1)]
    go(world)
    tips.name(world)
  })

  return {
    /** @param {Frame} frame */
    draw(frame) {
      if (shown !== frame.readout) build(frame)
      if (current !== frame.world) {
        if (current !== null) options[current].setAttribute("aria-selected", "false")
        current = frame.world
        options[current].setAttribute("aria-selected", "true")
        points.setAttribute("aria-activedescendant", `world-${current}`)
      }
      points.querySelector(".reference")?.classList.remove("reference")
      if (frame.moved) options[frame.before].classList.add("reference")
      const hot = frame.hot !== null && frame.hot >= 0 ? frame.hot : null
      points.classList.toggle("hot", hot !== null)
      if (hot !== null) {
        paint(points, frame.colours[hot], frame.palette)
        for (let world = 0; world <= frame.base; world++) options[world].classList.toggle("without", !(world & (1 << hot)))
      }
      setText(find(section, ".twin"), twin(frame, strings))
    },
    /**
     * @param {Frame} frame
     * @returns {NumbersTable}
     */
    table: (frame) => ({
      caption: fill(words.caption, { readout: readoutName(frame, strings) }),
      columns: words.columns,
      rows: [...sorted].reverse().map(({ world, value, on }) => [pointName(frame, world, value), `${on}`, cell(value)]),
    }),
  }
}

/**
 * @param {Frame} frame
 * @param {Strings} strings
 */
function twin(frame, strings) {
  const values = frame.readout.readout
  return fill(strings.worlds.twin, {
    readout: readoutName(frame, strings),
    low: fixed(Math.min(...values)),
    high: fixed(Math.max(...values)),
    now: fixed(values[frame.world]),
  })
}
