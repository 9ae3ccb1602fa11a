"""Patching one path: what if one receiver alone had read one sender's write as it is on another prompt?

    Δ_c = part_c on the source prompt − part_c on this prompt, at every token; part_0 the embedding, part_c write c
    c → r → readout:  w'_r = f_r(x_r + Δ_c),   readout(norm(x_S + w'_r − w_r)) − readout(norm(x_S))
    c → readout:                               readout(norm(x_S + Δ_c)) − readout(norm(x_S))

All else is frozen at this prompt's run: the receiver's new write goes straight to the readout, no later sublayer reads
it. The final norm belongs to the readout and is recomputed. This is one path of the treeified network of Goldowsky-Dill
et al. 2023, "Localizing Model Behavior with Path Patching". Wang et al. 2022, "Interpretability in the Wild", who named
the method, patch a receiver likewise (with the MLPs between running anew) and then run on from it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from toy_models.model.checks import Array, numbers, whole_number
from toy_models.model.stream import added, run_stream, write_of
from toy_models.model.toy import Toy
from toy_models.studies.gains import logits_at
from toy_models.worlds.readout import readout_of


@dataclass(frozen=True)
class PathEffects:
    """Changes of the readout, new − base, by sender (S+1: the embedding, then the writes).

    paths (S+1, S+1): by receiver, the sublayers and then the readout; NaN where the receiver comes before the sender.
    joint (S+1,): all of a sender's paths patched at once, the receivers not reading one another's news.
    whole (S+1,): the sender's write replaced for everyone and everything after it recomputed (activation patching).
    """

    paths: Array
    joint: Array
    whole: Array


def path_effects(toy: Toy, source_X0: Any, token: Any, target: Any) -> PathEffects:
    """Every path sender → receiver → readout, patched alone; the formulas are above.

    source_X0 (T, d): the embedding of the source prompt. Without a final norm the paths add up to `joint`; with one
    they need not. Raises ValueError for a source of another size, or a token or target out of range.
    """
    token = whole_number(token, "token", len(toy.tokens))
    other = numbers(source_X0, "source_X0", toy.X0.shape)
    S = len(toy.blocks)
    states, writes = run_stream(toy.X0, toy.blocks)
    delta = np.concatenate([other[None], run_stream(other, toy.blocks)[1]]) - np.concatenate([toy.X0[None], writes])

    def change(final: Array) -> Array:
        return readout_of(logits_at(toy, final), target) - readout_of(logits_at(toy, states[S, token]), target)

    paths = np.full((S + 1, S + 1), np.nan)
    together = states[S, token] + delta[:, token]
    for r, block in enumerate(toy.blocks):
        news = (write_of(block, r, states[r] + delta[: r + 1]) - writes[r])[:, token]
        paths[: r + 1, r] = change(states[S, token] + news)
        together[: r + 1] += news
    paths[:, S] = change(states[S, token] + delta[:, token])
    return PathEffects(paths, change(together), change(_patched(toy, states, delta)[:, token]))


def _patched(toy: Toy, states: Array, delta: Array) -> Array:
    """The final state with each part in turn replaced for everyone, what follows it recomputed. (S+1, T, d)."""
    X = (states[0] + delta[0])[None]
    for index, block in enumerate(toy.blocks):
        # Beside the runs that have been patched below goes one whose write is replaced here.
        patched = added(states[index + 1], delta[index + 1], index)[None]
        X = np.concatenate([added(X, write_of(block, index, X), index), patched])
    return X
