"""The lab as a component of Panel's: `pn.Row(Lab(off=(3,)), text)`, in a template, several on a page, in a notebook."""

from typing import Any

import param
from panel.custom import AnyWidgetComponent
from panel.viewable import Viewable, Viewer
from param.parameterized import resolve_ref, resolve_value

from app.screens.framed import Framed
from app.state.lab_state import LabState
from app.state.selection import FIELDS, choose, from_fields, to_fields
from app.tables.numbers import effect
from components.base.frame import SCRIPT


class LabFrame(AnyWidgetComponent):
    """The frame on a Panel page; all that it knows goes to and comes from its module."""

    page = param.String(default="", doc="The screen as one file.")
    selection = param.Dict(default={}, doc="The state as `to_fields` has it; the page writes it too.")

    _esm = SCRIPT

    @classmethod
    def _process_importmap(cls) -> dict[str, Any]:
        return {}  # Panel would name a place elsewhere for React, which nothing here imports


class Lab(LabState, Viewer):
    """The lab, or one of its widgets, whose params are its state, whoever changed it last.

    What a student clicks is in the params, and what is set in them is shown. A value that the toy does not offer raises
    ValueError with one sentence and changes nothing. Without Python the page goes on working alone.
    """

    effect = param.Dict(
        default={},
        constant=True,
        doc="""What is off did this to the readout, measured from the reference: direct, via_layers and via_norm, which
        add up to total, and natural_direct and natural_indirect, which do so too. Computed here and not rounded.""",
    )

    def __init__(self, address: str = "", view: str = "lab", **changes: Any) -> None:
        """Open on the state that an address says, such as "toy=or&off=3", with some fields changed.

        `view` is the lab or one of its widgets. A change may be a reference, such as another object's param or what
        `pn.bind` returns, and is then followed. Raises ValueError that says what was expected and what came.
        """
        self._framed = Framed(address, view)
        super().__init__(choose(self._framed.start, **{name: resolve_value(value) for name, value in changes.items()}))
        state = self.selection
        self._frame = LabFrame(page=self._framed.page(state), selection=to_fields(state), sizing_mode="stretch_width")
        self._measure()
        self._frame.param.watch(self._from_page, "selection")
        self.param.watch(self._from_python, list(FIELDS))
        for name, value in changes.items():
            if resolve_ref(value):
                param.bind(self.choose, **{name: value}, watch=True)

    def __panel__(self) -> Viewable:
        return self._frame

    def _from_page(self, *_: Any) -> None:
        try:
            self.take(from_fields(self._frame.selection))
        except ValueError:
            self._frame.selection = to_fields(self.selection)

    # It is the first to hear of a change, so whoever watches a field finds the effect of it.
    def _from_python(self, *_: Any) -> None:
        self._measure()
        state = self.selection
        if not self._framed.reaches(state):
            self._frame.page = self._framed.page(state)
        self._frame.selection = to_fields(state)

    def _measure(self) -> None:
        with param.edit_constant(self):
            self.effect = effect(self.selection)
