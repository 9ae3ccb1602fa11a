"""How a random step changes a size, in closed form: one layer's factor c I + k A, A (d, d) of N(0, 1/d).

For a unit vector u, k u A is normal whatever u is, so that every step multiplies a squared size by an independent

    R = ‖c u + k u A‖² = (k²/d) χ²,   χ² noncentral with d degrees of freedom and λ = d c²/k²

    root mean square    √(E R) = √(c² + k²)
    typical size        exp ½ E ln R,   E ln R = ln(2 k²/d) + Σ_j Pois(j; λ/2) ψ(d/2 + j)

After S steps ln of the size is a sum of S such terms, so its mean is S · ½ E ln R exactly, and its median nearly: this
is what a typical draw has. The mean square is made up by a few large draws and lies above it (Jensen).
With k = 0 nothing is random and both are |c|.
"""

from __future__ import annotations

import numpy as np
from numpy.polynomial.polynomial import polyval

from toy_models.model.checks import Array

FAR = 10.0  # from here the series for ψ is right to 1e-13
#: −B_{2n} / 2n, the coefficients of x^(−2n) in ψ(x) ~ ln x − 1/2x − …, from n = 1.
SERIES = (-1 / 12, 1 / 120, -1 / 252, 1 / 240, -1 / 132, 691 / 32760, -1 / 12)
TAIL = 12.0  # standard deviations of a Poisson number beyond which nothing is left to add


def digamma(x: Array | float) -> Array:
    """ψ(x) = d ln Γ(x) / dx for x > 0, by ψ(x) = ψ(x + 1) − 1/x up to `FAR` and the asymptotic series from there.

    Abramowitz & Stegun 1964, 6.3.5 and 6.3.18. x (…) -> (…).
    """
    x = np.asarray(x, dtype=float).copy()
    below = np.zeros_like(x)
    while (near := x < FAR).any():
        below -= np.where(near, 1.0 / x, 0.0)
        x += near
    return below + np.log(x) - 0.5 / x + polyval(1.0 / x**2, (0.0, *SERIES))


def poisson_weights(mean: float) -> tuple[Array, Array]:
    """The numbers j that a Poisson variable of this mean takes, and their probabilities, its far tails left out."""
    middle = int(mean)
    reach = int(TAIL * np.sqrt(mean) + 40)
    down, up = np.arange(middle, max(middle - reach, 0), -1), np.arange(middle + 1, middle + reach)
    # From the middle outwards each follows from its neighbour, so that nothing over- or underflows.
    weights = np.concatenate([np.cumprod(down / mean)[::-1], [1.0], np.cumprod(mean / up)])
    return np.arange(middle - len(down), middle + len(up) + 1), weights / weights.sum()


def root_mean_square_step(c: float, k: float) -> float:
    """log10 √(c² + k²); −inf where nothing passes."""
    with np.errstate(divide="ignore"):
        return float(np.log10(np.hypot(c, k)))


def typical_step(c: float, k: float, d: int) -> float:
    """½ E log10 R of one step, see above; log10 |c| at k = 0, and −inf where nothing passes."""
    if k == 0:
        return root_mean_square_step(c, k)
    j, weights = poisson_weights(0.5 * d * (c / k) ** 2)
    return float(0.5 * (np.log(2.0 * k**2 / d) + (weights * digamma(0.5 * d + j)).sum()) / np.log(10.0))
