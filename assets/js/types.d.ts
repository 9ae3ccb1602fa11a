// What is handed from module to module. Nothing here is loaded by a page: TypeScript reads it beside the JSDoc.

type Norm = "none" | "layer" | "rms"
type ReadoutKind = "lead" | "logit" | "centred"
type Ablation = "zero" | "mean" | "resample"

/** A toy as the catalogue describes it (app/state/catalogue.py). */
interface Toy {
  name: string
  sublayers: string[]
  norm: Norm
  eps: number
  seeds: number
  ablations: Ablation[]
  vocab: string[]
  prompts: string[][]
  /** Whether it reads any sentence of its words. */
  reads_any: boolean
  /** What stands for a prompt's words, and for the vocabulary, where all prompts are averaged; null where they cannot be. */
  slots: string[] | null
  ranks: string[] | null
}

/** A prompt's number from 1, 0 for all of them, or another sentence's words, joined by dots. */
type Prompt = number | string

/** A toy as it reads one prompt. */
interface Reading extends Toy {
  prompt: Prompt
  tokens: string[]
}

/** What is chosen. Numbers of layers, prompts and tokens count from 1, of words and seeds from 0. */
interface State {
  toy: string
  seed: number
  prompt: Prompt
  ablation: Ablation
  source: number | null
  off: number[]
  reference: number[]
  token: number
  readout: ReadoutKind
  target: number
  against: number | null
  step: number
  alpha: number | null
  measure: "size" | "share"
  route: number[]
  face: "terms" | "answers"
  split: "frozen" | "natural"
}

/** Who wrote what at one token in all worlds (app/tables/tables.py, `token_table`), unfolded: a world, a layer, a number. */
interface TokenTable {
  embedding: number[]
  embedding_size: number
  writes: number[][][]
  sizes: number[][]
  probs: number[][]
  order: number[]
  /** Of a sentence that is none of the toy's prompts: whether its language says it. */
  said?: boolean
}

interface Answers<T> {
  leave_one_out: T
  add_one_in: T
  shapley: T
}

/** What both readout tables hold: one readout in all worlds (app/tables/tables.py, `readout_table`), unfolded. */
interface AnyReadoutTable {
  readout: number[]
  bias: number
  parts: Record<string, number>
  projected: number[][]
  answers: Answers<number[]>
  pairs: number[][]
}

/** Of one prompt, with every run's norm scale beside the base run's. */
interface PromptReadout extends AnyReadoutTable {
  scale: number[]
  via_norm?: undefined
  natural_direct?: undefined
}

/** Of all prompts together, which have no one scale; measured from the base run only. */
interface AverageReadout extends AnyReadoutTable {
  scale?: undefined
  via_norm: number[]
  natural_direct: number[]
}

type ReadoutTable = PromptReadout | AverageReadout

/** What a widget of the lab is handed at each change. A world is the bitmask of the layers that are on. */
interface Frame {
  state: State
  toy: Reading
  layers: number
  base: number
  world: number
  before: number
  hot: number | null
  moved: boolean
  isOn: (layer: number) => boolean
  isFlipped: (layer: number) => boolean
  token: TokenTable
  readout: ReadoutTable
}

/** An effect by both of its splits. */
interface Effect {
  direct: number
  viaLayers: number
  viaNorm: number
  total: number
  naturalDirect: number
  naturalIndirect: number
}

/** A number in a chart's table and what is printed of it, with a quiet word beside it. */
interface NumberCell {
  value: number | null
  text: string
  note: string
}

type Cell = string | NumberCell

/** The numbers behind a picture. */
interface NumbersTable {
  caption?: string
  columns: Cell[]
  rows: Cell[][]
}

/** What people read (assets/words/LANG/), as far as modules that are shared read it. */
interface Strings {
  and: string
  readouts: Record<ReadoutKind, { choice: string; name: string; together: string }>
  runs: { allOn: string; layers: string } & Record<Ablation, { some: string; all: string }>
  keys: { one: string; many: string }
}

interface RepairWords {
  repairs: Record<"against" | "more" | "part", string>
  withoutNorm: string
}

/** One part of an address, and a sentence about one that could not be read. */
type Part = [key: string, value: string]
type Problem = { kind: string; sentence: string }
interface Vocabulary {
  readouts: string[]
  measures: string[]
  splits: string[]
  faces: string[]
  alphas: number
  kept: string[]
  dress: Record<string, string[]>
  mostProblems: number
  mostShown: number
  mostListed: number
  problems: Record<string, string>
}

type Span = [low: number, high: number]
type Tick = { at: number; text: string; zero?: boolean }
/** Text in a chart, in percent of its frame. */
type Label = { left: number; bottom: number; text: string; className: string }
type RowWords = { embedding: string; norm: Record<Norm, string>; readout: string }

/** Where a mark stands, as parts of the chart from its left and its foot. */
type Box = { left: number; right: number; bottom: number; top: number }
type Place = { x: number; y: number }
