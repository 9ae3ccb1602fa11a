// Owns a picture's Play button: a position that runs from 0 to an end, and stops when it is pressed again.

import { setText } from "lab/draw/dom"

// `place(position)` draws; `end()` is how far it goes, `pace()` how far in a second. Each frame asks the clock where it should
// be, so that nothing can queue and Pause holds at once. Where motion is not wanted, each press takes it one whole step on.
/**
 * @param {HTMLElement} button
 * @param {{ play: string, pause: string }} words
 * @param {{ place: (position: number) => void, end: () => number, pace: () => number }} run
 */
export function playing(button, words, { place, end, pace }) {
  /** @type {number | null} */
  let at = null
  /** @type {number | null} */
  let running = null

  function pause() {
    if (running !== null) cancelAnimationFrame(running)
    running = null
    setText(button, words.play)
    button.classList.remove("running")
  }

  /** @param {number} position */
  function goTo(position) {
    at = position
    place(at)
  }

  function run() {
    let position = at === null || at >= end() ? 0 : at
    /** @type {number | null} */
    let before = null
    /** @param {number} now */
    const move = (now) => {
      position = Math.min(end(), position + ((now - (before ?? now)) / 1000) * pace())
      before = now
      goTo(position)
      if (position < end()) running = requestAnimationFrame(move)
      else pause()
    }
    running = requestAnimationFrame(move)
    setText(button, words.pause)
    button.classList.add("running")
  }

  button.addEventListener("click", () => {
    if (running !== null) pause()
    else if (!matchMedia("(prefers-reduced-motion: reduce)").matches) run()
    else goTo(at === null || at >= end() ? 0 : Math.floor(at) + 1)
  })

  return {
    // Where it stands now, never beyond the end; null until Play was pressed.
    at: () => (at === null ? null : Math.min(at, end())),
    /** @param {number} position */
    goTo(position) {
      pause()
      goTo(position)
    },
    stop() {
      pause()
      at = null
    },
  }
}
