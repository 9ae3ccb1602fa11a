"""Concatenation, the third wiring beside plain and residual: each layer appends what it writes to the stream.

    x_{l+1} = [x_l, alpha x_l B_l]                                 Huang et al. 2017, "DenseNet", eq. 2
    x_l (w_l,),  w_l = d + l k;  B_l (w_l, k) of N(0, 1/w_l)       k: their growth rate, here 2, and d = 16

No layer changes a number that stands there already, as the plus does; every later one reads it. A gradient that comes
down has two parts, u (w_l,) for what was there and v (k,) for what was appended, and g_l = u + alpha v B_lᵀ.

Mean squares in closed form, from independence of the B_l alone:

    stream      E ‖x_l‖² = ‖x_0‖² Π_{j<l} (1 + alpha² k / w_j), of order l^(alpha²): a power of the depth, where
                residual streams without a norm grow exponentially
    gradient    E ‖g_l‖² = (w_l / w_S) Π_{l≤j<S} (1 + alpha² k / w_j) from equal numbers of length 1 at the top

At alpha = 1 the first is w_l / d, every number as large as the first, and the second 1 at every layer. At alpha = 0
nobody reads the embedding's part but the top itself, and √(d / w_S) of the length is left.

Many gains at once: alphas (m,); B a list of S layers (n, w_l, k) for n draws.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from toy_models.model.checks import Array
from toy_models.studies.growth import root_mean_square_step, typical_step
from toy_models.studies.stacks import DRAWS, WIDTH

GROWTH = 2


def widths(S: int) -> Array:
    """w_0 … w_S, how many numbers the stream has after each number of layers."""
    return WIDTH + GROWTH * np.arange(S + 1)


def draw_layers(S: int, draws: int = DRAWS, seed: int = 0) -> list[Array]:
    """B_0 … B_{S−1} from RandomState(seed), a frozen stream; the first layers are those of any smaller S."""
    numbers = np.random.RandomState(seed)
    return [numbers.standard_normal((draws, w, GROWTH)) / np.sqrt(w) for w in widths(S)[:-1]]


def stream_log_sizes(B: Sequence[Array], alphas: Sequence[float]) -> Array:
    """log10 ‖x_l‖ / ‖x_0‖ after 0..S layers, from equal numbers: (m, S+1, n)."""
    alpha = np.asarray(alphas, dtype=float)[:, None]
    x = np.empty((len(B[0]), len(alpha), widths(len(B))[-1]))
    x[..., :WIDTH] = WIDTH**-0.5
    squares = [np.ones(x.shape[:-1])]
    for layer in B:
        w = layer.shape[1]
        write = x[..., w : w + GROWTH]
        write[:] = alpha * (x[..., :w] @ layer)
        squares.append(squares[-1] + (write**2).sum(axis=-1))
    return 0.5 * np.log10(squares).transpose(2, 0, 1)


def gradient_log_sizes(B: Sequence[Array], alphas: Sequence[float]) -> Array:
    """log10 ‖g‖ after 0..S layers on the way down, from equal numbers of length 1 at the top: (m, S+1, n)."""
    alpha = np.asarray(alphas, dtype=float)[:, None]
    top = widths(len(B))[-1]
    g = np.full((len(B[0]), len(alpha), top), top**-0.5)
    squares = [np.ones(g.shape[:-1])]
    for layer in reversed(B):
        w = layer.shape[1]
        u, v = g[..., :w], g[..., w : w + GROWTH]
        u += (alpha * v) @ layer.swapaxes(-1, -2)
        squares.append(np.einsum("nmw,nmw->nm", u, u))
    return 0.5 * np.log10(squares).transpose(2, 0, 1)


def gradient_theory(S: int, alpha: float) -> Array:
    """log10 of a gradient's size after 0..S layers: its median draw's, nearly, and its root mean square, (2, S+1).

    Layer l is a step of c² = w_l / w_{l+1}, the part of ‖g‖² that u has on average, and k² = alpha² (1 − c²), in w_l
    dimensions (see growth); the median leaves out that this part differs from draw to draw.
    """
    steps = np.zeros((2, S + 1))
    for passed, w in enumerate(widths(S)[-2::-1], 1):
        c, k = np.sqrt(w / (w + GROWTH)), alpha * np.sqrt(GROWTH / (w + GROWTH))
        steps[:, passed] = typical_step(c, k, int(w)), root_mean_square_step(c, k)
    return steps.cumsum(axis=1)
