// Owns what the browser remembers for the page: a reader's preferences for good, and of a visit what the other screens
// need. Where it keeps nothing (a sandboxed frame, a page of no origin), all of it lasts as long as the page.

const PREFIX = "residual-lab "
const here = new Map()

// The text that is remembered, or null.
export function recall(name, { visit = false } = {}) {
  if (here.has(name)) return here.get(name)
  try {
    return store(visit).getItem(PREFIX + name)
  } catch {
    return null
  }
}

// null forgets it.
export function remember(name, text, { visit = false } = {}) {
  try {
    if (text === null) store(visit).removeItem(PREFIX + name)
    else store(visit).setItem(PREFIX + name, text)
    here.delete(name)
  } catch {
    here.set(name, text)
  }
}

function store(visit) {
  return visit ? sessionStorage : localStorage
}
