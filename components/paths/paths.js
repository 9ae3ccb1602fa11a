// Owns the paths: how many sets of layers of each size the gradient can pass through, and what they carry: by size, beside
// the binomial that models sizes, or as signed parts of the gradient.

import { drawTicks, niceTicks, placeLabels } from "lab/draw/axis"
import { cell } from "lab/words/cells"
import { element, find, findAll, setText } from "lab/draw/dom"
import { sharesBy } from "lab/maths/shares"
import { fill, fixed, superscript } from "lab/words/format"

/** @typedef {Strings["paths"]} Words */
/** @typedef {{ length: number, count: number, share: number | null }} Length paths of one length, and what they carry */
/** @typedef {Length & { share: number }} Carried */
/** @typedef {{ alpha: number, weights: number[], mean: number }} Curve */

/** @param {LabParts} parts */
export function create({ section, figure, selection, strings, binomials }) {
  const words = strings.paths
  const slider = find(section, ".alpha", HTMLInputElement)
  const own = find(section, ".own", HTMLButtonElement)
  const measure = find(section, ".measure", HTMLSelectElement)
  const labels = find(section, ".labels")
  const lengths = find(section, ".lengths")
  const [alphaName, meanName] = ["alpha-name", "mean-name"].map((name) => find(section, `.${name}`))
  let ranged = ""
  /** @type {Span} */
  let span = [0, 1]

  measure.addEventListener("change", () => selection.select({ measure: measure.value === "share" ? "share" : "size" }))
  slider.addEventListener("input", () => selection.select({ alpha: Number(slider.value) }))
  own.addEventListener("click", () => selection.select({ alpha: null }))

  /** @param {Frame} frame */
  function range(frame) {
    const key = `${frame.readout.key} ${frame.state.measure}`
    if (key === ranged) return
    ranged = key
    span = spanOfAllWorlds(frame)
    figure.range([-0.5, frame.layers + 0.5], span)
    drawTicks(find(section, ".ticks.y"), niceTicks(span, 4), span, "y")
  }

  return {
    /** @param {Frame} frame */
    draw(frame) {
      range(frame)
      const bars = histogram(frame, binomials)
      const curve = binomial(frame, binomials)
      const carried = bars.every(isCarried) ? bars : []
      const none = carried.length === 0
      const sizes = frame.state.measure === "size"
      figure.patch(
        "shares",
        carried.map((bar) => quad(bar, frame, words, selection)),
      )
      figure.patch("binomial", curve && !none ? curve.weights.map((weight, k) => dash(k, weight, frame)) : [])
      figure.patch("mean", curve && !none ? [meanLine(curve.mean, span, frame)] : [])
      placeLabels(
        labels,
        carried.map((bar) => label(bar, curve, span, frame)),
      )
      lengths.replaceChildren(...bars.map(({ length, count }) => lengthName(length, count, words)))
      find(section, ".note").hidden = !none
      setText(find(section, ".note"), sizes ? words.noteSizes : words.note)
      measure.value = frame.state.measure
      find(section, ".signed").hidden = sizes || none
      for (const control of findAll(section, ".of-sizes")) control.hidden = !sizes
      meanName.hidden = !curve
      slider.value = `${nearest(curve?.alpha ?? 0, binomials[frame.layers].alphas)}`
      slider.setAttribute("aria-valuetext", curve ? fixed(curve.alpha) : words.noLayers)
      slider.disabled = own.disabled = frame.world === 0
      own.setAttribute("aria-pressed", String(frame.state.alpha === null))
      alphaName.classList.toggle("dash", curve !== null)
      setText(alphaName, curve ? fill(words.alpha, printed(curve)) : words.noLayers)
      setText(meanName, curve ? fill(words.mean, printed(curve)) : "")
      setText(find(section, ".hint"), hint(frame, words))
      setText(find(section, ".twin"), twin(frame, bars, curve, words))
    },
    /**
     * @param {Frame} frame
     * @returns {NumbersTable}
     */
    table(frame) {
      const { measure } = frame.state
      const curve = binomial(frame, binomials)
      /** @param {number | null} x */
      const four = (x) => fixed(x, 4)
      return {
        caption: words.captions[measure],
        columns: words.columns[measure],
        rows: histogram(frame, binomials).map(({ length, count, share }) => [
          `${length}`,
          `${count}`,
          cell(share, four),
          ...(measure === "size" ? [cell(curve?.weights[length] ?? null, four)] : []),
        ]),
      }
    },
  }
}

/** @param {Frame} frame */
function countOn({ layers, isOn }) {
  return [...Array(layers).keys()].filter(isOn).length
}

/**
 * @param {Frame} frame
 * @param {Binomials} binomials
 * @returns {Length[]}
 */
function histogram(frame, binomials) {
  const shares = sharesBy(frame.state.measure, frame.readout.paths)[frame.world]
  return [...Array(countOn(frame) + 1).keys()].map((length) => ({
    length,
    count: binomials[frame.layers].count[countOn(frame)][length],
    share: shares[length],
  }))
}

/**
 * @param {Length} bar
 * @returns {bar is Carried}
 */
function isCarried(bar) {
  return bar.share !== null
}

// The binomial at this run's own alpha, or at the slider's; none beside signed parts, which it does not model, and none
// where no layer is on to have a gain. The mean over all prompts stands in the table.
/**
 * @param {Frame} frame
 * @param {Binomials} binomials
 * @returns {Curve | null}
 */
