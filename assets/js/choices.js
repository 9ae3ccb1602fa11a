// Owns the choices of a view: one value for each setting, the table that shows them, and what else can be chosen.
// A choice within a table only draws anew; another may first fetch its table. The rules are app/view.py's.

import { atMost, joinQuery, problem, splitQuery } from "lab/query"

const MOST_LISTED = 12

export class Choices {
  // `draw(frame)` is called at each change with all that a widget may show.
  constructor({ view, settings, tables, draw, failed }) {
    this.view = view
    this.settings = settings
    this.tables = tables
    this.draw = draw
    this.failed = failed
    this.values = null
    this.start = null
    this.hot = null
    this.asked = 0
    this.pending = {}
    this.resets = []
  }

  async open(values) {
    await this.select(values)
    this.start = this.values
  }

  reset() {
    for (const listener of this.resets) listener()
    this.pending = {}
    return this.select(this.start)
  }

  onReset(listener) {
    this.resets.push(listener)
  }

  // Shows the changed values as soon as their table is here, together with what was chosen while it was on its way.
  async select(changes) {
    const turn = ++this.asked
    this.pending = { ...this.pending, ...changes }
    const wanted = () => this.followed({ ...this.values, ...this.pending })
    try {
      if (!this.tables.get(this.key(wanted()))) await this.tables.load(this.key(wanted()))
    } catch {
      if (turn !== this.asked) return
      this.pending = {}
      return this.failed()
    }
    if (turn !== this.asked) return
    this.values = wanted()
    this.pending = {}
    this.redraw()
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
    return this.all(setting, this.values).filter(([value]) =>
      this.tables.offers(this.key(this.followed({ ...this.values, [name]: value }))),
    )
  }

  key(values) {
    const fetching = this.settings.filter(({ fetches }) => fetches).map(({ name }) => values[name])
    return [this.view, ...fetching].join("/")
  }

  // One option further on, or back.
  step(name, by) {
    const options = this.offered(name)
    const place = options.findIndex(([value]) => value === this.values[name]) + by
    const [value] = options[Math.min(Math.max(place, 0), options.length - 1)]
    return this.select({ [name]: value })
  }

  bringOut(hot) {
    if (hot === this.hot) return
    this.hot = hot
    this.redraw()
  }

  redraw() {
    this.draw(this.frame())
  }

  frame() {
    const { values, hot } = this
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
  const { settings, values } = choices
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
