"""Random nets without a norm of their own, many at once: what a placement of norms is tried on.

Sublayers are attention and MLP in turn: A Y W, A a fixed causal pattern, and tanh(Y W). n draws, T tokens, width d, S
sublayers.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np

from toy_models.model.checks import Array, numbers
from toy_models.toys.tanh import causal_pattern

WIDTH, TOKENS = 8, 5
#: Attention scores are small when training begins, so a pattern is nearly the mean of this and earlier tokens.
SCORE = 0.3

Branch = Callable[[Array], Array]


@dataclass(frozen=True, eq=False)
class Nets:
    """n random nets. X0 (n, T, d), readout (n, T, d), A (S, n, T, T), W (S, n, d, d); an MLP's A is not used."""

    X0: Array
    readout: Array
    A: Array
    W: Array

    @property
    def S(self) -> int:
        """How many sublayers."""
        return len(self.W)

    def branch(self, layer: int) -> Branch:
        """Sublayer F: A Y W where `layer` is even (attention), tanh(Y W) where it is odd (MLP). (n, T, d) -> same."""
        if layer % 2:
            return lambda Y: np.tanh(Y @ self.W[layer])
        return lambda Y: self.A[layer] @ Y @ self.W[layer]

    def branch_vjp(self, layer: int, Y: Array, G: Array) -> Array:
        """G J of sublayer F at Y: Aᵀ G Wᵀ, or (G (1 − tanh²(Y W))) Wᵀ. (n, T, d) -> same."""
        mlp = layer % 2
        inner = G * (1.0 - self.branch(layer)(Y) ** 2) if mlp else self.A[layer].swapaxes(-1, -2) @ G
        return inner @ self.W[layer].swapaxes(-1, -2)


def draw_nets(seeds: Sequence[int], S: int, gain: float = 1.0) -> Nets:
    """One net for each seed, from RandomState(seed), a frozen stream; the first sublayers are those of any smaller S.

    X0: independent numbers, plus as large a part that all tokens share, divided by the whole's root mean square.
    W: variance gain²/d. readout: a random vector at every token, together of length 1; the loss is Σ readout · y.
    """
    draws = [_draw(seed, S) for seed in seeds]
    X0, readout, scores, W = (np.array(part) for part in zip(*draws, strict=True))
    return Nets(
        X0 / np.sqrt((X0**2).mean(axis=(1, 2), keepdims=True)),
        readout / np.sqrt((readout**2).sum(axis=(1, 2), keepdims=True)),
        causal_pattern(SCORE * scores.swapaxes(0, 1)),
        numbers(gain, "gain", ()) / np.sqrt(WIDTH) * W.swapaxes(0, 1),
    )


def _draw(seed: int, S: int) -> tuple[Array, Array, Array, Array]:
    """X0 and readout (T, d), scores (S, T, T), W (S, d, d). Their order in the stream is part of what a seed means."""
    T, d = TOKENS, WIDTH
    first, layer = T * d + d + T * d, T * T + d * d
    numbers = np.random.RandomState(seed).standard_normal(first + S * layer)
    own, shared, readout = np.split(numbers[:first], [T * d, T * d + d])
    layers = numbers[first:].reshape(S, layer)
    scores, W = layers[:, : T * T].reshape(S, T, T), layers[:, T * T :].reshape(S, d, d)
    return own.reshape(T, d) + shared, readout.reshape(T, d), scores, W
