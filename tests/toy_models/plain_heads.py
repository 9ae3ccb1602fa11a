"""An attention's heads, word by word from the equations, without the package's maths."""

from __future__ import annotations

from math import exp, sqrt
from typing import NamedTuple

import numpy as np

from toy_models import CausalAttention


class Heads(NamedTuple):
    """normed (T, d), patterns (H, T, T), values (H, T, k), taken (H, T, k), writes (H, T, d)."""

    normed: np.ndarray
    patterns: np.ndarray
    values: np.ndarray
    taken: np.ndarray
    writes: np.ndarray


def plain_heads(block: CausalAttention, X: np.ndarray) -> Heads:
    """Each head on one prompt, X (T, d)."""
    T, d = X.shape
    H, k = block.heads, d // block.heads
    Y = [block.gamma * (x - x.mean()) / sqrt(x.var() + block.eps) + block.beta for x in X]
    patterns, values, taken, writes = (np.zeros((H, T, n)) for n in (T, k, k, d))
    for h in range(H):
        own = slice(h * k, (h + 1) * k)
        for t in range(T):
            weight = [exp((Y[t] @ block.W_Q[:, own]) @ (Y[u] @ block.W_K[:, own]) / sqrt(k)) for u in range(t + 1)]
            patterns[h, t, : t + 1] = np.array(weight) / sum(weight)
            values[h, t] = Y[t] @ block.W_V[:, own]
            for u in range(t + 1):
                taken[h, t] += patterns[h, t, u] * values[h, u]
            writes[h, t] = taken[h, t] @ block.W_O[own]
    return Heads(np.array(Y), patterns, values, taken, writes)
