// Owns the widgets of a page, and the order of drawing: what answers a click first, what follows in the next task. A page
// opens with what needs no figure; Bokeh and the figures come once that has been seen.

import { markLabels, markTerms } from "lab/page/definitions"
import { bokeh } from "lab/draw/bokeh"
import { placeFigure } from "lab/draw/figure"
import { openNumbers } from "lab/page/numbers"

const main = document.getElementById("lab")
const LATEST = 100 // ms

export class Stage {
  // `creates` are the functions that make each kind's widget; `first` are the kinds that draw at once; `dress(frame)` adds colours; `drawn(frame)` is told when all is done.
  constructor({ page, creates, first, dress, drawn }) {
    main.addEventListener("lab:relabelled", () => markLabels(main))
    Object.assign(this, {
      page,
      creates,
      first,
      dress,
      drawn,
      widgets: new Map(),
      charts: [],
      figures: [],
      waiting: null,
      frame: null,
      drawing: false,
      complete: false,
    })
  }

  // Makes the widgets without a figure, given what all of them get.
  make(given) {
    this.given = given
    for (const section of document.querySelectorAll("[data-widget]"))
      if (!this.page.figures[section.dataset.widget]) this.create(section)
  }

  // Makes the others too, once the first drawing has been seen, and draws on them what is shown by then.
  async finish() {
    await seen()
    await bokeh(this.page.bokeh)
    const { figures } = this.page
    const charts = [...document.querySelectorAll("[data-widget]")].filter(({ dataset }) => figures[dataset.widget])
    const place = async (section) =>
      this.create(section, await placeFigure(figures[section.dataset.widget], section.querySelector(".plot")))
    await Promise.all(charts.map(place))
    this.charts.sort((one, other) =>
      one.section.compareDocumentPosition(other.section) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
    )
    this.complete = true
    this.drawNow()
  }

  create(section, figure = null) {
    const { widget: kind } = section.dataset
    const { given } = this
    const { strings } = this.page
    if (figure) this.figures.push(figure)
    const widget = this.creates[kind]({ section, figure, strings, ...given })
    if (figure) given.marks.watch(figure.box, { list: figure.marks })
    this.widgets.set(kind, { draw: widget.draw, section })
    const numbers = section.querySelector("button.numbers")
    if (!numbers) return
    const table = () => widget.table(this.dress(this.frame))
    numbers.addEventListener("click", () => openNumbers(table()))
    this.charts.push({ kind, section, figure, table })
  }

  // What has the focus and is built anew tells, in the midst of it, that it is left, and so asks to be drawn once more.
  draw(frame) {
    this.frame = frame
    if (this.drawing) return
    this.drawing = true
    try {
      do {
        frame = this.frame
        const dressed = this.dress(frame)
        for (const kind of this.first) this.drawOne(this.widgets.get(kind), dressed)
      } while (frame !== this.frame)
    } finally {
      this.drawing = false
    }
    this.waiting ??= setTimeout(() => this.drawRest())
  }

  drawOne({ draw, section }, frame) {
    draw(frame)
    markTerms(section)
  }

  // Paper does not wait for the next task, nor canvases for the next frame.
  drawNow() {
    clearTimeout(this.waiting)
    this.drawRest()
  }

  paint() {
    for (const figure of this.figures) figure.paint()
  }

  drawRest() {
    this.waiting = null
    const dressed = this.dress(this.frame)
    for (const [kind, widget] of this.widgets) if (!this.first.includes(kind)) this.drawOne(widget, dressed)
    markLabels(main)
    if (this.complete) main.removeAttribute("aria-busy")
    this.drawn(this.frame)
  }
}

// Resolves when a frame has been painted; soon, where none is, as in a page behind others.
function seen() {
  return new Promise((done) => {
    requestAnimationFrame(() => setTimeout(done))
    setTimeout(done, LATEST)
  })
}
