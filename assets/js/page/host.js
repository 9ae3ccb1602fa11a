// Owns what a page tells the page that frames it, by postMessage (README.md, "A page that listens"):
//
//   { source: "residual-lab", version: 1, kind: "height", height }              in CSS pixels, whenever it changes
//   { source: "residual-lab", version: 1, kind: "state", view, address, ... }   at each change; the lab adds its `effect`
//
// It is told to any host, since it holds nothing but what the frame shows, and nothing is taken from a host.

const framed = window.parent !== window

export function tellHost(kind, facts) {
  if (framed) window.parent.postMessage({ source: "residual-lab", version: 1, kind, ...facts }, "*")
}

const body = document.querySelector(".page")
let told = null

// The page's own height, not the frame's: a frame that is too high can shrink again.
export function ownHeight() {
  return Math.ceil(body.getBoundingClientRect().height)
}

export function tellHeight() {
  if (!framed) return
  const height = ownHeight()
  if (height === told) return
  told = height
  tellHost("height", { height })
}

// A browser may hold this back while the frame is out of sight; the height is told with each new state too.
export function watchHeight() {
  if (framed) new ResizeObserver(tellHeight).observe(body)
}
