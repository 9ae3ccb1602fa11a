// Owns the depth of Interventions: the readout without the deepest layers, or with a push added to the last word's stream
// at some depth; under the chart, probabilities by the same scale.

import { niceTicks, placeLabels, withRoom } from "lab/draw/axis"
import { Chart, rangeOf } from "lab/draw/chart"
import { find, findAll, setText } from "lab/draw/dom"
import { fill, fixed, percent } from "lab/words/format"
import { axisName, broughtOut, leadName, placeName, share, strokes } from "lab/views/interventions"

/**
 * @typedef {object} Point
 * @property {number} x
 * @property {number} y
 * @property {{ depth?: string, amount?: string }} value what pressing it chooses
 * @property {string[]} beside the two numbers under it
 * @property {string} name
 * @property {boolean} chosen
 */
/** @typedef {Point & { component: number }} Dropped with the component that goes next */

const EDGE = 0.35 // of a step, left free at either end

/** @param {ViewParts} parts */
export function create({ section, figure, strings, choices }) {
  const words = strings["stop-or-steer"]
  const chart = new Chart(section, figure)
  const under = findAll(section, ".under > div")

  // One list of points for both faces: where, the readout, its two companions, whether chosen, whether it is labelled.
  /**
   * @param {InterventionsFrame} frame
   * @returns {Dropped[]}
   */
  function dropped({ table, values }) {
    const last = table.early.length - 1
    return table.early.map((_, k) => {
      const depth = last - k
      const name = depth === last ? words.at.none : fill(words.at.drop, { name: table.labels.component[depth + 1] })
      const beside = [percent(table.early_chances[depth][2]), share(table.early_right[depth])]
      const value = { depth: `${depth}` }
      return { x: k, y: table.early[depth], value, beside, name, chosen: depth === Number(values.depth), component: depth + 1 }
    })
  }

  /**
   * @param {InterventionsFrame} frame
   * @returns {Point[]}
   */
  function steered(frame) {
    const { table, values } = frame
    const direction = table.labels.direction.indexOf(values.face)
    const depth = Number(values.depth)
    const [readouts, chances] = [table.steer[direction][depth], table.steer_chances[direction][depth]]
    return table.labels.amount.map((x, i) => {
      const beside = [percent(chances[i][0]), percent(chances[i][otherWord(frame)])]
      const [value, name] = frame.options("amount")[i]
      return { x, y: readouts[i], value: { amount: value }, beside, name, chosen: i === frame.index("amount") }
    })
  }

  return {
    /** @param {InterventionsFrame} frame */
    draw(frame) {
      const { table, palette, values } = frame
      const drop = values.face === "drop"
      section.dataset.face = drop ? "drop" : "steer"
      const falling = drop ? dropped(frame) : []
      const points = drop ? falling : steered(frame)
      const direction = drop ? [] : table.steer[table.labels.direction.indexOf(values.face)]
      const step = points[1].x - points[0].x
      /** @type {Span} */
      const x = [points[0].x - EDGE * step * (drop ? 1 : 2), points[points.length - 1].x + EDGE * step * (drop ? 1 : 2)]
      const y = withRoom(rangeOf(drop ? table.early : direction.flat(), 0), 0.08)
      const whole = points.filter((point) => drop || Number.isInteger(2 * point.x))
      const inks = strokes(frame)
      const out = broughtOut(frame)
      /**
       * @param {number[]} readouts
       * @returns {Points}
       */
      const line = (readouts) => readouts.map((readout, i) => [points[i].x, readout])
      const others = direction.filter((_, depth) => depth !== Number(values.depth))
      chart.draw({
        x,
        y,
        xTicks: whole.map((point) => ({ at: point.x, text: drop ? `${point.x}` : point.name, zero: point.x === 0 })),
        yTicks: niceTicks(y, 4),
        lines: [
          ...others.map((readouts) => ({ points: line(readouts), colour: palette.faint, width: 1 })),
          ...steps(falling, inks, out),
          ...(drop ? [] : [{ points: line(points.map(({ y }) => y)), colour: palette.accent, width: 3 }]),
        ],
        dots: points.map((point) => ({
          x: point.x,
          y: point.y,
          fill: point.chosen ? palette.accent : palette.ground,
          line: point.chosen ? palette.accent : palette.muted,
          tip: `${point.name}: ${fixed(point.y)}`,
          press: () => choices.select({ ...point.value, about: "depth" }),
        })),
        labels: [axisName(frame, x[0], y)],
      })
      const [top, , right] = table.labels.word
      const names = drop ? [right, words.right] : [top, table.labels.word[otherWord(frame)]]
      under.forEach((box, row) => {
        setText(find(box, "b"), names[row])
        placeLabels(
          find(box, "span"),
          whole.map((point) => ({
            left: (100 * (point.x - x[0])) / (x[1] - x[0]),
            bottom: 50,
            text: point.beside[row],
            className: point.chosen ? "chosen" : "",
          })),
        )
      })
      setText(find(section, ".hint"), words.hints[values.face])
      setText(find(section, ".depth span"), drop ? words.drop : words.depth)
      setText(find(section, ".twin"), twin(frame, points, strings))
    },
    /**
     * @param {InterventionsFrame} frame
     * @returns {NumbersTable}
     */
    table(frame) {
      const { table, values } = frame
      const drop = values.face === "drop"
      const last = table.early.length - 1
      const [top, , right] = table.labels.word
      const said = { top, right, other: table.labels.word[otherWord(frame)] }
      const where = placeName(frame, Number(values.depth), strings.interventions)
      /** @param {number} depth */
      const left = (depth) => (depth ? table.labels.component.slice(1, depth + 1).join(", ") : words.embedding)
      const outside = drop ? [] : table.steer_outside[table.labels.direction.indexOf(values.face)][Number(values.depth)]
      return {
        caption: fill(words.caption[drop ? "drop" : "steer"], { lead: leadName(frame), where }),
        columns: words.columns[drop ? "drop" : "steer"].map((name) => fill(name, said)),
        rows: drop
          ? dropped(frame).map(({ x, y, beside }) => [`${x}`, left(last - x), fixed(y), ...beside])
          : steered(frame).map(({ name, y, beside }, i) => [name, fixed(y), ...beside, fixed(outside[i])]),
      }
    },
  }
}

