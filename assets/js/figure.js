// Owns the door to Bokeh: places a widget's empty figure in the page and patches its named sources.

export async function placeFigure(item, box) {
  const views = await window.Bokeh.embed.embed_item(item, box)
  const [view] = views.roots
  const { model: plot, canvas_view: canvas } = view
  canvas.events_el.removeAttribute("tabindex") // a picture is no place to stop at
  const source = (name) => plot.document.get_model_by_name(name)
  return {
    // Rows are objects; a source wants columns. Nothing is sent anywhere: the page needs no server to redraw.
    patch(name, rows) {
      const target = source(name)
      if (rows.length === 0 && !target.get_length()) return // nothing was there and nothing comes: no redraw
      const columns = Object.keys(target.data)
      const data = Object.fromEntries(columns.map((column) => [column, rows.map((row) => row[column])]))
      target.setv({ data }, { sync: false })
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

function set(range, [start, end]) {
  if (range.start !== start || range.end !== end) range.setv({ start, end }, { sync: false })
}
