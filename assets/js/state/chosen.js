// Owns what the state of any page does: a change waits for its tables and then shows at once, with what was chosen while
// they were on their way; Reset, undo and redo; and which writer is brought out. The lab's is in selection.js, a view's in
// choices.js.

import { actionNow, Steps } from "lab/state/steps"

export class Chosen {
  // `draw(frame)` is called at each change with all that a widget may show, `failed()` when tables cannot be had.
  constructor({ tables, draw, failed }) {
    Object.assign(this, { tables, draw, failed })
    this.state = null
    this.start = null
    this.pointed = null
    this.pinned = null
    this.asked = 0
    this.pending = {}
    this.resets = []
    this.steps = new Steps()
  }

  // The first state is the link's own, and what Reset returns to.
  async open(state) {
    await this.select(state)
    this.start = this.state
  }

  reset() {
    for (const listener of this.resets) listener()
    this.pending = {}
    this.pinned = null
    return this.select(this.start)
  }

  onReset(listener) {
    this.resets.push(listener)
  }

  // `wanted()` is the state with what is pending, once `fetch()` has its tables: a promise of them, or null if they are here.
  async select(changes) {
    const turn = ++this.asked
    const latest = () => turn === this.asked
    const action = actionNow()
    this.pending = { ...this.pending, ...changes }
    try {
      const tables = this.fetch()
      if (tables) await tables
    } catch {
      if (latest()) {
        this.pending = {}
        this.failed()
      }
      return
    }
    if (!latest()) return
    const chosen = this.wanted()
    this.pending = {}
    this.show(chosen, action)
  }

  // `action` is what a person did; all that comes of one is one step to undo.
  show(state, action = actionNow()) {
    if (this.state) this.steps.take(this.state, state, action)
    this.state = state
    this.redraw()
  }

  undo() {
    this.move((state) => this.steps.back(state))
  }

  redo() {
    this.move((state) => this.steps.forth(state))
  }

  // The tables of a state that was shown are here. What is still on its way is what is undone first.
  move(to) {
    this.asked += 1
    const waiting = Object.keys(this.pending).length > 0
    this.pending = {}
    if (!waiting) this.state = to(this.state)
    this.redraw()
  }

  // The writer that stands out in every picture; null for none.
  get hot() {
    return this.pointed ?? this.pinned
  }

  // A writer is brought out while it is pointed at; null for none.
  bringOut(writer) {
    this.light({ pointed: writer })
  }

  // A pinned one stays out until it is pinned again, or null is.
  pin(writer) {
    this.light({ pinned: writer === this.pinned ? null : writer })
  }

  light(change) {
    const before = this.hot
    Object.assign(this, change)
    if (this.hot !== before) this.redraw()
  }

  redraw() {
    this.draw(this.frame())
  }
}
