"""The mirror: in a live session, the browser's selection as one text, so that Python sees it and can drive it.

It is a plain model of Bokeh's, which needs no script of Panel's in the browser (assets/js/page/session.js).
"""

import json
import logging
from typing import Any

from bokeh.core.properties import String
from bokeh.document import Document
from bokeh.model import DataModel

from app.state.lab_state import LabState
from app.state.selection import FIELDS, from_fields, to_fields

log = logging.getLogger(__name__)

NAME = "mirror"
MOST_CHARACTERS = 2000  # of a selection; the longest that there is has a fifth of them


class Mirror(DataModel):
    """A root without a view. Losing it costs no switch."""

    selection = String(
        help="The state as `to_fields` has it, as JSON: what the page shows, and what Python wants it to."
    )


def mirrored(state: LabState, document: Document) -> Mirror:
    """A mirror tied to a state both ways: the screen follows what Python sets in the state.

    What a browser sends is checked first. What the toy does not offer is answered with the state as it was.
    """
    mirror = Mirror(name=NAME, selection=shown(state))

    def from_browser(_attr: str, _old: str, new: str) -> None:
        if new == shown(state):
            return
        try:
            state.take(from_fields(json.loads(new)))
        except ValueError as error:  # JSON's own faults are ValueErrors too
            log.info("refused a selection: %s", error)
            to_browser()

    def to_browser(*_: Any) -> None:
        # Python may set the state at any time, the document only when it is this session's turn.
        document.add_next_tick_callback(lambda: mirror.update(selection=shown(state)))

    mirror.on_change("selection", from_browser)
    state.param.watch(to_browser, list(FIELDS))
    return mirror


def shown(state: LabState) -> str:
    """The state as the page spells it."""
    return json.dumps(to_fields(state.selection), separators=(",", ":"))
