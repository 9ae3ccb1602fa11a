// Owns the steps that can be undone: the states before the one that is shown, and those that were undone.

const MOST = 200

/** @template {object} S */
export class Steps {
  constructor() {
    /** @type {S[]} */
    this.past = []
    /** @type {S[]} */
    this.undone = []
    /** @type {object | null} */
    this.action = null
  }

  // From one state to another by what a person did; what comes of the same action belongs to the same step.
  /**
   * @param {S} from
   * @param {S} to
   * @param {object | null} action
   */
  take(from, to, action) {
    if (same(from, to)) return
    const goesOn = action !== null && action === this.action && this.past.length > 0
    this.action = action
    this.undone = []
    if (!goesOn) this.past.push(from)
    else if (same(this.past[this.past.length - 1], to)) this.shift(this.past, [], to) // dragged back to where it was taken
    if (this.past.length > MOST) this.past.shift()
  }

  // The state before, or the one that is shown if there is none.
  /** @param {S} state */
  back(state) {
    return this.shift(this.past, this.undone, state)
  }

  /** @param {S} state */
  forth(state) {
    return this.shift(this.undone, this.past, state)
  }

  /**
   * @param {S[]} from
   * @param {S[]} to
   * @param {S} state
   */
  shift(from, to, state) {
    this.action = null
    const next = from.pop()
    if (next === undefined) return state
    to.push(state)
    return next
  }
}

/**
 * @param {object} one
 * @param {object} other
 */
function same(one, other) {
  const [a, b] = [one, other].map((state) => new Map(Object.entries(state)))
  return [...a.keys(), ...b.keys()].every((key) => JSON.stringify(a.get(key)) === JSON.stringify(b.get(key)))
}

// What a person is doing now: one event, or the whole drag of a slider from where it is taken to where it is let go. null
// where nobody does anything, as when Python sets a state.
/** @type {Event | null} */
let drag = null

export function actionNow() {
  return drag ?? globalThis.event ?? null
}

/** @param {Event} event */
const isSlider = ({ target }) => target instanceof HTMLInputElement && target.type === "range"

addEventListener("input", (event) => isSlider(event) && (drag ??= event), true)
// After everyone who listens for the change itself.
addEventListener("change", (event) => isSlider(event) && (drag = null))
