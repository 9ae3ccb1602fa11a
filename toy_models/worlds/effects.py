"""What switching off does: direct, because later layers write differently, and through the final norm.

An effect is new minus reference (off minus on where the reference has all on); a contribution is on minus off. The
reference run's final-norm scale s is frozen for the direct and the via terms, and the norm's own part has its own
formula. The reference is the base run (all on) unless another world is named: an effect is of one run and one
reference.

Beside this frozen split stands the natural one, in which nothing is held fixed: `natural_effects`.

"Later layers made up for part of it" is self-repair: McGrath et al. 2023, "The Hydra Effect".
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from toy_models.model.checks import Array, sublayers_off, target_words, whole_number
from toy_models.model.norms import normalise, projection
from toy_models.worlds.readout import readout_of, target_direction
from toy_models.worlds.worlds import Worlds


@dataclass(frozen=True)
class WorldEffects:
    """Effects against the reference run in every world, in units of the readout; see `effects_in_all_worlds`.

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
class NaturalEffects:
    """The natural split in every world, direct (W,) and indirect (W,); see `natural_effects`."""

    direct: Array
    indirect: Array


@dataclass(frozen=True)
class SeveralOff:
    """What to say when several are off; see `several_off`. alone (S,), back_on (W, S), interaction (W,)."""

    alone: Array
    back_on: Array
    interaction: Array


def effects_in_all_worlds(worlds: Worlds, token: Any, target: Any, reference: Any = ()) -> WorldEffects:
    """Split every world's effect on the readout into three kinds of term that add up to it.

    p projects a write with the reference run's s frozen:  p · write = (gamma (write − mean) / s_ref) · W_U c
    own_a    = a's write if its switch alone were set as in this world, all else as in the reference
    direct_a = p · (own_a − its write in the reference)                 0 where the switch is as in the reference
    via_b    = p · (b's write in this world − own_b)                    0 where b is off
    via_norm = (readout − bias) (1 − s / s_ref),  bias = beta · W_U c   0 without a final norm
    total    = readout − readout_ref = Σ direct + Σ via + via_norm, to rounding

    Against the base run, direct_a is minus a's own contribution there plus its replacement's, and own_b is b's write
    there. token: position from 0. target: v, (v, w) or (v, None). reference: the sublayers that are off in the
    reference run, from 0. Raises ValueError if one of them is out of range.
    """
    toy = worlds.toy
    token = whole_number(token, "token", len(toy.tokens))
    direction = target_direction(toy.W_U, target_words(target, len(toy.vocab)))
    base = world_without(reference, len(toy.blocks))
    s = worlds.scale[:, token]
    row = projection(direction, s[base], toy.norm, toy.gamma)
    writes = worlds.writes[:, :, token]
    layer = np.arange(len(toy.blocks))
    flipped = worlds.on != worlds.on[base]
    own = np.where(flipped[:, :, None], writes[base ^ (1 << layer), layer], writes[base])
    readout = readout_of(worlds.logits[:, token], target)
    return WorldEffects(
        direct=(own - writes[base]) @ row + 0.0,
        via_layers=(writes - own) @ row + 0.0,
        via_norm=(readout - toy.beta @ direction) * (1.0 - s / s[base]) + 0.0,
        total=readout - readout[base],
        readout=readout,
    )


def natural_effects(worlds: Worlds, token: Any, target: Any, reference: Any = ()) -> NaturalEffects:
    """Split every world's effect into what the switched sublayers' own writes do, and all the rest.

    x'       = x_ref + Σ_a (a's write in this world − its write in the reference)   over the switched a
    direct   = readout(norm(x')) − readout_ref      only those writes replaced in the finished sum, norm recomputed
    indirect = total − direct

    x_ref is the reference's final state; an off sublayer's write is its stand-in. This is the natural direct effect of
    Pearl 2001, "Direct and Indirect Effects", def. 4, with all later writes as the mediator. The indirect effect is the
    total indirect one: his natural indirect effect, in which only the later writes change, differs from it by what the
    norm mixes, and is the same where there is none. Both add to the total by definition.

    Exactly 0 where nothing is switched, or nothing that is switched writes differently. Exactly the total, with an
    indirect effect of exactly 0, where no other write moved, as none does below the last sublayer.

    token, target and reference as in `effects_in_all_worlds`, which raises the same. Returns (W,) each, in its units.
    """
    toy = worlds.toy
    token = whole_number(token, "token", len(toy.tokens))
    base = world_without(reference, len(toy.blocks))
    readout = readout_of(worlds.logits[:, token], target)
    writes, states = worlds.writes[:, :, token], worlds.states[:, -1, token]
    flipped = worlds.on != worlds.on[base]
    moved = writes != writes[base]
    own, others = (moved & flipped[:, :, None]).any(axis=(1, 2)), (moved & ~flipped[:, :, None]).any(axis=(1, 2))
    swapped = states[base] + np.where(flipped[:, :, None], writes - writes[base], 0.0).sum(axis=1)
    logits = normalise(swapped, toy.norm, toy.gamma, toy.beta, toy.eps) @ toy.W_U
    total = readout - readout[base]
    # Where one side did not move at all, the other is the total, bit for bit.
    direct = np.where(own, np.where(others, readout_of(logits, target) - readout[base], total), 0.0)
    return NaturalEffects(direct + 0.0, total - direct + 0.0)


def world_without(off: Any, sublayers: int) -> int:
    """The number of the world in which just these sublayers, counted from 0, are off. Raises ValueError."""
    return 2**sublayers - 1 - sum(1 << layer for layer in sublayers_off(off, sublayers))


def layer_effects(worlds: Worlds, off: Any, token: Any, target: Any, reference: Any = ()) -> Effects:
    """The effect of switching some sublayers off, against all on; see `effects_in_all_worlds`.

    off: sublayers counted from 0, any iterable, repeats counted once; empty gives zeros. reference: the same, for the
    run that this one is compared with. Raises ValueError for a sublayer, token or target out of range.
    """
    world = world_without(off, len(worlds.toy.blocks))
    every = effects_in_all_worlds(worlds, token, target, reference)
    via_norm, total = float(every.via_norm[world]), float(every.total[world])
    return Effects(every.direct[world].copy(), every.via_layers[world].copy(), via_norm, total)


def several_off(worlds: Worlds, token: Any, target: Any, reference: Any = ()) -> SeveralOff:
    """The quantities that a set of switches has beyond its single members, against a reference run r.

    alone[l] = readout(r with l's switch flipped) − readout(r)
    back_on[w, l] = readout(w with l set back as in r) − readout(w) for each l that differs from r, else 0
    interaction[w] = readout(w) − readout(r) − Σ alone over the sublayers that differ from r

    With all on as the reference: off alone, and what switching back on would do now. token, target and reference as in
    `effects_in_all_worlds`, which raises the same.
    """
    token = whole_number(token, "token", len(worlds.toy.tokens))
    readout = readout_of(worlds.logits[:, token], target)
    base = world_without(reference, len(worlds.toy.blocks))
    bits = 1 << np.arange(len(worlds.toy.blocks))
    flipped = worlds.on != worlds.on[base]
    total = readout - readout[base]
    alone = total[base ^ bits]
    interaction = total - np.where(flipped, alone, 0.0).sum(axis=1)
    back = readout[np.arange(len(readout))[:, None] ^ bits] - readout[:, None]
    return SeveralOff(alone, np.where(flipped, back, 0.0), interaction)
