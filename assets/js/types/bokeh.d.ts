// Bokeh, as far as the page asks it for anything: it brings no types along. Nothing here is loaded by a page.

interface Window {
  Bokeh: {
    documents: BokehDocument<Mirror>[]
    embed: {
      embed_item(item: object, box: Element): Promise<{ roots: BokehPlot[] }>
      add_document_from_session(url: string, token: string, element: null, roots: [], useTitle: boolean): Promise<unknown>
    }
  }
}

/** A model whose properties are set without word to a server. */
interface BokehModel<Properties> {
  setv(properties: Partial<Properties>, options: { sync: boolean }): void
}

interface BokehDocument<Model> {
  get_model_by_name(name: string): Model
  on_event(name: string, listener: () => void): void
}

interface BokehRange extends BokehModel<{ start: number; end: number }> {
  start: number
  end: number
}

interface BokehSource extends BokehModel<{ data: Record<string, unknown[]> }> {
  data: Record<string, unknown[]>
  get_length(): number | null
}

interface BokehGlyph extends BokehModel<{ size: { value: number } }> {
  /** Of dots alone. */
  size?: { value: number }
}

/** The view of a figure. */
interface BokehPlot {
  model: {
    document: BokehDocument<BokehSource>
    renderers: { glyph: BokehGlyph }[]
    x_range: BokehRange
    y_range: BokehRange
  }
  canvas_view: { events_el: HTMLElement }
  paint(): void
  export(kind: "svg", hidpi: boolean): { ctx: { get_serialized_svg(): string } }
}

/** What keeps the state of a session equal in page and Python (app/serve/mirror.py): its selection, as JSON. */
interface Mirror {
  selection: string
  properties: { selection: { change: unknown } }
  connect(signal: unknown, listener: () => void): void
}
