// Owns the address: reads a link key by key, so that one bad part never costs the others, and spells a
// state as one. The rules are app/state/address.py's, sentence by sentence; an exported file has no server to read its own address.

import { ALL, ALL_PROMPTS, readingOf, sentence } from "lab/words/prompts"
import { atMost, joinQuery, problem, splitQuery } from "lab/state/query"

// Resolves to {state, asked: the keys of the parts that could be read, problems: [{kind, sentence}], kept}.
// `ranking(state, asked)` resolves to a token's words, best first.
export async function readAddress(query, { toys, ranking, vocabulary }) {
  const { given, problems: problemsOfKeys, kept } = splitQuery(query, FIELDS, vocabulary)
  const problems = []
  const state = {}
  const asked = new Set()
  const ranked = (state) => ranking(state, asked)
  const bad = (kind, got, facts) => {
    problems.push(problem(vocabulary, kind, got, facts))
    return null
  }
  for (const key of FIELDS) {
    const part = { key, state, toys, vocabulary, bad, toy: reading(state, toys) }
    part.usual = (name) => usual(name, state, { toys, ranking: ranked, vocabulary })
    const read = given.has(key) ? await readers[key](part, given.get(key)) : null
    if (read !== null) asked.add(key)
    state[key] = read ?? (await part.usual(key))
  }
  return { state, asked, problems: atMost([...problems, ...problemsOfKeys], vocabulary), kept }
}

// The shortest address of a state, without "?": what differs from its default, which depends on the parts before it.
export function formatAddress(state, kept, { toys, order, vocabulary }) {
  const toy = reading(state, toys)
  const ranking = () => order
  const parts = FIELDS.filter((key) => key === "toy" || !same(state[key], usual(key, state, { toys, ranking, vocabulary }))).map(
    (key) => [key, spelled(key, state[key], toy)],
  )
  return joinQuery([...parts, ...kept])
}

// One part as an address spells it.
export function spelled(key, value, toy) {
  return writers[key]?.(value, toy) ?? String(value)
}

// The toy with the words of the prompt that is known so far.
function reading(state, toys) {
  const toy = toys.get(state.toy)
  return toy && readingOf(toy, state.prompt ?? 1)
}

// The word as an address spells it: "mat", "mat~2" for its second occurrence, or its number where that misleads.
export function wordLabel(vocab, index) {
  const nth = vocab.slice(0, index + 1).filter((word) => word === vocab[index]).length
  const label = nth === 1 ? vocab[index] : `${vocab[index]}~${nth}`
  return wordIndex(vocab, label) === index ? label : String(index + 1)
}

function wordIndex(vocab, text) {
  if (vocab.includes(text)) return vocab.indexOf(text)
  const tilde = text.lastIndexOf("~")
  if (tilde >= 0) {
    const places = [...vocab.keys()].filter((index) => vocab[index] === text.slice(0, tilde))
    const nth = number(text.slice(tilde + 1), 1, places.length)
    if (nth !== null) return places[nth - 1]
  }
  const place = number(text, 1, vocab.length)
  return place === null ? null : place - 1
}

// What a missing part means, given the parts before it.
function usual(key, state, { toys, ranking, vocabulary }) {
  const toy = reading(state, toys)
  const rival = (order) => order.find((word) => word !== state.target)
  const after = (order, use) => (order instanceof Promise ? order.then(use) : use(order))
  return {
    toy: () => [...toys.keys()][0],
    seed: () => 0,
    prompt: () => 1,
    ablation: () => toy.ablations[0],
    source: () => (state.ablation === "resample" ? (state.prompt === 1 ? 2 : 1) : null),
    off: () => [],
    reference: () => [],
    token: () => toy.tokens.length,
    readout: () => vocabulary.readouts[0],
    target: () => after(ranking(state), (order) => order[0]),
    against: () => (state.readout === "lead" ? after(ranking(state), rival) : null),
    step: () => toy.sublayers.length,
    alpha: () => null,
    measure: () => vocabulary.measures[0],
    face: () => vocabulary.faces[0],
    split: () => vocabulary.splits[0],
    route: () => vocabulary.firstRoute,
  }[key]()
}

