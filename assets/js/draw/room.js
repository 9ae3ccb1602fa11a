// Owns how much room the page has, counted in rem, so that larger type (presenter mode, a reader's own setting) gets the
// layout that has room for it. Container queries would say the same in CSS, but make every style wait for the layout.

const MIDDLE = 43
const WIDE = 80
const WIDE_PRESENTING = 60 // the lab's parts are fewer then

const root = document.documentElement
let rem = 16

// How much larger type is than a browser's usual: what counts in pixels, such as a line's width, grows by as much.
export function growth() {
  return rem / 16
}

export function watchRoom() {
  const measure = () => {
    rem = parseFloat(getComputedStyle(root).fontSize)
    const width = root.clientWidth / rem
    const wide = root.dataset.script === "lab" && root.hasAttribute("data-presenting") ? WIDE_PRESENTING : WIDE
    root.dataset.room = width < MIDDLE ? "narrow" : width < wide ? "middle" : "wide"
  }
  measure()
  addEventListener("resize", measure)
  new MutationObserver(measure).observe(root, { attributeFilter: ["data-presenting"] })
}
