// Put into a page: does what a visitor might, at random, and takes it all back.

globalThis.undoing = (() => {
  const main = document.getElementById("lab")
  const state = () => JSON.stringify(main.selection)
  const key = (key, more = {}) =>
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true, ...more }))
  const tell = (node, type) => node.dispatchEvent(new Event(type, { bubbles: true }))

  // A slider is taken, moved over some places and let go; a list or a word is chosen; a button or a key is pressed.
  function act(random) {
    const pick = (list) => list[Math.floor(random() * list.length)]
    const seen = (selector) => [...document.querySelectorAll(selector)].filter((node) => node.checkVisibility() && !node.disabled)
    const ways = [
      () => key(pick(main.querySelector("[role=switch]") ? [..."1234560", "ArrowLeft", "ArrowRight"] : ["r"])),
      () => {
        const list = pick(seen("header [name], main select:not(.speed)").filter((node) => node.localName === "select"))
        list.value = pick([...list.options]).value
        tell(list, "change")
      },
      () => {
        const slider = pick(seen("main input[type=range]:not(.scrub)"))
        for (let i = 0; i < 4; i++) {
          slider.value = Number(slider.min) + Math.floor(random() * (slider.max - slider.min + 1))
          tell(slider, "input")
        }
        tell(slider, "change")
      },
      () => pick(seen("header .reset, main .compare, main .own, header .chip input")).click(),
    ]
    pick(ways.filter((_, i) => i !== 2 || seen("main input[type=range]:not(.scrub)").length > 0))()
  }

  let asked = 0
  const { fetch } = globalThis
  globalThis.fetch = (...what) => {
    asked++
    return fetch(...what).finally(() => setTimeout(() => asked--, 20))
  }
  const soon = () => new Promise((done) => setTimeout(() => setTimeout(done)))

  // Tables may be on their way.
  async function still() {
    do await soon()
    while (asked > 0)
  }

  // The states on the way there, back and there again; only what changed anything is a step.
  async function walk(count, seed) {
    let drawn = seed
    const random = () => (drawn = (drawn * 16807) % 2147483647) / 2147483647
    const there = [state()]
    for (let i = 0; i < count; i++) {
      act(random)
      await still()
      if (state() !== there.at(-1)) there.push(state())
    }
    const taken = await back()
    const again = await go("redo", () => document.querySelector("header .redo").click())
    return { there, back: taken, again }
  }

  // The states on the way, until there is nothing more to take back.
  async function go(name, press) {
    const states = [state()]
    while (document.querySelector(`header .${name}`).ariaDisabled === "false") {
      press()
      await soon()
      states.push(state())
    }
    return states
  }

  const back = () => go("undo", () => key("z", { ctrlKey: true }))

  return { walk, back }
})()
