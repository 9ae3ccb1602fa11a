// Owns what every page has around its widgets: the header's buttons, the keys, dress, sharing and paper; and what each new
// state sets off: the address, the menu's links, the session's mirror, scripts on the page and in the page that frames it.

import { dressPage } from "lab/page/dress"
import { tellHeight, tellHost, watchHeight } from "lab/page/host"
import { listenToKeys } from "lab/page/keys"
import { Marks } from "lab/draw/marks"
import { Moving } from "lab/page/moving"
import { notify } from "lab/page/notices"
import { readPalette } from "lab/draw/palette"
import { fitPaper } from "lab/page/print"
import { writeAddress } from "lab/state/query"
import { watchRoom } from "lab/draw/room"
import { offerSharing } from "lab/page/share"
import { Stage } from "lab/page/stage"

const main = document.getElementById("lab")
const button = (name) => document.querySelector(`header .${name}`)

export class Shell {
  // `creates`, `first` and `dress(frame)` as in stage.js, the frame with a palette; `address(kept)` is the query of what is shown;
  // `facts()` is what a host is told beside the state.
  constructor({ page, creates, first, dress = (frame) => frame, address, facts = () => ({}) }) {
    Object.assign(this, { page, address, facts, palette: readPalette(), asked: new Map(), announced: null })
    this.moving = new Moving(page)
    this.stage = new Stage({
      page,
      creates,
      first,
      dress: (frame) => dress({ ...frame, palette: this.palette }),
      drawn: () => {
        this.marks.drawn()
        this.follow()
      },
    })
  }

  // Makes the widgets, which are given `given`, and opens: `read()` shows what the link asks for and resolves to what it
  // says of the page itself. Resolves when all that needs no chart answers; `complete` when the charts are there too.
  async open({ choices, given, read, keys = {} }) {
    this.choices = choices
    watchRoom()
    this.marks = new Marks(choices, this.page.strings.marks)
    this.stage.make({ ...given, marks: this.marks })
    this.asked = dressPage({
      kept: await read(),
      page: this.page,
      redraw: () => this.redraw(),
      redrawNow: () => this.redrawNow(),
      paint: () => this.stage.paint(),
      rewrite: () => this.rewrite(),
    })
    offerSharing({
      page: this.page,
      asked: this.asked,
      address: this.address,
      state: () => choices.state,
      charts: () => this.stage.charts,
    })
    this.rewrite()
    const openHelp = () => document.getElementById("help").showModal()
    const [reset, undo, redo] = ["reset", "undo", "redo"].map((what) => () => choices[what]())
    listenToKeys({ ...keys, r: reset, "?": openHelp, undo, redo })
    button("help").addEventListener("click", openHelp)
    for (const [name, act] of Object.entries({ reset, undo, redo })) button(name).addEventListener("click", act)
    document.addEventListener("click", closeDialog)
    main.addEventListener("lab:select", ({ detail }) => choices.select(detail))
    fitPaper()
    watchHeight()
    main.dataset.usable = ""
    this.complete = this.stage.finish()
  }

  // All that follows a state does so once, not at each redraw.
  follow() {
    const { state } = this.choices
    if (state === this.announced) return
    this.announced = state
    const { past, undone } = this.choices.steps
    for (const [name, { length }] of Object.entries({ undo: past, redo: undone }))
      button(name).ariaDisabled = String(length === 0)
    this.rewrite()
    notify("table", [])
    main.selection = state
    main.dispatchEvent(new CustomEvent("lab:selected", { detail: state }))
    const said = main.querySelector("[role=status]").textContent.trim()
    tellHost("state", { view: this.page.view, address: this.address([]), state, said, ...this.facts() })
    tellHeight()
  }

  rewrite() {
    this.moving.follow(this.choices.frame(), this.address, this.asked)
    writeAddress(this.address([...this.asked]), { start: this.choices.start, dress: { ...document.documentElement.dataset } })
  }

  redraw() {
    this.palette = readPalette()
    this.choices.redraw()
  }

  redrawNow() {
    this.redraw()
    this.stage.drawNow()
  }

  // The controls go back to what is shown.
  failed() {
    const { noTable, dismiss } = this.page.strings.notices
    notify("table", [noTable], dismiss)
    this.choices.redraw()
  }
}

// A dialog's own button is a form's, which a frame's sandbox does not send.
function closeDialog(event) {
  const button = event.target.closest("form[method=dialog] button")
  if (!button) return
  event.preventDefault()
  button.closest("dialog").close()
}
