// Owns the watch on a live session's server: says when it is gone, and comes back by itself when it answers again.
// The address is the state, so coming back is a reload.

import { notify } from "lab/notices"

const EVERY = 3000

export function watchConnection(url, text) {
  let lost = false

  async function look() {
    const here = await answers(url)
    if (here && lost) return location.reload()
    if (!here && !lost) notify("offline", [text])
    lost = !here
    setTimeout(look, EVERY)
  }

  setTimeout(look, EVERY)
}

async function answers(url) {
  try {
    return (await fetch(url, { cache: "no-store", signal: AbortSignal.timeout(EVERY) })).ok
  } catch {
    return false
  }
}
