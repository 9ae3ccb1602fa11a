// What widgets hand to what they share, beside the types of types.d.ts. Nothing here is loaded by a page.

/** Numbers on each other from zero: positives up to `up`, negatives down to `down`. */
interface Stacked {
  values: number[]
  parts: { value: number; from: number; to: number }[]
  up: number
  down: number
  sum: number
}
