// Owns the effect: a waterfall in the switchboard's rows. With nothing off it climbs from the embedding to the readout;
// with layers off, from the readout with all on, term by term, to the readout now.

import { placeLabels } from "lab/axis"
import { setText } from "lab/dom"
import { printedComposition, printedEffect, printedMove } from "lab/effect"
import { fill, fixed, listed, rounded, signed } from "lab/format"
import { offLayers, readoutName } from "lab/names"

const HALF = 0.27 // of a row: half a bar's height
const GAP = 10 // px between a bar and its label

export function create({ section, figure, strings }) {
  const words = strings.effect
  const [labels, alone, back] = ["labels", "alone", "back"].map((name) => section.querySelector(`.${name}`))
  let ranged = null
  let span = [0, 1]
  let width = 200
  let shown = null
  const ruler = document.createElement("canvas").getContext("2d")

  // How much room a label has depends on how wide the frame is and how large the type.
  new ResizeObserver(([{ contentRect }]) => {
    width = contentRect.width
    const { fontSize, fontFamily } = getComputedStyle(labels)
    ruler.font = `600 ${fontSize} ${fontFamily}`
    if (shown) place(shown)
  }).observe(section.querySelector(".frame"))

  function place(bars) {
    shown = bars
    placeLabels(labels, bars.filter((bar) => bar.text).map((bar) => label(bar, span, width, ruler)))
  }

  return {
    draw(frame) {
      if (ranged !== frame.readout) {
        ranged = frame.readout
        span = spanOfAllWorlds(frame)
        figure.range(span, [0, frame.layers + 3])
        const zero = (100 * (0 - span[0])) / (span[1] - span[0])
        section.querySelector(".zero-line").style.left = `${zero}%`
      }
      const bars = waterfall(frame, words).map((bar) => ({ ...bar, rows: frame.layers + 3 }))
      figure.patch("terms", bars.map((bar) => quad(bar, frame)))
      figure.patch("connectors", connectors(bars, frame))
      place(bars)
      columns(frame)
      setText(section.querySelector(".hint"), frame.anyOff ? words.hintOff : words.hintOn)
      setText(section.querySelector(".foot"), note(frame, words))
      setText(section.querySelector(".twin"), twin(frame, bars, strings))
    },
    table(frame) {
      return {
        caption: fill(words.caption, { readout: readoutName(frame, strings) }),
        columns: words.columns,
        rows: [
          ...waterfall(frame, words).map((bar) => [bar.name, bar.kind, bar.value]),
          ...(offLayers(frame).length > 1 ? several(frame, words) : []),
        ],
      }
    },
  }

  // Beside the bars: what each layer does when it alone is off, and what switching an off layer back on would do now.
  function columns(frame) {
    const { layers, isOn } = frame
    const rows = [...Array(layers).keys()]
    const place = (layer, text) => ({ left: 100, bottom: middle(layer + 1, layers), text, className: "" })
    placeLabels(alone, rows.map((layer) => place(layer, signed(offAlone(frame, layer)))))
    placeLabels(back, rows.map((layer) => place(layer, isOn(layer) ? "" : signed(backOn(frame, layer)))))
  }
}

// The bars from the foot up: {row, from, to, value, name, kind, colour, writer, text, word}.
function waterfall(frame, words) {
  return frame.anyOff ? change(frame, words) : composition(frame, words)
}

// Each term starts where the one before it ended.
function climb(start) {
  let at = start
  return (row, size, value, rest) => ({ row, from: at, to: (at += size), value, text: value, ...rest })
}

function composition(frame, words) {
  const { toy, layers, readout, base, palette, colours } = frame
  const printed = printedComposition(frame)
  const step = climb(0)
  const parts = Object.entries(readout.parts)
  const together = fixed(rounded(printed.embedding.reduce((a, b) => a + b, 0)))
  return [
    ...parts.map(([part, size], i) =>
      step(0, size, fixed(printed.embedding[i]), {
        name: words[part],
        kind: words.adds,
        colour: palette.embedding,
        writer: -1,
        text: i === parts.length - 1 ? together : "",
      }),
    ),
    ...toy.sublayers.map((name, layer) =>
      step(layer + 1, readout.contributions[layer], fixed(printed.layers[layer]), {
        name,
        kind: words.adds,
        colour: colours[layer],
        writer: layer,
      }),
    ),
    step(layers + 1, readout.bias, fixed(printed.bias), {
      name: words.bias,
      kind: words.adds,
      colour: palette.muted,
      word: words.bias,
    }),
    total(layers + 2, readout.readout[base], words.now, palette.accent, words),
  ]
}

