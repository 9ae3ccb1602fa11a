"""How much does a sublayer matter? Two answers beside the Shapley value, and what two sublayers do together.

All are contributions, on minus off, in units of the readout, and depend on the ablation that the worlds were run with.
They disagree wherever sublayers work together or stand in for each other: leave-one-out counts a layer as what the
others cannot replace, add-one-in as what it can do alone, and Shapley's value averages over all companies between.
Covert et al. 2021, "Explaining by Removing", §5; here a "feature" is a sublayer.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from toy_models.model.checks import Array, whole_number
from toy_models.worlds.readout import readout_of
from toy_models.worlds.worlds import Worlds


def _readout_and_bits(worlds: Worlds, token: Any, target: Any) -> tuple[Array, Array]:
    """The readout in every world (W,), and each sublayer's bit in a world's number (S,)."""
    token = whole_number(token, "token", len(worlds.toy.tokens))
    return readout_of(worlds.logits[:, token], target), 1 << np.arange(len(worlds.toy.blocks))


def leave_one_out(worlds: Worlds, token: Any, target: Any) -> Array:
    """readout(all on) − readout(only l off), (S,): minus the total effect of l off. Raises as `layer_effects`."""
    readout, bits = _readout_and_bits(worlds, token, target)
    return readout[-1] - readout[len(readout) - 1 - bits]


def add_one_in(worlds: Worlds, token: Any, target: Any) -> Array:
    """readout(only l on) − readout(all off), (S,). Raises as `layer_effects`."""
    readout, bits = _readout_and_bits(worlds, token, target)
    return readout[bits] - readout[0]


def pair_interactions(worlds: Worlds, token: Any, target: Any) -> Array:
    """What two sublayers do together beyond the sum of each, all others on, (S, S), symmetric, 0 on the diagonal.

    I_ij = readout(all on) − readout(i off) − readout(j off) + readout(i and j off)
    (the discrete second derivative: Grabisch & Roubens 1999, eq. 3, at the coalition of all others)

    Above 0 they need each other; below 0 each stands in for the other. The sign is the same for effects and
    contributions. Raises as `layer_effects`.
    """
    readout, bits = _readout_and_bits(worlds, token, target)
    all_on = len(readout) - 1
    alone = readout[all_on - bits]
    together = readout[all_on - (bits[:, None] | bits)]
    pairs = readout[-1] + together - (alone[:, None] + alone)
    np.fill_diagonal(pairs, 0.0)
    return pairs
