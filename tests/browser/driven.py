"""A live lab with a Python side of its own, started by test_live.py: at step 1 it switches layers 1 and 3 off."""

import sys
from pathlib import Path
from typing import Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from app.serve import server
from app.serve import session as live
from app.state.lab_state import LabState

mirror_of = live.mirror_of


def driven(state: LabState) -> Any:
    mirror = mirror_of(state)

    def answer(*_: object) -> None:
        if state.step == 1:
            state.choose(off=(1, 3))

    state.param.watch(answer, "step")
    return mirror


live.mirror_of = driven
made = server.make_server(int(sys.argv[1]))
server.run(made, server.url(made))
