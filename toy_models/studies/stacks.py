"""Why depth trains at all: a gradient through deep random stacks, wired in six ways, and what else depth does to them.

Every layer's Jacobian is alpha A_l, A_l (d, d) of independent normal numbers with variance 1/d, so that
E ‖g A‖² = ‖g‖². A wiring turns it into the factor c I + k A that a gradient meets:

    plain      alpha A                                       g_l = g_{l+1} alpha A
    residual   I + alpha A                                   He et al. 2016, "Identity Mappings …", eq. 5
    highway    (1 − t) I + t alpha A,  t = σ(bias)           Srivastava et al. 2015, eq. 3, its gate as it starts
    scaled     I + alpha A / √S                              Hayou et al. 2021, "Stable ResNet"
    rezero     I                                             Bachlechner et al. 2021: the layer's factor starts at 0
    deepnorm   (a I + b alpha A) / √(a² + b² alpha²)         Wang et al. 2022, "DeepNet": a = S^(1/4), b = (4 S)^(−1/4),
               divided by what the norm after it divides by: the root mean square is 1 by construction

A highway's gates are biased to carry at first (Srivastava et al. name biases of −1 to −4). What a step c I + k A does
to a size is in growth; a wiring that is no such factor, in concatenation. This holds for random Jacobians only; in a
trained net they are not independent. Sizes are worked in logarithms to base 10, so that any depth stays finite.

Many mixtures at once: c, k (m,); A (S, n, d, d) of S layers, n draws, width d.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from toy_models.model.checks import Array

WIRINGS = ("plain", "residual", "highway", "scaled", "rezero", "deepnorm")
WIDTH, DRAWS, BIAS = 16, 64, -3.0


def gate(bias: float) -> float:
    """t = σ(bias) = 1 / (1 + e^(−bias)): the part of a highway's sum that is the layer's own."""
    return float(1.0 / (1.0 + np.exp(-bias)))


def mixture(wiring: str, alpha: float, S: int, bias: float = BIAS) -> tuple[float, float]:
    """(c, k) of the factor c I + k A that a gradient meets at each of S layers. Raises ValueError otherwise."""
    if wiring not in WIRINGS:
        raise ValueError(f"wiring must be one of {', '.join(WIRINGS)}, got {wiring!r}")
    if wiring == "deepnorm":
        a, b = S**0.25, (4.0 * S) ** -0.25
        size = np.hypot(a, b * alpha)
        return float(a / size), float(b * alpha / size)
    t = gate(bias)
    return {
        "plain": (0.0, alpha),
        "residual": (1.0, alpha),
        "highway": (1.0 - t, t * alpha),
        "scaled": (1.0, alpha / np.sqrt(S)),
        "rezero": (1.0, 0.0),
    }[wiring]


def draw_jacobians(S: int, draws: int = DRAWS, seed: int = 0) -> Array:
    """A_1 … A_S for each draw, (S, draws, d, d), from RandomState(seed), a frozen stream."""
    return np.random.RandomState(seed).standard_normal((S, draws, WIDTH, WIDTH)) / np.sqrt(WIDTH)


def log_sizes(A: Array, c: Array, k: Array) -> Array:
    """log10 ‖g‖ of each draw's gradient after 0..S layers, from a unit vector at the top: (m, S+1, n).

    An exact 0 gives −inf from there on.
    """
    return np.array([log for log, _ in _passing(A, c, k)]).transpose(2, 0, 1)


def _passing(A: Array, c: Array, k: Array) -> Iterator[tuple[Array, Array]]:
    """After each of 0..S layers: log10 of the lengths (n, m), and the vectors brought to length 1, (n, m, d)."""
    g = np.full((A.shape[1], len(c), WIDTH), WIDTH**-0.5)
    logs = np.zeros(g.shape[:2])
    yield logs, g
    for layer in A:
        g = _step(g, layer, c, k)
        g, grown = to_length_one(g, np.linalg.norm(g, axis=-1))
        logs = logs + grown
        yield logs, g


def _step(g: Array, A: Array, c: Array, k: Array) -> Array:
    """g (c I + k A). g (n, m, d), A (n, d, d) -> (n, m, d)."""
    return c[:, None] * g + k[:, None] * (g @ A)


def to_length_one(vectors: Array, lengths: Array) -> tuple[Array, Array]:
    """Vectors (…, d) over their lengths (…), and the lengths' log10; what has none stays 0, at −inf."""
    with np.errstate(divide="ignore"):
        return vectors / np.where(lengths > 0, lengths, 1.0)[..., None], np.log10(lengths)


@dataclass(frozen=True)
class Spread:
    """The middle draw and the range of the middle eight tenths, over the last axis of some numbers."""

    median: Array
    low: Array
    high: Array


