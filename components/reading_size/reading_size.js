// Owns sizes and angles: four faces on one figure, each in components/reading_size/faces.js.

import { Chart } from "lab/draw/chart"
import { setText } from "lab/draw/dom"
import { roomBeside, unchanged } from "lab/views/reading"
import { FACES } from "components/reading_size/faces"

export function create({ section, figure, choices, strings }) {
  const words = strings["reading-size"]
  const chart = new Chart(section, figure)
  const room = roomBeside(section.querySelector(".frame"), choices)
  const isShown = unchanged()
  return {
    draw(frame) {
      const { face, token, target, against } = frame.values
      if (isShown(frame, face, token, target, against, room(2))) return
      const picture = FACES[face](frame, words[face], strings, room(2))
      section.dataset.face = face
      chart.draw(picture.marks)
      setText(section.querySelector(".said"), picture.said)
      setText(section.querySelector(".twin"), picture.twin)
    },
    table: (frame) => FACES[frame.values.face](frame, words[frame.values.face], strings, room(2)).table,
  }
}
