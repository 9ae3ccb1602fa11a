// Owns sizes and angles: four faces on one figure, each in components/reading_size/faces.js.

import { Chart } from "lab/draw/chart"
import { find, setText } from "lab/draw/dom"
import { roomBeside, unchanged } from "lab/views/reading"
import { FACES } from "components/reading_size/faces"

/** @param {ViewParts} parts */
export function create({ section, figure, choices, strings }) {
  const words = strings["reading-size"]
  const chart = new Chart(section, figure)
  const room = roomBeside(find(section, ".frame"), choices)
  const isShown = unchanged()
  return {
    /** @param {ReadingFrame} frame */
    draw(frame) {
      const { face, token, target, against } = frame.values
      if (isShown(frame, face, token, target, against, room(2))) return
      const picture = FACES[face](frame, words, strings, room(2))
      section.dataset.face = face
      chart.draw(picture.marks)
      setText(find(section, ".said"), picture.said)
      setText(find(section, ".twin"), picture.twin)
    },
    /**
     * @param {ReadingFrame} frame
     * @returns {NumbersTable}
     */
    table: (frame) => FACES[frame.values.face](frame, words, strings, room(2)).table,
  }
}
