"""The gradient, path by path: multiplying out Π (I + J_l) gives one term for each set of sublayers.

With n sublayers on there are 2^n paths, C(n, k) of length k. Veit et al. 2016, §3 (unravelled view) and §5
(path lengths and the gradient they carry).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from toy_models.model.checks import Array, switches
from toy_models.model.stream import added, binomial_rows, write_of
from toy_models.model.toy import Toy
from toy_models.worlds.gradients import Backward, backward, size, through_block, top_gradient
from toy_models.worlds.worlds import Worlds


def path_gradients(toy: Toy, on: Any, token: Any, target: Any) -> Array:
    """The readout's gradient at the embedding, carried by all paths of each length, in one world.

    Π (I + z J_l) multiplied out from the top:  g_k ← g_k + g_{k−1} J_l  for each sublayer that is on.

    on: (S,) switches. Returns (n_on+1, T, d); their sum is the whole gradient.
    Raises ValueError if on does not fit the toy, or token or target is out of range.
    """
    on = switches(on, len(toy.blocks))
    states = [toy.X0]
    for layer, block in enumerate(toy.blocks):
        states.append(added(states[-1], write_of(block, layer, states[-1]), layer) if on[layer] else states[-1])
    g = np.zeros((int(on.sum()) + 1, *toy.X0.shape))
    g[0] = top_gradient(toy, states[-1], token, target)
    for layer in reversed(np.flatnonzero(on)):
        g[1:] += through_block(toy, int(layer), states[layer], g[:-1])
    return g


def single_paths(worlds: Worlds, g_top: Array) -> tuple[Array, Array, Array]:
    """Every path of every world as one packed list, 3^S in all: its world, its length, its gradient (3^S, T, d).

    Each sublayer, from the top, adds to the list a copy of each path in whose world it is on, carried through it.
    """
    world = np.arange(len(worlds.on))
    length = np.zeros(len(world), dtype=int)
    G = g_top
    for layer in reversed(range(worlds.on.shape[1])):
        takes = np.flatnonzero(worlds.on[world, layer])
        X = worlds.states[:, layer][world[takes]]
        G = np.concatenate([G, through_block(worlds.toy, layer, X, G[takes])])
        world = np.concatenate([world, world[takes]])
        length = np.concatenate([length, length[takes] + 1])
    return world, length, G


@dataclass(frozen=True)
class PathTable:
    """What paths of each length 0..S carry in every world; see `path_table`.

    count, share, size, size_share, binomial (W, S+1); alpha, mean (W,).
    """

    count: Array
    share: Array
    size: Array
    size_share: Array
    alpha: Array
    binomial: Array
    mean: Array


def path_table(worlds: Worlds, token: Any, target: Any) -> PathTable:
    """What paths of each length carry, in every world, by two measures, and the binomial beside them.

    count_k = C(n, k), the number of paths of length k with n sublayers on
    share_k = ⟨g_k, g⟩ / ‖g‖², the signed part of the gradient: g_k the sum of the paths of length k, g the whole
              gradient; adds to 1, below 0 where a length works against the whole, above 1 where others cancel it;
              NaN if g = 0
    size_k  = Σ ‖single path‖ over the paths of length k: the mean size times the count (Veit et al. 2016)
    size_share_k = size_k / Σ_j size_j; adds to 1, NaN if no gradient leaves the readout
    alpha   = geometric mean over the sublayers on of ‖g J_l‖ / ‖g‖ along the run: not a fit. 0 if any is 0;
              sublayers that no gradient reaches have no gain and are left out; NaN if none remains
    binomial, mean: `path_length_weights(n, alpha)`, a model of the sizes, not of the signed parts

    Raises ValueError if token or target is out of range.
    """
    return paths_on_the_way(worlds, backward(worlds, token, target))


def paths_on_the_way(worlds: Worlds, down: Backward) -> PathTable:
    """`path_table` of gradients that have been carried down already."""
    world, length, G = single_paths(worlds, down.whole[-1])
    W, C = worlds.on.shape[0], worlds.on.shape[1] + 1
    cell = world * C + length

    def per_length(weights: Array | None = None) -> Array:
        return np.bincount(cell, weights, minlength=W * C).reshape(W, C)

    g = down.whole[0]
    norm = size(g)
    with np.errstate(divide="ignore", invalid="ignore"):
        unit = g / norm[:, None, None]
        share = per_length(np.einsum("itd,itd->i", G, unit[world])) / norm[:, None]
        sizes = per_length(size(G))
        size_share = sizes / sizes.sum(axis=1, keepdims=True)
    n = worlds.on.sum(axis=1)
    alpha = mean_gain(worlds.on, size(down.through).T, size(down.whole[1:]).T)
    mean = np.where(n == 0, 0.0, n * (alpha / (1.0 + alpha)))
    return PathTable(per_length(), share, sizes, size_share, alpha, binomial_rows(n, alpha, C - 1), mean)


def mean_gain(on: Array, out: Array, arrived: Array) -> Array:
    """Geometric mean of out / arrived over the sublayers on that a gradient reaches. All (W, S) -> (W,)."""
    counted = on & (arrived > 0)
    with np.errstate(divide="ignore", invalid="ignore"):
        log_gain = np.where(counted, np.log(out) - np.log(arrived), 0.0)
        return np.exp(log_gain.sum(axis=1) / counted.sum(axis=1))
