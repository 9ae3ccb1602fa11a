"""An MLP with GELU, token by token, reading the stream through its own LayerNorm.

Vaswani et al. 2017, §3.3 (two matrices, four times as wide in between); Hendrycks & Gimpel 2016, "Gaussian Error Linear
Units", §2: x Φ(x) in their tanh form, which is within 0.0005 of it.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from toy_models.model.checks import Array
from toy_models.model.norms import normalise, normalise_vjp

#: √(2/π) and the cubic's factor in the tanh form of GELU.
ROOT, CUBIC = float(np.sqrt(2.0 / np.pi)), 0.044715


def gelu(h: Array) -> Array:
    """½ h (1 + tanh(√(2/π) (h + 0.044715 h³))), number by number."""
    return 0.5 * h * (1.0 + np.tanh(_inner(h)))


def gelu_slope(h: Array) -> Array:
    """dGELU/dh = ½ (1 + t) + ½ h (1 − t²) √(2/π) (1 + 3 · 0.044715 h²), t the tanh above."""
    t = np.tanh(_inner(h))
    return 0.5 * (1.0 + t) + 0.5 * h * (1.0 - t * t) * (ROOT * (1.0 + 3.0 * CUBIC * h * h))


@dataclass(frozen=True, eq=False)
class GeluMLP:
    """f(X) = GELU(Y W_in + b_in) W_out + b_out,  Y = LayerNorm(X), the same at every token.

    gamma, beta (d,) of the LayerNorm; W_in (d, m), b_in (m,), W_out (m, d), b_out (d,); here m = 4 d.
    """

    gamma: Array
    beta: Array
    W_in: Array
    b_in: Array
    W_out: Array
    b_out: Array
    eps: float = 1e-5

    def __call__(self, X: Array) -> Array:
        """GELU(Y W_in + b_in) W_out + b_out. X (…, T, d) -> (…, T, d)."""
        return gelu(self.hidden(X)) @ self.W_out + self.b_out

    def vjp(self, X: Array, G: Array) -> Array:
        """((G W_outᵀ) GELU′) W_inᵀ, back through the LayerNorm. Shape of X and G broadcast together."""
        dH = (G @ np.ascontiguousarray(self.W_out.T)) * gelu_slope(self.hidden(X))
        return normalise_vjp(X, dH @ np.ascontiguousarray(self.W_in.T), "layer", self.gamma, self.eps)

    def hidden(self, X: Array) -> Array:
        """Y W_in + b_in, before GELU. (…, T, m)."""
        return normalise(X, "layer", self.gamma, self.beta, self.eps) @ self.W_in + self.b_in


def _inner(h: Array) -> Array:
    """√(2/π) (h + 0.044715 h³)."""
    return ROOT * (h + CUBIC * h * h * h)
