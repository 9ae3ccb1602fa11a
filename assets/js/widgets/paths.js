// Owns the paths: how many sets of layers of each size the gradient can pass through, and what they carry.

import { drawTicks, niceTicks, placeLabels } from "lab/axis"
import { element, setText } from "lab/dom"
import { fill, fixed, superscript } from "lab/format"

export function create({ section, figure, selection, strings, binomials }) {
  const words = strings.paths
  const slider = section.querySelector(".alpha")
  const own = section.querySelector(".own")
  const measure = section.querySelector(".measure")
  const labels = section.querySelector(".labels")
  const lengths = section.querySelector(".lengths")
  let ranged = ""
  let span = [0, 1]

  measure.addEventListener("change", () => selection.select({ measure: measure.value }))
  slider.addEventListener("input", () => selection.select({ alpha: Number(slider.value) }))
  own.addEventListener("click", () => selection.select({ alpha: null }))

  function range(frame) {
    const key = `${frame.readout.key} ${frame.state.measure}`
    if (key === ranged) return
    ranged = key
    span = spanOfAllWorlds(frame)
    figure.range([-0.5, frame.layers + 0.5], span)
    drawTicks(section.querySelector(".ticks.y"), niceTicks(span, 4), span, "y")
  }

  return {
    draw(frame) {
      range(frame)
      const bars = histogram(frame, binomials)
      const curve = binomial(frame, binomials)
      const zero = bars.some(({ share }) => share === null)
      figure.patch("shares", zero ? [] : bars.map((bar) => quad(bar, frame, words)))
      figure.patch("binomial", curve && !zero ? curve.weights.map((weight, k) => dash(k, weight, frame)) : [])
      figure.patch("mean", curve && !zero ? [meanLine(curve.mean, span, frame)] : [])
      placeLabels(labels, zero ? [] : bars.map((bar) => label(bar, curve, span, frame)))
      lengths.replaceChildren(...bars.map(({ length, count }) => lengthName(length, count, words)))
      section.querySelector(".note").hidden = !zero
      measure.value = frame.state.measure
      slider.value = nearest(curve?.alpha ?? 0, binomials[frame.layers].alphas)
      slider.setAttribute("aria-valuetext", curve ? fixed(curve.alpha) : words.noLayers)
      slider.disabled = own.disabled = frame.world === 0
      own.setAttribute("aria-pressed", String(frame.state.alpha === null))
      setText(section.querySelector(".alpha-name"), curve ? fill(words.alpha, printed(curve)) : words.noLayers)
      setText(section.querySelector(".hint"), hint(frame, words))
      setText(section.querySelector(".twin"), twin(frame, bars, curve, words))
    },
    table(frame) {
      const curve = binomial(frame, binomials)
      return {
        caption: words.measures[frame.state.measure],
        columns: words.columns,
        rows: histogram(frame, binomials).map(({ length, count, share }) => [
          `${length}`,
          `${count}`,
          fixed(share, 4),
          fixed(curve?.weights[length], 4),
        ]),
      }
    },
  }
}

function countOn({ layers, isOn }) {
  return [...Array(layers).keys()].filter(isOn).length
}

function histogram(frame, binomials) {
  const { share, size_share: sizeShare } = frame.readout.paths
  const shares = (frame.state.measure === "size" ? sizeShare : share)[frame.world]
  return [...Array(countOn(frame) + 1).keys()].map((length) => ({
    length,
    count: binomials[frame.layers].count[countOn(frame)][length],
    share: shares[length],
  }))
}

// The binomial at this run's own alpha, or at the slider's; none where no layer is on to have a gain.
function binomial(frame, binomials) {
  const { alphas, weights, mean } = binomials[frame.layers]
  const { paths } = frame.readout
  const on = countOn(frame)
  if (on === 0) return null
  const { alpha } = frame.state
  if (alpha !== null) return { alpha: alphas[alpha], weights: weights[alpha][on].slice(0, on + 1), mean: mean[alpha][on] }
  if (paths.alpha[frame.world] === null) return null
  return {
    alpha: paths.alpha[frame.world],
    weights: paths.binomial[frame.world].slice(0, on + 1),
    mean: paths.mean[frame.world],
  }
}

function spanOfAllWorlds(frame) {
  const shares = frame.state.measure === "size" ? frame.readout.paths.size_share : frame.readout.paths.share
  const values = shares.flat().filter((share) => share !== null)
  const low = Math.min(0, ...values)
  const high = Math.max(1, ...values)
  const room = 0.1 * (high - low)
  return [low < 0 ? low - room : 0, high + room]
}

function quad({ length, count, share }, { palette }, words) {
  return {
    left: length - 0.32,
    right: length + 0.32,
    bottom: Math.min(0, share),
    top: Math.max(0, share),
    fill: palette.accent,
    line: null,
    alpha: 0.85,
    tip: tip(length, count, share, words),
    along: "column",
  }
}

function tip(length, count, share, words) {
  return fill(words.tip, { count: pathCount(count, words), length, share: fixed(share) })
}

function pathCount(count, words) {
  return `${count} ${count === 1 ? words.path : words.paths}`
}

function dash(length, weight, { palette }) {
  return { x0: length - 0.42, x1: length + 0.42, y0: weight, y1: weight, line: palette.ink, alpha: 1, width: 2 }
}

function meanLine(mean, [low, high], { palette }) {
  // Short of the frame's edge, whose last row of pixels Bokeh does not clear.
  const top = low + 0.98 * (high - low)
  return { x0: mean, x1: mean, y0: Math.max(low, 0), y1: top, line: palette.muted, alpha: 1, width: 1.5 }
}

// Above the bar and above the binomial's mark, so that neither crosses it.
function label({ length, share }, curve, [low, high], { layers }) {
  const top = (100 * (Math.max(share, curve?.weights[length] ?? 0, 0) - low)) / (high - low)
  return { left: (100 * (length + 0.5)) / (layers + 1), bottom: top, text: fixed(share), className: "above" }
}

function lengthName(length, count, words) {
  const unit = element("span", { class: "unit" }, count === 1 ? words.path : words.paths)
  const detail = element("small", {}, `${count} `, unit)
  return element("li", {}, `${length}`, detail)
}

function nearest(alpha, alphas) {
  const far = alphas.map((other) => Math.abs(other - alpha))
  return far.indexOf(Math.min(...far))
}

function printed({ alpha, mean }) {
  return { alpha: fixed(alpha), mean: fixed(mean, 1) }
}

function hint(frame, words) {
  const on = countOn(frame)
  return fill(words.hint, { power: superscript(on), count: 2 ** on })
}

function twin(frame, bars, curve, words) {
  const list = bars.map(({ length, count, share }) => tip(length, count, share, words)).join("; ")
  const comparison = curve ? fill(words.alpha, printed(curve)) : words.noLayers
  return fill(words.twin, { measure: words.measures[frame.state.measure], list, comparison })
}