function change(frame, words) {
  const { toy, layers, readout, world, base, palette, colours, isOn } = frame
  const printed = printedEffect(frame)
  const step = climb(readout.readout[base])
  return [
    total(0, readout.readout[base], words.allOn, palette.ink, words),
    ...toy.sublayers.map((name, layer) => {
      const terms = isOn(layer) ? readout.via_layers : readout.direct
      return step(layer + 1, terms[world][layer], signed(printed.layers[layer]), {
        name,
        kind: isOn(layer) ? words.via : words.direct,
        colour: colours[layer],
        writer: layer,
        word: isOn(layer) ? "" : words.direct,
      })
    }),
    step(layers + 1, readout.via_norm[world], signed(printed.viaNorm), {
      name: words.norm?.[toy.norm],
      kind: words.viaNorm,
      colour: palette.muted,
    }),
    total(layers + 2, readout.readout[world], words.now, palette.accent, words),
  ]
}

function total(row, readout, name, colour, words) {
  const bar = { row, from: 0, to: readout, name, kind: words.readout, colour }
  return { ...bar, value: fixed(readout), text: fixed(readout), word: name, strong: true }
}

function quad({ row, from, to, value, name, kind, colour, writer }, { hot, palette }) {
  return {
    left: Math.min(from, to),
    right: Math.max(from, to),
    bottom: row + 0.5 - HALF,
    top: row + 0.5 + HALF,
    fill: colour,
    line: palette.ground,
    alpha: hot === null || hot === writer ? 1 : 0.3,
    tip: `${name}: ${value} (${kind})`,
  }
}

function connectors(bars, { palette }) {
  return bars.slice(0, -1).filter((bar, i) => bars[i + 1].row > bar.row).map((bar) => ({
    x0: bar.to,
    x1: bar.to,
    y0: bar.row + 0.5 + HALF,
    y1: bar.row + 1.5 - HALF,
    line: palette.muted,
    alpha: 1,
    width: 1,
  }))
}

// A label stands at the bar's right end, or at its left end, or inside, wherever there is room first; where there is none
// for the number and its word, the number stands alone, since its row says the rest.
function label({ row, rows, from, to, text: number, word, strong }, [low, high], width, ruler) {
  const part = (x) => (100 * (x - low)) / (high - low)
  const [left, right] = [part(Math.min(from, to)), part(Math.max(from, to))]
  const space = { rightward: 100 - right, leftward: left, inside: right - left }
  const sides = Object.keys(space)
  // All digits are as wide as a zero here, which a canvas does not know.
  const length = (text) => ruler.measureText(text.replace(/\d/g, "0")).width + GAP
  const sideFor = (text) => sides.find((side) => space[side] * width > 100 * length(text))
  const full = word ? `${number} ${word}` : number
  const text = sideFor(full) ? full : number
  const side = sideFor(text) ?? sides.sort((a, b) => space[b] - space[a])[0]
  const className = strong ? `${side} strong` : side
  return { left: side === "leftward" ? left : right, bottom: (100 * (row + 0.5)) / rows, text, className }
}

function middle(row, layers) {
  return (100 * (row + 0.5)) / (layers + 3)
}

// One scale for all worlds of a table, so that worlds can be compared and no switch moves the axis.
function spanOfAllWorlds(frame) {
  let low = 0
  let high = 0
  for (let world = 0; world <= frame.base; world++) {
    const isOn = (layer) => Boolean(world & (1 << layer))
    const there = { ...frame, world, isOn, anyOff: world !== frame.base }
    for (const { from, to } of waterfall(there, {})) {
      low = Math.min(low, from, to)
      high = Math.max(high, from, to)
    }
  }
  const room = 0.08 * (high - low) || 1
  return [low - room, high + room]
}

function note(frame, words) {
  if (offLayers(frame).length < 2) return frame.anyOff ? words.reference : words.sum
  const { readout, world } = frame
  const values = { joint: signed(printedEffect(frame).total), interaction: signed(readout.interaction[world]) }
  return fill(words.interaction, values)
}

function offAlone(frame, layer) {
  return printedMove(frame, frame.base, frame.base & ~(1 << layer))
}

function backOn(frame, layer) {
  return printedMove(frame, frame.world, frame.world | (1 << layer))
}

function several(frame, words) {
  const { toy, readout, world, isOn } = frame
  const off = toy.sublayers.map((name, layer) => [name, layer]).filter(([, layer]) => !isOn(layer))
  return [
    ...off.map(([name, layer]) => [name, words.alone, signed(offAlone(frame, layer))]),
    ...off.map(([name, layer]) => [name, words.backOn, signed(backOn(frame, layer))]),
    [listed(off.map(([name]) => name), words.and), words.together, signed(readout.interaction[world])],
  ]
}

function twin(frame, bars, strings) {
  const words = strings.effect
  if (!frame.anyOff) {
    return fill(words.twinOn, {
      readout: readoutName(frame, strings),
      value: fixed(frame.readout.readout[frame.base]),
      parts: bars.slice(0, -1).map((bar) => `${bar.name} ${bar.value}`).join(", "),
    })
  }
  const { direct, viaLayers, viaNorm } = printedEffect(frame)
  return fill(words.twinOff, {
    readout: readoutName(frame, strings),
    before: fixed(frame.readout.readout[frame.base]),
    now: fixed(frame.readout.readout[frame.world]),
    direct: signed(direct),
    layers: signed(viaLayers),
    norm: signed(viaNorm),
  })
}
