// Owns what Python asks of the page's modules: a line of JSON with a question's name and facts in, a line with the answer out.

import { createInterface } from "node:readline"
import { hexOf } from "lab/draw/colour"
import { effectNow, repair } from "lab/maths/effect"
import { formatAddress, readAddress } from "lab/state/address"
import { Choices, readChoices } from "lab/state/choices"
import { readLink } from "lab/state/link"
import { Selection } from "lab/state/selection"
import { Tables } from "lab/state/tables"
import { addUp, fixed, percent, signed, significant } from "lab/words/format"
import { ALL_PROMPTS } from "lab/words/prompts"

const PRINTED = { fixed, signed, percent, significant }

const named = (toys) => new Map(toys.map((toy) => [toy.name, toy]))

// The words of a token, best first: as `orders` has them by key, else as they stand.
const ordersOf = (toys, orders) => (state) => {
  const { ranks, vocab } = toys.get(state.toy)
  const words = state.prompt === ALL_PROMPTS ? ranks : vocab
  return orders[`${state.toy}/${state.seed}/${state.prompt}/${state.token}`] ?? [...words.keys()]
}

const answers = {
  async addresses({ queries, toys, orders, vocabulary }) {
    const known = named(toys)
    const order = ordersOf(known, orders)
    const facts = { toys: known, ranking: async (state) => order(state), vocabulary }
    const read = async (query) => {
      const { state, problems, kept } = await readAddress(query, facts)
      const address = formatAddress(state, kept, { toys: known, order: order(state), vocabulary })
      const [kinds, sentences] = ["kind", "sentence"].map((what) => problems.map((problem) => problem[what]))
      return { state, kept, address, problems: kinds, sentences }
    }
    return Promise.all(queries.map(read))
  },

  // What a page of a server shows after each of some changes, one after the other, from one state.
  async changes({ walks, toys, orders, vocabulary }) {
    const known = named(toys)
    const order = ordersOf(known, orders)
    const table = (key) => {
      const [toy, seed, prompt, , token] = key.split("/")
      return { order: order({ toy, seed, prompt: prompt === "all" ? ALL_PROMPTS : prompt, token }) }
    }
    const tables = { carried: null, get: table, offers: () => true }
    const shown = []
    for (const { start, changes } of walks) {
      const selection = new Selection({ catalogue: toys, vocabulary, own: [], tables, draw() {}, failed: assertNever })
      await selection.open(start)
      const states = []
      for (const change of changes) {
        await selection.select(change)
        states.push(selection.state)
      }
      shown.push(states)
    }
    return shown
  },

  // What a file makes of links, of which only the tables' keys and words are made.
  links({ links, keys, orders, toys, page }) {
    const tables = new Tables(Object.fromEntries(keys.map((key) => [key, { order: orders[key] }])), null, 1)
    const known = named(page.catalogue.filter(({ name }) => toys.includes(name)))
    return Promise.all(links.map((link) => readLink(link, { page, toys: known, tables })))
  },

  linksToView({ view, settings, start, keys, links, vocabulary }) {
    const tables = new Tables(Object.fromEntries(keys.map((key) => [key, {}])), null, 1)
    const choices = new Choices({ view, settings, tables })
    return links.map((link) => {
      const { values, asked, problems } = readChoices(link, { choices, vocabulary })
      return { ...choices.nearest(values, { asked, start }), problems }
    })
  },

  formats: ({ numbers, how, digits }) => numbers.map((x) => PRINTED[how](x, ...digits)),

  sums: ({ sums }) => sums.map(([parts, whole]) => addUp(parts, whole)),

  colours: ({ texts }) => texts.map(hexOf),

  // What is said of each layer off alone, by kind.
  repairs({ token, readout, toy, layers }) {
    const tables = new Tables({ token, readout }, null, 1)
    const words = { repairs: { part: "part", more: "more", against: "against" }, withoutNorm: "" }
    const base = 2 ** layers - 1
    const said = (split) =>
      [...Array(layers).keys()].map((layer) => {
        const worlds = { base, before: base, world: base - (1 << layer), isFlipped: (other) => other === layer }
        const frame = { state: { split }, token: tables.get("token"), readout: tables.get("readout"), toy, layers, ...worlds }
        return repair(frame, effectNow(frame), words).trim()
      })
    return { frozen: said("frozen"), natural: said("natural") }
  },
}

function assertNever() {
  throw new Error("a table was not had")
}

for await (const line of createInterface({ input: process.stdin })) {
  const { ask, ...facts } = JSON.parse(line)
  process.stdout.write(`${JSON.stringify(await answers[ask](facts))}\n`)
}
