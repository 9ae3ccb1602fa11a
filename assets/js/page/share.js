// Owns the Share dialog: a link, the lines that put the page into another one, the page as one file, and each chart as a
// picture or as numbers.

import { toCsv } from "lab/words/csv"
import { element, offer, setText } from "lab/draw/dom"
import { fill } from "lab/words/format"
import { ownHeight } from "lab/page/host"
import { canBeLeftOut, partsHere, sayShown, shownParts } from "lab/page/parts"
import { pngOf, svgOf } from "lab/page/picture"
import { joinQuery } from "lab/state/query"
import { linkTo, reach } from "lab/page/whereabouts"

const dialog = document.getElementById("share")
const find = (name) => dialog.querySelector(`.${name}`)
// A file that holds everything can hand out a copy of itself; taken before anything is drawn.
const source = `<!doctype html>\n${document.documentElement.outerHTML}`
// A page of a site has Bokeh beside it: a copy of it alone would not open, nor would it from disk in a sandbox.
const { base, bokeh } = JSON.parse(document.getElementById("page").textContent)
const isOfSite = base === null && bokeh !== null
const PAGE = /(<script type="application\/json" id="page">)(.*)(<\/script>)/

// `address(kept)` is the link's query for what is shown, `state()` what is shown, `charts()` the charts with their tables,
// `asked` what the page's own link says of its dress.
export function offerSharing({ page, asked, address, state, charts }) {
  const words = page.strings.share
  const chosen = new Map(asked)
  const query = () => address([...chosen])

  // What a file carries stands unless a link names it, and no link can ask for the reader's own theme.
  const carries = (key) => page.kept.some(([name]) => name === key)
  find("theme").options[0].disabled = carries("theme")

  document.querySelector("header .share").addEventListener("click", () => {
    chosen.clear()
    for (const [key, value] of asked) chosen.set(key, value)
    find("theme").value = chosen.get("theme") ?? ""
    find("type-size").value = chosen.get("size") === "large" ? "large" : ""
    offerParts(shownParts(chosen, page))
    find("done").textContent = ""
    offerCharts()
    write()
    dialog.showModal()
  })
  find("theme").addEventListener("change", ({ target }) => choose("theme", target.value))
  find("type-size").addEventListener("change", ({ target }) => choose("size", target.value))
  offer(
    find("screen"),
    page.embeds.map((name) => [name, words.screens[name] ?? page.strings[name].title]),
    page.view,
  )
  find("which-screen").hidden = page.embeds.length < 2
  find("screen").addEventListener("change", write)
  for (const button of dialog.querySelectorAll("[data-copies]"))
    button.addEventListener("click", () => copy(find(button.dataset.copies)))
  find("file").addEventListener("click", handOver)
  find("file").closest("p").hidden = isOfSite

  function choose(key, value) {
    if (value === "" && key === "size" && carries(key)) chosen.set(key, "normal")
    else if (value === "") chosen.delete(key)
    else chosen.set(key, value)
    write()
  }

  function offerParts(shown) {
    const boxes = partsHere(page).map((name) => [name, element("input", { type: "checkbox" })])
    const follow = () => {
      for (const [name, box] of boxes) {
        box.checked = shown.has(name)
        box.disabled =
          name === "settings" ? boxes.some(([other]) => other === "header") && !shown.has("header") : !canBeLeftOut(name, shown)
      }
    }
    for (const [name, box] of boxes)
      box.addEventListener("change", () => {
        if (box.checked) shown.add(name)
        else shown.delete(name)
        if (name === "header" && !box.checked) shown.delete("settings")
        sayShown(chosen, shown, page)
        follow()
        write()
      })
    follow()
    find("parts").replaceChildren(...boxes.map(([name, box]) => element("label", {}, box, ` ${nameOf(name)}`)))
  }

  function nameOf(part) {
    return words.parts[part] ?? document.getElementById(`${part}-heading`)?.textContent ?? words.parts.sentence
  }

  function write() {
    const found = reach(location)
    const screen = find("screen").value || page.view
    find("link").value = linkTo(location, query())
    find("reach").hidden = found === "open"
    setText(find("reach"), words.reach[found] ?? "")
    const src = sourceOf(found, screen)
    const sandbox = isOfSite && found === "file" ? "" : words.sandbox
    const quoted = src.replaceAll("&", "&amp;").replaceAll('"', "&quot;")
    find("snippet").value = fill(words.iframe, { sandbox, src: quoted, title: document.title, height: ownHeight() })
    find("file").href = page.base === null ? "#" : `${page.base}export/${screen}.html?${query()}`
  }

  // What a frame on another page shows: the address, or where others cannot open that, the file beside that page.
  function sourceOf(found, screen) {
    if (found === "open" && page.base !== null) return new URL(`${page.base}embed/${screen}?${query()}`, location.href).href
    if (found === "open" || found === "file" || isOfSite) return linkTo(location, query())
    return `${screen}.html?${query()}`
  }

  function handOver(event) {
    if (page.base !== null) return // the link leads to it
    event.preventDefault()
    const data = JSON.stringify({ ...page, start: state(), kept: [...chosen] }).replaceAll("<", "\\u003c")
    const kept = ` data-kept="${joinQuery([...chosen]).replaceAll("&", "&amp;")}"`
    const html = source.replace(/ data-kept="[^"]*"/, () => kept).replace(PAGE, (_, open, __, close) => open + data + close)
    save(new Blob([html], { type: "text/html" }), `${page.view}.html`)
  }

  function offerCharts() {
    const inOrder = (one, other) => page.parts.indexOf(one.kind) - page.parts.indexOf(other.kind)
    const shown = charts().filter(({ section }) => !section.hidden)
    const rows = shown.toSorted(inOrder).map(({ kind, section, figure, table }) => {
      const name = document.getElementById(`${kind}-heading`).textContent
      const ways = {
        PNG: () => pngOf(section, figure),
        SVG: () => new Blob([svgOf(section, figure)], { type: "image/svg+xml" }),
        CSV: () => new Blob([toCsv(table())], { type: "text/csv" }),
      }
      const buttons = Object.entries(ways).map(([way, make]) => {
        const button = element("button", { type: "button", "aria-label": `${name}: ${way}` }, way)
        button.addEventListener("click", async () => save(await make(), `${kind}.${way.toLowerCase()}`))
        return element("td", {}, button)
      })
      return element("tr", {}, element("th", { scope: "row" }, name), ...buttons)
    })
    find("charts").tBodies[0].replaceChildren(...rows)
  }

  // Where the clipboard is closed to the page, the text stands selected for the reader to copy.
  function copy(field) {
    field.select()
    // The newer way asks for a permission that a sandboxed frame does not have.
    find("done").textContent = document.execCommand("copy") ? words.copied : words.selected
  }
}

function save(blob, name) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
