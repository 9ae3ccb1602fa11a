"""A notebook's cell without a notebook: `Lab` in Python, its script in a page, and by hand what goes between them."""

import json

from lab_page import ALL_PAINTED, READY, off, switch

from app.notebook import Lab

# What anywidget promises a script: an element, and a model with these four.
CELL = """
<div id="cell"></div>
<script type="module">
  {script}
  const [kept, heard] = [{kept}, new Map()]
  window.saved = 0
  window.model = {
    get: (name) => kept[name],
    set(name, value) {
      kept[name] = value
      heard.get(`change:${name}`)?.()
    },
    on: (event, hear) => heard.set(event, hear),
    save_changes: () => (window.saved += 1),
  }
  widget.render({ model, el: document.getElementById("cell") })
</script>
"""
SELECTION = "model.get('selection')"


def test_a_cells_frame_and_python_follow_each_other(page, site):
    lab = Lab("off=3", view="effect")
    script = str(lab._esm).replace("export default", "const widget =")
    kept = json.dumps({"page": lab.page, "selection": lab.selection}).replace("<", "\\u003c")
    page.go(site(CELL.replace("{script}", script).replace("{kept}", kept)))
    page.enter(0)
    page.until(READY)
    page.until(ALL_PAINTED)
    page.click(switch("Attention 1"))
    page.until(off("Attention 1", "Attention 2"))
    page.press("2")
    page.until(off("Attention 1", "MLP 1", "Attention 2"))
    page.leave()
    page.until("saved >= 2")
    lab.selection = page.ask(SELECTION)
    assert lab.state.off == (1, 2, 3)
    lab.state.off = (6,)
    page.ask(f"model.set('selection', {json.dumps(lab.selection)})")
    page.enter(0)
    page.until(off("MLP 3"))