// Each step down leaves one layer out, in whose colour it is drawn.
/**
 * @param {Dropped[]} points
 * @param {string[]} inks
 * @param {number | null} out
 * @returns {ChartLine[]}
 */
function steps(points, inks, out) {
  return points.slice(1).map((point, i) => ({
    points: [
      [points[i].x, points[i].y],
      [point.x, point.y],
    ],
    colour: inks[point.component],
    width: out === point.component ? 6 : 3,
  }))
}

// Beside the top word: what the source prompt makes the toy say, where that is another word; else the runner-up.
/** @param {InterventionsFrame} frame */
function otherWord({ values, table }) {
  const [top, , , says] = table.labels.word
  return values.face === "difference" && says !== top ? 3 : 1
}

/**
 * @param {InterventionsFrame} frame
 * @param {Point[]} points
 * @param {Strings} strings
 */
function twin(frame, points, strings) {
  const words = strings["stop-or-steer"]
  const { table, values, label } = frame
  const { y, beside } = points.find(({ chosen }) => chosen) ?? points[0]
  const [top, , right] = table.labels.word
  const [chance, second] = beside
  const said = { lead: leadName(frame), now: fixed(y), chance }
  if (values.face === "drop") return fill(words.twins.drop, { ...said, count: label("depth"), right, share: second })
  const where = placeName(frame, Number(values.depth), strings.interventions)
  const other = table.labels.word[otherWord(frame)]
  return fill(words.twins.steer, { ...said, where, amount: label("amount"), top, other, otherChance: second })
}
