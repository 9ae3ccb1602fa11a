// What widgets are drawn from, beside the types of types.d.ts: their words, the tables of parts that have one of their own,
// and the tables of the views. Nothing here is loaded by a page.

/** A widget's own words (assets/words/LANG/NAME.json). */
interface Strings {
  attention: typeof import("../../words/en/attention.json")
  block: typeof import("../../words/en/block.json")
  effect: typeof import("../../words/en/effect.json")
  gradient: typeof import("../../words/en/gradient.json")
  interventions: typeof import("../../words/en/interventions.json")
  lengths: typeof import("../../words/en/lengths.json")
  "norm-gradient": typeof import("../../words/en/norm-gradient.json")
  "norm-hand": typeof import("../../words/en/norm-hand.json")
  "norm-states": typeof import("../../words/en/norm-states.json")
  "norm-sum": typeof import("../../words/en/norm-sum.json")
  norms: typeof import("../../words/en/norms.json")
  paths: typeof import("../../words/en/paths.json")
  "reading-axes": typeof import("../../words/en/reading-axes.json")
  "reading-lens": typeof import("../../words/en/reading-lens.json")
  "reading-size": typeof import("../../words/en/reading-size.json")
  "reading-who": typeof import("../../words/en/reading-who.json")
  reading: typeof import("../../words/en/reading.json")
  routes: typeof import("../../words/en/routes.json")
  says: typeof import("../../words/en/says.json")
  sentence: typeof import("../../words/en/sentence.json")
  settings: typeof import("../../words/en/settings.json")
  "stack-forward": typeof import("../../words/en/stack-forward.json")
  "stack-gradient": typeof import("../../words/en/stack-gradient.json")
  "stack-lesion": typeof import("../../words/en/stack-lesion.json")
  "stack-paths": typeof import("../../words/en/stack-paths.json")
  stacks: typeof import("../../words/en/stacks.json")
  "stop-or-steer": typeof import("../../words/en/stop-or-steer.json")
  stream: typeof import("../../words/en/stream.json")
  switchboard: typeof import("../../words/en/switchboard.json")
  "what-breaks": typeof import("../../words/en/what-breaks.json")
  worlds: typeof import("../../words/en/worlds.json")
  "write-gain": typeof import("../../words/en/write-gain.json")
  "write-paths": typeof import("../../words/en/write-paths.json")
  rounded: string
  numbersOf: string
}

/** By layer, what depends on the switches up to it: a world's is found by its lowest bits (assets/js/maths/folded.js). */
type UpTo<T> = Record<number, T[]>

/** The tables of parts that have one of their own (`own_table` of the widget). */
interface OwnTables {
  attention: {
    pattern: UpTo<number[][][]>
    previous: UpTo<number[]>
    induction: UpTo<(number | null)[]>
    adds: UpTo<number[]>
  }
  block: {
    start: number[]
    sums: UpTo<number[]>
    normalised?: UpTo<number[]>
    pattern?: UpTo<number[][]>
    active?: UpTo<number[]>
  }
  lengths: {
    start: number[]
    stream: UpTo<number[]>
    write: UpTo<number[]>
    turn: UpTo<(number | null)[]>
    bare_turn: UpTo<(number | null)[]>
  }
  routes: Shares & { size: number[][] }
}

/** What paths carry in each world: part of the gradient by their sizes, or with its sign; null where it has none. */
interface Shares {
  size_share: (number | null)[][]
  share: (number | null)[][]
}

/** Numbers on each other from zero: positives up to `up`, negatives down to `down`. */
interface Stacked {
  values: number[]
  parts: { value: number; from: number; to: number }[]
  up: number
  down: number
  sum: number
}
