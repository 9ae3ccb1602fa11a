// Owns going from screen to screen: the links of the menu say what the next screen understands of what is shown here, and
// otherwise how it was left. What no screen between could say (the lab's layers that are off, while Stacks is read) is
// remembered for the visit.

import { asked as explainedIn } from "lab/views/reading"
import { recall, remember } from "lab/page/memory"
import { ALL, ALL_PROMPTS, promptText } from "lab/words/prompts"
import { flushAddress, joinQuery } from "lab/state/query"

const VISIT = { visit: true }
// Parts of the page that belong to a screen; all else that a link says of the page is how it is dressed.
const OF_SCREEN = ["hide", "show"]

// How each screen tells what others may understand, in words of its own address or null for its default, and what it asks
// for in return: null for its default, undefined for as it was left. What depends on a toy is left behind with it, but
// for what `lasts`. Other screens tell and ask for nothing.
const LAB = {
  lasts: ["measure", "face"],
  tell({ state, toy }, address) {
    const together = state.prompt === ALL_PROMPTS
    const word = (name) => (together ? null : address.get(name))
    return {
      toy: state.toy,
      seed: `${state.seed}`,
      prompt: together ? ALL : `${state.prompt}`,
      words: together ? null : promptText(toy, state.prompt),
      ablation: state.ablation,
      source: state.source === null ? null : `${state.source}`,
      off: state.off.join() || null,
      token: `${state.token}`,
      readout: state.readout,
      target: word("target"),
      against: word("against"),
    }
  },
  ask({ toy, seed, prompt, ablation, source, off, token, readout, target, against }) {
    const rival = readout === "lead" && against !== target ? against : null
    const words = prompt === ALL ? {} : { target, against: rival }
    return {
      toy,
      seed,
      prompt,
      ablation,
      source: ablation === "resample" && source !== prompt ? source : null,
      off,
      token,
      readout,
      ...words,
    }
  },
}

const SCREENS = {
  lab: LAB,
  inside: LAB,
  attention: LAB,
  routes: LAB,
  reading: {
    lasts: [],
    tell(frame) {
      const { toy, seed, token, target, against } = frame.values
      const { v, w } = explainedIn(frame)
      const rival = ["next", "mean", "none"].includes(against) || w === v ? null : against
      return {
        ...{ toy, seed, token, prompt: `${frame.index("prompt") + 1}`, words: frame.label("prompt") },
        readout: { none: "logit", mean: "centred" }[against] ?? "lead",
        target: target === "top" ? null : target,
        against: rival === frame.table.labels.word[v] ? null : rival,
      }
    },
    ask({ toy, seed, words, token, readout, target, against }) {
      if (words === null) return { toy, seed }
      return {
        toy,
        seed,
        prompt: words.replaceAll(" ", "-"),
        token,
        target,
        against: { logit: "none", centred: "mean" }[readout] ?? against,
      }
    },
  },
  interventions: {
    lasts: [],
    tell(frame) {
      const { toy, seed, prompt, source, off } = frame.values
      return { toy, seed, prompt, source, words: frame.label("prompt"), ablation: off }
    },
    ask({ toy, seed, prompt, ablation, source, off }) {
      const one = /^\d$/.test(off) ? { layer: off } : {}
      const other = source !== null && { source }
      return {
        toy,
        seed,
        prompt: prompt === ALL ? undefined : prompt,
        ...other,
        off: ablation === "mean" ? "mean" : null,
        ...one,
      }
    },
  },
}
const NOTHING = { tell: () => ({}) }

// Whether the menu led here: of what a screen then cannot show nobody asked it, so nothing is said.
export const cameByMenu = recall("going", VISIT) === location.href
remember("going", null, VISIT)

export class Moving {
  // `page.toys`: for each screen that knows toys, how many trainings it has of each.
  constructor({ view, toys }) {
    Object.assign(this, { view, toys, told: null, screen: SCREENS[view] ?? NOTHING })
    this.links = [...document.querySelectorAll("header nav a")].map((link) => ({ link, to: link.getAttribute("href") }))
    for (const { link } of this.links) link.addEventListener("click", (event) => this.go(event))
    addEventListener("pageshow", ({ persisted }) => persisted && this.returned())
  }

