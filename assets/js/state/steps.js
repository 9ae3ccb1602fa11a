// Owns the steps that can be undone: the states before the one that is shown, and those that were undone.

const MOST = 200

export class Steps {
  constructor() {
    Object.assign(this, { past: [], undone: [], action: null })
  }

  // From one state to another by what a person did; what comes of the same action belongs to the same step.
  take(from, to, action) {
    if (same(from, to)) return
    const goesOn = action !== null && action === this.action && this.past.length > 0
    this.action = action
    this.undone = []
    if (!goesOn) this.past.push(from)
    else if (same(this.past.at(-1), to)) this.shift(this.past, [], to) // dragged back to where it was taken
    if (this.past.length > MOST) this.past.shift()
  }

  // The state before, or the one that is shown if there is none.
  back(state) {
    return this.shift(this.past, this.undone, state)
  }

  forth(state) {
    return this.shift(this.undone, this.past, state)
  }

  shift(from, to, state) {
    this.action = null
    if (from.length === 0) return state
    to.push(state)
    return from.pop()
  }
}

function same(one, other) {
  return Object.keys({ ...one, ...other }).every((key) => JSON.stringify(one[key]) === JSON.stringify(other[key]))
}

// What a person is doing now: one event, or the whole drag of a slider from where it is taken to where it is let go. null
// where nobody does anything, as when Python sets a state.
let drag = null

export function actionNow() {
  return drag ?? globalThis.event ?? null
}

const isSlider = ({ target }) => target instanceof HTMLInputElement && target.type === "range"

addEventListener("input", (event) => isSlider(event) && (drag ??= event), true)
// After everyone who listens for the change itself.
addEventListener("change", (event) => isSlider(event) && (drag = null))
