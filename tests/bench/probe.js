// Owns the measuring, by one rule for every page: when a click or a key came, when its answer was painted, and when the last
// chart changed. Runs before a page's own scripts.

;(() => {
  const SENTENCE = "[role=status], .sentence"
  const PATIENCE = 10_000
  const now = () => performance.now()
  let clicked = null
  let drawn = null
  let painted = null
  let changed = 0
  let answered = false

  for (const kind of ["click", "keydown"]) addEventListener(kind, (event) => (clicked ??= event.timeStamp), { capture: true })

  // Any change of the document, in every shadow root too, counts as a change of a chart.
  const observer = new MutationObserver((records) => {
    changed = now()
    if (clicked !== null && !answered && records.some(({ target }) => inSentence(target))) afterPaint()
  })
  const watch = (root) => observer.observe(root, { subtree: true, childList: true, attributes: true, characterData: true })
  const { attachShadow } = Element.prototype
  Element.prototype.attachShadow = function (options) {
    const root = attachShadow.call(this, options)
    watch(root)
    return root
  }
  watch(document)

  function inSentence(node) {
    for (; node; node = node.parentNode ?? node.host) if (node.matches?.(SENTENCE)) return true
    return false
  }

  // The frame is drawn when a task posted in it at the highest priority runs; it has surely been painted when the next
  // one begins.
  function afterPaint() {
    answered = true
    requestAnimationFrame(() => {
      scheduler.postTask(() => (drawn = now()), { priority: "user-blocking" })
      requestAnimationFrame(() => (painted = now()))
    })
  }

  // Every call and every property set of a 2D context.
  const proto = CanvasRenderingContext2D.prototype
  for (const [name, property] of Object.entries(Object.getOwnPropertyDescriptors(proto))) {
    const counted = (call) =>
      function (...given) {
        const result = call.apply(this, given)
        changed = now()
        return result
      }
    if (name === "constructor") continue
    if (typeof property.value === "function") Object.defineProperty(proto, name, { ...property, value: counted(property.value) })
    else if (property.set) Object.defineProperty(proto, name, { ...property, set: counted(property.set) })
  }

  async function quiet(ms, ready = () => true) {
    const patience = now() + PATIENCE
    while (!ready() || now() - changed < ms) {
      if (now() > patience) throw new Error(`the page did not settle: clicked ${clicked}, painted ${painted}`)
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  window.probe = {
    // Before a click: wait until nothing moves.
    async arm(ms) {
      if (document.visibilityState !== "visible") throw new Error("a page must be seen to be measured")
      await quiet(ms)
      clicked = drawn = painted = null
      answered = false
    },
    // After it: wait until the answer is painted and nothing moves any more.
    async result(ms) {
      await quiet(ms, () => painted !== null)
      return [drawn, painted, changed].map((time) => time - clicked)
    },
  }
})()
