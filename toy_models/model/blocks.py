"""Sublayers. Each is a function of the whole stream, f(X) -> write, with its exact vector–Jacobian product.

A block takes X (…, T, d), leading batch axes allowed, and returns the write, same shape.
`vjp(X, G)` takes the gradient G (…, T, d) at the write and returns G J, the gradient at X that passes through
the block; the plus that carries G past it is added elsewhere.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol, runtime_checkable

import numpy as np

from toy_models.model.checks import Array


class Block(Protocol):
    """A sublayer: callable on the stream, with an exact vector–Jacobian product."""

    def __call__(self, X: Array) -> Array:
        """The write f(X), the shape of X (…, T, d)."""
        ...

    def vjp(self, X: Array, G: Array) -> Array:
        """G J at X: the gradient at X of Σ G · f(X). Same shape as G, or as X and G broadcast together."""
        ...


@runtime_checkable
class Attention(Block, Protocol):
    """A sublayer in which words read one another, by one head or more."""

    def pattern(self, X: Array) -> Array:
        """Whom each head reads and how much: rows add to 1, 0 above the diagonal. X (…, T, d) -> (…, H, T, T)."""
        ...

    def head_writes(self, X: Array) -> Array:
        """What each head writes by itself; over the heads they add to the write. X (…, T, d) -> (…, H, T, d)."""
        ...


def _transposed(M: Array) -> Array:
    """Mᵀ laid out in rows: NumPy multiplies many small matrices by it three times faster than by a view."""
    return np.ascontiguousarray(M.T)


@dataclass(frozen=True, eq=False)
class Affine:
    """f(X) = X M + c, the same at every token. M (d, d), c (d,). Exact on paper."""

    M: Array
    c: Array

    def __call__(self, X: Array) -> Array:
        """X M + c."""
        return X @ self.M + self.c

    def vjp(self, X: Array, G: Array) -> Array:
        """G Mᵀ, whatever X is."""
        return G @ _transposed(self.M)


@dataclass(frozen=True, eq=False)
class TanhMLP:
    """f(X) = tanh(X W), the same at every token: a stand-in for an MLP. W (d, d). Each number lies in (−1, 1)."""

    W: Array

    def __call__(self, X: Array) -> Array:
        """tanh(X W)."""
        return np.tanh(X @ self.W)

    def vjp(self, X: Array, G: Array) -> Array:
        """(G (1 − tanh²(X W))) Wᵀ."""
        return (G * (1.0 - self(X) ** 2)) @ _transposed(self.W)


@dataclass(frozen=True, eq=False)
class TanhAttention:
    """f(X) = tanh(A X W), a stand-in for attention: A (T, T) mixes tokens by a fixed pattern, W (d, d).

    A's rows add to 1 and look at this and earlier tokens only. Each number of the write lies in (−1, 1).
    """

    A: Array
    W: Array

    def __call__(self, X: Array) -> Array:
        """tanh(A X W)."""
        return np.tanh(self.A @ (X @ self.W))

    def pattern(self, X: Array) -> Array:
        """A, whatever X is: one head's. X (…, T, d) -> (…, 1, T, T)."""
        return np.broadcast_to(self.A, (*X.shape[:-2], 1, *self.A.shape))

    def head_writes(self, X: Array) -> Array:
        """The write, one head's. X (…, T, d) -> (…, 1, T, d)."""
        return self(X)[..., None, :, :]

    def vjp(self, X: Array, G: Array) -> Array:
        """Aᵀ (G (1 − tanh²(A X W))) Wᵀ."""
        return _transposed(self.A) @ (G * (1.0 - self(X) ** 2)) @ _transposed(self.W)
