// Owns the selection: what is read and explained, which of the 2^S worlds is shown, and which it is compared with.
// A switch only selects another world of tables that are already here; other choices may first fetch a table.

import { Chosen } from "lab/state/chosen"
import { nearestState } from "lab/state/nearest"
import { ALL_PROMPTS, promptsOf, readingOf, sourcesOf } from "lab/words/prompts"
import { partKey, readoutKey, readoutsOf, tokenKey } from "lab/state/tables"

export class Selection extends Chosen {
  // `own` are the parts on this page that are drawn from a table of their own.
  constructor({ catalogue, vocabulary, own, ...rest }) {
    super(rest)
    this.vocabulary = vocabulary
    this.own = own
    this.toys = new Map(catalogue.map((toy) => [toy.name, toy]))
    // The states that can be had, or null where a server has them all.
    this.carried = this.tables.carried && readoutsOf(this.tables.carried)
    this.ranking = (reading) => this.tables.get(tokenKey(reading)).order
  }

  toy(state = this.state) {
    return this.toys.get(state.toy)
  }

  // What was switched while tables were on their way stays switched.
  settled() {
    return this.followed({ ...this.state, ...this.pending }, this.pending)
  }

  wanted() {
    const settled = this.settled()
    if (this.carried === null) return withWords(settled, this.tables.get(tokenKey(settled)).order)
    const { carried: readouts, start, ranking } = this
    const { state, missing } = nearestState(settled, { asked: new Set(Object.keys(this.pending)), start, readouts, ranking })
    if (missing.length > 0) throw new Error(`not here: ${missing.join(", ")}`)
    return state
  }

  fetch() {
    const token = tokenKey(this.settled())
    if (this.carried === null && !this.tables.get(token)) return this.tables.load(token).then(() => this.fetch())
    const wanted = this.wanted()
    const missing = [readoutKey(wanted), ...this.own.map((part) => this.partKey(part, wanted))].filter(
      (key) => !this.tables.get(key),
    )
    return missing.length === 0 ? null : Promise.all(missing.map((key) => this.tables.load(key)))
  }

  partKey(part, state) {
    return partKey(part, state, this.vocabulary.own)
  }

  toggle(layer) {
    const off = new Set(this.state.off)
    if (!off.delete(layer + 1)) off.add(layer + 1)
    this.switchOff([...off])
  }

  // What is on the screen becomes the run that it is compared with, or the run with all layers on does again.
  compareWith(reference) {
    this.show({ ...this.state, reference })
  }

  switchOff(layers) {
    this.show({ ...this.state, off: layers.sort((a, b) => a - b) })
  }

  step(step) {
    this.show({ ...this.state, step: Math.min(Math.max(step, 0), this.toy().sublayers.length) })
  }

  // A route of some length: through the lowest layers that are on.
  routeOf(length) {
    const { layers, isOn } = this.frame()
    const all = [...Array(layers).keys()]
    const on = [...all.filter(isOn), ...all.filter((layer) => !isOn(layer))]
    return on
      .slice(0, length)
      .map((layer) => layer + 1)
      .sort((a, b) => a - b)
  }

  // While the stream is built up, the layer that was added last stands out; after the last one, none.
  get hot() {
    if (!this.state) return null
    const layers = this.toy().sublayers.length
    const { step } = this.state
    const hot = super.hot ?? (step < layers ? step - 1 : null)
    return hot < layers ? hot : null
  }

  // What depends on a choice that changed starts again from that choice's own default.
  followed(state, changes) {
    const changed = (...names) => names.some((name) => name in changes && changes[name] !== this.state?.[name])
    const anew = (...names) => names.forEach((name) => name in changes || (state[name] = null))
    if (changed("toy")) anew("seed", "prompt", "ablation", "source", "off", "reference", "token", "step", "alpha", "route")
    if (changed("toy", "seed", "prompt", "token")) anew("target", "against")
    if (changed("ablation") || state.source === state.prompt) anew("source")
    if (state.prompt === ALL_PROMPTS) anew("reference")
    if (changed("target") && changes.target === state.against) anew("against")
    const toy = this.toys.get(state.toy)
    const reading = { ...state, seed: state.seed ?? 0, prompt: state.prompt ?? 1, ablation: state.ablation ?? toy.ablations[0] }
    const settled = {
      ...reading,
      off: state.off ?? [],
      reference: state.reference ?? [],
      token: state.token ?? toy.prompts[0].length,
      step: state.step ?? toy.sublayers.length,
      route: state.route ?? this.vocabulary.firstRoute,
    }
    settled.source = settled.ablation === "resample" ? (state.source ?? this.source(settled)) : null
    return settled
  }

  // What else can be had, all other choices being as they are.
  offered(name, values) {
    return values.filter((value) => this.reachable({ ...this.state, [name]: value }))
  }

  reachable(state) {
    const tokens = [state.token, this.toys.get(state.toy).prompts[0].length, this.start?.token]
    return tokens.some((token) => this.tables.offers(tokenKey({ ...state, token })))
  }

  // The words of the prompt whose stream can be shown.
  tokens() {
    return this.toy()
      .prompts[0].map((_, i) => i + 1)
      .filter((token) => this.tables.offers(tokenKey({ ...this.state, token })))
  }

  seeds() {
    return this.offered("seed", [...Array(this.toy().seeds).keys()])
  }

  prompts() {
    return promptsOf(this.toy()).filter((prompt) =>
      this.reachable({ ...this.state, prompt, source: this.sourceFor({ ...this.state, prompt }) }),
    )
  }

  ablations() {
    return this.toy().ablations.filter((ablation) =>
      this.reachable({ ...this.state, ablation, source: this.sourceFor({ ...this.state, ablation }) }),
    )
  }

  sources() {
    return this.offered("source", sourcesOf(this.toy(), this.state.prompt))
  }

  sourceFor(state) {
    if (state.ablation !== "resample") return null
    return state.source === null || state.source === state.prompt ? this.source(state) : state.source
  }

  source(state) {
    const all = sourcesOf(this.toys.get(state.toy), state.prompt)
    return all.find((source) => this.reachable({ ...state, source })) ?? all[0]
  }

  readouts() {
    const { target, against } = this.state
    const rival = against ?? this.rivals()[0]
    return this.vocabulary.readouts.filter((readout) =>
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
    const toy = readingOf(this.toy(), state.prompt)
    const layers = toy.sublayers.length
    const base = 2 ** layers - 1
    const without = (off) => off.reduce((on, layer) => on & ~(1 << (layer - 1)), base)
    const [world, before] = [without(state.off), without(state.reference)]
    return {
      state,
      toy,
      layers,
      base,
      world,
      before,
      hot: this.hot,
      moved: world !== before,
      isOn: (layer) => Boolean(world & (1 << layer)),
      isFlipped: (layer) => Boolean((world ^ before) & (1 << layer)),
      token: this.tables.get(tokenKey(state)),
      readout: this.tables.get(readoutKey(state)),
      own: Object.fromEntries(this.own.map((part) => [part, this.tables.get(this.partKey(part, state))])),
    }
  }
}

// Target and runner-up are, unless chosen, the best-ranked words of the run with all layers on.
function withWords(state, order) {
  const target = state.target ?? order[0]
  const against = state.readout === "lead" ? (state.against ?? order.find((word) => word !== target)) : null
  return { ...state, target, against }
}
