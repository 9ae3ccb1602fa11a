"""Highway layers whose gates read the stream (Srivastava et al. 2015, eq. 3), and what passes down to the gradient.

    y = T(x) · F(x) + (1 − T(x)) · x,    T(x) = σ(x V + bias),   F(x) = alpha x A;   · number by number

Low biases open the plus (T near 0, y near x); high ones close it (T near 1), and what is left is the plain layer F. A
gradient G (d,) at y arrives at x as

    G · (1 − T)  +  alpha (G · T) Aᵀ  +  (G · (F − x) · T · (1 − T)) Vᵀ

in which the last term is the gate's own. `stacks` has the same layer with a gate that reads nothing, T = σ(bias): the
middle of these, and a step whose size is known in closed form.

Many gains and biases at once: m pairs of them, n draws; x (n, m, d), A and V (S, n, d, d) of N(0, 1/d).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from toy_models.model.checks import Array
from toy_models.studies.stacks import DRAWS, WIDTH, to_length_one


def draw_gates(S: int, draws: int = DRAWS, seed: int = 1) -> tuple[Array, Array]:
    """x_0 (draws, d), each of root mean square 1, and V (S, draws, d, d), from RandomState(seed), a frozen stream.

    Another seed than that of `draw_jacobians`, since F and T must not be drawn alike.
    """
    numbers = np.random.RandomState(seed).standard_normal
    start = numbers((draws, WIDTH))
    return start / np.sqrt((start**2).mean(axis=-1, keepdims=True)), numbers((S, draws, WIDTH, WIDTH)) / np.sqrt(WIDTH)


def gated_log_sizes(A: Array, start: Array, V: Array, alphas: Any, biases: Any) -> Array:
    """log10 ‖G‖ after 0..S layers on the way down, from equal numbers of length 1 at the top: (m, S+1, n).

    alphas, biases (m,): a pair for each stack. −inf where nothing passes.
    """
    alpha, bias = np.asarray(alphas)[:, None], np.asarray(biases)[:, None]
    both = np.concatenate([A, V], axis=-1)
    x = np.repeat(start[:, None], len(alpha), axis=1)
    passed = []
    for layer in both:
        F, read = np.split(x @ layer, 2, axis=-1)
        F *= alpha
        with np.errstate(over="ignore"):
            T = 1.0 / (1.0 + np.exp(-(read + bias)))
        moved = T * (F - x)
        passed.append((T, moved * (1.0 - T)))
        x = x + moved
    G = np.full(x.shape, WIDTH**-0.5)
    logs = [np.zeros(G.shape[:-1])]
    for layer, (T, own) in zip(both[::-1], passed[::-1], strict=True):
        onto = np.concatenate([alpha * G * T, G * own], axis=-1)
        G = G * (1.0 - T) + onto @ layer.swapaxes(-1, -2)
        G, grown = to_length_one(G, np.linalg.norm(G, axis=-1))
        logs.append(logs[-1] + grown)
    return np.array(logs).transpose(2, 0, 1)
