"""Whether words stay apart in deep stacks of attention alone, with the plus and without (Dong et al. 2021).

    residual   X ← X + alpha A N(X) W          plain   X ← alpha A N(X) W
    A = softmax(N(X) M N(X)ᵀ / √d)             every word reads all words, or (causal) itself and those before it

    how far apart   ‖X − 1 x̄ᵀ‖ / ‖X‖ (Frobenius), x̄ (d,) the words' mean: 0 where all words are alike, rank 1

X (T, d); M, W (d, d) random; N = RMSNorm without a gain, so that a plain stack's scores do not fade with its size.
Plain and reading all, this falls doubly exponentially, its logarithm about threefold a layer: where words are nearly
alike they read by nearly one pattern p, and what differs, (A − 1 pᵀ) times what differed, is cubic in it, their rate.
A causal A keeps differing, since the first word reads one word and the last all T, so that it falls by a factor a layer
only: where scores are 0, A is the running mean, whose eigenvalues are 1, 1/2, …, 1/T.

X is worked as 1 xᵀ + R and A as 1 pᵀ + E, so that what rounding would hide in X and A is exact to its own digits. Many
draws and gains at once: n draws, m gains.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from toy_models.model.checks import Array
from toy_models.studies.random_nets import SCORE, TOKENS, WIDTH
from toy_models.studies.stacks import DRAWS


@dataclass(frozen=True, eq=False)
class Attentions:
    """n stacks of S attentions. X0 (n, T, d); M, which scores, and W, which writes: (S, n, d, d)."""

    X0: Array
    M: Array
    W: Array


def draw_attentions(S: int, draws: int = DRAWS, seed: int = 0) -> Attentions:
    """Stacks of random_nets' kind and size from RandomState(seed), a frozen stream; a smaller S has the first layers.

    X0: independent numbers, plus as large a part that all words share. W: variance 1/d. M: such that the scores of
    normed words have the standard deviation `SCORE`.
    """
    numbers = np.random.RandomState(seed).standard_normal
    words = numbers((draws, TOKENS, WIDTH)) + numbers((draws, 1, WIDTH))
    M, W = numbers((S, 2, draws, WIDTH, WIDTH)).swapaxes(0, 1) / np.sqrt(WIDTH)
    return Attentions(words, SCORE * M, W)


def apart(X: Array) -> Array:
    """‖X − 1 x̄ᵀ‖ / ‖X‖ of words (…, T, d) -> (…); NaN where all are 0."""
    mean = X.mean(axis=-2, keepdims=True)
    return _ratio(mean[..., 0, :], X - mean)


def log_apart(nets: Attentions, alphas: Sequence[float], *, plus: bool, causal: bool) -> Array:
    """log10 of how far apart the words are after 0..S layers, −inf where no number is as small: (m, S+1, n)."""
    alpha = np.asarray(alphas, dtype=float)[:, None]
    X = np.repeat(nets.X0[:, None], len(alpha), axis=1)
    x = X.mean(axis=-2)
    R = X - x[..., None, :]
    ratios = [_ratio(x, R)]
    for M, W in zip(nets.M[:, :, None], nets.W[:, :, None], strict=True):
        y, Q = _normed(x, R)
        p, E = _patterns(y, Q, M, causal)
        common, own = y[..., None, :] + p[..., None, :] @ Q, E @ Q
        x = plus * x + alpha * (common @ W)[..., 0, :]
        R = plus * R + alpha[..., None] * (own @ W)
        middle = R.mean(axis=-2)
        x, R = x + middle, R - middle[..., None, :]
        ratios.append(_ratio(x, R))
    with np.errstate(divide="ignore"):
        return np.log10(ratios).transpose(2, 0, 1)


def _ratio(x: Array, R: Array) -> Array:
    """‖R‖ / ‖1 xᵀ + R‖ where R's rows add up to 0."""
    T = R.shape[-2]
    largest = np.abs(R).max(axis=(-2, -1), keepdims=True)  # whose square need not be a number
    size = np.linalg.norm(R / np.where(largest > 0, largest, 1.0), axis=(-2, -1)) * largest[..., 0, 0]
    with np.errstate(invalid="ignore"):
        return size / np.hypot(size, np.sqrt(T) * np.linalg.norm(x, axis=-1))


def _normed(x: Array, R: Array) -> tuple[Array, Array]:
    """(y, Q) of 1 yᵀ + Q = N(1 xᵀ + R), y = N(x). With s, s_i the root mean squares of x and of x + r_i,

    q_i = r_i / s_i + x (1/s_i − 1/s), and s² − s_i² = −mean(r_i (2 x + r_i)), so that nothing is lost to rounding.
    """
    x = x[..., None, :]
    s = np.sqrt((x**2).mean(axis=-1, keepdims=True))
    less = -(R * (2.0 * x + R)).mean(axis=-1, keepdims=True)
    each = np.sqrt(s**2 - less)
    with np.errstate(invalid="ignore", divide="ignore"):
        return (x / s)[..., 0, :], R / each + x * (less / (s * each * (s + each)))


def _patterns(y: Array, Q: Array, M: Array, causal: bool) -> tuple[Array, Array]:
    """(p, E) of A = 1 pᵀ + E, p a pattern that all words share: y's own, and none where A is causal.

    What all words of a row share drops out of a softmax: (y + q_i) M (y + q_j)ᵀ leaves u_j + v_ij, with u = y M Qᵀ and
    v = Q M Qᵀ. Then A_ij = p_j e^(v_ij) / (1 + c_i), p = softmax(u), c_i = Σ_j p_j (e^(v_ij) − 1).
    """
    read = (Q @ M.swapaxes(-1, -2)) / np.sqrt(Q.shape[-1])
    u, v = (read @ y[..., None])[..., 0], Q @ read.swapaxes(-1, -2)
    p = np.exp(u - u.max(axis=-1, keepdims=True))
    if causal:
        A = np.tril(p[..., None, :] * np.exp(v))
        return np.zeros_like(p), A / A.sum(axis=-1, keepdims=True)
    p = p / p.sum(axis=-1, keepdims=True)
    more = np.expm1(v)
    c = (more @ p[..., None])[..., 0][..., None]
    return p, p[..., None, :] * (more - c) / (1.0 + c)
