// Owns the choices of a view: one value for each setting, the table that shows them, and what else can be chosen.
// A choice within a table only draws anew; another may first fetch its table. The rules are app/screens/view.py's.

import { Chosen } from "lab/state/chosen"
import { narrowed } from "lab/state/nearest"
import { atMost, joinQuery, problem, splitQuery } from "lab/state/query"

export class Choices extends Chosen {
  constructor({ view, settings, ...rest }) {
    super(rest)
    this.view = view
    this.settings = settings
  }

  wanted() {
    return this.followed({ ...this.state, ...this.pending })
  }

  fetch() {
    const key = this.key(this.wanted())
    return this.tables.get(key) ? null : this.tables.load(key)
  }

  // Another table may have other writers.
  show(state, action) {
    if (this.state && this.key(state) !== this.key(this.state)) this.pinned = null
    super.show(state, action)
  }

  // A value that an earlier choice no longer offers goes back to its default.
  followed(values) {
    const settled = {}
    for (const setting of this.settings) {
      const { name } = setting
      const offered = this.all(setting, settled).some(([value]) => value === values[name])
      settled[name] = offered ? values[name] : this.usual(setting, settled)
    }
    return settled
  }

  all({ options, by }, values) {
    return options[by ? values[by] : ""]
  }

  usual(setting, values) {
    return setting.usual[setting.by ? values[setting.by] : ""] ?? this.all(setting, values)[0][0]
  }

  // The values that come nearest to these, of which those in `asked` were asked for and the others only follow, where only
  // some tables can be had: {carried, missing: "name=value" of each that was asked for in vain}.
  nearest(values, { asked, start }) {
    const fetching = this.settings.filter(({ fetches }) => fetches).map(({ name }) => name)
    const wishes = (from, which) => fetching.filter(which).map((name) => [name, from[name]])
    const { carried } = this.tables
    const candidates = carried ? carried.map((key) => valuesOf(key, fetching)) : [values]
    const { left } = narrowed(candidates, [
      ...wishes(values, (name) => asked.has(name)),
      ...wishes(values, (name) => !asked.has(name)),
      ...wishes(start, () => true),
    ])
    const found = this.followed({ ...values, ...left[0] })
    const missing = this.settings.filter(({ name }) => asked.has(name) && found[name] !== values[name])
    return { carried: found, missing: missing.map(({ name }) => `${name}=${values[name]}`) }
  }

  // The options of a setting that can be had, all other choices being as they are.
  offered(name) {
    const setting = this.settings.find((other) => other.name === name)
    return this.all(setting, this.state).filter(([value]) =>
      this.tables.offers(this.key(this.followed({ ...this.state, [name]: value }))),
    )
  }

  key(values) {
    const fetching = this.settings.filter(({ fetches }) => fetches).map(({ name }) => values[name])
    return [this.view, ...fetching].join("/")
  }

  // One option further on, or back.
  step(name, by) {
    const options = this.offered(name)
    const place = options.findIndex(([value]) => value === this.state[name]) + by
    const [value] = options[Math.min(Math.max(place, 0), options.length - 1)]
    return this.select({ [name]: value })
  }

  frame() {
    const { state: values, hot } = this
    const options = (name) =>
      this.all(
        this.settings.find((setting) => setting.name === name),
        values,
      )
    return {
      values,
      hot,
      table: this.tables.get(this.key(values)),
      // A setting's place among its options, and what it is called.
      index: (name) => options(name).findIndex(([value]) => value === values[name]),
      label: (name) => options(name).find(([value]) => value === values[name])[1],
      options,
    }
  }
}

// What a table's key says of the settings that fetch.
function valuesOf(key, fetching) {
  const parts = key.split("/").slice(1)
  return Object.fromEntries(fetching.map((name, i) => [name, parts[i]]))
}

// Reads a view's link setting by setting; what it does not offer is named and left out. `asked` are those it does.
export function readChoices(query, { choices, vocabulary }) {
  const names = choices.settings.map(({ name }) => name)
  const { given, problems: problemsOfKeys, kept } = splitQuery(query, names, vocabulary)
  const problems = []
  const values = {}
  const taken = new Set()
  for (const setting of choices.settings) {
    const { name } = setting
    const offered = choices.all(setting, values).map(([value]) => value)
    const asked = given.get(name)
    if (asked !== undefined && !offered.includes(asked))
      problems.push(problem(vocabulary, "choice", asked, { key: name, options: listedOptions(offered, vocabulary.mostListed) }))
    if (offered.includes(asked)) taken.add(name)
    values[name] = taken.has(name) ? asked : choices.usual(setting, values)
  }
  return {
    values,
    asked: taken,
    problems: atMost([...problems, ...problemsOfKeys], vocabulary).map(({ sentence }) => sentence),
    kept,
  }
}

// The shortest address of the values that are shown: those that are not the default.
export function formatChoices(choices, kept) {
  const { settings, state: values } = choices
  const known = {}
  const parts = []
  for (const setting of settings) {
    const { name } = setting
    if (values[name] !== choices.usual(setting, known)) parts.push([name, values[name]])
    known[name] = values[name]
  }
  return joinQuery([...parts, ...kept])
}

function listedOptions(options, most) {
  if (options.length <= most) return options.join(", ")
  return `${options.slice(0, 3).join(", ")}, …, ${options[options.length - 1]}`
}
