// Put into every page under test: reads the screen as a visitor does, by what is visible, by roles and by names.

globalThis.reading = (() => {
  const text = (node) => node.textContent.replace(/\s+/g, " ").trim()

  function named(node) {
    const by = node.getAttribute("aria-labelledby")
    if (by)
      return by
        .split(/\s+/)
        .map((id) => text(document.getElementById(id)))
        .join(" ")
    return node.getAttribute("aria-label") ?? ""
  }

  // Hidden from eyes: not displayed, transparent, cut to nothing, or in a closed list or dialog.
  function seen(element, known) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) return false
    return !cut(element, known instanceof Map ? known : new Map())
  }

  function cut(node, known) {
    if (node === document.body || node === null) return false
    if (!known.has(node)) known.set(node, cutItself(node) || cut(node.parentElement, known))
    return known.get(node)
  }

  function cutItself(node) {
    const style = getComputedStyle(node)
    if (style.clipPath === "inset(50%)") return true
    return style.overflow === "hidden" && (node.clientWidth <= 1 || node.clientHeight <= 1)
  }

  function regionOf(element) {
    const region = element.closest("section, dialog, header, [role=region]")
    return region === null ? "" : region.matches("header") ? "header" : named(region)
  }

  // A term whose definition opens in place is a part of the text around it: the nodes of one text, from this one on.
  function textFrom(node) {
    const isTerm = (other) => other.nodeType === Node.ELEMENT_NODE && other.className === "term"
    const first = isTerm(node.parentElement) ? node.parentElement : node
    const run = [first]
    for (let next = first.nextSibling; next && (next.nodeType === Node.TEXT_NODE || isTerm(next)); next = next.nextSibling)
      run.push(next)
    return run.some(isTerm) ? run : [node]
  }

  // Every piece of visible text with its place: one entry a text and, where it wraps, one box a line.
  function pieces(root = document.body) {
    const found = []
    const known = new Map()
    const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
    const told = new Set()
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      if (told.has(node) || told.has(node.parentElement)) continue
      const run = textFrom(node)
      for (const one of run) told.add(one)
      const parent = run[0].parentElement
      const whole = run
        .map((one) => one.textContent)
        .join("")
        .replace(/\s+/g, " ")
        .trim()
      if (whole === "" || parent.closest("script, style, noscript, option") || !seen(parent, known)) continue
      const range = document.createRange()
      range.setStartBefore(run[0])
      range.setEndAfter(run.at(-1))
      const boxes = [...range.getClientRects()].filter(({ width, height }) => width > 0.5 && height > 0.5)
      if (boxes.length) found.push(piece(whole, parent, boxes, range.getBoundingClientRect()))
    }
    for (const select of root.querySelectorAll("select"))
      if (seen(select)) {
        const box = select.getBoundingClientRect()
        found.push(piece(select.selectedOptions[0]?.textContent ?? "", select, [box], box))
      }
    return found
  }

  function piece(words, element, boxes, { left, right, top, bottom }) {
    return {
      text: words,
      region: regionOf(element),
      size: parseFloat(getComputedStyle(element).fontSize),
      left,
      right,
      top,
      bottom,
      x: (left + right) / 2,
      y: (top + bottom) / 2,
      boxes: boxes.map((box) => [box.left, box.top, box.right, box.bottom]),
      element,
    }
  }

  function screen() {
    return pieces().map(({ element, ...rest }) => rest)
  }

  // Each chart's numbers, as asked for with its own Numbers button: {name: {caption, columns, rows}}.
  function tables(full = false) {
    const found = {}
    const buttons = [...document.querySelectorAll("button")].filter(seen)
    for (const button of buttons) {
      const name = named(button).match(/^Numbers: (.*)$/)?.[1]
      if (!name) continue
      button.click()
      const dialog = document.querySelector("dialog[open]")
      if (dialog === null) throw new Error(`"Numbers: ${name}" opened nothing`)
      const inFull = dialog.querySelector("input[type=checkbox]")
      if (inFull.checked !== full) inFull.click()
      const cells = (row) => [...row.cells].map(text)
      const [head, ...rows] = [...dialog.querySelectorAll("tr")]
      found[name] = { caption: text(dialog.querySelector("caption")), columns: cells(head), rows: rows.map(cells) }
      if (inFull.checked) inFull.click()
      dialog.querySelector("button").click()
    }
    return found
  }

  // The charts by name with their text twins.
  function twins() {
    const charts = [...document.querySelectorAll("[role=img], [role=listbox][aria-describedby]")]
    return Object.fromEntries(
      charts.map((chart) => [named(chart), text(document.getElementById(chart.getAttribute("aria-describedby")))]),
    )
  }

  function sentence() {
    const status = document.querySelector("[role=status][aria-label=Effect]")
    return { text: text(status), ...status.dataset }
  }

  // What two layers do together, square by square: its tip, its width beside the widest, and whether it is hollow.
  function pairs() {
    const squares = [...document.querySelectorAll(".pairs [data-tip]")].filter(seen)
    const widths = squares.map((square) => square.getBoundingClientRect().width)
    const widest = Math.max(...widths)
    const hollow = (square) => getComputedStyle(square).backgroundColor === "rgba(0, 0, 0, 0)"
    return squares.map((square, i) => ({ title: square.dataset.tip, size: widths[i] / widest, hollow: hollow(square) }))
  }

  // What a screen reader and a script get, beside what the eye sees.
  function all() {
    const worlds = [...document.querySelectorAll("[role=option]")]
    return {
      pieces: screen(),
      tables: tables(),
      twins: twins(),
      sentence: sentence(),
      switches: [...document.querySelectorAll("[role=switch]")].map((s) => [named(s), s.getAttribute("aria-checked")]),
      worlds: worlds.map((world) => named(world)),
      here: worlds.filter((world) => world.getAttribute("aria-selected") === "true").map(named),
      pairs: pairs(),
      says: [...document.querySelectorAll("section li")]
        .filter((item) => regionOf(item) === "The model says" && seen(item))
        .map((item) => [...item.children].filter((part) => !part.ariaHidden).map(text)),
    }
  }

  // Resolves when what was just asked for has been painted, charts included.
  async function settled() {
    const frame = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)))
    await frame()
    await frame()
  }

  // The controls that a keyboard must reach: of a group of radio buttons the chosen one.
  function controls() {
    const all = [...document.querySelectorAll("button, select, input, a[href], [tabindex='0']")]
    return all
      .filter((control) => !control.disabled && !control.closest("dialog:not([open])") && control.checkVisibility())
      .filter((control) => control.type !== "radio" || control.checked)
      .map((control) => ({ id: numberOf(control), name: nameOf(control) }))
  }

  const ids = new Map()
  function numberOf(node) {
    if (!ids.has(node)) ids.set(node, ids.size)
    return ids.get(node)
  }

  function nameOf(node) {
    return named(node) || text(node.labels?.[0] ?? node)
  }

  // The focused control, and whether one can see that it is: an outline on it or on its label, within the window.
  function focused() {
    const node = document.activeElement
    if (node === null || node === document.body) return null
    const ringed = [node, node.closest("label")].filter(Boolean).some((element) => {
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      return outlineStyle !== "none" && parseFloat(outlineWidth) >= 2
    })
    const { left, top, right, bottom } = node.getBoundingClientRect()
    const within = left >= -1 && top >= -1 && right <= innerWidth + 1 && bottom <= innerHeight + 1
    return { id: numberOf(node), name: nameOf(node), role: node.getAttribute("role") ?? node.tagName, shown: ringed && within }
  }

  // The canvases of a named chart; shadow roots are opened.
  function canvasesOf(name) {
    const chart = [...document.querySelectorAll("[role=img]")].find((image) => named(image) === name)
    const inside = (root) =>
      [...root.querySelectorAll("*")].flatMap((node) => [
        ...(node.matches("canvas") ? [node] : []),
        ...(node.shadowRoot ? inside(node.shadowRoot) : []),
      ])
    return inside(chart)
  }

  // Everything painted in a chart, as one text.
  function canvases(name) {
    return canvasesOf(name)
      .map((canvas) => canvas.toDataURL())
      .join()
  }

  // A copy to read from; reading the original would slow it down.
  function copied(canvas) {
    const { width, height } = canvas
    const copy = Object.assign(document.createElement("canvas"), { width, height })
    const pen = copy.getContext("2d", { willReadFrequently: true })
    if (width && height) pen.drawImage(canvas, 0, 0)
    return { width, height, pen }
  }

  // How many pixels of a chart are painted at all.
  function painted(name) {
    let many = 0
    for (const { width, height, pen } of canvasesOf(name).map(copied)) {
      if (width === 0 || height === 0) continue
      const { data } = pen.getImageData(0, 0, width, height)
      for (let i = 3; i < data.length; i += 4) many += data[i] > 40
    }
    return many
  }

  return {
    all,
    canvases,
    controls,
    focused,
    named,
    painted,
    pieces,
    regionOf,
    screen,
    seen,
    sentence,
    settled,
    tables,
    text,
    twins,
  }
})()
