// Owns the hand-written page: a click selects another world of the tables, and its handler draws everything at once.

const { toy, token, readout, words } = JSON.parse(document.getElementById("tables").textContent)
const S = toy.sublayers.length
const BASE = 2 ** S - 1
const ROWS = S + 3
const [INK, MUTED, FAINT, HAIR, BAND] = ["#171b20", "#59626e", "#b3bac4", "#dde1e6", "#f5f6f8"]
const [ACCENT, EMBEDDING] = ["#7b2a9e", "#8b919b"]
const COLOURS = ["#9cc3e6", "#fdc086", "#548cc3", "#d88348", "#0b559f", "#b2450a"]
const TRACKS = { plus: [FAINT, 6], layers: [MUTED, 2], whole: [ACCENT, 3] }

const upTo = (n) => [...Array(n).keys()]
const layers = upTo(S)
const worlds = upTo(BASE + 1)
const isOn = (at, layer) => Boolean(at & (1 << layer))
const countOn = (at) => layers.filter((layer) => isOn(at, layer)).length
const sum = (values) => values.reduce((a, b) => a + b, 0)
const log = (size) => Math.log10(Math.max(size, 1e-4))
const fixed = (x, digits = 2) => (x <= -0.5 / 10 ** digits ? "−" : "") + Math.abs(x).toFixed(digits)
const signed = (x) => (x > 0 ? "+" : "") + fixed(x)

const longest = Math.max(...token.sizes.flat())
let world = BASE

// A canvas with linear scales. Ticks and the like have `left` and `bottom` pixels; x0, x1, y0, y1 are the edges.
function chart(id, [x0, x1], [y0, y1], left = 0, bottom = 0) {
  const canvas = document.getElementById(id)
  const { width, height } = canvas.getBoundingClientRect()
  canvas.width = Math.round(width * devicePixelRatio)
  canvas.height = Math.round(height * devicePixelRatio)
  const pen = canvas.getContext("2d")
  pen.scale(devicePixelRatio, devicePixelRatio)
  pen.font = "13px system-ui, sans-serif"
  const x = (v) => left + ((v - x0) / (x1 - x0)) * (width - left)
  const y = (v) => ((y1 - v) / (y1 - y0)) * (height - bottom)
  return {
    ...{ x0, x1, y0, y1 },
    clear: () => pen.clearRect(0, 0, width, height),
    box(a, b, low, high, fill, stroke, dash = []) {
      const place = [x(a), y(high), x(b) - x(a), y(low) - y(high)]
      pen.fillStyle = fill
      pen.strokeStyle = stroke
      pen.lineWidth = 1
      pen.setLineDash(dash)
      if (fill) pen.fillRect(...place)
      if (stroke) pen.strokeRect(...place)
    },
    line(points, colour, thick = 1, dash = []) {
      pen.strokeStyle = colour
      pen.lineWidth = thick
      pen.setLineDash(dash)
      pen.beginPath()
      for (const [a, b] of points) pen.lineTo(x(a), y(b))
      pen.stroke()
    },
    dot(a, b, colour, radius) {
      pen.fillStyle = colour
      pen.beginPath()
      pen.arc(x(a), y(b), radius, 0, 2 * Math.PI)
      pen.fill()
    },
    text(content, a, b, { align = "left", colour = INK, dx = 0, dy = 4 } = {}) {
      pen.fillStyle = colour
      pen.textAlign = align
      pen.fillText(content, x(a) + dx, y(b) + dy)
    },
  }
}

// From the least to the greatest value with some room: scales hold for all worlds, so no switch moves an axis.
function span(values, room = 0.06) {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  return [low - room * (high - low), high + room * (high - low)]
}

function waterfall(at) {
  let here = at === BASE ? 0 : readout.readout[BASE]
  const bar = (row, size, colour, tail = "") => ({ row, from: here, to: (here += size), colour, label: signed(size) + tail })
  const whole = (row, to, colour, name) => ({ row, from: 0, to, colour, label: `${fixed(to)} ${name}` })
  const now = whole(S + 2, readout.readout[at], ACCENT, "now")
  if (at === BASE)
    return [
      bar(0, readout.parts.token, EMBEDDING),
      bar(0, readout.parts.position, EMBEDDING),
      ...layers.map((layer) => bar(layer + 1, readout.contributions[layer], COLOURS[layer])),
      bar(S + 1, readout.bias, MUTED, " bias"),
      now,
    ]
  const size = (layer) => (isOn(at, layer) ? readout.via_layers : readout.direct)[at][layer]
  return [
    whole(0, here, INK, "all on"),
    ...layers.map((layer) => bar(layer + 1, size(layer), COLOURS[layer], isOn(at, layer) ? "" : " direct")),
    bar(S + 1, readout.via_norm[at], MUTED),
    now,
  ]
}

