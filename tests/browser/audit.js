// Put into every page under test: looks for text that is cut, covered by other text, or too small.

globalThis.audit = (() => {
  const shown = (value) => Math.round(value)
  const place = ({ text, region, box }) => `“${text}” (${region || "page"}, ${box.map(shown).join(" ")})`

  // Boxes of lines of text, without the space above and below the letters, which may overlap.
  function lines() {
    return reading.pieces().flatMap(({ text, region, boxes, element, size }) =>
      element.matches("select")
        ? []
        : boxes.map(([left, top, right, bottom]) => {
            const spare = Math.max(0, (bottom - top - 0.75 * size) / 2)
            return { text, region, element, box: [left, top + spare, right, bottom - spare] }
          }),
    )
  }

  // Transparent controls lie above the text that stands for them.
  const drawn = (control) => control.checkVisibility({ opacityProperty: true })

  // Controls that text must not run into, as boxes; a label around a control is part of it.
  function controls() {
    return [...document.querySelectorAll("select, input:not([type=radio]), button, dialog[open]")]
      .filter((control) => !control.matches("dialog") && drawn(control))
      .filter((control) => !document.querySelector("dialog[open]") || control.closest("dialog"))
      .map((element) => {
        const { left, top, right, bottom } = element.getBoundingClientRect()
        const text = element.getAttribute("aria-label") ?? reading.text(element)
        return { text, region: reading.regionOf(element), element, box: [left, top, right, bottom] }
      })
  }

  function overlap(a, b) {
    const width = Math.min(a.box[2], b.box[2]) - Math.max(a.box[0], b.box[0])
    const height = Math.min(a.box[3], b.box[3]) - Math.max(a.box[1], b.box[1])
    return width > 1 && height > 1
  }

  const related = (a, b) => a.element === b.element || a.element.contains(b.element) || b.element.contains(a.element)

  function overlaps() {
    const items = [...lines(), ...controls()].sort((a, b) => a.box[1] - b.box[1])
    const found = []
    items.forEach((a, i) => {
      for (let j = i + 1; j < items.length && items[j].box[1] < a.box[3]; j++)
        if (overlap(a, items[j]) && !related(a, items[j])) found.push(`${place(a)} on ${place(items[j])}`)
    })
    return found
  }

  // Text beyond the page's sides, or beyond an ancestor that cuts it off without a scroll bar.
  function cuts() {
    const found = []
    for (const line of lines()) {
      const [left, top, right, bottom] = line.box
      const scrolled = line.element.closest("dialog")
      if (left < -1 || (right > document.documentElement.clientWidth + 1 && !scrolled))
        found.push(`${place(line)} leaves the page`)
      for (let node = line.element; node && node !== document.documentElement; node = node.parentElement) {
        const style = getComputedStyle(node)
        const box = node.getBoundingClientRect()
        const cutX = /hidden|clip/.test(style.overflowX) && (left < box.left - 1 || right > box.right + 1)
        const cutY = /hidden|clip/.test(style.overflowY) && (top < box.top - 1 || bottom > box.bottom + 1)
        if (cutX || cutY) found.push(`${place(line)} is cut`)
      }
    }
    return found
  }

  // A closed list must be wide enough for the choice it shows.
  function narrowLists() {
    const pen = document.createElement("canvas").getContext("2d")
    return [...document.querySelectorAll("select")]
      .filter((select) => drawn(select) && select.selectedOptions.length)
      .filter((select) => {
        const style = getComputedStyle(select)
        pen.font = `${style.fontWeight} ${style.fontSize} ${style.fontFamily}`
        const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight)
        return pen.measureText(select.selectedOptions[0].textContent).width > room + 1
      })
      .map((select) => `the list “${select.selectedOptions[0].textContent}” is too narrow`)
  }

  function smallest() {
    const sizes = reading.pieces().map(({ text, size }) => [size, text])
    return sizes.sort((a, b) => a[0] - b[0])[0]
  }

  // What scrolls: the page sideways, the page downwards, and parts of it.
  function scrolls() {
    const page = document.documentElement
    const parts = [...document.querySelectorAll("body *")].filter((node) => {
      if (node.closest("dialog") || !node.checkVisibility()) return false
      const style = getComputedStyle(node)
      const x = /auto|scroll/.test(style.overflowX) && node.scrollWidth > node.clientWidth + 1
      const y = /auto|scroll/.test(style.overflowY) && node.scrollHeight > node.clientHeight + 1
      return x || y
    })
    return {
      sideways: page.scrollWidth > page.clientWidth,
      down: page.scrollHeight > page.clientHeight,
      parts: parts.map((node) => `${node.tagName} ${reading.text(node).slice(0, 40)}`),
    }
  }

  // Where the rows of the ladder lie in each part that has them, and where they do not meet those of the part beside it.
  const LADDER = ["switchboard", "effect", "gradient", "lengths", "routes"]
  const part = (name) => document.querySelector(`main > [data-widget="${name}"]`)
  const there = (name) => part(name)?.checkVisibility()

  function middles(name) {
    const count = Number(getComputedStyle(document.documentElement).getPropertyValue("--rows"))
    if (name === "switchboard") {
      const rows = [...part(name).querySelectorAll(".row")].map((row) => row.getBoundingClientRect())
      return rows.map(({ top, bottom }) => (top + bottom) / 2)
    }
    const { bottom, height } = part(name).querySelector(".plot canvas, .plot > *").getBoundingClientRect()
    return Array.from({ length: count }, (_, row) => bottom - (height * (row + 0.5)) / count)
  }

  function rows() {
    const found = []
    const [first, ...others] = LADDER.filter(there)
    for (const name of others) {
      if (Math.abs(part(name).offsetTop - part(first).offsetTop) > 100) continue // it has rows of its own
      const [a, b] = [middles(first), middles(name)]
      const apart = Math.max(...a.map((y, row) => Math.abs(y - b[row])))
      if (!(apart <= 1) || a.length !== b.length) found.push(`rows of ${name} are ${apart} px off those of ${first}`)
    }
    for (const name of LADDER.filter(there))
      for (const label of part(name).querySelectorAll(".labels > span:not(.lane), .column div > span")) {
        if (!label.textContent || !label.checkVisibility()) continue
        const { top, bottom } = label.getBoundingClientRect()
        const off = Math.min(...middles(first).map((y) => Math.abs(y - (top + bottom) / 2)))
        if (off > 1 && Math.abs(part(name).offsetTop - part(first).offsetTop) < 100)
          found.push(`“${label.textContent}” is ${off} px off its row`)
      }
    return found
  }

  // Parts of the ladder whose rows have names in the same row of the page: the switchboard's, or their own.
  function named() {
    const naming = LADDER.filter(there).filter(
      (name) => name === "switchboard" || part(name).querySelector(".names-of-rows").checkVisibility(),
    )
    return LADDER.filter(there).filter((name) =>
      naming.some((other) => Math.abs(part(other).offsetTop - part(name).offsetTop) < 100),
    )
  }

  // Captions that take more than one line, and heads that a sign breaks.
  function heads() {
    const lines = (node) => Math.round(node.getBoundingClientRect().height / parseFloat(getComputedStyle(node).lineHeight))
    const hints = [...document.querySelectorAll(".hint")]
      .filter((hint) => hint.checkVisibility() && lines(hint) > 1)
      .map((hint) => `“${hint.textContent}” takes ${lines(hint)} lines`)
    const broken = [...document.querySelectorAll(".head:has(.sign)")].filter((head) => {
      const boxes = [...head.children].filter((child) => child.checkVisibility()).map((child) => child.getBoundingClientRect())
      return Math.max(...boxes.map(({ top }) => top)) >= Math.min(...boxes.map(({ bottom }) => bottom))
    })
    return [...hints, ...broken.map((head) => `the head of “${head.querySelector("h2").textContent}” breaks`)]
  }

  // How far each part reaches to the right, and how much of the width what it draws takes: from row names to columns.
  function spans() {
    const found = {}
    for (const section of document.querySelectorAll("main > [data-widget]")) {
      if (!section.checkVisibility()) continue
      const drawn = [...section.querySelectorAll(".ladder, .rows, .frame, .bars, .looks, .stages, [role=status]")].map((box) =>
        box.getBoundingClientRect(),
      )
      const [left, right] = [Math.min(...drawn.map((box) => box.left)), Math.max(...drawn.map((box) => box.right))]
      found[section.dataset.widget] = { right: section.getBoundingClientRect().right, marks: right - left }
    }
    return found
  }

  return { rows, named, heads, spans, faults: () => [...overlaps(), ...cuts(), ...narrowLists()], scrolls, smallest }
})()
