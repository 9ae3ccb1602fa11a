"""Exact Shapley values of the sublayers, from all worlds, no sampling.

Shapley 1953, "A Value for n-Person Games", eq. 12: the mean, over all orders in which sublayers are switched on,
of what each adds when its turn comes.
"""

from __future__ import annotations

from functools import lru_cache
from math import comb
from typing import Any

import numpy as np

from toy_models.model.checks import Array, whole_number
from toy_models.worlds.readout import readout_of
from toy_models.worlds.worlds import Worlds, switch_settings


@lru_cache
def _without(sublayers: int) -> tuple[Array, Array]:
    """For each sublayer the worlds without it, (S, 2^(S−1)), and their weights n! (S−1−n)! / S!, n of them on."""
    on = switch_settings(sublayers)
    index = np.array([np.flatnonzero(~on[:, layer]) for layer in range(sublayers)])
    weight_of = np.array([1.0 / (sublayers * comb(sublayers - 1, n)) for n in range(sublayers)])
    return index, weight_of[on.sum(axis=1)[index]]


def shapley_values(worlds: Worlds, token: Any, target: Any) -> Array:
    """Each sublayer's Shapley value, a contribution (on minus off) in units of the readout.

    phi_l = Σ_{w without l} n! (S−1−n)! / S! · (readout(w with l) − readout(w)),  n the number on in w

    Returns (S,); they add to readout(all on) − readout(all off). token, target as in `layer_effects`.
    Raises ValueError if token or target is out of range.
    """
    token = whole_number(token, "token", len(worlds.toy.tokens))
    readout = readout_of(worlds.logits[:, token], target)
    S = len(worlds.toy.blocks)
    if S == 0:
        return np.zeros(0)
    index, weight = _without(S)
    return (weight * (readout[index | (1 << np.arange(S))[:, None]] - readout[index])).sum(axis=1)
