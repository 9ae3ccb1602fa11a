// Owns a picture's Play button: a position that runs from 0 to an end, and stops when it is pressed again.

import { setText } from "lab/draw/dom"

// `place(position)` draws; `end()` is how far it goes, in `seconds`. Each frame asks the clock where it should be, so that
// nothing can queue and Pause holds at once. Where motion is not wanted, each press takes it one whole step on.
export function playing(button, words, { place, end, seconds }) {
  let at = null
  let running = null

  function pause() {
    cancelAnimationFrame(running)
    running = null
    setText(button, words.play)
    button.classList.remove("running")
  }

  function run() {
    const from = at === null || at >= end() ? 0 : at
    let started = null
    const move = (now) => {
      started ??= now
      at = Math.min(end(), from + ((now - started) / 1000 / seconds) * end())
      place(at)
      if (at < end()) running = requestAnimationFrame(move)
      else pause()
    }
    running = requestAnimationFrame(move)
    setText(button, words.pause)
    button.classList.add("running")
  }

  button.addEventListener("click", () => {
    if (running !== null) return pause()
    if (!matchMedia("(prefers-reduced-motion: reduce)").matches) return run()
    at = at === null || at >= end() ? 0 : Math.floor(at) + 1
    place(at)
  })

  return {
    // Where it stands now, never beyond the end; null until Play was pressed.
    at: () => (at === null ? null : Math.min(at, end())),
    stop() {
      pause()
      at = null
    },
  }
}