function binomial(frame, binomials) {
  const { alphas, count } = binomials[frame.layers]
  const { paths } = frame.readout
  const [on, own] = [countOn(frame), frame.state.alpha === null]
  const alpha = frame.state.alpha === null ? paths.alpha[frame.world] : alphas[frame.state.alpha]
  if (frame.state.measure !== "size" || on === 0 || alpha === null) return null
  if (own && paths.binomial && paths.mean)
    return { alpha, weights: paths.binomial[frame.world].slice(0, on + 1), mean: paths.mean[frame.world] }
  const sizes = [...Array(on + 1).keys()].map((length) => count[on][length] * alpha ** length)
  const whole = sizes.reduce((a, b) => a + b, 0)
  return { alpha, weights: sizes.map((size) => size / whole), mean: (on * alpha) / (1 + alpha) }
}

/**
 * @param {Frame} frame
 * @returns {Span}
 */
function spanOfAllWorlds(frame) {
  const values = sharesBy(frame.state.measure, frame.readout.paths)
    .flat()
    .filter((share) => share !== null)
  const low = Math.min(0, ...values)
  const high = Math.max(1, ...values)
  const room = 0.1 * (high - low)
  return [low < 0 ? low - room : 0, high + room]
}

// Where the routes are drawn, a bar is the length of theirs, or leads to it.
/**
 * @param {Carried} length
 * @param {Frame} frame
 * @param {Words} words
 * @param {LabSelection} selection
 * @returns {Row}
 */
function quad({ length, count, share }, { palette, own, state }, words, selection) {
  const routes = "routes" in own
  const press = () => selection.select({ route: selection.routeOf(length) })
  return {
    left: length - 0.32,
    right: length + 0.32,
    bottom: Math.min(0, share),
    top: Math.max(0, share),
    fill: palette.accent,
    line: null,
    alpha: routes && length !== state.route.length ? 0.4 : 0.85,
    ...(routes && { press }),
    tip: tip(length, count, share, words),
    along: "column",
  }
}

/**
 * @param {number} length
 * @param {number} count
 * @param {number | null} share
 * @param {Words} words
 */
function tip(length, count, share, words) {
  const passed = `${length} ${length === 1 ? words.layer : words.layers}`
  return fill(words.tip, { count: pathCount(count, words), length: passed, share: fixed(share) })
}

/**
 * @param {number} count
 * @param {Words} words
 */
function pathCount(count, words) {
  return `${count} ${count === 1 ? words.path : words.paths}`
}

/**
 * @param {number} length
 * @param {number} weight
 * @param {Frame} frame
 * @returns {Row}
 */
function dash(length, weight, { palette }) {
  return { x0: length - 0.42, x1: length + 0.42, y0: weight, y1: weight, line: palette.ink, alpha: 1, width: 2 }
}

/**
 * @param {number} mean
 * @param {Span} span
 * @param {Frame} frame
 * @returns {Row}
 */
function meanLine(mean, [low, high], { palette }) {
  // Short of the frame's edge, whose last row of pixels Bokeh does not clear.
  const top = low + 0.98 * (high - low)
  return { x0: mean, x1: mean, y0: Math.max(low, 0), y1: top, line: palette.muted, alpha: 1, width: 1.5 }
}

// Above the bar and above the binomial's mark, so that neither crosses it.
/**
 * @param {Carried} length
 * @param {Curve | null} curve
 * @param {Span} span
 * @param {Frame} frame
 * @returns {Label}
 */
function label({ length, share }, curve, [low, high], { layers }) {
  const top = (100 * (Math.max(share, curve?.weights[length] ?? 0, 0) - low)) / (high - low)
  return { left: (100 * (length + 0.5)) / (layers + 1), bottom: top, text: fixed(share), className: "above" }
}

/**
 * @param {number} length
 * @param {number} count
 * @param {Words} words
 */
function lengthName(length, count, words) {
  const unit = element("span", { class: "unit" }, count === 1 ? words.path : words.paths)
  const detail = element("small", {}, `${count} `, unit)
  return element("li", {}, `${length}`, detail)
}

/**
 * @param {number} alpha
 * @param {number[]} alphas
 */
function nearest(alpha, alphas) {
  const far = alphas.map((other) => Math.abs(other - alpha))
  return far.indexOf(Math.min(...far))
}

/** @param {Curve} curve */
function printed({ alpha, mean }) {
  return { alpha: fixed(alpha), mean: fixed(mean, 1) }
}

/**
 * @param {Frame} frame
 * @param {Words} words
 */
function hint(frame, words) {
  const on = countOn(frame)
  return fill(words.hint, { power: superscript(on), count: 2 ** on })
}

/**
 * @param {Frame} frame
 * @param {Length[]} bars
 * @param {Curve | null} curve
 * @param {Words} words
 */
function twin(frame, bars, curve, words) {
  const list = bars.map(({ length, count, share }) => tip(length, count, share, words)).join("; ")
  const [measure, values] = [words.measures[frame.state.measure], curve && printed(curve)]
  if (bars.some(({ share }) => share === null)) return frame.state.measure === "share" ? words.note : words.noteSizes
  if (frame.state.measure === "share") return fill(words.twinSigned, { measure, list, signed: words.signed })
  const comparison = values ? `${fill(words.alpha, values)}, ${fill(words.mean, values)}` : words.noLayers
  return fill(words.twin, { measure, list, comparison })
}
