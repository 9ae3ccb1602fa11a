"""Why depth trains at all: a gradient through deep random stacks, wired in six ways, and what else depth does to them.

Every layer's Jacobian is alpha A_l, A_l (d, d) of independent normal numbers with variance 1/d, so that
E ‖g A‖² = ‖g‖². A wiring turns it into the factor that a gradient meets:

    plain      alpha A                                       g_l = g_{l+1} alpha A
    residual   I + alpha A                                   He et al. 2016, eq. 5
    highway    (1 − t) I + t alpha A,  t = 1/4               Srivastava et al. 2015, eq. 3, the gate held fixed
    scaled     I + alpha A / √S                              Hayou et al. 2021, "Stable ResNet"
    rezero     I                                             Bachlechner et al. 2021: the layer's factor starts at 0
    deepnorm   (a I + b alpha A) / √(a² + b² alpha²)         Wang et al. 2022, "DeepNet": a = S^(1/4), b = (4 S)^(−1/4),
               divided by what the norm after it divides by

Each makes E ‖g‖² grow by a known factor a layer, see `growth`. This holds for random Jacobians only; in a trained
net they are not independent. Sizes are worked in logarithms to base 10, so that any depth stays finite.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from toy_models.checks import Array

WIRINGS = ("plain", "residual", "highway", "scaled", "rezero", "deepnorm")
WIDTH, DRAWS, GATE = 16, 64, 0.25


def mixture(wiring: str, alpha: float, S: int) -> tuple[float, float]:
    """(c, k) of the factor c I + k A that a gradient meets at each of S layers. Raises ValueError otherwise."""
    if wiring not in WIRINGS:
        raise ValueError(f"wiring must be one of {', '.join(WIRINGS)}, got {wiring!r}")
    if wiring == "deepnorm":
        a, b = S**0.25, (4.0 * S) ** -0.25
        size = np.hypot(a, b * alpha)
        return float(a / size), float(b * alpha / size)
    return {
        "plain": (0.0, alpha),
        "residual": (1.0, alpha),
        "highway": (1.0 - GATE, GATE * alpha),
        "scaled": (1.0, alpha / np.sqrt(S)),
        "rezero": (1.0, 0.0),
    }[wiring]


def growth(wiring: str, alpha: float, S: int) -> float:
    """√(E ‖g_l‖² / ‖g_{l+1}‖²) = √(c² + k²): alpha for plain, √(1 + alpha²) for residual, and so on."""
    return float(np.hypot(*mixture(wiring, alpha, S)))


def theory(wiring: str, alpha: float, S: int) -> Array:
    """log10 of the root mean square size after 0..S layers, (S+1,): l log10 growth; −inf once nothing is left."""
    with np.errstate(divide="ignore"):
        step = np.log10(growth(wiring, alpha, S))
    return np.concatenate([[0.0], np.arange(1, S + 1) * step])


def draw_jacobians(S: int, draws: int = DRAWS, seed: int = 0) -> Array:
    """A_1 … A_S for each draw, (S, draws, d, d), from RandomState(seed), a frozen stream."""
    return np.random.RandomState(seed).standard_normal((S, draws, WIDTH, WIDTH)) / np.sqrt(WIDTH)


def log_sizes(A: Array, wiring: str, alpha: float) -> Array:
    """log10 ‖g‖ of each draw's gradient after 0..S layers, from a unit vector at the top. A (S, n, d, d) -> (S+1, n).

    The vector is brought back to length 1 after each layer and only its length is added up; an exact 0 gives −inf from
    there on.
    """
    S, n = A.shape[:2]
    c, k = mixture(wiring, alpha, S)
    g = np.full((n, WIDTH), WIDTH**-0.5)
    sizes = np.zeros((S + 1, n))
    for layer in range(S):
        g = c * g + k * np.einsum("ni,nij->nj", g, A[layer])
        length = np.linalg.norm(g, axis=1)
        with np.errstate(divide="ignore"):
            sizes[layer + 1] = sizes[layer] + np.log10(length)
        g = g / np.where(length > 0, length, 1.0)[:, None]
    return sizes


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


def forward_log_sizes(A: Array, alpha: float, pre_norm: bool) -> Array:
    """log10 ‖x‖ / ‖x_0‖ of a residual stream after 0..S layers. A (S, n, d, d) -> (S+1, n).

    pre-norm  x_{l+1} = x_l + alpha A x_l / rms(x_l): writes of one size, so E ‖x_l‖² ∝ 1 + l alpha² grows in a line
    without   x_{l+1} = x_l + alpha A x_l:            E ‖x_l‖² = (1 + alpha²)^l ‖x_0‖² grows exponentially
    """
    S, n = A.shape[:2]
    x = np.ones((n, WIDTH))
    logs = np.zeros((S + 1, n))
    for layer in range(S):
        size = 10.0 ** logs[layer] if pre_norm else np.ones(n)
        x = x + alpha * np.einsum("ni,nij->nj", x, A[layer]) / size[:, None]
        length = np.linalg.norm(x, axis=1) / np.sqrt(WIDTH)
        logs[layer + 1] = logs[layer] + np.log10(length)
        x = x / length[:, None]
    return logs


def lesion_changes(A: Array, wiring: str, alpha: float) -> Array:
    """How much the stack's output changes when layer l is left out, ‖y without l − y‖ / ‖y‖. A (S, n, d, d) -> (S, n).

    One layer less in a plain stack is another function; a residual stack loses one write (Veit et al. 2016, §4.1).
    Undefined (NaN) where the whole output is exactly 0.
    """
    S, n = A.shape[:2]
    c, k = mixture(wiring, alpha, S)
    runs = np.full((n, 1, WIDTH), WIDTH**-0.5)  # each draw's whole stack, then the stacks without a layer below
    for layer in range(S):
        with np.errstate(divide="ignore", invalid="ignore"):
            through = c * runs + k * (runs @ A[layer])
            # All are measured in the whole output's length, so that no depth overflows.
            runs = np.concatenate([through, runs[:, :1]], axis=1) / np.linalg.norm(
                through[:, :1], axis=-1, keepdims=True
            )
    return np.linalg.norm(runs[:, 1:] - runs[:, :1], axis=-1).T


def central_range(weights: Array, share: float = 0.95) -> tuple[int, int]:
    """The lengths k between which the middle `share` of the weights (S+1,) lies: its quantiles (1 ∓ share) / 2."""
    first, last = np.searchsorted(np.cumsum(weights), ((1.0 - share) / 2.0, (1.0 + share) / 2.0))
    return int(first), int(last)