// Each dimension as segments [low, high], embedding first, positives up and negatives down.
function stacks(at) {
  return upTo(toy.d).map((i) => {
    const values = [token.embedding[i], ...token.writes[at].map((write) => write[i])]
    let [up, down] = [0, 0]
    const parts = values.map((value) => (value < 0 ? [(down += value), down - value] : [up, (up += value)]))
    return { values, parts, up, down, total: sum(values) }
  })
}

const effectSpan = span(
  worlds.flatMap(waterfall).flatMap(({ from, to }) => [from, to]),
  0.5,
)
const gradientSpan = span(Object.values(readout.gradient).flat(2).map(log))
const streamSpan = span(worlds.flatMap(stacks).flatMap(({ up, down }) => [up, down]))
const shareSpan = span([0, 1, ...readout.paths.share.flat()])
const pictures = [
  [chart("effect", effectSpan, [0, ROWS]), drawEffect],
  [chart("gradient", gradientSpan, [0, ROWS]), drawGradient],
  [chart("stream", [0, toy.d], streamSpan, 70, 70), drawStream],
  [chart("says", [-0.8, 2], [4, 0]), drawWords],
  [chart("worlds", span([0, ...readout.readout]), [-0.5, S + 0.5], 24, 24), drawWorlds],
  [chart("paths", [-0.5, S + 0.5], shareSpan, 40, 40), drawPaths],
]

function drawEffect({ x0, x1, box, line, text }) {
  for (let row = 0; row < ROWS; row += 2) box(x0, x1, row, row + 1, BAND)
  const bars = waterfall(world)
  for (const { row, from, to, colour, label } of bars) {
    box(Math.min(from, to), Math.max(from, to), row + 0.23, row + 0.77, colour, "#fff")
    if (row < ROWS - 1)
      line(
        [
          [to, row + 0.77],
          [to, row + 1.23],
        ],
        MUTED,
        1,
        [2, 2],
      )
    text(label, Math.max(from, to), row + 0.5, { dx: 5 })
  }
  line(
    [
      [0, 0],
      [0, ROWS],
    ],
    INK,
  )
  for (const layer of layers) {
    text(signed(readout.alone[layer]), x1, layer + 1.5, { align: "right", colour: MUTED })
    if (!isOn(world, layer)) text(signed(readout.back_on[world][layer]), x0, layer + 1.5, { colour: MUTED })
  }
}

function drawGradient({ x0, x1, box, line, dot, text }) {
  for (let row = 0; row < ROWS; row += 2) box(x0, x1, row, row + 1, BAND)
  for (let power = Math.ceil(x0); power <= x1; power++) {
    line(
      [
        [power, 0],
        [power, ROWS],
      ],
      HAIR,
    )
    text(`${Number(`1e${power}`)}`, power, 0, { align: "center", dy: -3 })
  }
  const height = (state) => (state === 0 ? 0.5 : state + 1)
  Object.entries(TRACKS).forEach(([track, [colour, thick]], i) => {
    const sizes = readout.gradient[track][world]
    const points = sizes.map((size, state) => [log(size), height(state)])
    line(points, colour, thick)
    if (track !== "plus") for (const point of points) dot(...point, colour, 3.5)
    dot(...points[0], colour, 6)
    text(`${track} ${fixed(sizes[0], 3)}`, x0, ROWS - 0.5 - i / 2, { colour })
  })
}

function drawStream({ x1, y0, y1, box, line, text }) {
  const [now, base] = [stacks(world), stacks(BASE)]
  for (let tick = 2 * Math.ceil(y0 / 2); tick <= y1; tick += 2) {
    line(
      [
        [0, tick],
        [x1, tick],
      ],
      tick ? HAIR : MUTED,
    )
    text(fixed(tick, 0), 0, tick, { align: "right", dx: -6 })
  }
  now.forEach(({ parts, total }, i) => {
    const { up, down, total: before } = base[i]
    if (world !== BASE) box(i + 0.08, i + 0.92, down, up, null, MUTED, [3, 3])
    parts.forEach(([low, high], writer) => box(i + 0.14, i + 0.86, low, high, writer ? COLOURS[writer - 1] : EMBEDDING, "#fff"))
    if (world !== BASE) box(i + 0.03, i + 0.97, before - 0.06, before + 0.06, "#fff", INK)
    line(
      [
        [i + 0.03, total],
        [i + 0.97, total],
      ],
      INK,
      3,
    )
  })
  sums(now, base).forEach(([name, values], row) => {
    text(name, 0, y0, { dx: -70, dy: 20 + 17 * row, colour: MUTED })
    values.forEach((value, i) => text(fixed(value), i + 0.5, y0, { align: "center", dy: 20 + 17 * row }))
  })
}

