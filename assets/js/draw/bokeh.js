// Owns how Bokeh comes into the page: by a script's address, or, in a file that carries it, as a text that is run only when
// charts are to be drawn. What needs no chart answers before.

let coming = null

export function bokeh(url) {
  coming ??= url ? fetched(url) : carried()
  return coming
}

function fetched(url) {
  return new Promise((done, failed) => {
    const script = document.createElement("script")
    script.addEventListener("load", () => done())
    script.addEventListener("error", () => failed(new Error(`no script at ${url}`)))
    script.src = url
    document.head.append(script)
  })
}

// The page's policy allows this text, by its hash, and no other.
async function carried() {
  const script = document.createElement("script")
  script.text = document.getElementById("bokeh").textContent
  document.head.append(script)
}
