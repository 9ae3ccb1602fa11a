// Owns the Share dialog: a link, the lines that put the page into another one, the page as one file, and each chart as a
// picture or as numbers.

import { toCsv } from "lab/csv"
import { element, offer } from "lab/dom"
import { fill } from "lab/format"
import { pngOf, svgOf } from "lab/picture"

const dialog = document.getElementById("share")
const find = (name) => dialog.querySelector(`.${name}`)
// A file that holds everything can hand out a copy of itself; taken before anything is drawn.
const source = `<!doctype html>\n${document.documentElement.outerHTML}`
// A page of a site has Bokeh beside it: a copy of it alone would not open, nor would it from disk in a sandbox.
const isOfSite = JSON.parse(document.getElementById("page").textContent).base === null && document.querySelector("script[src]") !== null
const PAGE = /(<script type="application\/json" id="page">)(.*)(<\/script>)/

// `address(kept)` is the link's query for what is shown, `state()` what is shown, `charts()` the charts with their tables,
// `asked` what the page's own link says of its dress.
export function offerSharing({ page, asked, address, state, charts }) {
  const words = page.strings.share
  const chosen = new Map(asked)
  const query = () => address([...chosen])

  document.querySelector("header .share").addEventListener("click", () => {
    chosen.clear()
    for (const [key, value] of asked) chosen.set(key, value)
    find("theme").value = chosen.get("theme") ?? ""
    find("type-size").value = chosen.get("size") === "large" ? "large" : ""
    find("parts").replaceChildren(...page.parts.filter(partOf).map(box))
    find("done").textContent = ""
    offerCharts()
    write()
    dialog.showModal()
  })
  find("theme").addEventListener("change", ({ target }) => choose("theme", target.value))
  find("type-size").addEventListener("change", ({ target }) => choose("size", target.value))
  offer(find("screen"), page.embeds.map((name) => [name, words.screens[name] ?? page.strings[name].title]), page.view)
  find("which-screen").hidden = page.embeds.length < 2
  find("screen").addEventListener("change", write)
  for (const button of dialog.querySelectorAll("[data-copies]")) button.addEventListener("click", () => copy(find(button.dataset.copies)))
  find("file").addEventListener("click", handOver)
  find("file").closest("p").hidden = isOfSite

  function hidden() {
    return chosen.get("hide")?.split(",") ?? []
  }

  function choose(key, value) {
    if (value === "") chosen.delete(key)
    else chosen.set(key, value)
    write()
  }

  function box(name) {
    const input = element("input", { type: "checkbox" })
    input.checked = hidden().includes(name)
    input.addEventListener("change", () => {
      const names = page.parts.filter((part) => (part === name ? input.checked : hidden().includes(part)))
      choose("hide", names.join(","))
    })
    return element("label", {}, input, ` ${nameOf(name)}`)
  }

  function nameOf(part) {
    return words.parts[part] ?? document.getElementById(`${part}-heading`)?.textContent ?? words.parts.sentence
  }

  function write() {
    const here = new URL(location.href)
    here.search = query()
    here.hash = ""
    find("link").value = here.href
    const file = location.pathname.split("/").pop() || "lab.html"
    const there = page.base === null ? new URL(here) : new URL(`${page.base}embed/${find("screen").value}?${query()}`, here)
    const src = there.protocol === "file:" ? `${file}${there.search}` : there.href
    const sandbox = isOfSite && there.protocol === "file:" ? "" : words.sandbox
    find("snippet").value = fill(words.iframe, { sandbox, src: src.replaceAll("&", "&amp;").replaceAll('"', "&quot;"), title: document.title })
    find("file").href = page.base === null ? "#" : `${page.base}export/${page.view}.html?${query()}`
  }

  function handOver(event) {
    if (page.base !== null) return // the link leads to it
    event.preventDefault()
    const data = JSON.stringify({ ...page, start: state(), kept: [...chosen] }).replaceAll("<", "\\u003c")
    const html = source.replace(PAGE, (_, open, __, close) => open + data + close)
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

function partOf(name) {
  return document.querySelector(`[data-widget="${name}"], [data-part="${name}"]`) !== null
}

function save(blob, name) {
  const link = element("a", { href: URL.createObjectURL(blob), download: name })
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}
