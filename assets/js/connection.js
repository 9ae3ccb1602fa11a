// Owns the watch on a live session's server: says when it is gone, and comes back by itself when it answers again.
// The address is the state, so coming back is a reload.

import { notify } from "lab/notices"

const EVERY = 2500
const MISSES = 2 // in a row: one may be a busy moment

export function watchConnection(url, text) {
  let missed = 0

  async function look() {
    if (await answers(url)) {
      if (missed >= MISSES) return location.reload()
      missed = 0
    } else if (++missed === MISSES) notify("offline", [text])
    setTimeout(look, EVERY)
  }

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
