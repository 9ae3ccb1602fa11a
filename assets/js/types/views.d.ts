// What the pictures of a view share. Nothing here is loaded by a page.

/** Who adds to a readout of Reading (assets/js/views/reading.js). */
interface Writer {
  name: string
  colour: string
  edge: string
  depth: number
  value: number
  said: number[]
}

/** A word that a writer raises, or lowers, by so much. */
interface Raised {
  word: number
  by: number
}

/** One of the pictures that a chart of Reading can show. */
interface Face {
  marks: Drawing
  said: string
  twin: string
  table: NumbersTable
}
