// Owns small helpers for building the page: elements, sentences with elements in them, lists to choose from.

export function element(tag, attributes = {}, ...children) {
  const node = document.createElement(tag)
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value)
  node.append(...children)
  return node
}

// "{name}" in a screen string stands for a text or an element given by name.
export function rich(template, values) {
  return template.split(/\{(\w+)\}/).map((part, i) => (i % 2 ? values[part] : part))
}

// A style set again, even to the same value, makes the browser work out anew all that depends on it.
export function setStyle(node, name, value) {
  const text = String(value)
  if (node.style.getPropertyValue(name) !== text) node.style.setProperty(name, text)
}

// A list is rebuilt only when what it offers has changed, so that it stays open under the pointer.
export function offer(select, options, chosen) {
  const key = JSON.stringify(options)
  if (select.dataset.offers !== key) {
    select.dataset.offers = key
    select.replaceChildren(...options.map(([value, text]) => element("option", { value }, text)))
  }
  select.value = chosen
}

export function setText(node, text) {
  if (node.textContent !== text) node.textContent = text
}
