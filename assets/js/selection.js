// Owns the selection: which toy, seed, token, readout and step are shown, and which of the 2^S worlds.
// A switch only selects another world of tables that are already here; other choices may first fetch a table.

import { readoutKey, tokenKey } from "lab/tables"

export class Selection {
  // `draw(frame)` is called at each change with all that a widget may show.
  constructor({ catalogue, tables, draw, failed }) {
    this.toys = new Map(catalogue.map((toy) => [toy.name, toy]))
    this.tables = tables
    this.draw = draw
    this.failed = failed
    this.state = null
    this.start = null
    this.hot = null
    this.asked = 0
    this.pending = {}
    this.resets = []
  }

  toy(state = this.state) {
    return this.toys.get(state.toy)
  }

  // The first state is the link's own, and what Reset returns to.
  async open(state) {
    await this.select(state)
    this.start = this.state
  }

  reset() {
    for (const listener of this.resets) listener()
    this.pending = {}
    return this.select(this.start)
  }

  onReset(listener) {
    this.resets.push(listener)
  }

  // Shows `changes` to the state as soon as their tables are here, together with what was chosen while they were on
  // their way; what was switched in the meantime stays switched.
  async select(changes) {
    const turn = ++this.asked
    const latest = () => turn === this.asked
    this.pending = { ...this.pending, ...changes }
    const wanted = () => this.followed({ ...this.state, ...this.pending }, this.pending)
    const state = () => this.withWords(wanted(), this.tables.get(tokenKey(wanted())).order)
    try {
      if (!this.tables.get(tokenKey(wanted()))) await this.tables.load(tokenKey(wanted()))
      if (!this.tables.get(readoutKey(state()))) await this.tables.load(readoutKey(state()))
    } catch {
      if (latest()) {
        this.pending = {}
        this.failed()
      }
      return
    }
    if (latest()) {
      const chosen = state()
      this.pending = {}
      this.show(chosen)
    }
  }

  toggle(layer) {
    const off = new Set(this.state.off)
    if (!off.delete(layer + 1)) off.add(layer + 1)
    this.switchOff([...off])
  }

  switchOff(layers) {
    this.show({ ...this.state, off: layers.sort((a, b) => a - b) })
  }

  step(step) {
    this.show({ ...this.state, step: Math.min(Math.max(step, 0), this.toy().sublayers.length) })
  }

  // A writer is brought out everywhere while it is pointed at: a layer, -1 for the embedding, null for none.
  bringOut(writer) {
    if (writer === this.hot) return
    this.hot = writer
    this.draw(this.frame())
  }

  redraw() {
    this.draw(this.frame())
  }

  show(state) {
    this.state = state
    this.draw(this.frame())
  }

  // What depends on a choice that changed starts again from that choice's own default.
  followed(state, changes) {
    const changed = (name) => name in changes && changes[name] !== this.state?.[name]
    const anew = (...names) => names.forEach((name) => name in changes || (state[name] = null))
    if (changed("toy")) anew("seed", "off", "token", "step", "alpha")
    if (changed("toy") || changed("seed") || changed("token")) anew("target", "against")
    if (changed("target") && changes.target === state.against) anew("against")
    const toy = this.toys.get(state.toy)
    return {
      ...state,
      seed: toy.seeded ? (state.seed ?? this.seeds(toy.name)[0]) : 0,
      off: state.off ?? [],
      token: state.token ?? toy.tokens.length,
      step: state.step ?? toy.sublayers.length,
    }
  }

  // Target and runner-up are, unless chosen, the best-ranked words of the run with all layers on.
  withWords(state, order) {
    const offered = (choice) => this.tables.offers(readoutKey({ ...state, ...choice }))
    const rival = (target) => order.find((word) => word !== target && offered({ target, against: word }))
    const target = state.target ?? order.find((word) => offered({ target: word, against: rival(word) }))
    const against = state.readout === "lead" ? (state.against ?? rival(target)) : null
    return { ...state, target, against }
  }

  seeds(name) {
    const all = [...Array(100).keys()]
    return all.filter((seed) => this.tables.offers(`${name}/${seed}/${this.toys.get(name).tokens.length}`))
  }

  readouts() {
    const { target, against } = this.state
    const rival = against ?? this.rivals()[0]
    return ["lead", "logit", "centred"].filter((readout) =>
      this.tables.offers(readoutKey({ ...this.state, readout, target, against: rival })),
    )
  }

  // Words that can be explained now, and words that the chosen one can be compared with.
  targets() {
    const pairs = (target) => this.rivals(target).length > 0
    const single = (target) => this.tables.offers(readoutKey({ ...this.state, target }))
    return this.words().filter(this.state.readout === "lead" ? pairs : single)
  }

  rivals(target = this.state.target) {
    const offered = (against) => this.tables.offers(readoutKey({ ...this.state, readout: "lead", target, against }))
    return this.words().filter((word) => word !== target && offered(word))
  }

  words() {
    return [...this.toy().vocab.keys()]
  }

  frame() {
    const { state } = this
    const toy = this.toy()
    const layers = toy.sublayers.length
    const base = 2 ** layers - 1
    const world = state.off.reduce((on, layer) => on & ~(1 << (layer - 1)), base)
    return {
      state,
      toy,
      layers,
      base,
      world,
      hot: this.hot,
      anyOff: world !== base,
      isOn: (layer) => Boolean(world & (1 << layer)),
      token: this.tables.get(tokenKey(state)),
      readout: this.tables.get(readoutKey(state)),
    }
  }
}
