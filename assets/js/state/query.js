// Owns what every address is read and written by: its parts, those that belong to the page, the sentences about bad ones.
// The rules are app/state/queries.py's, sentence by sentence.

import { fill } from "lab/words/format"

const QUIET = 150

// {given: Map of the first value of each known key, problems with the keys themselves, kept: the page's own parts}.
/**
 * @param {string} query
 * @param {string[]} keys
 * @param {Vocabulary} vocabulary
 */
export function splitQuery(query, keys, vocabulary) {
  const all = [...keys, ...vocabulary.kept]
  /** @type {Map<string, string[]>} */
  const values = new Map()
  for (const [key, value] of new URLSearchParams(query)) values.set(key, [...(values.get(key) ?? []), value])
  const problems = []
  for (const [key, given] of values) {
    if (!all.includes(key)) problems.push(problem(vocabulary, "unknown", key, { keys: all.join(", ") }))
    else if (given.length > 1)
      problems.push({ kind: "repeated", sentence: fill(vocabulary.problems.repeated, { key, times: given.length }) })
  }
  /**
   * @param {string[]} names
   * @returns {Part[]}
   */
  const first = (names) =>
    names.flatMap((key) => (values.get(key) ?? []).slice(0, 1).map((value) => /** @type {Part} */ ([key, value])))
  return { given: new Map(first(keys)), problems, kept: first(vocabulary.kept) }
}

// What a file carries of the page's own parts stands wherever its link, whose own are `kept`, does not name them. Which
// parts are shown is one thing, whether `show` says it or `hide`.
/**
 * @param {Part[]} kept
 * @param {Part[]} carried
 * @param {Vocabulary} vocabulary
 * @returns {Part[]}
 */
export function withCarried(kept, carried, vocabulary) {
  /** @param {string} key */
  const thing = (key) => (key === "hide" ? "show" : key)
  const named = kept.map(([key]) => thing(key))
  const all = new Map([...kept, ...carried.filter(([key]) => !named.includes(thing(key)))])
  return vocabulary.kept.flatMap((key) => {
    const value = all.get(key)
    return value === undefined ? [] : [/** @type {Part} */ ([key, value])]
  })
}

/** @param {Part[]} parts */
export function joinQuery(parts) {
  return parts.map(([key, value]) => `${key}=${encodeURIComponent(value).replaceAll("%2C", ",")}`).join("&")
}

/**
 * @param {Vocabulary} vocabulary
 * @param {string} kind
 * @param {string} got
 * @param {Record<string, string | number>} [facts]
 * @returns {Problem}
 */
export function problem({ problems, mostShown }, kind, got, facts) {
  return { kind, sentence: fill(problems[kind], { ...facts, got: `'${shorten(got, mostShown)}'` }) }
}

// Replaces the address, never adds to the history, once a burst of changes is over: browsers refuse some hundred
// changes in a row, and the pictures come first. Beside it stands `remembered`, what a reload should find again though
// it is no part of the link. Where there is no address (srcdoc) there is nothing to write.
/** @type {ReturnType<typeof setTimeout> | undefined} */
let waiting
let write = () => {}

/**
 * @param {string} query
 * @param {unknown} remembered
 */
export function writeAddress(query, remembered) {
  clearTimeout(waiting)
  write = () => {
    try {
      history.replaceState(remembered, "", `${query ? `?${query}` : location.pathname}${location.hash}`)
    } catch {
      // No address here.
    }
  }
  waiting = setTimeout(write, QUIET)
}

// At once, since the page is about to be left.
export function flushAddress() {
  clearTimeout(waiting)
  write()
}

/**
 * @param {string} text
 * @param {number} most
 */
function shorten(text, most) {
  const letters = [...text]
  const clean = letters
    .slice(0, most)
    .join("")
    .replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, "\ufffd")
  return letters.length <= most ? clean : `${[...clean].slice(0, -1).join("")}…`
}

/**
 * @param {Problem[]} problems
 * @param {Vocabulary} vocabulary
 */
export function atMost(problems, { mostProblems, problems: sentences }) {
  if (problems.length <= mostProblems) return problems
  const shown = problems.slice(0, mostProblems - 1)
  const sentence = fill(sentences.more, { count: problems.length - shown.length })
  return [...shown, { kind: "more", sentence }]
}
