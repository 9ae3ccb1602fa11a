"""Three toys whose every number can be redone on paper: one token, three numbers, no final norm.

The unembedding is the identity, so the three words of the vocabulary are the three numbers of the stream.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from toy_models.model.blocks import Affine
from toy_models.model.checks import frozen
from toy_models.model.toy import Toy

NOTHING = np.zeros((3, 3))


def _affine(M: Any = NOTHING, c: Any = (0, 0, 0)) -> Affine:
    """The sublayer x -> x M + c, with read-only numbers."""
    return Affine(frozen(np.add(M, 0.0)), frozen(c))


def _toy(name: str, title: str, about: str, x: Sequence[float], layers: dict[str, Affine]) -> Toy:
    """A toy with one token whose embedding is x."""
    return Toy(
        name=name,
        title=title,
        about=about,
        X0=np.array([x], dtype=float),
        blocks=tuple(layers.values()),
        sublayer_names=tuple(layers),
        norm="none",
        gamma=np.ones(3),
        beta=np.zeros(3),
        W_U=np.eye(3),
        tokens=("x",),
        vocab=("first", "second", "third"),
    )


def sum_toy() -> Toy:
    """(1, 0, 0) + (0, .5, 0) + (0, 0, .2) + (−.3, 0, 0) = (.7, .5, .2)."""
    writes = ((0, 0.5, 0), (0, 0, 0.2), (-0.3, 0, 0))
    about = "Three layers each write a fixed vector of three numbers, whatever they read, so the stream is a plain sum."
    layers = {f"Layer {i}": _affine(c=write) for i, write in enumerate(writes, 1)}
    return _toy("sum", "A plain sum", about, (1, 0, 0), layers)


def reread_toy() -> Toy:
    """F(x) = (−x1, 2, 0), then G(y) = (y2, −y2, 2 y1).

    From (2, −1, 1): y = (0, 1, 1), z = (1, 0, 1). F off and recomputed: (1, 0, 5); merely subtracted: (3, −2, 1).
    """
    F = _affine(M=[[-1, 0, 0], [0, 0, 0], [0, 0, 0]], c=(0, 2, 0))
    G = _affine(M=[[0, 0, 2], [1, -1, 0], [0, 0, 0]])
    about = "G reads what F wrote, so a run without F is not the finished sum with F's write taken away from it."
    return _toy("reread", "A layer that reads another", about, (2, -1, 1), {"F": F, "G": G})


def cancel_toy() -> Toy:
    """F(x) = −x: the stream and the gradient are exactly zero, in spite of the plus."""
    about = (
        "F writes the exact opposite of what it reads, so stream and gradient both end at zero, in spite of the plus."
    )
    return _toy("cancel", "A layer that cancels the stream", about, (2, -1, 1), {"F": _affine(M=-np.eye(3))})
