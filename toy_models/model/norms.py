"""The final norm, three ways, and what it does to a sum and to a gradient.

    layer   y = gamma (x − mean x) / s + beta,   s = sqrt(var x + eps)       Ba et al. 2016, eq. 4
    rms     y = gamma x / s + beta,              s = sqrt(mean x² + eps)     Zhang & Sennrich 2019, eq. 4
    none    y = gamma x + beta,                  s = 1

With s held fixed each is linear up to beta, so a readout splits into the writes that made up x.
"""

from __future__ import annotations

import numpy as np

from toy_models.model.checks import Array, finite


def centred(X: Array, norm: str) -> Array:
    """X minus its mean over the last axis for "layer", X itself otherwise. Same shape."""
    return X - X.mean(axis=-1, keepdims=True) if norm == "layer" else X


def scale(X: Array, norm: str, eps: float) -> Array:
    """The divisor s of each stream. X (…, d) -> (…), 0 or more; exactly 1 for "none".

    Raises ValueError if it is not finite, as where squares overflow: dividing by that would give 0.
    """
    if norm == "none":
        return np.ones(X.shape[:-1])
    with np.errstate(over="ignore", invalid="ignore"):
        return finite(np.sqrt((centred(X, norm) ** 2).mean(axis=-1) + eps), "the norm's scale")


def _divisor(s: Array) -> Array:
    """s with an axis for the numbers that it divides. (…) -> (…, 1). Raises ValueError where there is none."""
    if not s.all():
        raise ValueError("the norm's scale must be above 0: give eps above 0, or a stream that does not stand still")
    return s[..., None]


def normalise(X: Array, norm: str, gamma: Array, beta: Array, eps: float) -> Array:
    """y = gamma (x − m) / s + beta. X (…, d) -> (…, d)."""
    return gamma * (centred(X, norm) / _divisor(scale(X, norm, eps))) + beta


def projection(direction: Array, s: Array | float, norm: str, gamma: Array) -> Array:
    """The row p for which p · part is what a part adds to the readout when s is frozen.

    p = (a − mean a) / s with a = gamma · direction (no mean for "rms" and "none").
    direction (d,), s (…) -> (…, d).
    """
    return centred(gamma * direction, norm) / _divisor(np.asarray(s))


def normalise_vjp(X: Array, G: Array, norm: str, gamma: Array, eps: float) -> Array:
    """G J of normalise at X, the gradient at X of Σ G · normalise(X), s not frozen.

    g = (a − mean a − x̂ mean(a x̂)) / s,  x̂ = (x − m) / s,  a = gamma G
    (no mean a for "rms"; g = a for "none"). X (…, d), G (…, d) -> the shape of the two broadcast together.
    """
    a = gamma * G
    if norm == "none":
        return np.broadcast_to(a, np.broadcast_shapes(X.shape, a.shape)).copy()
    s = _divisor(scale(X, norm, eps))
    x_hat = centred(X, norm) / s
    return (centred(a, norm) - x_hat * (a * x_hat).mean(axis=-1, keepdims=True)) / s


def readout_gradient(X: Array, direction: Array, norm: str, gamma: Array, eps: float) -> Array:
    """The gradient of direction · normalise(x) at x, s not frozen; see `normalise_vjp`. X (…, d) -> (…, d)."""
    return normalise_vjp(X, direction, norm, gamma, eps)
