"""An attention and an MLP without a norm, so small and so plain that each number can be worked out on paper.

Vaswani et al. 2017, "Attention Is All You Need", eq. 1 (but to base 2) and eq. 2 (but for its second bias).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from toy_models.model.checks import Array

LN_2 = float(np.log(2.0))


@dataclass(frozen=True, eq=False)
class PlainAttention:
    """f(X) = A V W_O, one head of width k.

        Q, K, V = X W_Q, X W_K, X W_V                                  (…, T, k)
        A_tu = 2^(q_t · k_u) / Σ_{v ≤ t} 2^(q_t · k_v), 0 for u > t    (…, T, T)

    To base 2, whole scores give fractions: 3, 0 and 0 are 8 : 1 : 1. It is a softmax of scores times ln 2.
    W_Q, W_K, W_V (d, k), W_O (k, d).
    """

    W_Q: Array
    W_K: Array
    W_V: Array
    W_O: Array

    def __call__(self, X: Array) -> Array:
        """A V W_O. X (…, T, d) -> (…, T, d)."""
        return self.head_writes(X)[..., 0, :, :]

    def pattern(self, X: Array) -> Array:
        """A, one head's: rows add to 1. X (…, T, d) -> (…, 1, T, T)."""
        return self.read(X)[3]

    def head_writes(self, X: Array) -> Array:
        """The write, one head's. X (…, T, d) -> (…, 1, T, d)."""
        _, _, V, A = self.read(X)
        return A @ V @ self.W_O

    def vjp(self, X: Array, G: Array) -> Array:
        """G J at X. With Z = G W_Oᵀ,

            dV = Aᵀ Z,  dA = Z Vᵀ,  dS = ln 2 · A (dA − Σ_row A dA),  dQ = dS K,  dK = dSᵀ Q

        and the three go back through W_Q, W_K and W_V. Shape of X and G broadcast together.
        """
        Q, K, V, A = self.read(X)
        Z = (G @ self.W_O.T)[..., None, :, :]
        dA = Z @ V.swapaxes(-1, -2)
        dS = LN_2 * A * (dA - (A * dA).sum(axis=-1, keepdims=True))
        back = dS @ K @ self.W_Q.T + dS.swapaxes(-1, -2) @ Q @ self.W_K.T + A.swapaxes(-1, -2) @ Z @ self.W_V.T
        return back[..., 0, :, :]

    def read(self, X: Array) -> tuple[Array, Array, Array, Array]:
        """Q, K, V (…, 1, T, k) and the pattern A (…, 1, T, T)."""
        Q, K, V = (X[..., None, :, :] @ W for W in (self.W_Q, self.W_K, self.W_V))
        scores = Q @ K.swapaxes(-1, -2)
        scores = np.where(np.tri(scores.shape[-1], dtype=bool), scores, -np.inf)
        A = np.exp2(scores - scores.max(axis=-1, keepdims=True))
        return Q, K, V, A / A.sum(axis=-1, keepdims=True)


@dataclass(frozen=True, eq=False)
class ReluMLP:
    """f(X) = max(0, X W_in + b_in) W_out, the same at every token. W_in (d, m), b_in (m,), W_out (m, d)."""

    W_in: Array
    b_in: Array
    W_out: Array

    def __call__(self, X: Array) -> Array:
        """max(0, X W_in + b_in) W_out. X (…, T, d) -> (…, T, d)."""
        return np.maximum(self.hidden(X), 0.0) @ self.W_out

    def vjp(self, X: Array, G: Array) -> Array:
        """((G W_outᵀ) where the hidden unit is above 0) W_inᵀ. Shape of X and G broadcast together."""
        return np.where(self.hidden(X) > 0, G @ self.W_out.T, 0.0) @ self.W_in.T

    def hidden(self, X: Array) -> Array:
        """X W_in + b_in, before the maximum. (…, T, m)."""
        return X @ self.W_in + self.b_in
