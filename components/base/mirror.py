"""The mirror: in a live session, the browser's selection as a parameter, so that Python sees it and can drive it."""

import param
from panel.custom import JSComponent


class Mirror(JSComponent):
    """Carries the selection between the page and Python and draws nothing.

    The page works without it: a lost connection costs the mirror, never a switch.
    """

    selection = param.Dict(
        default={},
        doc="""The state as in the address: toy, seed, off (layers counted from 1), token, readout, target and against
        (vocabulary indices), step, alpha, measure. The page writes each change and shows what Python writes.""",
    )

    _esm = """
    export function render({ model }) {
      const lab = document.getElementById("lab")
      const gone = new AbortController()
      let shown = JSON.stringify(model.selection)
      const say = (state) => { shown = JSON.stringify(state); model.selection = state }
      lab.addEventListener("lab:selected", (event) => say(event.detail), { signal: gone.signal })
      model.on("selection", () => {
        if (JSON.stringify(model.selection) !== shown)
          lab.dispatchEvent(new CustomEvent("lab:select", { detail: model.selection }))
      })
      const tell = (here) => lab.dispatchEvent(new CustomEvent("lab:session", { detail: here }))
      const lost = () => { gone.abort(); tell(false) } // when the connection is back, another mirror is rendered
      for (const held of Bokeh.documents) held.on_event("connection_lost", lost)
      if (lab.selection) say(lab.selection)
      tell(true)
    }
    """
