// What pictures are drawn with: figures, marks, charts, colours. Nothing here is loaded by a page.

/** The page's colours, as css/colours.css means them (assets/js/draw/palette.js). */
interface Palette extends Record<Tone, string>, Record<WriterKind, [first: string, last: string]> {
  edge: (colour: string) => string
  seam: (colour: string) => string
}

type Tone = "ground" | "band" | "ink" | "muted" | "faint" | "hair" | "accent" | "embedding"

/** What answers: what its tip says, whose it is, what pressing it does, and whether a row or a column is its own. */
interface Mark {
  tip?: string
  writer?: number | null
  press?: () => void
  along?: "row" | "column"
}

/** Where a mark stands, as parts of the chart from its left and its foot. */
type Box = { left: number; right: number; bottom: number; top: number }
type Place = { x: number; y: number }
/** A mark where it stands, or an element that is one. */
type Standing = Mark & ((Box & { element?: undefined }) | ({ element: HTMLElement } & Partial<Box>))

/** A row of one of a figure's sources: its columns, and what it answers. */
interface Row extends Mark {
  [column: string]: unknown
}

/** A widget's figure (assets/js/draw/figure.js). */
interface Figure {
  box: HTMLElement
  marks(): Standing[]
  patch(source: string, rows: Row[]): void
  answers(rows: Row[]): void
  paint(): void
  svg(): string
  range(x: Span, y: Span): void
}

/** The page's marks (assets/js/draw/marks.js), as far as a widget tells them what it draws by itself. */
interface Marks {
  watch(
    box: HTMLElement,
    given: { list: () => Standing[]; keys?: boolean; points?: boolean },
  ): { name(at: number): void; leave(): void }
}

type Span = [low: number, high: number]
type Tick = { at: number; text: string; zero?: boolean }
/** Text in a chart, in percent of its frame. */
type Label = { left: number; bottom: number; text: string; className: string }
type RowWords = { embedding: string; norm: Record<Norm, string>; readout: string }

/** What a chart draws (assets/js/draw/chart.js), in the units of its axes. */
interface Drawing {
  x: Span
  y: Span
  xTicks: Tick[]
  yTicks: Tick[]
  bands?: Band[]
  bars?: Row[]
  lines?: ChartLine[]
  dashes?: ChartLine[]
  dots?: Row[]
  labels?: ChartLabel[]
  ends?: ChartEnd[]
}

type Points = [x: number, y: number | null][]

interface Band {
  points: [x: number, low: number, high: number][]
  fill: string
  alpha?: number
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

interface ChartLabel {
  x: number
  y: number
  text: string
  className?: string
}

/** The name of a line where it ends. */
interface ChartEnd {
  y: number
  text: string
  className?: string
  colour: string
}
