"""The lab in a notebook: a cell shows one file in a frame, and Python and the page follow each other's state.

All of it travels by the kernel's own connection, so it needs no port and works wherever the notebook does, on a remote
hub too. anywidget carries it, which only a notebook needs.
"""

from typing import Any

try:
    import anywidget
    import traitlets
except ModuleNotFoundError as missing:
    raise ImportError("A lab in a notebook needs anywidget: pip install anywidget") from missing

from app.screens.lab import WIDGETS, LabScreen
from app.screens.page import Form, page_html
from app.state.address import parse
from app.state.lab_state import LabState
from app.state.selection import FIELDS, from_fields, to_fields
from app.tables.keys import readout_key, token_key


class Lab(anywidget.AnyWidget):
    """The lab, or one of its widgets, as the last line of a cell shows it.

    `state` is what the screen shows, whoever changed it last, and what is set in it is shown. A page carries what a
    file would; when Python asks for more, another page takes its place. Without a kernel it goes on working alone.
    """

    page = traitlets.Unicode(help="The screen as one file.").tag(sync=True)
    selection = traitlets.Dict(help="The state as `to_fields` has it; the page writes it too.").tag(sync=True)

    # The frame is of the notebook's own origin, so the page is reached as a live session reaches it: by the events of
    # its main element. The notebook may load the frame anew at any time; the page then starts from the state here.
    _esm = """
    export default {
      render({ model, el }) {
        const frame = document.createElement("iframe")
        frame.title = "Residual Stream Lab"
        frame.style.cssText = "display: block; width: 100%; height: 760px; border: 0"
        let lab = null
        let shown = ""
        const load = () => {
          lab = null
          frame.srcdoc = model.get("page")
        }
        const show = () => {
          if (lab && JSON.stringify(model.get("selection")) !== shown)
            lab.dispatchEvent(new CustomEvent("lab:select", { detail: model.get("selection") }))
        }
        const say = ({ detail }) => {
          shown = JSON.stringify(detail)
          model.set("selection", detail)
          model.save_changes()
        }
        const open = (opened) => {
          lab = opened
          lab.addEventListener("lab:selected", say)
          shown = JSON.stringify(lab.selection)
          show()
        }
        frame.addEventListener("load", () => {
          const loaded = frame.contentDocument.getElementById("lab")
          if (loaded?.selection) open(loaded)
          else loaded?.addEventListener("lab:selected", () => open(loaded), { once: true })
        })
        const fit = ({ source, data }) => {
          if (source === frame.contentWindow && data.kind === "height") frame.style.height = `${data.height}px`
        }
        addEventListener("message", fit)
        model.on("change:page", load)
        model.on("change:selection", show)
        load()
        el.append(frame)
        return () => removeEventListener("message", fit)
      },
    }
    """

    def __init__(self, address: str = "", view: str = "lab") -> None:
        """Open on the state that an address says, such as "toy=or&off=3"; `view` is the lab or one of its widgets.

        Raises ValueError that says what was expected and what came.
        """
        if view not in WIDGETS:
            raise ValueError(f"view: expected one of {', '.join(WIDGETS)}, got {view!r}.")
        asked = parse(address)
        if asked.problems:
            raise ValueError(" ".join(problem.sentence for problem in asked.problems))
        self.state = LabState(asked.state)
        self._screen, self._kept = LabScreen(view), asked.kept
        super().__init__(page=self._made(), selection=to_fields(asked.state))
        self.observe(self._from_page, "selection")
        self.state.param.watch(self._from_python, list(FIELDS))

    def _made(self) -> str:
        state = self.state.selection
        tables = self._screen.carried(state)
        self._carried = frozenset(tables)
        return page_html(self._screen.content(state), Form("inline", tables, kept=self._kept))

    def _from_page(self, *_: Any) -> None:
        try:
            self.state.show(from_fields(self.selection))
        except ValueError:
            self.selection = to_fields(self.state.selection)

    def _from_python(self, *_: Any) -> None:
        state = self.state.selection
        if not {str(token_key(state)), str(readout_key(state))} <= self._carried:
            self.page = self._made()
        self.selection = to_fields(state)