const readers = {
  toy: ({ toys, bad }, text) => (toys.has(text) ? text : bad("toy", text, { toys: [...toys.keys()].join(", ") })),
  seed: ({ toy, bad }, text) => {
    const seeds = toy.seeds - 1
    if (seeds > 0) return number(text, 0, seeds) ?? bad("seed", text, { seeds })
    return number(text, 0, 0) ?? bad("seedless", text)
  },
  prompt: ({ toy, bad }, text) => {
    if (text.includes(".") && toy.reads_any)
      return sentence(toy, text.split(".")) ?? bad("prompt-words", text, { tokens: toy.slots.length })
    const prompts = toy.prompts.length
    if (!toy.slots) return number(text, 1, 1) ?? bad("prompt-one", text)
    return text === ALL ? ALL_PROMPTS : (number(text, 1, prompts) ?? bad("prompt", text, { prompts }))
  },
  ablation: ({ toy, bad }, text) =>
    toy.ablations.includes(text) ? text : bad("ablation", text, { ablations: toy.ablations.join(", ") }),
  source: ({ toy, state, bad }, text) => {
    if (state.ablation !== "resample") return bad("source-ablation", text)
    const prompts = toy.prompts.length
    const source = number(text, 1, prompts) ?? bad("source", text, { prompts })
    return source === state.prompt ? bad("source-prompt", text) : source
  },
  off: readLayers,
  reference: (part, text) => (part.state.prompt === ALL_PROMPTS ? part.bad("reference-all", text) : readLayers(part, text)),
  token: ({ toy, bad }, text) => {
    const tokens = toy.tokens.length
    return number(text, 1, tokens) ?? bad("token", text, { tokens })
  },
  readout: (part, text) => oneOf(part, text, "readouts"),
  target: readWord,
  against: (part, text) => {
    if (part.state.readout !== "lead") return part.bad("against-readout", text)
    const word = readWord(part, text)
    return word === part.state.target ? part.bad("against-target", text) : word
  },
  step: ({ toy, bad }, text) => {
    const layers = toy.sublayers.length
    return number(text, 0, layers) ?? bad("step", text, { layers })
  },
  alpha: ({ vocabulary: { alphas }, bad }, text) => number(text, 0, alphas - 1) ?? bad("alpha", text, { alphas: alphas - 1 }),
  measure: (part, text) => oneOf(part, text, "measures"),
  face: (part, text) => oneOf(part, text, "faces"),
  split: (part, text) => oneOf(part, text, "splits"),
  route: readLayers,
}

const FIELDS = Object.keys(readers)

const writers = {
  prompt: (prompt) => (prompt === ALL_PROMPTS ? ALL : String(prompt)),
  off: (layers) => layers.join(","),
  reference: (layers) => layers.join(","),
  route: (layers) => layers.join(","),
  target: (word, toy) => wordLabel(toy.vocab, word),
  against: (word, toy) => wordLabel(toy.vocab, word),
}

function oneOf({ key, vocabulary, bad }, text, names) {
  return vocabulary[names].includes(text) ? text : bad(key, text, { [names]: vocabulary[names].join(", ") })
}

function readLayers({ key, toy, bad }, text) {
  const layers = toy.sublayers.length
  const items = text
    .split(",")
    .map((item) => item.replace(/^ +| +$/g, ""))
    .filter((item) => item !== "")
  const wrong = items.filter((item) => number(item, 1, layers) === null)
  if (wrong.length > 0) bad(key, wrong.join(","), { layers })
  const right = items.filter((item) => !wrong.includes(item)).map(Number)
  return [...new Set(right)].sort((a, b) => a - b)
}

function readWord({ key, toy, bad }, text) {
  return wordIndex(toy.vocab, text) ?? bad(key, text, { words: toy.vocab.length })
}

function number(text, low, high) {
  const value = /^[0-9]{1,9}$/.test(text) ? Number(text) : -1
  return value >= low && value <= high ? value : null
}

function same(a, b) {
  return JSON.stringify(a) === JSON.stringify(b)
}
