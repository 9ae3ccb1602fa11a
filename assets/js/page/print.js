// Owns the sheet of paper: as large as the page stands on the screen, since a canvas cannot be laid out anew for paper, and
// the page's address below. A printer scales it to what lies in its tray.

import { linkTo } from "lab/page/whereabouts"

// As much room as the address can need, in pixels: it is written only when the paper is made.
const LETTER = 9
const LINE = 24

const sheet = document.head.appendChild(document.createElement("style"))
const page = document.querySelector(".page")

export function fitPaper() {
  addEventListener("beforeprint", () => {
    const address = linkTo(location, location.search.slice(1))
    document.querySelector(".address").textContent = address
    const width = document.documentElement.clientWidth
    const height = Math.ceil(page.getBoundingClientRect().height)
    const lines = Math.ceil((address.length * LETTER) / width) + 1
    sheet.textContent = `@page { size: ${width}px ${height + lines * LINE}px; margin: 0 }
@media print { .page { height: ${height}px !important; min-height: 0 !important } }`
  })
}
