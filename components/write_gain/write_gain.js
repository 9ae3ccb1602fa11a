// Owns the gain of Interventions: the readout against the gain of one write or of all, computed anew and frozen; beside
// it what is left of the readout's change at gain 0 either way, or the stream's cosine.

import { niceTicks, withRoom } from "lab/draw/axis"
import { Chart, rangeOf } from "lab/draw/chart"
import { element, find, setText } from "lab/draw/dom"
import { spreadEnds } from "lab/draw/ends"
import { fill, fixed, percent, signed } from "lab/words/format"
import { ALL, axisName, broughtOut, dress, leadName, pointAt, strokes, writerName } from "lab/views/interventions"

/** @typedef {"" | "_frozen" | "_renormed" | "_chance"} Kind of what stands at each gain */

/** @type {Kind[]} */
const KINDS = ["", "_frozen", "_renormed"]
const APART = 0.07 // of the chart: what two names need between them

/** @param {ViewParts} parts */
export function create({ section, figure, strings, choices }) {
  const words = strings["write-gain"]
  const chart = new Chart(section, figure)
  const beside = find(section, ".beside")
  /** @type {HTMLElement[]} */
  let rows = []

  /** @param {InterventionsFrame} frame */
  function drawEach(frame) {
    const { table, palette } = frame
    const [inks, gains] = [strokes(frame), table.labels.gain]
    const chosen = Number(frame.values.layer)
    const shown = broughtOut(frame) ?? chosen
    const at = frame.index("gain")
    const y = withRoom(rangeOf([...table.gain.flat(), ...table.gain_frozen[chosen]], 0), 0.06)
    /**
     * @param {number[]} readouts
     * @returns {Points}
     */
    const points = (readouts) => readouts.map((readout, i) => [gains[i], readout])
    const others = table.gain.map((_, i) => i).filter((i) => i !== shown && i !== chosen)
    const lines = [...others, ...(shown === chosen ? [] : [chosen]), shown]
    const [now, frozen] = [table.gain, table.gain_frozen].map((each) => each[chosen][at])
    chart.draw({
      x: [-1.1, 3.5],
      y,
      xTicks: gains.filter(Number.isInteger).map((gain) => ({ at: gain, text: fixed(gain, 0), zero: gain === 0 })),
      yTicks: niceTicks(y, 5),
      lines: lines.map((i) => ({
        points: points(table.gain[i]),
        tip: told(table.labels.component[i], (x) => x),
        writer: i,
        colour: i === shown || i === chosen ? inks[i] : palette.faint,
        width: i === shown ? 3.5 : i === chosen ? 2 : 1,
      })),
      dashes: [
        {
          points: points(table.gain_frozen[chosen]),
          tip: told(`${table.labels.component[chosen]}, ${words.subtracted}`, (x) => x),
          colour: palette.ink,
          width: 1.5,
        },
      ],
      dots: [
        { x: gains[at], y: frozen, fill: palette.ground, line: palette.ink, tip: tip(words.subtracted, frozen) },
        { x: gains[at], y: now, fill: inks[chosen], line: palette.ink, tip: tip(words.recomputed, now) },
      ],
      labels: [...named(2, table.gain[chosen], table.gain_frozen[chosen], y), axisName(frame, -1.1, y)],
    })
  }

  /** @param {InterventionsFrame} frame */
  function drawAll(frame) {
    const { table, palette } = frame
    const gains = table.labels.all_gain
    const at = frame.index("gain")
    const y = withRoom(rangeOf([...table.all, ...table.all_frozen], 0), 0.06)
    /**
     * @param {number[]} readouts
     * @returns {Points}
     */
    const points = (readouts) => readouts.map((readout, i) => [Math.log10(gains[i]), readout])
    /**
     * @param {number} readout
     * @param {string} name
     */
    const dot = (readout, name) => ({ x: Math.log10(gains[at]), y: readout, line: palette.ink, tip: tip(name, readout) })
    chart.draw({
      x: [-1.05, 1.35],
      y,
      xTicks: [0.1, 0.2, 0.5, 1, 2, 5].map((gain) => ({ at: Math.log10(gain), text: `${gain}` })),
      yTicks: niceTicks(y, 5),
      lines: [{ points: points(table.all), tip: told(words.recomputed, (x) => 10 ** x), colour: palette.accent, width: 3.5 }],
      dashes: [
        { points: points(table.all_frozen), tip: told(words.subtracted, (x) => 10 ** x), colour: palette.ink, width: 1.5 },
      ],
      dots: [
        { ...dot(table.all_frozen[at], words.subtracted), fill: palette.ground },
        { ...dot(table.all[at], words.recomputed), fill: palette.accent },
      ],
      labels: [...named(Math.log10(5), table.all, table.all_frozen, y), axisName(frame, -1.05, y)],
    })
  }

  // The two lines' names at their ends, which stand clear of each other.
  /**
   * @param {number} x
   * @param {number[]} recomputed
   * @param {number[]} frozen
   * @param {Span} span
   * @returns {ChartLabel[]}
   */
  function named(x, recomputed, frozen, [low, high]) {
    const gap = APART * (high - low)
    const ends = [
      { y: frozen[frozen.length - 1], text: words.subtracted },
      { y: recomputed[recomputed.length - 1], text: words.recomputed, className: "strong" },
    ]
    // A name may stand with half of its height beyond the scale.
    return spreadEnds(ends, [low - gap / 2, high + gap / 2], gap).map(({ to, ...name }) => ({ ...name, x, y: to }))
  }

  /**
   * @param {string} name
   * @param {(x: number) => number} gainAt
   * @returns {(x: number, readout: number) => string}
   */
  const told = (name, gainAt) => (x, readout) => `${name} × ${fixed(gainAt(x))}: ${fixed(readout)}`
  /**
   * @param {string} name
   * @param {number} readout
   */
  const tip = (name, readout) => `${name}: ${fixed(readout)}`

  // The case gain 0 of every component, embedding at the foot; or every gain of all writes, with its cosine.
  /** @param {InterventionsFrame} frame */
  function drawBeside(frame) {
    const { table, values } = frame
    const { component, gain, all_gain: allGains } = table.labels
    const off = gain.indexOf(0)
    const together = values.layer === ALL
    const list = together
      ? allGains.map((_, i) => [`× ${frame.options("gain")[i][1]}`, fixed(table.all[i]), fixed(table.all_cosine[i])])
      : component.map((name, i) => [name, ...[table.gain_frozen, table.gain].map((each) => moved(frame, each[i][off]))]).reverse()
    beside.dataset.face = together ? "all" : "each"
    const heads = together ? [words.gain, words.lead, words.cosine] : [words.off, words.subtracted, words.recomputed]
    rows = list.map(([name, ...cells], i) => {
      const row = element("tr", {}, element("th", { scope: "row" }, name), ...cells.map((cell) => element("td", {}, cell)))
      if (together) row.classList.toggle("out", i === frame.index("gain"))
      else pointAt(row, component.length - 1 - i, choices)
      return row
    })
    const head = element("tr", {}, ...heads.map((name) => element("th", { scope: "col" }, name)))
    beside.replaceChildren(element("thead", {}, head), element("tbody", {}, ...rows))
  }

  /** @type {string | null} */
  let listed = null
  return {
    /** @param {InterventionsFrame} frame */
    draw(frame) {
      const together = frame.values.layer === ALL
      ;(together ? drawAll : drawEach)(frame)
      const key = [frame.table.key, together && frame.values.gain].join()
      if (listed !== key) drawBeside(frame)
      listed = key
      if (!together) rows.forEach((row, i) => dress(row, rows.length - 1 - i, frame))
      setText(find(section, ".twin"), twin(frame, strings))
    },
    /**
     * @param {InterventionsFrame} frame
     * @returns {NumbersTable}
     */
    table(frame) {
      const { table, values, label } = frame
      const { component, gain, all_gain: allGains, word } = table.labels
      /**
       * @param {(kind: Kind) => number[]} of
       * @param {number} at
       */
      const cells = (of, at) => [...KINDS.map((kind) => fixed(of(kind)[at])), percent(of("_chance")[at])]
      const all = values.layer === ALL
      /** @param {number} i */
      const each = (i) => gain.map((g, at) => [component[i], fixed(g), ...cells((kind) => table[`gain${kind}`][i], at)])
      const together = () =>
        allGains.map((g, at) => [
          words.all,
          fixed(g, 1),
          ...cells((kind) => table[`all${kind}`], at),
          fixed(table.all_cosine[at]),
        ])
      const chosen = Number(values.layer)
      const order = all ? [] : [chosen, ...component.keys()].filter((i, place, those) => those.indexOf(i) === place)
      return {
        caption: fill(words.caption, { lead: leadName(frame), layer: label("layer") }),
        columns: (all ? words.allColumns : words.columns).map((name) => fill(name, { top: word[0] })),
        rows: all ? together() : order.flatMap(each),
      }
    },
  }
}

// How far the lead moves.
/**
 * @param {InterventionsFrame} frame
 * @param {number} readout
 */
function moved({ table }, readout) {
  return signed(readout - table.lead)
}

/**
 * @param {InterventionsFrame} frame
 * @param {Strings} strings
 */
function twin(frame, strings) {
  const words = strings["write-gain"]
  const { table, values } = frame
  const at = frame.index("gain")
  const said = { lead: leadName(frame), gain: frame.label("gain") }
  if (values.layer === ALL) {
    const [now, frozen, cosine] = [table.all, table.all_frozen, table.all_cosine].map((each) => fixed(each[at]))
    return fill(words.twinAll, { ...said, now, frozen, cosine })
  }
  const { component, gain } = table.labels
  const off = gain.indexOf(0)
  const chosen = Number(values.layer)
  const list = component.map(
    (name, i) => `${name} ${moved(frame, table.gain[i][off])} against ${moved(frame, table.gain_frozen[i][off])}`,
  )
  const [now, frozen] = [table.gain, table.gain_frozen].map((each) => fixed(each[chosen][at]))
  return fill(words.twin, {
    ...said,
    now,
    frozen,
    writer: writerName(frame, chosen, strings.interventions),
    list: list.join(", "),
  })
}
