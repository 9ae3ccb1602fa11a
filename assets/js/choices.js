// Owns the choices of a view: one value for each setting, the table that shows them, and what else can be chosen.
// A choice within a table only draws anew; another may first fetch its table. The rules are app/view.py's.

import { Chosen } from "lab/chosen"
import { atMost, joinQuery, problem, splitQuery } from "lab/query"

const MOST_LISTED = 12

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
  show(state) {
    if (this.state && this.key(state) !== this.key(this.state)) this.pinned = null
    super.show(state)
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
    const options = (name) => this.all(this.settings.find((setting) => setting.name === name), values)
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

// Reads a view's link setting by setting; what it does not offer is named and left out.
export function readChoices(query, { choices, templates }) {
  const names = choices.settings.map(({ name }) => name)
  const { given, problems: problemsOfKeys, kept } = splitQuery(query, names, templates)
  const problems = []
  const values = {}
  for (const setting of choices.settings) {
    const { name } = setting
    const offered = choices.all(setting, values).map(([value]) => value)
    const asked = given.get(name)
    if (asked !== undefined && !offered.includes(asked))
      problems.push(problem(templates, "choice", asked, { key: name, options: listedOptions(offered) }))
    values[name] = offered.includes(asked) ? asked : choices.usual(setting, values)
  }
  return { values, problems: atMost([...problems, ...problemsOfKeys], templates).map(({ sentence }) => sentence), kept }
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

function listedOptions(options) {
  if (options.length <= MOST_LISTED) return options.join(", ")
  return `${options.slice(0, 3).join(", ")}, …, ${options[options.length - 1]}`
}
