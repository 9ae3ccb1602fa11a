"""Causal multi-head attention, reading the stream through its own LayerNorm.

Vaswani et al. 2017, "Attention Is All You Need", eq. 1 and §3.2.2. Read before the sum, not after it (pre-norm):
Radford et al. 2019, "Language Models are Unsupervised Multitask Learners", §2.3.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from toy_models.model.checks import Array
from toy_models.model.norms import normalise, normalise_vjp


@dataclass(frozen=True, eq=False)
class CausalAttention:
    """f(X) = concat_h(A_h V_h) W_O, with H heads of width k = d / H.

        Y   = LayerNorm(X)                                    (…, T, d)
        Q_h, K_h, V_h = Y W_Q, Y W_K, Y W_V, head h's columns (…, T, k)
        A_h = softmax(Q_h K_hᵀ / √k), each row over this and earlier tokens only; 0 above the diagonal (…, T, T)

    gamma, beta (d,) of the LayerNorm; W_Q, W_K, W_V (d, d): head h owns columns h k to (h+1) k; W_O (d, d): its rows.
    There are no biases: beta gives one to each of Q, K and V. Raises ValueError if the heads do not divide d.
    """

    gamma: Array
    beta: Array
    W_Q: Array
    W_K: Array
    W_V: Array
    W_O: Array
    heads: int
    eps: float = 1e-5

    def __post_init__(self) -> None:
        """Check that every head has the same width."""
        if self.heads < 1 or len(self.gamma) % self.heads:
            raise ValueError(f"heads must divide the width d = {len(self.gamma)}, got {self.heads}")

    def __call__(self, X: Array) -> Array:
        """concat_h(A_h V_h) W_O. X (…, T, d) -> (…, T, d)."""
        _, _, V, A = self.read(X)
        return self._joined(A @ V) @ self.W_O

    def pattern(self, X: Array) -> Array:
        """A, where each head looks: rows add to 1. X (…, T, d) -> (…, H, T, T)."""
        return self.read(X)[3]

    def head_writes(self, X: Array) -> Array:
        """A_h V_h W_O of each head, by its own rows of W_O; they add to the write. X (…, T, d) -> (…, H, T, d)."""
        _, _, V, A = self.read(X)
        return A @ V @ self.W_O.reshape(self.heads, -1, self.W_O.shape[-1])

    def vjp(self, X: Array, G: Array) -> Array:
        """G J at X. With G_h = G W_Oᵀ, head h's columns, and A = A_h,

            dV = Aᵀ G_h,  dA = G_h Vᵀ,  dS = A (dA − Σ_row A dA),  dQ = dS K / √k,  dK = dSᵀ Q / √k

        and the three go back through W_Q, W_K, W_V and the LayerNorm. Shape of X and G broadcast together.
        """
        Q, K, V, A = self.read(X)
        G_h = self._split(G @ np.ascontiguousarray(self.W_O.T))
        dA = G_h @ V.swapaxes(-1, -2)
        dS = A * (dA - (A * dA).sum(axis=-1, keepdims=True)) / np.sqrt(K.shape[-1])
        dY = self._joined(dS @ K) @ np.ascontiguousarray(self.W_Q.T)
        dY += self._joined(dS.swapaxes(-1, -2) @ Q) @ np.ascontiguousarray(self.W_K.T)
        dY += self._joined(A.swapaxes(-1, -2) @ G_h) @ np.ascontiguousarray(self.W_V.T)
        return normalise_vjp(X, dY, "layer", self.gamma, self.eps)

    def read(self, X: Array) -> tuple[Array, Array, Array, Array]:
        """Q, K, V (…, H, T, k) and the pattern A (…, H, T, T)."""
        Y = normalise(X, "layer", self.gamma, self.beta, self.eps)
        Q, K, V = (self._split(Y @ W) for W in (self.W_Q, self.W_K, self.W_V))
        scores = Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1])
        scores += np.triu(np.full(scores.shape[-2:], -np.inf), 1)
        A = np.exp(scores - scores.max(axis=-1, keepdims=True))
        A /= A.sum(axis=-1, keepdims=True)
        return Q, K, V, A

    def _split(self, Y: Array) -> Array:
        """(…, T, d) -> (…, H, T, k)."""
        return Y.reshape(*Y.shape[:-1], self.heads, -1).swapaxes(-2, -3)

    def _joined(self, Z: Array) -> Array:
        """(…, H, T, k) -> (…, T, d)."""
        Z = Z.swapaxes(-2, -3)
        return Z.reshape(*Z.shape[:-2], -1)
