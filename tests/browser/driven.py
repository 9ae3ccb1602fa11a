"""A live lab with a Python side of its own, started by test_live.py: at step 1 it switches layers 1 and 3 off."""

import sys
from pathlib import Path
from typing import Any

from bokeh.document import Document

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.serve import server, session
from app.state.lab_state import LabState

mirrored = session.mirrored


def driven(state: LabState, document: Document) -> Any:
    mirror = mirrored(state, document)

    def answer(*_: object) -> None:
        if state.step == 1:
            state.choose(off=(1, 3))

    state.param.watch(answer, "step")
    return mirror


session.mirrored = driven
made = server.make_server(int(sys.argv[1]))
server.run(made, server.url(made))
