"""The residual stream itself: every sublayer reads the running sum and adds its write to it.

    x_{l+1} = x_l + f_l(x_l)

He et al. 2016, "Identity Mappings in Deep Residual Networks", eq. 4 (forward) and 5 (backward);
Elhage et al. 2021, "A Mathematical Framework for Transformer Circuits", on the stream as a sum of writes;
Veit et al. 2016, "Residual Networks Behave Like Ensembles of Relatively Shallow Networks", on path lengths.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from toy_models.model.checks import Array, finite, not_negative, numbers

Layer = Callable[[Array], Array]


def write_of(block: Layer, index: int, X: Array) -> Array:
    """Sublayer `index`'s write f(X), float64, the shape of X, finite, and nobody else's: a copy.

    The block is handed a view that it cannot write to. Raises ValueError, naming the sublayer from 1, if it tries to,
    or writes anything else.
    """
    try:
        write = np.array(block(read_only(X)), dtype=np.float64)
    except ValueError as error:
        if "read-only" not in str(error):
            raise
        raise ValueError(f"sublayer {index + 1} must not change the stream that it reads: {error}") from error
    if write.shape != X.shape:
        raise ValueError(f"sublayer {index + 1} must write an array of shape {X.shape}, got {write.shape}")
    return finite(write, f"what sublayer {index + 1} writes")


def read_only(X: Array) -> Array:
    """X, through a view that cannot be written to."""
    view = X.view()
    view.flags.writeable = False
    return view


def added(X: Array, write: Array, index: int) -> Array:
    """The stream after sublayer `index`, x + write. Raises ValueError if that is too large for a number."""
    with np.errstate(over="ignore"):
        return finite(X + write, f"the stream after sublayer {index + 1}")


def run_stream(X0: Any, blocks: Sequence[Layer]) -> tuple[Array, Array]:
    """Run the stream and keep every state and every write.

    x_0 = X0,  x_{l+1} = x_l + f_l(x_l)   (He et al. 2016, eq. 4)

    X0 (…, T, d), blocks: S callables f(X) -> write of X's shape; S may be 0.
    Returns states (S+1, …, T, d) and writes (S, …, T, d).
    Raises ValueError if X0 has fewer than two axes, a block returns another shape or changes what it reads (named,
    counted from 1), or anything is not finite.
    """
    X = np.array(X0, dtype=np.float64)
    if X.ndim < 2:
        raise ValueError(f"X0 must have shape (…, tokens, d), at least two axes, got {X.shape}")
    finite(X, "X0")
    states = np.empty((len(blocks) + 1, *X.shape))
    writes = np.empty((len(blocks), *X.shape))
    states[0] = X
    for index, block in enumerate(blocks):
        writes[index] = write_of(block, index, states[index])
        states[index + 1] = added(states[index], writes[index], index)
    return states, writes


def backprop_stack(g_top: Any, Js: Any, residual: bool = True) -> Array:
    """The gradient at every state, from the readout down to the embedding.

    G_S = g_top,  G_l = G_{l+1} (I + J_l)   (He et al. 2016, eq. 5), or without the I.

    g_top (d,), Js (S, d, d) with J_l[i, j] = ∂write_i/∂x_j; S may be 0. Returns G (S+1, d).
    Raises ValueError if the sizes do not match, or anything is not finite.
    """
    g = numbers(g_top, "g_top", ("d",))
    d = len(g)
    jacobians = numbers(Js, "Js", ("S", d, d)) if np.size(Js) else np.zeros((0, d, d))
    G = np.empty((len(jacobians) + 1, d))
    G[-1] = g
    for layer in reversed(range(len(jacobians))):
        with np.errstate(over="ignore", invalid="ignore"):
            through = G[layer + 1] @ jacobians[layer]
            G[layer] = G[layer + 1] + through if residual else through
        finite(G[layer], f"the gradient below sublayer {layer + 1}")
    return G


def path_length_weights(S: Any, alpha: Any) -> tuple[Array, float]:
    """The share of gradient that paths of each length carry if every layer has the same gain alpha.

    w_k ∝ C(S, k) alpha^k,  k = 0..S, adding to 1;  mean length = S alpha / (1 + alpha)
    (a binomial with p = alpha / (1 + alpha); Veit et al. 2016, §5).

    S: sublayers, 0 or more. alpha: 0 or more, finite. Returns w (S+1,) and the mean.
    Raises ValueError otherwise. Worked in logarithms, so that great depth and gain stay finite.
    """
    if isinstance(S, (bool, np.bool_)) or not isinstance(S, (int, np.integer)) or S < 0:
        raise ValueError(f"S must be a whole number of sublayers, 0 or more, got {S!r}")
    gain = not_negative(alpha, "alpha")
    weights = binomial_rows(np.array([S]), np.array([gain]), int(S))
    return weights[0], float(S * (gain / (1.0 + gain)))


def binomial_rows(n: Array, alpha: Array, S: int) -> Array:
    """w[i, k] ∝ C(n_i, k) alpha_i^k for k ≤ n_i and 0 beyond. n, alpha (W,), every n ≤ S. Returns (W, S+1).

    With n = 0 the row is (1, 0, …) whatever alpha; otherwise an undefined (NaN) alpha makes an undefined row.
    """
    log_factorial = np.concatenate([[0.0], np.cumsum(np.log(np.arange(1.0, S + 1)))])
    k = np.arange(S + 1)
    n = n[:, None]
    with np.errstate(divide="ignore", invalid="ignore"):
        gain = np.where(k == 0, 0.0, k * np.log(alpha)[:, None])
    log_w = log_factorial[n] - log_factorial[k] - log_factorial[np.maximum(n - k, 0)] + gain
    log_w = np.where(k <= n, log_w, -np.inf)
    w = np.exp(log_w - log_w.max(axis=1, keepdims=True))
    return w / w.sum(axis=1, keepdims=True)
