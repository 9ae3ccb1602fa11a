// Owns the notices under the header: a bad link's parts, a table that could not be fetched, a lost connection or session.

import { element } from "lab/dom"

const box = document.getElementById("notices")

// Each kind of notice stands once; an empty text takes it away. With a label it has a button, which takes it away too.
export function notify(kind, texts, label = null, press = () => {}) {
  box.querySelector(`[data-kind=${kind}]`)?.remove()
  if (texts.length === 0) return
  const notice = element("div", { "data-kind": kind }, ...texts.map((text) => element("p", {}, text)))
  if (label) {
    const button = element("button", { type: "button", class: "quiet" }, label)
    button.addEventListener("click", () => {
      notice.remove()
      press()
    })
    notice.append(button)
  }
  box.append(notice)
}
