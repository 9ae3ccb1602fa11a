// Owns which rows of a table of Stacks belong to what is chosen: a highway has one for each bias of its gate.

/**
 * @param {StacksFrame} frame
 * @param {StacksValues["wiring"]} wiring
 * @param {string} [bias]
 */
function stackOf(frame, wiring = frame.values.wiring, bias = frame.values.bias) {
  return frame.table.labels.stack.indexOf(wiring === "highway" ? wiring + bias : wiring)
}

// log10 of the median size of a gradient after each number of layers, and the middle 80 % of the draws around it.
/**
 * @param {StacksFrame} frame
 * @param {StacksValues["wiring"]} [wiring]
 * @param {string} [bias]
 */
export function gradientOf(frame, wiring, bias) {
  return frame.table.gradient[stackOf(frame, wiring, bias)][frame.index("gain")]
}

// log10 of a size after so many layers in theory: the median's, and the root mean square's.
/**
 * @param {StacksFrame} frame
 * @param {number} layers
 * @param {StacksValues["wiring"]} [wiring]
 */
export function theoryOf(frame, layers, wiring = frame.values.wiring) {
  if (wiring === "dense") return frame.table.dense_theory[frame.index("gain")].map((sizes) => sizes[layers])
  const steps = frame.table.theory[stackOf(frame, wiring)][frame.index("gain")]
  return steps.map((step) => (layers === 0 ? 0 : step === null ? null : layers * step))
}
