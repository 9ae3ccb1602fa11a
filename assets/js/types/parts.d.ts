// What widgets are drawn from, beside the types of their neighbours: their words, the tables of parts that have one of their own,
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
  "stack-words": typeof import("../../words/en/stack-words.json")
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

/** What the view Reading shows (app/screens/views/reading.py). */
interface ReadingTable {
  labels: Record<"writer" | "part" | "layer" | "depth" | "word" | "lens" | "wire_from" | "wire_to", string[]> & {
    dimension: number[]
  }
  logit: number[][]
  contribution: number[][][]
  lens_chance: number[][][][]
  size: number[][]
  write_share: number[][]
  write_cosine: number[][]
  next_cosine: (number | null)[][][]
  start_cosine: (number | null)[][][]
  pair_cosine: (number | null)[][][]
  composition: (number | null)[][]
  composition_low: number[][]
  composition_high: number[][]
  coordinate: number[][][][]
  turned_logit: number[][][]
  turned_without: number[][][][]
  difference: (number | null)[]
}

interface ReadingValues {
  toy: string
  seed: string
  prompt: string
  token: string
  target: string
  against: string
  depth: string
  lens: "recomputed" | "kept"
  face: "size" | "share" | "cosine" | "weights"
  axes: string
}

/** What the view Interventions shows (app/screens/views/interventions.py). */
interface InterventionsTable {
  labels: Record<"component" | "word" | "direction" | "receiver" | "pair" | "run" | "slot", string[]> & {
    kind: WriterKind[]
    gain: number[]
    all_gain: number[]
    amount: number[]
  }
  lead: number
  chances: number[]
  gain: number[][]
  gain_chance: number[][]
  gain_frozen: number[][]
  gain_renormed: number[][]
  all: number[]
  all_chance: number[]
  all_frozen: number[]
  all_renormed: number[]
  all_cosine: number[]
  early: number[]
  early_chances: number[][]
  early_right: number[]
  steer: number[][][]
  steer_chances: number[][][][]
  steer_outside: number[][][]
  pair_lead: number[]
  paths: (number | null)[][]
  paths_joint: number[]
  paths_whole: number[]
  slots: number[][][]
  slots_guess: number[]
}

interface InterventionsValues {
  toy: "place" | "and" | "or" | "untrained"
  seed: string
  prompt: string
  source: string
  layer: string
  gain: string
  face: "drop" | "runner-up" | "difference"
  depth: string
  amount: string
  off: "zero" | "mean"
  about: "gain" | "depth" | "paths" | "slots"
}

/** What the view Stacks shows (app/screens/views/stacks.py). Sizes are log10; null where nothing is left. */
interface StacksTable {
  labels: { stack: string[] }
  gradient: (number | null)[][][][]
  theory: (number | null)[][][]
  forward: number[][][]
  lesion: (number | null)[][][]
  paths: number[][][]
  paths_mean: number[][]
  paths_range: number[][]
  paths_theory: number[][]
  paths_theory_mean: number[]
  dense_theory: (number | null)[][][]
  dense_width: number[]
  gated: (number | null)[][]
  apart: (number | null)[][][]
}

interface StacksValues {
  depth: string
  wiring: "plain" | "residual" | "highway" | "scaled" | "rezero" | "deepnorm" | "dense"
  bias: string
  gain: string
  measure: "size" | "share"
}

/** What the view Norms shows (app/screens/views/norms.py). Sizes are log10. */
interface NormsTable {
  labels: { writer: string[]; form: ("norm" | Placement)[] }
  size: (number | null)[][][]
  gradient: number[][][]
  embedding_left: (number | null)[][]
  cosine: (number | null)[][]
  written: number[][][][]
  final: number[][][]
  factor: number[][]
  gap: number[]
  hand: (number | null)[][][][][]
  hand_length: number[][][][]
  hand_root: (number | null)[][][][]
}

type Placement = "pre" | "post" | "sandwich" | "parallel" | "mistake"

interface NormsValues {
  placement: Placement
  norm: Norm
  depth: string
  seed: string
  gain: string
  parts: "written" | "left"
  writer: string
  input: keyof Strings["norm-hand"]["inputs"]
  branch: keyof Strings["norm-hand"]["branches"]
}

type ReadingFrame = ViewFrame<ReadingTable, ReadingValues>
type InterventionsFrame = ViewFrame<InterventionsTable, InterventionsValues>
type StacksFrame = ViewFrame<StacksTable, StacksValues>
type NormsFrame = ViewFrame<NormsTable, NormsValues>
