"""The gain of a write: what if a sublayer had written twice as much, half as much, nothing, or the opposite?

    x_0 = g_0 X0,  x_{l+1} = x_l + g_{l+1} f_l(x_l)

A component is the embedding (0) or a write (1 … S). Every gain 1 is the base run, and gain 0 of a write is its zero
ablation. A gain as a switch that turns gradually: Michel et al. 2019, "Are Sixteen Heads Really Better than One?" (ξ_h,
whose gradient at 1 is their measure of a head's importance). ReZero trains such gains, Bachlechner et al. 2020.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from toy_models.model.checks import Array, finite, lengths, numbers, target_words, whole_number
from toy_models.model.norms import normalise, projection, scale
from toy_models.model.stream import added, run_stream, write_of
from toy_models.model.toy import Toy
from toy_models.worlds.readout import readout_of, target_direction


def logits_at(toy: Toy, X: Array) -> Array:
    """The logits that the final norm and the unembedding read off any stream. X (…, d) -> (…, V)."""
    with np.errstate(over="ignore", invalid="ignore"):
        return finite(normalise(X, toy.norm, toy.gamma, toy.beta, toy.eps) @ toy.W_U, "the logits")


def run_scaled(toy: Toy, gains: Any) -> Array:
    """The final states x_S of runs whose components are scaled, everything later recomputed; the formula is above.

    gains (…, S+1): of the embedding and of each write, any finite numbers. Returns (…, T, d). Raises ValueError for
    another last axis, or where a stream would not stay finite.
    """
    factors = _factors(toy, gains)[..., None, None]
    with np.errstate(over="ignore"):
        X = finite(factors[..., 0, :, :] * toy.X0, "the scaled embedding")
        for index, block in enumerate(toy.blocks):
            X = added(X, factors[..., index + 1, :, :] * write_of(block, index, X), index)
    return X


def _factors(toy: Toy, gains: Any) -> Array:
    """Gains as numbers, one for each component along the last axis. Raises ValueError."""
    factors = np.asarray(gains, dtype=np.float64)
    if factors.ndim < 1 or factors.shape[-1] != len(toy.blocks) + 1:
        raise ValueError(f"gains must end in an axis of {len(toy.blocks) + 1} components, got shape {factors.shape}")
    return finite(factors, "gains")


def gains_of_each(toy: Toy, grid: Any) -> Array:
    """One component at a time scaled by each gain of a grid (G,), all others by 1: gains (S+1, G, S+1)."""
    grid = numbers(grid, "grid", ("G",))
    C = len(toy.blocks) + 1
    gains = np.ones((C, len(grid), C))
    gains[np.arange(C), :, np.arange(C)] = grid
    return gains


def gains_of_all(toy: Toy, grid: Any) -> Array:
    """Every write scaled by each gain of a grid (G,), the embedding as it is: gains (G, S+1)."""
    grid = numbers(grid, "grid", ("G",))
    gains = np.repeat(grid[:, None], len(toy.blocks) + 1, axis=1)
    gains[:, 0] = 1.0
    return gains


def scaled_readouts(toy: Toy, gains: Any, token: Any, target: Any) -> Array:
    """The readout of runs whose components are scaled, everything later recomputed. gains (…, S+1) -> (…)."""
    token = whole_number(token, "token", len(toy.tokens))
    return readout_of(logits_at(toy, run_scaled(toy, gains)[..., token, :]), target)


def frozen_readouts(toy: Toy, gains: Any, token: Any, target: Any, *, norm_frozen: bool = True) -> Array:
    """The readout if components are scaled in the base run's finished sum only: nobody reads it anew. (…, S+1) -> (…).

        x = Σ_c g_c part_c,  the parts as in the base run
        norm_frozen: readout = p · x + bias,  p with the base run's scale s: a straight line in each gain
        otherwise:   the final norm divides by x's own scale

    With norm_frozen and gain 0, readout − base = −(the write's contribution), the lab's direct effect.
    Raises ValueError as `readout_of`, or if the gains do not end in an axis of S+1.
    """
    token = whole_number(token, "token", len(toy.tokens))
    states, writes = run_stream(toy.X0, toy.blocks)
    parts = np.concatenate([toy.X0[None], writes])[:, token]
    with np.errstate(over="ignore", invalid="ignore"):
        X = finite(_factors(toy, gains) @ parts, "the scaled sum")
    if not norm_frozen:
        return readout_of(logits_at(toy, X), target)
    direction = target_direction(toy.W_U, target_words(target, len(toy.vocab)))
    row = projection(direction, scale(states[-1, token], toy.norm, toy.eps), toy.norm, toy.gamma)
    return X @ row + toy.beta @ direction


def cosine(X: Array, Y: Array) -> Array:
    """⟨x, y⟩ / (‖x‖ ‖y‖) over the last axis, NaN where one is zero. (…, d), (…, d) -> (…)."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return ((X / lengths(X, "a stream")[..., None]) * (Y / lengths(Y, "a stream")[..., None])).sum(axis=-1)


def in_out_cosines(toy: Toy, gains: Any, token: Any) -> Array:
    """The cosine between the stream at the embedding and the final one, at one token. gains (…, S+1) -> (…)."""
    token = whole_number(token, "token", len(toy.tokens))
    return cosine(toy.X0[token], run_scaled(toy, gains)[..., token, :])