  // At each state: `address(kept)` is its query, `asked` what the link says of the page.
  follow(frame, address, asked) {
    if (this.links.length === 0) return
    const ofScreen = ([key]) => OF_SCREEN.includes(key)
    this.address = address([...asked].filter(ofScreen))
    this.dress = worn(new Map([...asked].filter((part) => !ofScreen(part))))
    const told = this.screen.tell(frame, new URLSearchParams(this.address))
    const common = this.common()
    if (this.told) keep(told, changed(this.told, told), common)
    else if (!common.toy) keep(told, told, common)
    else if (!cameByMenu && !reloaded()) keep(told, changed(common, this.arriving(told, common)), common)
    this.told = told
    this.write()
  }

  // Back on a page that the browser had kept: the one that was left since may have told other things.
  returned() {
    const common = this.common()
    keep(this.told, changed(common, this.arriving(this.told, common)), common)
    this.write()
  }

  common() {
    return JSON.parse(recall("common", VISIT) ?? "{}")
  }

  // What a screen shows in place of what it cannot show is nobody's choice.
  arriving(told, common) {
    if (common.toy && this.toys[this.view]?.[common.toy] === undefined) return {}
    const { prompt, words, token, target, against, ...rest } = told
    return common.prompt === ALL && this.screen !== LAB ? rest : told
  }

  write() {
    remember(`left ${this.view}`, this.address, VISIT)
    for (const { link, to } of this.links) {
      const query = this.query(screenOf(link))
      link.setAttribute("href", query ? `${to}?${query}` : to)
    }
  }

  query(name) {
    const left = new Map(new URLSearchParams(recall(`left ${name}`, VISIT) ?? ""))
    return joinQuery([...this.asked(name, left), ...this.dress])
  }

  asked(name, left) {
    const [screen, toys, common] = [SCREENS[name], this.toys[name], this.common()]
    if (!screen || toys?.[common.toy] === undefined) return left
    const before = left.get("toy") ?? Object.keys(toys)[0]
    const lasting = [...screen.lasts, ...OF_SCREEN]
    const parts = new Map([...left].filter(([key]) => before === common.toy || lasting.includes(key)))
    for (const [key, value] of Object.entries(screen.ask({ ...EMPTY, ...common }))) {
      if (value === undefined) continue
      if (value === null || (key === "seed" && Number(value) >= toys[common.toy])) parts.delete(key)
      else parts.set(key, value)
    }
    return parts
  }

  // In a frame the history is its host's.
  go(event) {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey || event.button) return
    flushAddress()
    const { href } = event.currentTarget
    remember("going", href, VISIT)
    if (window.parent === window) return
    event.preventDefault()
    location.replace(href)
  }
}

// What the next page shall wear: what the link says, as the reader has changed it since.
function worn(asked) {
  const { dataset } = document.documentElement
  const preferred = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light"
  const large = "presenting" in dataset
  if (asked.has("theme") || dataset.theme !== preferred) asked.set("theme", dataset.theme)
  if (asked.has("size") || large) asked.set("size", large ? "large" : "normal")
  return asked
}

const EMPTY = Object.fromEntries(
  ["toy", "seed", "prompt", "words", "ablation", "source", "off", "token", "readout", "target", "against"].map((name) => [
    name,
    null,
  ]),
)

// The parts that are told otherwise than before.
function changed(before, told) {
  return Object.fromEntries(Object.entries(told).filter(([name, value]) => before[name] !== value))
}

// Of another toy only what this screen says of it is known.
function keep(told, news, common) {
  if (Object.keys(news).length === 0) return
  const now = told.toy === common.toy ? { ...common, ...news } : told
  remember("common", JSON.stringify(now), VISIT)
}

function reloaded() {
  return performance.getEntriesByType("navigation")[0]?.type === "reload"
}

// "./" and "index.html" are the lab; "reading" and "reading.html" are Reading.
function screenOf({ pathname }) {
  const name = pathname
    .split("/")
    .pop()
    .replace(/\.html$/, "")
  return name === "" || name === "index" ? "lab" : name
}
