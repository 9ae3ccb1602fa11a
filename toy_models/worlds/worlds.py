"""Every world at once: the toy run with each of the 2^S sets of sublayers on."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from toy_models.model import norms
from toy_models.model.checks import Array, finite
from toy_models.model.stream import added, write_of
from toy_models.model.toy import Toy
from toy_models.worlds.ablations import replacement_writes

#: Beyond this the worlds (2^S) and their paths (3^S) no longer fit an ordinary laptop's memory.
MAX_SUBLAYERS = 12


@dataclass(frozen=True, eq=False)
class Worlds:
    """All worlds of a toy, W = 2^S; world w has sublayer l on iff bit l of w is set, so the base run is the last.

    on (W, S) bool, states (W, S+1, T, d), writes (W, S, T, d) (what replaces it where off), logits (W, T, V).
    """

    toy: Toy
    on: Array
    states: Array
    writes: Array
    logits: Array

    @cached_property
    def scale(self) -> Array:
        """The final norm's divisor s in every world at every token, (W, T)."""
        return norms.scale(self.states[:, -1], self.toy.norm, self.toy.eps)


@lru_cache
def switch_settings(sublayers: int) -> Array:
    """Which sublayers are on in each world: (2^S, S) bool, read-only."""
    on = (np.arange(2**sublayers)[:, None] >> np.arange(sublayers)) & 1 == 1
    on.flags.writeable = False
    return on


def all_worlds(toy: Toy, ablation: str = "zero", source: int | None = None) -> Worlds:
    """Run the toy in all 2^S worlds in one batched pass. An off sublayer writes its `replacement_writes` instead.

    Worlds that agree on the first l switches share their stream so far: before sublayer l there are only 2^l
    different streams, and its switch doubles them, off first and on after.

    toy: at most MAX_SUBLAYERS sublayers. ablation: "zero", "mean" or "resample", with a source prompt (from 0).
    Raises ValueError for an ablation or source that the toy does not offer, too many sublayers, a block that writes
    another shape, or what is not finite.
    """
    S = len(toy.blocks)
    if S > MAX_SUBLAYERS:
        raise ValueError(f"all worlds of at most {MAX_SUBLAYERS} sublayers fit in memory (2^S of them), got {S}")
    replacement = replacement_writes(toy, ablation, source)
    W = 2**S
    states = np.empty((S + 1, W, *toy.X0.shape))
    writes = np.empty((S, W, *toy.X0.shape))
    streams = toy.X0[None]
    for index, block in enumerate(toy.blocks):
        write = write_of(block, index, streams)
        n = len(streams)
        fold = (W // n, n, *toy.X0.shape)
        states[index].reshape(fold)[:] = streams
        writes[index].reshape(fold)[0::2] = replacement[index]
        writes[index].reshape(fold)[1::2] = write
        streams = np.concatenate([added(streams, replacement[index], index), added(streams, write, index)])
    states[S] = streams
    with np.errstate(over="ignore", invalid="ignore"):
        logits = finite(norms.normalise(states[S], toy.norm, toy.gamma, toy.beta, toy.eps) @ toy.W_U, "the logits")
    return Worlds(toy, switch_settings(S), states.swapaxes(0, 1), writes.swapaxes(0, 1), logits)