def spread(numbers: Array) -> Spread:
    """(…, n) -> three of (…). Of −inf and finite numbers the lower neighbour is taken, so nothing is undefined."""
    low, median, high = np.quantile(numbers, (0.1, 0.5, 0.9), axis=-1, method="inverted_cdf")
    return Spread(median, low, high)


def pre_norm_log_sizes(A: Array, alphas: Sequence[float]) -> Array:
    """log10 ‖x‖ / ‖x_0‖ of a pre-norm stream after 0..S layers. A (S, n, d, d), alphas (m,) -> (m, S+1, n).

    x_{l+1} = x_l + alpha A x_l / rms(x_l): writes whose mean square is alpha² whatever the stream's size, so that
    E ‖x_l‖² ∝ 1 + l alpha² grows in a line. Without the norm the stream is the residual product of `log_sizes`:
    E ‖x_l‖² = (1 + alpha²)^l ‖x_0‖² grows exponentially.
    """
    S, n = A.shape[:2]
    alpha = np.asarray(alphas, dtype=float)[:, None]
    x = np.ones((n, len(alpha), WIDTH))
    logs = np.zeros((S + 1, n, len(alpha)))
    for layer in range(S):
        size = np.linalg.norm(x, axis=-1, keepdims=True) / np.sqrt(WIDTH)
        x = x + alpha * (x @ A[layer]) / size
        logs[layer + 1] = np.log10(np.linalg.norm(x, axis=-1) / np.sqrt(WIDTH))
    return logs.transpose(2, 0, 1)


def lesion_changes(A: Array, c: Array, k: Array) -> Array:
    """How much the stack's output changes when layer l is left out, ‖y without l − y‖ / ‖y‖: (m, S, n).

    y without l − y = (g_{l−1} − g_l) F_{l+1} … F_S, so one product from the far end serves all layers (F = c I + k A).
    One layer less in a plain stack is another function; a residual stack loses one write, and what all later layers
    made of it (Veit et al. 2016, §4.1). Undefined (NaN) where the whole output is exactly 0.
    """
    S, n = A.shape[:2]
    logs, vectors = zip(*_passing(A, c, k), strict=True)
    after = np.broadcast_to(np.eye(WIDTH), (n, len(c), WIDTH, WIDTH))
    log_after = np.zeros((n, len(c)))
    changes = np.empty((S, n, len(c)))
    for layer in reversed(range(S)):
        lost = vectors[layer] - _step(vectors[layer], A[layer], c, k)
        length = np.linalg.norm((lost[..., None, :] @ after)[..., 0, :], axis=-1)
        with np.errstate(invalid="ignore"):
            changes[layer] = 10.0 ** (logs[layer] + log_after - logs[S]) * length
        together = after.transpose(0, 2, 1, 3)
        product = (A[layer] @ together.reshape(n, WIDTH, -1)).reshape(together.shape).transpose(0, 2, 1, 3)
        after = c[:, None, None] * after + k[:, None, None] * product
        scaled, grown = to_length_one(after.reshape(n, len(c), -1), np.linalg.norm(after, axis=(-2, -1)))
        after, log_after = scaled.reshape(after.shape), log_after + grown
    return changes.transpose(2, 0, 1)


def signed_shares(A: Array, alphas: Sequence[float]) -> Array:
    """What paths of each length 0..S carry of a residual stack's gradient, ⟨g_k, g⟩ / ‖g‖². A -> (m, S+1, n).

    g_k = alpha^k Σ (products of k of the A_l, in order), g = Σ g_k; in each draw they add to 1, and may be negative.
    Paths of independent layers add in quadrature, E⟨g_j, g_k⟩ = 0 for j ≠ k and E ‖g_k‖² = C(S, k) alpha^(2k): see
    `path_length_weights` at alpha². Their sizes, C(S, k) alpha^k, are its weights at alpha (Veit et al. 2016, §5).
    """
    S, n = A.shape[:2]
    sums = np.zeros((n, S + 1, WIDTH))
    sums[:, 0] = WIDTH**-0.5
    for layer in range(S):
        sums[:, 1 : layer + 2] += sums[:, : layer + 1] @ A[layer]
    shares = []
    for alpha in alphas:
        carried = alpha ** np.arange(S + 1.0)[:, None] * sums
        whole = carried.sum(axis=1)
        shares.append(np.einsum("nkd,nd->kn", carried, whole) / (whole**2).sum(axis=1))
    return np.array(shares)


def central_range(weights: Array, share: float = 0.95) -> tuple[int, int]:
    """The lengths k between which the middle `share` of the weights (S+1,) lies: its quantiles (1 ∓ share) / 2."""
    first, last = np.searchsorted(np.cumsum(weights), ((1.0 - share) / 2.0, (1.0 + share) / 2.0))
    return int(first), int(last)
