// Owns what is said about a toy: its story, and how its trainings went.

import { element } from "lab/draw/dom"
import { fill, fixed, percent, signed } from "lab/words/format"

const dialog = document.getElementById("about")
const CHART = { width: 320, height: 96 }

// The reports travel in a file; where there is a server, one comes when it is asked for, and without it the story stands alone.
export async function openAbout({ toy, state }, { reports, base }, words) {
  dialog.querySelector("h2").textContent = toy.title
  for (const story of dialog.querySelectorAll("[data-toy]")) story.hidden = story.dataset.toy !== toy.name
  dialog.querySelector(".trainings").replaceChildren()
  dialog.showModal()
  if (!toy.trained) return
  const report = reports ? reports[toy.name] : await fetched(`${base}reports/${toy.name}.json`)
  if (report) dialog.querySelector(".trainings").replaceChildren(...trainings(report, toy, state.seed, words))
}

async function fetched(address) {
  try {
    const answer = await fetch(address)
    return answer.ok ? await answer.json() : null
  } catch {
    return null
  }
}

// A share of counted things, which unlike a chance can be all of them.
function share(part) {
  return part === 1 ? "100 %" : percent(part)
}

function trainings(report, toy, seed, words) {
  const { entropy, trainings: all } = report
  const shown = all[seed]
  const values = {
    seed,
    seen: share(shown.accuracy.training),
    held: share(shown.accuracy.held_out),
    loss: fixed(shown.loss.held_out, 3),
    entropy: fixed(entropy, 3),
  }
  return [
    element("p", {}, fill(shown.curve ? words.rule : words.draws, { rule: report.rule })),
    element("p", {}, fill(shown.curve ? words.training : words.draw, values)),
    ...(shown.curve ? [curve(report, shown, words)] : []),
    overview(report, toy, seed, words),
  ]
}

// The last word's loss from the first step to the last, above the language's own entropy.
function curve({ entropy, curve_steps: steps }, { curve: losses }, words) {
  const { width, height } = CHART
  const most = Math.max(...losses.training, ...losses.held_out)
  const x = (step) => (width * step) / steps[steps.length - 1]
  const y = (loss) => height - (height * loss) / most
  const points = (name) => losses[name].map((loss, i) => `${x(steps[i]).toFixed(1)},${y(loss).toFixed(1)}`).join(" ")
  const line = (name) => svg("polyline", { points: points(name), class: name })
  const floor = svg("line", { x1: 0, x2: width, y1: y(entropy), y2: y(entropy), class: "entropy" })
  const title = fill(words.curve, { steps: steps[steps.length - 1], most: fixed(most), entropy: fixed(entropy) })
  const chart = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "img", "aria-label": title })
  chart.append(floor, line("training"), line("held_out"))
  return element("figure", {}, chart, element("figcaption", {}, title))
}

function svg(tag, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value)
  return node
}

function overview({ trainings }, toy, seed, words) {
  const patching = trainings.some(({ patched }) => patched !== null)
  const columns = patching ? [...words.columns, words.patched] : words.columns
  const rows = trainings.map((one, i) => {
    const { largest } = one
    const cells = [
      share(one.accuracy.held_out),
      fixed(one.loss.held_out, 3),
      toy.sublayers[largest],
      percent(one.share[largest]),
      signed(one.total[largest]),
      signed(one.direct[largest]),
      percent(one.clash),
      ...(patching ? [share(one.patched)] : []),
    ]
    const row = element("tr", {}, element("th", { scope: "row" }, `${i}`), ...cells.map((cell) => element("td", {}, cell)))
    if (i === seed) row.setAttribute("aria-current", "true")
    return row
  })
  const head = element("tr", {}, ...columns.map((name) => element("th", { scope: "col" }, name)))
  return element("table", {}, element("caption", {}, words.caption), element("thead", {}, head), element("tbody", {}, ...rows))
}
