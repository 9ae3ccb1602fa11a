"""Norms by hand: vectors of two or three numbers through LayerNorm, RMSNorm and one residual layer, ε = 0.

    [1, 3]: mean 2, deviation 1, root mean square √5   LayerNorm [−1, 1], RMSNorm [1/√5, 3/√5], both of length √2
    (2, −1, 1), of length √6: x + F(x) = (0, 1, 1), of length √2, with F(x) = (−x1, 2, 0)
    F(x) = x: 2x without a norm.    F(x) = 0: x in pre-norm, N(x) in post-norm.

LayerNorm forgets the mean and the size of its input, RMSNorm the size alone; both always give length √d. The layers are
those of placements; in parallel both branches are F.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from toy_models.model.checks import Array
from toy_models.model.norms import centred, normalise, scale
from toy_models.studies.placements import one_layer

EXAMPLES: tuple[tuple[float, ...], ...] = ((1, 3), (10, 30), (11, 13), (-1, -3), (3, 3), (2, -1, 1))


def _turn(x: Array) -> Array:
    """(−x1, 2, 0, …), the first layer of the toy "reread" (see hand)."""
    write = np.zeros_like(x)
    write[..., :2] = -x[..., 0], 2.0
    return write


BRANCHES: dict[str, Callable[[Array], Array]] = {
    "zero": np.zeros_like,
    "same": lambda x: x,
    "minus": lambda x: -x,
    "turn": _turn,
}


def exact_norm(norm: str) -> Callable[[Array], Array]:
    """N with ε = 0, as one does it by hand. Where there is nothing to divide by, the 0 that any ε > 0 gives."""

    def N(x: Array) -> Array:
        if not scale(x, norm, 0.0):
            return np.zeros_like(centred(x, norm))
        return normalise(x, norm, np.ones(len(x)), np.zeros(len(x)), 0.0)

    return N


def after_layer(x: Array, branch: str, placement: str, norm: str) -> Array:
    """x (d,) after one residual layer whose F is BRANCHES[branch]. In parallel F stands twice."""
    branches = [BRANCHES[branch]] * (2 if placement == "parallel" else 1)
    return one_layer(np.asarray(x, dtype=float), branches, placement, exact_norm(norm))[0]
