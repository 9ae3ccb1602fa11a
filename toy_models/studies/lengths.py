"""provisional"""
from typing import NamedTuple
import numpy as np
from toy_models.studies.geometry import cosines
from toy_models.model.stream import write_of


class L(NamedTuple):
    stream: object
    write: object
    turn: object


def stream_lengths(worlds, plus=True):
    states, writes = worlds.states, worlds.writes
    if not plus:
        X = np.broadcast_to(worlds.toy.X0, states[:, 0].shape)
        out = [X]
        for l, block in enumerate(worlds.toy.blocks):
            X = np.where(worlds.on[:, l, None, None], write_of(block, l, X), worlds.writes[0, l])
            out.append(X)
        states = np.stack(out, 1)
    return L(np.linalg.norm(states, axis=-1), np.linalg.norm(writes, axis=-1), cosines(states[:, :-1], states[:, 1:]))
