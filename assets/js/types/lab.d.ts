// The lab: its toys, what is chosen, its tables, and the frame that its widgets are handed. Nothing here is loaded by a page:
// TypeScript reads it beside the JSDoc.

type Norm = "none" | "layer" | "rms"
type ReadoutKind = "lead" | "logit" | "centred"
type Ablation = "zero" | "mean" | "resample"
type WriterKind = "attention" | "mlp" | "layer"

/** A toy as the catalogue describes it (app/state/catalogue.py). */
interface Toy {
  name: string
  title: string
  about: string
  question: string
  trained: boolean
  d: number
  sublayers: string[]
  kinds: WriterKind[]
  norm: Norm
  eps: number
  seeds: number
  ablations: Ablation[]
  vocab: string[]
  prompts: string[][]
  /** Whether it reads any sentence of its words. */
  reads_any: boolean
  /** What its numbers are called, where they have names. */
  dimensions?: string[]
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
  route: number[]
}

/** Who wrote what at one token in all worlds (app/tables/tables.py, `token_table`), unfolded: a world, a layer, a number. */
interface TokenTable {
  key: string
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
  key: string
  readout: number[]
  bias: number
  parts: Record<string, number>
  projected: number[][]
  answers: Answers<number[]>
  pairs: number[][]
  gradient: { whole: number[][]; layers: number[][] }
  paths: Shares & { alpha: (number | null)[]; binomial?: number[][]; mean?: number[] }
}

/** Of one prompt, with every run's norm scale beside the base run's. */
interface PromptReadout extends AnyReadoutTable {
  scale: number[]
  via_norm?: undefined
  natural_direct?: undefined
  lowest?: undefined
  highest?: undefined
}

/** Of all prompts together, which have no one scale; measured from the base run only. */
interface AverageReadout extends AnyReadoutTable {
  scale?: undefined
  via_norm: number[]
  natural_direct: number[]
  lowest: Answers<number[]> & { total: number[] }
  highest: Answers<number[]> & { total: number[] }
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
  own: OwnTables
  palette: Palette
  colours: string[]
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

interface RepairWords {
  repairs: Record<"against" | "more" | "part", string>
  withoutNorm: string
}

/** How many paths there are, and the grid of alphas (app/tables/tables.py, `binomials`), by how many layers there are. */
type Binomials = Record<number, { count: number[][]; alphas: number[] }>
