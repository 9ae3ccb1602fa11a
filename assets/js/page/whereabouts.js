// Owns what others can be given of where the page lies: an address, or what stands in for one. Never a fragment.

const LOCAL = /^(localhost|.*\.localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])$/

// "open": others may open its address; "machine": only this machine can; "file": it is a file; "none": it has no address,
// as inside another page or a notebook.
export function reach({ protocol, hostname }) {
  if (protocol === "file:") return "file"
  if (!["http:", "https:"].includes(protocol)) return "none"
  return LOCAL.test(hostname) ? "machine" : "open"
}

// The link to give: the address with this query, a file's own name with it, or the query alone.
export function linkTo(here, query) {
  const search = query ? `?${query}` : ""
  const kind = reach(here)
  if (kind === "none") return search
  if (kind === "file") return `${fileName(here)}${search}`
  return `${here.protocol}//${here.host}${here.pathname}${search}`
}

// A file's name as an address beside it spells it.
export function fileName({ pathname }) {
  return pathname.split("/").pop()
}
