// Owns the watch on a live page's server and session: says when one of them is gone, and comes back by itself when the
// server answers again. The address is the state, so coming back is a reload.

import { notify } from "lab/page/notices"

const EVERY = 2500
const MISSES = 2 // in a row: one may be a busy moment
const PATIENCE = 4 // looks without a session: the scripts it needs come after the lab

export function watchConnection(url, { offline, noSession, dismiss }) {
  let session = false
  let missed = 0
  let without = 0

  async function look() {
    if (await answers(url)) {
      if (missed >= MISSES) return location.reload()
      missed = 0
      without = session ? 0 : without + 1
      if (without === 0) notify("session", [])
      // No reload by itself here: a server that never gives a session would be asked for ever.
      if (without === PATIENCE) notify("session", [noSession], dismiss)
    } else if (++missed === MISSES) notify("offline", [offline])
    setTimeout(look, EVERY)
  }

  // Bokeh connects again by itself, a few times; the mirror says how that went.
  document.getElementById("lab").addEventListener("lab:session", ({ detail }) => (session = detail))
  setTimeout(look, EVERY)
}

async function answers(url) {
  try {
    const answer = await fetch(url, { cache: "no-store", signal: AbortSignal.timeout(EVERY) })
    await answer.text()
    return answer.ok
  } catch {
    return false
  }
}
