"""What switching off does: direct, because later layers write differently, and through the final norm.

An effect is off minus on; a contribution is on minus off. The base run (all on) is the reference: its final-norm
scale s is frozen for the direct and the via terms, and the norm's own part has its own formula.

"Later layers made up for part of it" is self-repair: McGrath et al. 2023, "The Hydra Effect".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from toy_models.checks import Array, sublayers_off, target_words, whole_number
from toy_models.norms import projection
from toy_models.readout import readout_of, target_direction
from toy_models.worlds import Worlds


@dataclass(frozen=True)
class WorldEffects:
    """Effects against the base run in every world, in units of the readout; see `effects_in_all_worlds`.

    direct (W, S), via_layers (W, S), via_norm (W,), total (W,), and the readout itself (W,).
    """

    direct: Array
    via_layers: Array
    via_norm: Array
    total: Array
    readout: Array


@dataclass(frozen=True)
class Effects:
    """The same for one set of sublayers off: direct (S,), via_layers (S,), via_norm and total numbers."""

    direct: Array
    via_layers: Array
    via_norm: float
    total: float


@dataclass(frozen=True)
class SeveralOff:
    """What to say when several are off; see `several_off`. alone (S,), back_on (W, S), interaction (W,)."""

    alone: Array
    back_on: Array
    interaction: Array


def effects_in_all_worlds(worlds: Worlds, token: Any, target: Any) -> WorldEffects:
    """Split every world's effect on the readout into three kinds of term that add up to it.

    p projects a write with the base run's s frozen:  p · write = (gamma (write − mean) / s_base) · W_U c
    direct_a = −p · (a's write in the base run)                         for each a that is off, else 0
    via_b    = p · (b's write in this world − in the base run)          for each b that is on, else 0
    via_norm = (readout − bias) (1 − s / s_base),  bias = beta · W_U c  (0 without a final norm)
    total    = readout − readout_base = Σ direct + Σ via + via_norm, to rounding

    token: position from 0. target: v, (v, w) or (v, None). Raises ValueError if either is out of range.
    """
    toy = worlds.toy
    token = whole_number(token, "token", len(toy.tokens))
    direction = target_direction(toy.W_U, target_words(target, len(toy.vocab)))
    s = worlds.scale[:, token]
    row = projection(direction, s[-1], toy.norm, toy.gamma)
    writes = worlds.writes[:, :, token]
    change = (writes - writes[-1]) @ row
    readout = readout_of(worlds.logits[:, token], target)
    return WorldEffects(
        direct=np.where(worlds.on, 0.0, change),
        via_layers=np.where(worlds.on, change, 0.0),
        via_norm=(readout - toy.beta @ direction) * (1.0 - s / s[-1]) + 0.0,
        total=readout - readout[-1],
        readout=readout,
    )


def layer_effects(worlds: Worlds, off: Any, token: Any, target: Any) -> Effects:
    """The effect of switching some sublayers off, against all on; see `effects_in_all_worlds`.

    off: sublayers counted from 0, any iterable, repeats counted once; empty gives zeros.
    Raises ValueError for a sublayer, token or target out of range.
    """
    S = len(worlds.toy.blocks)
    world = 2**S - 1 - sum(1 << layer for layer in sublayers_off(off, S))
    every = effects_in_all_worlds(worlds, token, target)
    via_norm, total = float(every.via_norm[world]), float(every.total[world])
    return Effects(every.direct[world].copy(), every.via_layers[world].copy(), via_norm, total)


def several_off(worlds: Worlds, token: Any, target: Any) -> SeveralOff:
    """The quantities that a set of sublayers has beyond its single members.

    alone[l] = readout(only l off) − readout(all on)
    back_on[w, l] = readout(w with l on again) − readout(w) for l off in w, else 0: a contribution, new minus now
    interaction[w] = readout(w) − readout(all on) − Σ alone over the sublayers off in w

    token, target as in `effects_in_all_worlds`, which raises the same.
    """
    token = whole_number(token, "token", len(worlds.toy.tokens))
    readout = readout_of(worlds.logits[:, token], target)
    bits = 1 << np.arange(len(worlds.toy.blocks))
    world = np.arange(len(readout))[:, None]
    total = readout - readout[-1]
    alone = total[len(readout) - 1 - bits]
    interaction = total - np.where(worlds.on, 0.0, alone).sum(axis=1)
    return SeveralOff(alone, readout[world | bits] - readout[world], interaction)
