// Owns the effect: a waterfall in the switchboard's rows. With nothing off it climbs from the embedding to the readout;
// with layers off, from the readout with all on, term by term, to the readout now.

import { placeLabels } from "lab/axis"
import { setText } from "lab/dom"
import { fill, fixed, signed } from "lab/format"
import { offLayers, offNames, readoutName } from "lab/names"
import { effectNow } from "lab/widgets/sentence"

const HALF = 0.27

export function create({ section, figure, strings }) {
  const words = strings.effect
  const [labels, alone, back] = ["labels", "alone", "back"].map((name) => section.querySelector(`.${name}`))
  let ranged = null
  let span = [0, 1]

  return {
    draw(frame) {
      if (ranged !== frame.readout) {
        ranged = frame.readout
        span = spanOfAllWorlds(frame)
        figure.range(span, [0, frame.layers + 3])
        const zero = (100 * (0 - span[0])) / (span[1] - span[0])
        section.querySelector(".zero-line").style.left = `${zero}%`
      }
      const bars = waterfall(frame, words)
      figure.patch("terms", bars.map((bar) => quad(bar, frame)))
      figure.patch("connectors", connectors(bars, frame))
      placeLabels(labels, bars.filter((bar) => bar.text).map((bar) => label(bar, span, frame)))
      columns(frame)
      setText(section.querySelector(".hint"), frame.anyOff ? words.hintOff : words.hintOn)
      setText(section.querySelector(".foot"), interaction(frame, words))
      setText(section.querySelector(".twin"), twin(frame, bars, strings))
    },
    table(frame) {
      return {
        caption: fill(words.caption, { readout: readoutName(frame, strings) }),
        columns: words.columns,
        rows: [
          ...waterfall(frame, words).map((bar) => [bar.name, bar.kind, fixed(bar.to - bar.from)]),
          ...(offLayers(frame).length > 1 ? several(frame, words) : []),
        ],
      }
    },
  }

  // Beside the bars: what each layer does when it alone is off, and what switching an off layer back on would do now.
  function columns(frame) {
    const { readout, world, layers, isOn } = frame
    const rows = [...Array(layers).keys()]
    const place = (layer, text) => ({ left: 100, bottom: middle(layer + 1, layers), text, className: "" })
    placeLabels(alone, rows.map((layer) => place(layer, signed(readout.alone[layer]))))
    placeLabels(back, rows.map((layer) => place(layer, isOn(layer) ? "" : signed(readout.back_on[world][layer]))))
  }
}

// The bars from the foot up: {row, from, to, name, kind, colour, writer, text}.
export function waterfall(frame, words) {
  return frame.anyOff ? change(frame, words) : composition(frame, words)
}

function composition({ toy, layers, readout, base, palette, colours }, words) {
  let at = 0
  const step = (row, size, rest) => ({ row, from: at, to: (at += size), text: fixed(size), ...rest })
  const { token, position, embedding } = readout.parts
  const split = embedding === undefined
  const foot = { colour: palette.embedding, writer: -1, kind: words.adds }
  return [
    step(0, split ? token : embedding, { ...foot, name: split ? words.token : words.embedding, text: split ? "" : fixed(embedding) }),
    ...(split ? [step(0, position, { ...foot, name: words.position, text: fixed(token + position) })] : []),
    ...toy.sublayers.map((name, layer) =>
      step(layer + 1, readout.contributions[layer], { name, kind: words.adds, colour: colours[layer], writer: layer }),
    ),
    step(layers + 1, readout.bias, {
      name: words.bias,
      kind: words.adds,
      colour: palette.muted,
      text: `${fixed(readout.bias)} ${words.bias}`,
    }),
    total(layers + 2, readout.readout[base], words.now, palette.accent, words),
  ]
}

function change({ toy, layers, readout, world, base, palette, colours, isOn }, words) {
  let at = readout.readout[base]
  const step = (row, size, rest) => ({ row, from: at, to: (at += size), text: signed(size), ...rest })
  return [
    total(0, readout.readout[base], words.allOn, palette.ink, words),
    ...toy.sublayers.map((name, layer) => {
      const direct = !isOn(layer)
      const size = (direct ? readout.direct : readout.via_layers)[world][layer]
      const kind = direct ? words.direct : words.via
      const text = direct ? `${signed(size)} ${words.direct}` : signed(size)
      return step(layer + 1, size, { name, kind, colour: colours[layer], writer: layer, text })
    }),
    step(layers + 1, readout.via_norm[world], { name: words.norm, kind: words.viaNorm, colour: palette.muted }),
    total(layers + 2, readout.readout[world], words.now, palette.accent, words),
  ]
}

function total(row, value, name, colour, words) {
  return { row, from: 0, to: value, name, kind: words.readout, colour, text: `${fixed(value)} ${name}`, strong: true }
}

function quad({ row, from, to, name, kind, colour, writer }, { hot, palette }) {
  return {
    left: Math.min(from, to),
    right: Math.max(from, to),
    bottom: row + 0.5 - HALF,
    top: row + 0.5 + HALF,
    fill: colour,
    line: palette.ground,
    alpha: hot === null || hot === writer ? 1 : 0.3,
    tip: `${name}: ${fixed(to - from)} (${kind})`,
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

// A label stands at the bar's right end, or, where there is no room, at its left end, or else inside. A letter takes
// about 3.5 % of the narrowest frame.
function label({ row, from, to, text, strong }, [low, high], { layers }) {
  const part = (x) => (100 * (x - low)) / (high - low)
  const [left, right] = [part(Math.min(from, to)), part(Math.max(from, to))]
  const room = 3.5 * text.length + 4
  const side = right + room < 100 ? "rightward" : left > room ? "leftward" : "inside"
  const className = strong ? `${side} strong` : side
  return { left: side === "leftward" ? left : right, bottom: middle(row, layers), text, className }
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

function interaction(frame, words) {
  const { readout, world } = frame
  const off = offLayers(frame)
  if (off.length < 2) return frame.anyOff ? words.reference : words.sum
  const values = { joint: readout.total[world], interaction: readout.interaction[world] }
  const apart = values.joint - values.interaction
  return fill(words.interaction, {
    joint: signed(values.joint),
    apart: signed(apart),
    interaction: signed(Math.round(values.joint * 100) / 100 - Math.round(apart * 100) / 100),
  })
}

function several(frame, words) {
  const { toy, readout, world, isOn } = frame
  const off = toy.sublayers.map((name, layer) => [name, layer]).filter(([, layer]) => !isOn(layer))
  return [
    ...off.map(([name, layer]) => [name, words.alone, fixed(readout.alone[layer])]),
    ...off.map(([name, layer]) => [name, words.backOn, fixed(readout.back_on[world][layer])]),
    [offNames(frame, { and: words.and, anyLayer: words.allLayers }), words.together, fixed(readout.interaction[world])],
  ]
}

function twin(frame, bars, strings) {
  const words = strings.effect
  if (!frame.anyOff) {
    return fill(words.twinOn, {
      readout: readoutName(frame, strings),
      value: fixed(frame.readout.readout[frame.base]),
      parts: bars.slice(0, -1).map((bar) => `${bar.name} ${fixed(bar.to - bar.from)}`).join(", "),
    })
  }
  const { direct, viaLayers, viaNorm } = effectNow(frame)
  return fill(words.twinOff, {
    readout: readoutName(frame, strings),
    before: fixed(frame.readout.readout[frame.base]),
    now: fixed(frame.readout.readout[frame.world]),
    direct: signed(direct),
    layers: signed(viaLayers),
    norm: signed(viaNorm),
  })
}
