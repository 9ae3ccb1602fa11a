// Owns the path lengths of Stacks: how many paths have each length, and what part of the gradient they carry, by size or
// with its sign.

import { niceTicks } from "lab/draw/axis"
import { cell } from "lab/words/cells"
import { Chart, rangeOf } from "lab/draw/chart"
import { find, setText } from "lab/draw/dom"
import { fill, fixed } from "lab/words/format"

const RESNET = "54"
const SIZE = 0 // the first measure

/** @param {number} x */
const four = (x) => fixed(x, 4)

/** @param {ViewParts} parts */
export function create({ section, figure, strings }) {
  const words = strings["stack-paths"]
  const chart = new Chart(section, figure)
  /**
   * @param {string} text
   * @param {number} k
   * @param {number} part
   */
  const tip = (text, k, part) => fill(text, { length: `${k} ${k === 1 ? words.layer : words.layers}`, part: fixed(part, 4) })
  /**
   * @param {string} name
   * @param {string} text
   */
  const say = (name, text) => setText(find(section, name), text)

  /** @param {StacksFrame} frame */
  function facts(frame) {
    const { table } = frame
    const gain = frame.index("gain")
    // With gain 1 every path is as large as any, so that one's sizes are the shares of the paths themselves.
    const every = frame.options("gain").findIndex(([value]) => value === "1")
    /**
     * @param {number} measure
     * @param {number} i
     */
    const of = (measure, i) => ({
      weights: table.paths[measure][i],
      mean: fixed(table.paths_mean[measure][i], 1),
      range: table.paths_range[i],
    })
    const theory = { weights: table.paths_theory[gain], mean: fixed(table.paths_theory_mean[gain], 1) }
    return { sizes: of(SIZE, gain), signed: of(SIZE + 1, gain), all: of(SIZE, every), theory }
  }

  return {
    /** @param {StacksFrame} frame */
    draw(frame) {
      const { palette } = frame
      const { measure, depth } = frame.values
      const { sizes, signed, all, theory } = facts(frame)
      const { weights, mean } = measure === "size" ? sizes : signed
      const dashed = measure === "size" ? [] : theory.weights
      const [low, high] = rangeOf([...weights, ...all.weights, ...dashed], 0)
      /** @type {Span} */
      const y = [low < 0 ? 1.08 * low : 0, 1.08 * high]
      chart.draw({
        x: [-1, Number(depth) + 1],
        y,
        xTicks: niceTicks([0, Number(depth)], 6).filter(({ at }) => Number.isInteger(at)),
        yTicks: niceTicks(y, 3),
        bars: weights.map((weight, k) => ({
          left: k - 0.4,
          right: k + 0.4,
          bottom: Math.min(weight, 0),
          top: Math.max(weight, 0),
          fill: palette.accent,
          tip: tip(words.bar[measure], k, weight),
        })),
        dashes: [{ points: dashed.map((part, k) => [k, part]), colour: palette.ink, width: 1.5 }],
        dots: all.weights.map((part, k) => ({ x: k, y: part, fill: palette.ink, tip: tip(words.dot, k, part) })),
      })
      const values = {
        mean,
        theory: theory.mean,
        sizes: sizes.mean,
        first: sizes.range[0],
        last: sizes.range[1],
        allMean: all.mean,
        allFirst: all.range[0],
        allLast: all.range[1],
      }
      say(".y-name b", words.y[measure])
      say(".marks-key", words.key[measure])
      say(".foot", fill(words.foot[measure], values) + (depth === RESNET ? ` ${words.veit}` : ""))
      say(".twin", fill(words.twin[measure], values))
    },
    /**
     * @param {StacksFrame} frame
     * @returns {NumbersTable}
     */
    table(frame) {
      const { sizes, signed, all, theory } = facts(frame)
      return {
        caption: words.caption,
        columns: words.columns,
        rows: all.weights.map((_, k) => [`${k}`, ...[all, sizes, signed, theory].map(({ weights }) => cell(weights[k], four))]),
      }
    },
  }
}
