// Owns small helpers for building the page: elements, sentences with elements in them, lists to choose from.

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, string | number | boolean>} [attributes]
 * @param {...(Node | string)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, String(value))
  node.append(...children)
  return node
}

// The part of `box` that a selector names: the markup has it, and where it is to be more than an element, it is of that kind.
/**
 * @template {HTMLElement} [T=HTMLElement]
 * @param {ParentNode} box
 * @param {string} selector
 * @param {new () => T} [kind]
 * @returns {T}
 */
export function find(box, selector, kind) {
  const found = box.querySelector(selector)
  if (!(found instanceof (kind ?? HTMLElement))) throw new Error(`no ${selector} here`)
  return /** @type {T} */ (found)
}

/**
 * @param {ParentNode} box
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export function findAll(box, selector) {
  return [...box.querySelectorAll(selector)].filter((found) => found instanceof HTMLElement)
}

// What an event of the page happened to.
/** @param {Event} event */
export function targetOf({ target }) {
  return /** @type {HTMLElement} */ (target)
}

// What measures text as the page draws it.
export function newRuler() {
  return /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"))
}

// One pixel to paint on and to read.
export function newPixel() {
  const canvas = new OffscreenCanvas(1, 1)
  return /** @type {OffscreenCanvasRenderingContext2D} */ (canvas.getContext("2d", { willReadFrequently: true }))
}

// "{name}" in a screen string stands for a text or an element given by name.
/**
 * @param {string} template
 * @param {Record<string, Node | string>} values
 */
export function rich(template, values) {
  return template.split(/\{(\w+)\}/).map((part, i) => (i % 2 ? values[part] : part))
}

// A style set again, even to the same value, makes the browser work out anew all that depends on it.
/**
 * @param {ElementCSSInlineStyle} node
 * @param {string} name
 * @param {string | number} value
 */
export function setStyle(node, name, value) {
  const text = String(value)
  if (node.style.getPropertyValue(name) !== text) node.style.setProperty(name, text)
}

// A square takes up this part of its cell's area.
/**
 * @param {ElementCSSInlineStyle} square
 * @param {number} part
 */
export function setArea(square, part) {
  setStyle(square, "--size", Math.sqrt(part).toFixed(3))
}

// A list is rebuilt only when what it offers has changed, so that it stays open under the pointer.
/**
 * @param {HTMLSelectElement} select
 * @param {[value: string | number, text: string | number][]} options
 * @param {string | number | null} chosen
 */
export function offer(select, options, chosen) {
  const key = JSON.stringify(options)
  if (select.dataset.offers !== key) {
    select.dataset.offers = key
    select.replaceChildren(...options.map(([value, text]) => element("option", { value }, `${text}`)))
  }
  select.value = String(chosen)
}

/**
 * @param {Element} node
 * @param {string} text
 */
export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text
}
