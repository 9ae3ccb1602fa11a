// Owns how the lab's page opens: on its link's state where it has an address, else on the state it was made for.

import { notify } from "lab/page/notices"
import { readLink } from "lab/state/link"
import { withCarried } from "lab/state/query"
import { readoutKey, tokenKey } from "lab/state/tables"

// Resolves to what link and file say of the page itself (show, theme, size, …).
export async function openOn({ page, selection, tables }) {
  const { search } = location
  if (search.length < 2 || location.protocol === "about:") {
    await selection.open(page.start)
    return page.kept
  }
  const { state, sentences, kept } = await readLink(search, { page, toys: selection.toys, tables })
  notify("address", sentences, page.strings.notices.dismiss)
  await selection.open(state)
  // After a reload, Reset still goes back to where the visit began, if that can still be had.
  const begun = history.state?.start
  if (begun && isState(begun, state, selection.toys) && tables.offers(tokenKey(begun)) && tables.offers(readoutKey(begun)))
    selection.start = begun
  return withCarried(kept, page.kept, page.vocabulary)
}

// What the browser remembers may have been written by another page at this address.
function isState(begun, state, toys) {
  return toys.has(begun.toy) && Object.keys(state).every((key) => key in begun)
}
