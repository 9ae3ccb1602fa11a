// What a widget is: what it is made of, what it is handed at each change, and what it gives. Nothing here is loaded by a page.

interface Widget<Shown> {
  draw(frame: Shown): void
  /** Its numbers, where it has some to show. */
  table?(frame: Shown): NumbersTable
}

/** What `create` of a widget of the lab is handed. A widget without a figure never asks for one. */
interface LabParts {
  section: HTMLElement
  figure: Figure
  strings: Strings
  marks: Marks
  selection: LabSelection
  binomials: Binomials
}

/** And of a view's. */
interface ViewParts {
  section: HTMLElement
  figure: Figure
  strings: Strings
  marks: Marks
  choices: Choices
}

/** What a widget of the lab may ask of the selection, and tell it (assets/js/state/selection.js). */
interface LabSelection {
  /** The states that can be had, or null where a server has them all. */
  carried: unknown[] | null
  readonly state: State
  readonly toys: Map<string, Toy>
  frame(): Omit<Frame, Dressed>
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

/** What is added to a frame before it is drawn. */
type Dressed = "palette" | "colours"

/** What a view's widget may ask of its choices, and tell them (assets/js/state/choices.js). */
interface Choices {
  readonly state: Values
  frame(): Omit<ViewFrame<unknown, Values>, Dressed>
  select(changes: Values): Promise<void>
  bringOut(writer: number | null): void
  onReset(listener: () => void): void
  redraw(): void
}

type Values = Record<string, string>
type Choice<Value = string> = [value: Value, text: string]

/** What a widget of a view is handed at each change: a value for each setting, and the table that shows them. */
interface ViewFrame<Table, Chosen> {
  values: Chosen
  hot: number | null
  table: Table & { key: string }
  palette: Palette
  /** A setting's place among its options, and what it is called. */
  index: (name: keyof Chosen & string) => number
  label: (name: keyof Chosen & string) => string
  options: <Name extends keyof Chosen & string>(name: Name) => Choice<Chosen[Name]>[]
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
