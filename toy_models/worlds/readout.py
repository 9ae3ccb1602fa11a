"""What is explained: a linear readout of the final normalised stream, and its direct attribution.

    readout = direction · y,   direction = W_U c,   c picks the words
    target v: c = e_v;   (v, w): c = e_v − e_w;   (v, None): c = e_v − 1/V

Direct logit attribution: Elhage et al. 2021 (transformer circuits), "Direct path" terms, with the final norm's
scale frozen at the run's own value.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from toy_models.model.checks import Array, Target, finite, norm_name, not_negative, numbers, target_words, whole_number
from toy_models.model.norms import projection, scale
from toy_models.worlds.worlds import Worlds


def target_direction(W_U: Array, target: Target) -> Array:
    """W_U c, the direction (d,) of the normalised stream that a checked target reads. W_U (d, V)."""
    if isinstance(target, int):
        return W_U[:, target].copy()
    v, w = target
    return W_U[:, v] - (W_U.mean(axis=1) if w is None else W_U[:, w])


def readout_of(logits: Array, target: Any) -> Array:
    """The readout from logits: the logit of v, the difference v − w, or v minus the mean of all. (…, V) -> (…).

    Raises ValueError for a target that is none of v, (v, w), (v, None), or whose words are out of range or equal.
    """
    words = target_words(target, logits.shape[-1])
    if isinstance(words, int):
        return logits[..., words].copy()
    v, w = words
    return logits[..., v] - (logits.mean(axis=-1) if w is None else logits[..., w])


def probabilities(logits: Array) -> Array:
    """Softmax over the last axis: what the model says, numbers that add to 1. (…, V) -> (…, V)."""
    finite(logits, "the logits")
    weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)


def logit_attribution(
    parts: Any, gamma: Any, beta: Any, W_U: Any, v: Any, eps: float = 1e-5, *, norm: str = "layer"
) -> tuple[Array, float]:
    """What each part of one token's stream adds to the readout, with the final norm's scale as it is in this run.

    x = Σ_c parts_c;  contrib_c = (gamma (parts_c − mean parts_c) / s(x)) · W_U c;  bias = beta · W_U c

    parts (C, d), gamma (d,), beta (d,), W_U (d, V), v any target, norm "layer", "rms" or "none".
    Returns contrib (C,) in logits and the bias; contrib.sum() + bias is the readout.
    Raises ValueError if the sizes do not match, or for an unknown norm or target.
    """
    norm = norm_name(norm)
    parts = numbers(parts, "parts", ("C", "d"))
    d = parts.shape[1]
    gamma, beta = numbers(gamma, "gamma", (d,)), numbers(beta, "beta", (d,))
    W_U = numbers(W_U, "W_U", (d, "V"))
    eps = not_negative(eps, "eps")
    direction = target_direction(W_U, target_words(v, W_U.shape[1]))
    s = scale(parts.sum(axis=0), norm, eps)
    return parts @ projection(direction, s, norm, gamma), float(beta @ direction)


def base_projection(worlds: Worlds, token: Any, target: Any) -> Array:
    """The row p for which p · part is what a part adds to the readout with the base run's norm scale frozen, (d,).

    p = (gamma (W_U c) − its mean) / s_base

    token: position, counted from 0. target: v, (v, w) or (v, None). Raises ValueError if either is out of range.
    """
    toy = worlds.toy
    token = whole_number(token, "token", len(toy.tokens))
    direction = target_direction(toy.W_U, target_words(target, len(toy.vocab)))
    return projection(direction, worlds.scale[-1, token], toy.norm, toy.gamma)


def projected_writes(worlds: Worlds, token: Any, target: Any) -> Array:
    """What each write adds to the readout in every world with the base run's norm scale frozen, (W, S), in logits.

    p · write, p as in `base_projection`, which raises the same (`effects_in_all_worlds` takes differences of these)
    """
    row = base_projection(worlds, token, target)
    return worlds.writes[:, :, whole_number(token, "token", len(worlds.toy.tokens))] @ row


@dataclass(frozen=True)
class Contributions:
    """Where the base run's readout comes from. Σ parts + Σ writes + bias = readout.

    parts: {"token": x, "position": y} or {"embedding": x}. writes (S,). bias: the final norm's beta. All in logits.
    """

    parts: dict[str, float]
    writes: Array
    bias: float


def readout_contributions(worlds: Worlds, token: Any, target: Any) -> Contributions:
    """Direct logit attribution of the base run (all on), see `logit_attribution`.

    token: position, counted from 0. target: v, (v, w) or (v, None). Raises ValueError if either is out of range.
    """
    toy = worlds.toy
    token = whole_number(token, "token", len(toy.tokens))
    direction = target_direction(toy.W_U, target_words(target, len(toy.vocab)))
    row = base_projection(worlds, token, target)
    if toy.token_embedding is None or toy.position_embedding is None:
        parts = {"embedding": float(toy.X0[token] @ row)}
    else:
        parts = {
            "token": float(toy.token_embedding[token] @ row),
            "position": float(toy.position_embedding[token] @ row),
        }
    return Contributions(parts, worlds.writes[-1, :, token] @ row, float(toy.beta @ direction))
