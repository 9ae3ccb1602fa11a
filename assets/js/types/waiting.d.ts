interface Palette {
  ground: string
  band: string
  ink: string
  muted: string
  faint: string
  hair: string
  accent: string
  embedding: string
  attention: [string, string]
  mlp: [string, string]
  layer: [string, string]
  edge: (colour: string) => string
  seam: (colour: string) => string
}
interface Mark {
  tip?: string
  writer?: number | null
  press?: () => void
  along?: "row" | "column"
}
interface Row extends Mark {
  [column: string]: unknown
}
interface Figure {
  box: HTMLElement
  patch(name: string, rows: Row[]): void
  answers(rows: Row[]): void
  range(x: Span, y: Span): void
}
interface LabSelection {
  state: State
  toys: Map<string, Toy>
  frame(): Frame
  select(changes: Partial<State>): Promise<void>
  step(step: number): void
  toggle(layer: number): void
  switchOff(layers: number[]): void
  compareWith(reference: number[]): void
  bringOut(writer: number | null): void
  onReset(listener: () => void): void
  routeOf(length: number): number[]
  tokens(): number[]
  seeds(): number[]
  prompts(): number[]
  ablations(): Ablation[]
  sources(): number[]
  readouts(): ReadoutKind[]
  targets(): number[]
  rivals(): number[]
}
interface Marks {
  watch(
    box: HTMLElement,
    given: { list: () => Mark[]; keys?: boolean; points?: boolean },
  ): { name(at: number | null): void; leave(): void }
}
type Binomials = Record<number, { count: number[][]; alphas: number[] }>
interface AnyReadoutTable {
  key: string
  gradient: { whole: number[][]; layers: number[][] }
  paths: Shares & { alpha: (number | null)[]; binomial?: number[][]; mean?: number[] }
}
interface PromptReadout {
  lowest?: undefined
  highest?: undefined
}
interface AverageReadout {
  lowest: Answers<number[]> & { total: number[] }
  highest: Answers<number[]> & { total: number[] }
}
interface TokenTable {
  key: string
}
interface Frame {
  palette: Palette
  colours: string[]
  own: OwnTables
}
type WriterKind = "attention" | "mlp" | "layer"
interface Toy {
  d: number
  title: string
  about: string
  question: string
  trained: boolean
  kinds: WriterKind[]
  dimensions?: string[]
}
interface State {
  route: number[]
}
interface ViewFrame<Table, Values> {
  values: Values
  hot: number | null
  table: Table & { key: string }
  palette: Palette
  index: (name: keyof Values & string) => number
  label: (name: keyof Values & string) => string
  options: <Name extends keyof Values & string>(name: Name) => [value: Values[Name], text: string][]
}
interface LabParts {
  section: HTMLElement
  figure: Figure
  selection: LabSelection
  strings: Strings
  marks: Marks
  binomials: Binomials
}
interface ViewParts {
  section: HTMLElement
  figure: Figure
  choices: Choices
  strings: Strings
  marks: Marks
}
interface Choices {
  state: Record<string, string>
  frame(): ViewFrame<unknown, Record<string, string>>
  select(changes: Partial<Record<string, string>>): Promise<void>
  bringOut(writer: number | null): void
  onReset(listener: () => void): void
  redraw(): void
}
type Points = [x: number, y: number | null][]
interface ChartLabel {
  x: number
  y: number
  text: string
  className?: string
}
interface ChartLine {
  points: Points
  colour: string
  width?: number
  alpha?: number
  dash?: string
  tip?: (x: number, y: number) => string
  writer?: number | null
}
interface Drawing {
  x: Span
  y: Span
  xTicks: Tick[]
  yTicks: Tick[]
  bands?: { points: [x: number, low: number, high: number][]; fill: string; alpha?: number }[]
  bars?: Row[]
  lines?: ChartLine[]
  dashes?: ChartLine[]
  dots?: Row[]
  labels?: ChartLabel[]
  ends?: { y: number; text: string; className?: string; colour: string }[]
}
interface Writer {
  name: string
  colour: string
  edge: string
  depth: number
  value: number
  said: number[]
}
interface Raised {
  word: number
  by: number
}
interface Face {
  marks: Drawing
  said: string
  twin: string
  table: NumbersTable
}
