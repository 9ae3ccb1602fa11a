"""The arrows inside a chart, as one who presses them."""

# In the page: walks a chart along its lines and across them, as one who presses the arrows; all that its tip says.
WALK = """(chart) => {
  const press = (key) => chart.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }))
  const tip = document.getElementById("tip")
  const walked = (key) => {
    press("Home")
    const told = [tip.textContent]
    for (let still = 0; still < 3 && told.length < 500; told.push(tip.textContent)) {
      press(key)
      still = told.at(-1) === tip.textContent ? still + 1 : 0
    }
    return told
  }
  const told = [...new Set(["ArrowRight", "ArrowUp"].flatMap(walked))]
  press("End")
  return [...told, tip.textContent]
}"""
