// Owns the notices under the header: a bad link's parts, a table that could not be fetched, a lost connection or session.

import { element } from "lab/draw/dom"
import { cameByMenu } from "lab/page/moving"

const box = document.getElementById("notices")

// Each kind of notice stands once; an empty text takes it away.
export function notify(kind, texts, dismiss = null) {
  box.querySelector(`[data-kind=${kind}]`)?.remove()
  if (texts.length === 0 || (kind === "address" && cameByMenu)) return
  const notice = element("div", { "data-kind": kind }, ...texts.map((text) => element("p", {}, text)))
  if (dismiss) {
    const button = element("button", { type: "button", class: "quiet" }, dismiss)
    button.addEventListener("click", () => notice.remove())
    notice.append(button)
  }
  box.append(notice)
}
