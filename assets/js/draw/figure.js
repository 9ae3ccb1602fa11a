// Owns the door to Bokeh: places a widget's empty figure in the page and patches its named sources. Rows with a `tip`
// are marks that answer (marks.js), so what was patched is kept.

import { growth } from "lab/draw/room"

export async function placeFigure(item, box) {
  const views = await window.Bokeh.embed.embed_item(item, box)
  const [view] = views.roots
  const { model: plot, canvas_view: canvas } = view
  canvas.events_el.removeAttribute("tabindex") // a picture is no place to stop at
  const source = (name) => plot.document.get_model_by_name(name)
  const dots = plot.renderers
    .map(({ glyph }) => glyph)
    .filter(({ size }) => size)
    .map((glyph) => [glyph, glyph.size.value])
  let grown = 1
  const kept = new Map()
  return {
    box,
    // The marks that have something to say, as parts of the frame from its left and its foot.
    marks() {
      const across = part(plot.x_range)
      const up = part(plot.y_range)
      const named = [...kept.values()].flat().filter(({ tip, alpha }) => tip && alpha !== 0)
      return named.map((row) => ({
        ...row,
        left: across(row.left ?? row.x),
        right: across(row.right ?? row.x),
        bottom: up(row.bottom ?? row.y),
        top: up(row.top ?? row.y),
      }))
    },
    // Rows are objects; a source wants columns. Nothing is sent anywhere: the page needs no server to redraw.
    patch(name, rows) {
      kept.set(name, rows)
      const target = source(name)
      if (rows.length === 0 && !target.get_length()) return // nothing was there and nothing comes: no redraw
      if (grown !== growth()) {
        grown = growth()
        for (const [glyph, size] of dots) glyph.setv({ size: { value: grown * size } }, { sync: false })
      }
      const columns = Object.keys(target.data)
      const data = Object.fromEntries(columns.map((column) => [column, rows.map((row) => row[column])]))
      if (data.width) data.width = data.width.map((width) => grown * width)
      target.setv({ data }, { sync: false })
    },
    // Marks that answer though they are not drawn one by one: the places along a line, as dots.
    answers(rows) {
      kept.set("", rows)
    },
    // At once, where a frame would come too late. Bokeh takes in what was patched only when the running script is over.
    paint() {
      view.paint()
    },
    svg() {
      return view.export("svg", false).ctx.get_serialized_svg()
    },
    range(x, y) {
      set(plot.x_range, x)
      set(plot.y_range, y)
    },
  }
}

function part({ start, end }) {
  return (at) => (at - start) / (end - start)
}

function set(range, [start, end]) {
  if (range.start !== start || range.end !== end) range.setv({ start, end }, { sync: false })
}
