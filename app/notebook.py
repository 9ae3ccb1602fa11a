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

from app.screens.framed import Framed
from app.state.lab_state import LabState
from app.state.selection import FIELDS, from_fields, to_fields
from components.base.frame import SCRIPT


class Lab(anywidget.AnyWidget):
    """The lab, or one of its widgets, as the last line of a cell shows it.

    `state` is what the screen shows, whoever changed it last, and what is set in it is shown. A page carries what a
    file would; when Python asks for more, another page takes its place. Without a kernel it goes on working alone.
    """

    page = traitlets.Unicode(help="The screen as one file.").tag(sync=True)
    selection = traitlets.Dict(help="The state as `to_fields` has it; the page writes it too.").tag(sync=True)

    _esm = SCRIPT

    def __init__(self, address: str = "", view: str = "lab") -> None:
        """Open on the state that an address says, such as "toy=or&off=3"; `view` is the lab or one of its widgets.

        Raises ValueError that says what was expected and what came.
        """
        self._framed = Framed(address, view)
        self.state = LabState(self._framed.start)
        super().__init__(page=self._framed.page(self._framed.start), selection=to_fields(self._framed.start))
        self.observe(self._from_page, "selection")
        self.state.param.watch(self._from_python, list(FIELDS))

    def _from_page(self, *_: Any) -> None:
        try:
            self.state.take(from_fields(self.selection))
        except ValueError:
            self.selection = to_fields(self.state.selection)

    def _from_python(self, *_: Any) -> None:
        state = self.state.selection
        if not self._framed.reaches(state):
            self.page = self._framed.page(state)
        self.selection = to_fields(state)
