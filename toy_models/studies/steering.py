"""Stopping early, and steering: adding a vector to the stream of one word at some depth and running on.

    x_l[t] ← x_l[t] + push;  every sublayer from l on reads the new stream

Turner et al. 2023, "Activation Addition": the direction is the difference of two prompts' states. Logit lens:
nostalgebraist 2020. A state of depth l has been added to by l sublayers; depth S is the final stream.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from toy_models.model.checks import Array, finite, target_words, whole_number
from toy_models.model.norms import projection
from toy_models.model.stream import added, run_stream, write_of
from toy_models.model.toy import Toy
from toy_models.studies.gains import logits_at
from toy_models.worlds.readout import target_direction


def early_logits(toy: Toy, token: Any) -> Array:
    """The logits if only the first l sublayers write, l = 0 … S, (S+1, V): the deepest S − l dropped.

    What is dropped has no reader below it, so this is the run without it and also the logit lens at depth l, the final
    norm recomputed there.
    """
    token = whole_number(token, "token", len(toy.tokens))
    return logits_at(toy, run_stream(toy.X0, toy.blocks)[0][:, token])


def runner_up_direction(toy: Toy, target: tuple[int, int]) -> Array:
    """The unit vector (d,) that moves the readout from v towards w fastest where the final norm's scale is held.

    u ∝ −(gamma W_U (e_v − e_w)), minus its mean for a LayerNorm. All zero if v and w are read alike.
    """
    direction = target_direction(toy.W_U, target_words(target, len(toy.vocab)))
    row = -projection(direction, 1.0, toy.norm, toy.gamma)
    length = np.linalg.norm(row)
    return row / length if length > 0 else row


def steered_logits(toy: Toy, token: Any, depth: Any, pushes: Array) -> Array:
    """The logits at a token when a push is added to its stream at a depth, everything later recomputed.

    pushes (…, d), depth 0 … S -> (…, V). Raises ValueError if token or depth is out of range.
    """
    token = whole_number(token, "token", len(toy.tokens))
    S = len(toy.blocks)
    depth = whole_number(depth, "depth", S + 1)
    state = run_stream(toy.X0, toy.blocks[:depth])[0][-1]
    X = np.broadcast_to(state, (*pushes.shape[:-1], *state.shape)).copy()
    with np.errstate(over="ignore"):
        X[..., token, :] += finite(pushes, "pushes")
    finite(X, "the pushed stream")
    for index in range(depth, S):
        X = added(X, write_of(toy.blocks[index], index, X), index)
    return logits_at(toy, X[..., token, :])


def nearest_distance(points: Array, cloud: Array) -> Array:
    """How far each point is from the nearest of a cloud (L2). points (…, d), cloud (N, d) -> (…), 0 or more."""
    flat = points.reshape(-1, 1, points.shape[-1])
    return np.sqrt(((flat - cloud) ** 2).sum(axis=-1).min(axis=1)).reshape(points.shape[:-1])