// The three rows of numbers under the stacks; "subtracted" recomputes nothing.
function sums(now, base) {
  const kept = ({ values }) => sum(values.filter((_, writer) => writer === 0 || isOn(world, writer - 1)))
  const totals = (of) => of.map(({ total }) => total)
  if (world === BASE)
    return [
      ["sum", totals(now)],
      ["embedding", token.embedding],
    ]
  return [
    ["sum now", totals(now)],
    ["all on", totals(base)],
    ["subtracted", base.map(kept)],
  ]
}

function drawWords({ x0, box, text }) {
  words.forEach((word, i) => {
    const [before, now] = [token.probs[BASE][word], token.probs[world][word]]
    text(toy.vocab[word], x0, i + 0.5)
    if (world !== BASE) box(0, before, i + 0.5, i + 0.25, FAINT)
    box(0, now, i + 0.75, i + 0.5, i === 0 ? ACCENT : MUTED)
    text(`${fixed(100 * before, 1)} % → ${fixed(100 * now, 1)} %`, 1.05, i + 0.5)
  })
}

function drawWorlds({ x0, x1, y0, y1, line, dot, text }) {
  for (let on = 0; on <= S; on++) {
    line(
      [
        [x0, on],
        [x1, on],
      ],
      HAIR,
    )
    text(`${on}`, x0, on, { dx: -16 })
  }
  for (let tick = 2 * Math.ceil(x0 / 2); tick <= x1; tick += 2) {
    line(
      [
        [tick, y0],
        [tick, y1],
      ],
      tick ? HAIR : MUTED,
    )
    text(fixed(tick, 0), tick, y0, { align: "center", dy: 18 })
  }
  for (const at of worlds) dot(readout.readout[at], countOn(at), FAINT, 5)
  dot(readout.readout[world], countOn(world), ACCENT, 7.5)
}

function drawPaths({ x0, x1, box, line, text }) {
  const { share, count, binomial, mean } = readout.paths
  for (const tick of [0, 0.5, 1]) {
    line(
      [
        [x0, tick],
        [x1, tick],
      ],
      HAIR,
    )
    text(fixed(tick, 1), x0, tick, { align: "right", dx: -6 })
  }
  for (let k = 0; k <= countOn(world); k++) {
    const [value, weight] = [share[world][k], binomial[world][k]]
    box(k - 0.32, k + 0.32, Math.min(0, value), Math.max(0, value), "#974fb5")
    if (weight !== null)
      line(
        [
          [k - 0.42, weight],
          [k + 0.42, weight],
        ],
        INK,
        2,
      )
    text(fixed(value), k, Math.max(value, weight ?? 0), { align: "center", dy: -5 })
    text(`${k}: ${count[world][k]} paths`, k, 0, { align: "center", dy: 34, colour: MUTED })
  }
  if (mean[world] !== null)
    line(
      [
        [mean[world], 0],
        [mean[world], 1],
      ],
      MUTED,
      1.5,
      [2, 2],
    )
}

function sentence() {
  const lead = `${toy.vocab[words[0]]}’s lead over ${toy.vocab[words[1]]}`
  if (world === BASE)
    return `The model says ${toy.vocab[words[0]]}: ${lead} is ${fixed(readout.readout[BASE])}. Switch a layer off.`
  const off = layers.filter((layer) => !isOn(world, layer)).map((layer) => toy.sublayers[layer])
  const [direct, via] = [readout.direct, readout.via_layers].map((terms) => signed(sum(terms[world])))
  return (
    `Without ${off.join(" and ")}, ${lead} moves by ${signed(readout.total[world])}: ${direct} direct, ` +
    `${via} because later layers write differently, ${signed(readout.via_norm[world])} through the final norm.`
  )
}

const rows = toy.sublayers.map((name, layer) => {
  const row = document.createElement("li")
  row.innerHTML = `<button type="button" role="switch"></button><span class="size"></span><span class="number"></span>`
  const [toggle, bar, number] = row.children
  toggle.textContent = name
  bar.style.color = COLOURS[layer]
  toggle.addEventListener("click", () => show(world ^ (1 << layer)))
  return { row, toggle, bar, number }
})

function show(next) {
  world = next
  rows.forEach(({ toggle, bar, number }, layer) => {
    const size = token.sizes[world][layer]
    toggle.setAttribute("aria-checked", isOn(world, layer))
    bar.style.transform = `scaleX(${size / longest})`
    number.textContent = fixed(size)
  })
  document.querySelector("[role=status]").textContent = sentence()
  for (const [picture, draw] of pictures) {
    picture.clear()
    draw(picture)
  }
}

document.getElementById("layers").append(...rows.map(({ row }) => row))
show(BASE)
