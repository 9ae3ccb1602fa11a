// Owns the labels of the effect's bars: what they say, and at which end there is room for it.

/** @typedef {import("components/effect/waterfall").Bar} Bar */
/** @typedef {{ measureText: (text: string) => { width: number } }} Ruler */

const GAP = 10 // px between a bar and its label

// How much room a label needs: all digits are as wide as a zero here, which a canvas does not know.
/**
 * @param {string} text
 * @param {Ruler} ruler
 */
export function lengthOf(text, ruler) {
  return (
    Math.max(
      ...text
        .replace(/\d/g, "0")
        .split("\n")
        .map((line) => ruler.measureText(line).width),
    ) + GAP
  )
}

// A label stands at the bars' right end or at their left, wherever there is room and no line at zero, and a total's also on
// its own bar. Where there is none for the number and its word they stand over the line; where they are too long even for
// that, a term's word goes below its number, or the number stands alone if its row says the rest.
/**
 * @param {Bar & { rows: number, label: number }} bar
 * @param {Span} span
 * @param {number} width
 * @param {Ruler} ruler
 * @returns {Label}
 */
export function label({ row, rows, low, high, label: value, print, word, strong, needsWord }, [first, last], width, ruler) {
  const number = print(value)
  /** @param {number} x */
  const part = (x) => (100 * (x - first)) / (last - first)
  const [left, right, zero] = [low, high, 0].map(part)
  /** @param {string} text */
  const length = (text) => (100 * lengthOf(text, ruler)) / width
  /** @type {Record<string, (size: number) => boolean>} */
  const isFree = {
    rightward: (size) => size < 100 - right && !(right < zero && zero < right + size),
    leftward: (size) => size < left && !(left - size < zero && zero < left),
    inside: (size) => Boolean(strong) && size < right - left,
  }
  /** @param {string} text */
  const sideFor = (text) => Object.keys(isFree).find((side) => isFree[side](length(text)))
  const full = word ? `${number} ${word}` : number
  /** @param {string} text */
  const fits = (text) => sideFor(text) || length(text) < Math.max(left, 100 - right)
  const stacked = word && !strong ? `${number}\n${word}` : number
  const text = needsWord || fits(full) ? full : fits(stacked) ? stacked : number
  const free = sideFor(text)
  const side = free ?? (100 - right > left ? "rightward" : "leftward")
  const className = `${side}${strong ? " strong" : ""}${free ? "" : " over"}`
  return { left: side === "leftward" ? left : right, bottom: (100 * (row + 0.5)) / rows, text, className }
}
