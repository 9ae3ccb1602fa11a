"""How long the stream is and how far each write turns it, with the plus and without, in every world.

    with the plus      x_{l+1} = x_l + F_l(x_l)   (He et al. 2016, eq. 4)
    without it         y_{l+1} = F_l(y_l),  y_0 the embedding

With the plus a state is like the one before as long as the write is short beside it; without it each layer writes a
state of its own. All sizes are L2 norms over the d numbers of one word, 0 or more; a cosine with a zero vector is
undefined (NaN), as in `geometry`.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from toy_models.model.checks import Array, lengths
from toy_models.model.stream import write_of
from toy_models.studies.geometry import cosines
from toy_models.worlds.worlds import Worlds


@dataclass(frozen=True)
class Lengths:
    """Sizes and turns in every world, at every word.

    stream (W, S+1, T): ‖x_l‖, after the embedding and after each sublayer. writes (W, S, T): ‖what is written‖, the
    stand-in where a sublayer is off. turns (W, S, T): cos(x_l, x_{l+1}), in [−1, 1] or NaN.
    """

    stream: Array
    writes: Array
    turns: Array


def with_plus(worlds: Worlds) -> Lengths:
    """Sizes and turns of the toy as it is. Raises ValueError if a size is too large for a number."""
    return _measured(worlds.states, worlds.writes)


def without_plus(worlds: Worlds) -> Lengths:
    """The same where each sublayer reads the last one's write alone, so that a write is the next state.

    A sublayer that is off passes on what stands in for it (under zero ablation nothing), whatever came from below. No
    toy was trained to work so; it shows what the plus is worth for keeping a state. Raises ValueError as `with_plus`,
    or if a write is not finite.
    """
    states = states_without_plus(worlds)
    return _measured(states, states[:, 1:])


def states_without_plus(worlds: Worlds) -> Array:
    """y_0 … y_S in every world, (W, S+1, T, d); `geometry.run_without_plus` in all worlds at once."""
    states = np.empty_like(worlds.states)
    states[:, 0] = worlds.states[:, 0]
    for layer, block in enumerate(worlds.toy.blocks):
        # In the first world all sublayers are off, so it holds what stands in for each.
        stand_in, on = worlds.writes[0, layer], worlds.on[:, layer, None, None]
        states[:, layer + 1] = np.where(on, write_of(block, layer, states[:, layer]), stand_in)
    return states


def _measured(states: Array, writes: Array) -> Lengths:
    """Lengths of states (W, S+1, T, d) and writes (W, S, T, d)."""
    return Lengths(lengths(states, "a stream"), lengths(writes, "a write"), cosines(states[:, :-1], states[:, 1:]))
