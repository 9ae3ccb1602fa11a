// Owns the session of a live page: asks for one once the page has drawn, keeps what is chosen here and in Python equal, and
// when the connection is lost asks for another, in the state that is shown by then. The page works without any.

import { notify } from "lab/page/notices"

const EVERY = 2500 // ms between two looks whether the server answers
const MISSES = 2 // in a row: one may be a busy moment
const TRIES = 3 // without a session, before the page says so

export class Session {
  // `address()` is the query of what is shown.
  constructor({ base, address, strings }) {
    Object.assign(this, { base, address, strings, held: null, missed: 0, failed: 0, later: 0 })
    this.main = document.getElementById("lab")
    this.main.addEventListener("lab:selected", ({ detail }) => this.say(detail))
  }

  async start() {
    await this.open()
    setTimeout(() => this.keep(), EVERY)
  }

  // Looks for ever: opens what is not open, and says when the server is gone.
  async keep() {
    if (await this.answers()) {
      this.missed = 0
      notify("offline", [])
      if (!this.held && Date.now() >= this.later) await this.open()
    } else if (++this.missed === MISSES) notify("offline", [this.strings.offline])
    setTimeout(() => this.keep(), EVERY)
  }

  async open() {
    const { noSession, dismiss } = this.strings
    try {
      const answer = await fetch(`${this.base}session?${this.address()}`, { cache: "no-store" })
      if (answer.status === 503) {
        this.later = Date.now() + 1000 * Number(answer.headers.get("Retry-After")) // all places are taken: nobody's fault
        return
      }
      if (!answer.ok) throw new Error(`no session: ${answer.status}`)
      const { token } = await answer.json()
      this.hold(await connected(new URL(`${this.base}ws`, location.href), token))
      this.failed = 0
      notify("session", [])
    } catch {
      if (++this.failed === TRIES) notify("session", [noSession], dismiss)
    }
  }

  hold(opened) {
    const mirror = opened.get_model_by_name("mirror")
    this.held = { opened, mirror, shown: mirror.selection }
    opened.on_event("connection_lost", () => (this.held = null))
    mirror.connect(mirror.properties.selection.change, () => this.hear(mirror))
    if (this.main.selection) this.say(this.main.selection)
    this.main.dispatchEvent(new CustomEvent("lab:session", { detail: true }))
  }

  // What is chosen here, for Python.
  say(state) {
    if (!this.held) return
    this.held.shown = JSON.stringify(state)
    if (this.held.mirror.selection !== this.held.shown) this.held.mirror.selection = this.held.shown
  }

  // What Python has chosen, for the page.
  hear(mirror) {
    if (this.held?.mirror !== mirror || mirror.selection === this.held.shown) return
    this.held.shown = mirror.selection
    this.main.dispatchEvent(new CustomEvent("lab:select", { detail: JSON.parse(mirror.selection) }))
  }

  async answers() {
    try {
      const answer = await fetch(`${this.base}liveness`, { cache: "no-store", signal: AbortSignal.timeout(EVERY) })
      await answer.text()
      return answer.ok
    } catch {
      return false
    }
  }
}

// The document of a session. Its one root, the mirror, has no view, so it needs no element.
async function connected(url, token) {
  url.protocol = url.protocol.replace("http", "ws")
  url.search = ""
  const before = new Set(window.Bokeh.documents)
  await window.Bokeh.embed.add_document_from_session(url.href, token, null, [], false)
  return window.Bokeh.documents.find((held) => !before.has(held))
}
