// Owns the tables: those that came inside the page, and those fetched, once each, when a choice asks for them; and what a
// layer does in all worlds, which travels folded, each different run of it once (app/tables/encoding.py).

import { ALL, ALL_PROMPTS } from "lab/words/prompts"

export class Tables {
  // `base` is where the server keeps tables, of this version of their format, or null when the page carries all.
  constructor(carried, base, format) {
    this.format = format
    this.known = new Map(Object.entries(carried).map(([key, table]) => [key, unfolded(table)]))
    this.base = base
  }

  // Whether a table with this key can be had at all; the screen offers nothing else.
  offers(key) {
    return this.base !== null || this.known.has(key)
  }

  // All that can be had, where that is only what the page carries: the keys of its tables; null where there is a server.
  get carried() {
    return this.base === null ? [...this.known.keys()] : null
  }

  get(key) {
    return this.known.get(key)
  }

  async load(key) {
    if (!this.known.has(key)) this.known.set(key, await this.fetch(key))
    return this.known.get(key)
  }

  async fetch(key) {
    if (this.base === null) throw new Error(`no table ${key}`)
    const answer = await fetch(`${this.base}tables/${key}.json?v=${this.format}`)
    if (!answer.ok) throw new Error(`table ${key}: ${answer.status}`)
    return unfolded(await answer.json())
  }
}

const FOLDED = ["writes", "sizes", "projected"]

// Each folded field as one row a world: off a layer does always the same, on it depends on the switches below its own.
function unfolded(table) {
  const whole = { ...table }
  for (const name of FOLDED.filter((name) => name in table)) {
    const at = (world, layer) => (world & (1 << layer) ? 1 + (world & ((1 << layer) - 1)) : 0)
    const worlds = [...Array(2 ** table[name].length).keys()]
    whole[name] = worlds.map((world) => table[name].map((runs, layer) => runs[at(world, layer)]))
  }
  return whole
}

// Tables travel inside the page as base64 of gzipped JSON, field by field beside the same field of the other tables:
// [{keys: [...], columns: {readout: [one a key], "gradient.whole": [...]}}].
export async function unpack(text) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0))
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))
  const groups = await new Response(stream).json()
  const tables = {}
  for (const { keys, columns } of groups)
    keys.forEach((key, i) => (tables[key] = tableOf(Object.entries(columns).map(([path, values]) => [path, values[i]]))))
  return tables
}

function tableOf(fields) {
  const table = {}
  for (const [path, value] of fields) {
    const [name, inner] = path.split(".")
    if (inner === undefined) table[name] = value
    else table[name] = { ...table[name], [inner]: value }
  }
  return table
}

// The names of tables, as app/tables/keys.py spells them.
export function tokenKey({ toy, seed, prompt, ablation, source, token }) {
  const what = source === null ? ablation : `${ablation}-${source}`
  return `${toy}/${seed}/${prompt === ALL_PROMPTS ? ALL : prompt}/${what}/${token}`
}

export function readoutKey(state) {
  const key = `${tokenKey(state)}/${state.readout}/${state.target}`
  return state.readout === "lead" ? `${key}/${state.against}` : key
}

// The table of its own that a part is drawn from; `own` says of each such part whether it depends on the readout.
export function partKey(part, state, own) {
  return `${part}/${own[part] ? readoutKey(state) : tokenKey(state)}`
}

// The states that keys of readout tables name, as far as tables depend on them; other keys name none.
export function readoutsOf(keys) {
  return keys
    .map((key) => key.split("/"))
    .filter((parts) => parts.length > 5 && /^\d+$/.test(parts[1]))
    .map(readoutOf)
}

function readoutOf([toy, seed, prompt, what, token, readout, target, against = null]) {
  const [ablation, source = null] = what.split("-")
  const number = (text) => (text === null ? null : Number(text))
  return {
    ...{ toy, seed: number(seed), prompt: promptOf(prompt), ablation, source: number(source) },
    ...{ token: number(token), readout, target: number(target), against: number(against) },
  }
}

function promptOf(text) {
  if (text.includes(".")) return text
  return text === ALL ? ALL_PROMPTS : Number(text)
}
