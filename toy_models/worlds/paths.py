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


def packed_paths(worlds: Worlds, g_top: Array) -> tuple[Array, Array, Array]:
    """Every path of every world as one packed list, 3^S in all: its world, its layers, its gradient (3^S, T, d).

    Its layers are a number whose bit l is set if it passes through sublayer l. Each sublayer, from the top, adds to the
    list a copy of each path in whose world it is on, carried through it.
    """
    world = np.arange(len(worlds.on))
    through = np.zeros(len(world), dtype=int)
    G = g_top
    for layer in reversed(range(worlds.on.shape[1])):
        takes = np.flatnonzero(worlds.on[world, layer])
        X = worlds.states[:, layer][world[takes]]
        G = np.concatenate([G, through_block(worlds.toy, layer, X, G[takes])])
        world = np.concatenate([world, world[takes]])
        through = np.concatenate([through, through[takes] | 1 << layer])
    return world, through, G


@dataclass(frozen=True)
class SinglePaths:
    """What every single path carries in every world, each (W, 2^S); see `single_paths`."""

    size: Array
    size_share: Array
    share: Array


def single_paths(worlds: Worlds, token: Any, target: Any) -> SinglePaths:
    """What each path carries, one by one. Path P passes through sublayer l if bit l of its number is set.

    size       = ‖g_P‖, g_P the gradient at the embedding that this path carries: the product of its layers' Jacobians
    size_share = size / Σ of all sizes, so that they add to 1; NaN if no gradient leaves the readout
    share      = ⟨g_P, g⟩ / ‖g‖², the signed part of the whole gradient g; they add to 1; NaN if g = 0

    The paths of one length, with as many bits set, add to `path_table`'s size, size_share and share. A path through a
    sublayer that is off carries exactly 0 (not NaN), since that sublayer's Jacobian is 0: in a world with n on, 2^n
    paths are open. Raises ValueError if token or target is out of range.
    """
    return single_paths_on_the_way(worlds, backward(worlds, token, target))


def single_paths_on_the_way(worlds: Worlds, down: Backward) -> SinglePaths:
    """`single_paths` of gradients that have been carried down already."""
    world, through, G = packed_paths(worlds, down.whole[-1])
    sizes, shares = np.zeros((2, len(worlds.on), len(worlds.on)))
    g = down.whole[0]
    norm = size(g)
    sizes[world, through] = size(G)
    with np.errstate(divide="ignore", invalid="ignore"):
        shares[world, through] = np.einsum("itd,itd->i", G, (g / norm[:, None, None])[world])
        return SinglePaths(sizes, sizes / sizes.sum(axis=1, keepdims=True), shares / norm[:, None])


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
    world, through, G = packed_paths(worlds, down.whole[-1])
    W, C = worlds.on.shape[0], worlds.on.shape[1] + 1
    # A path's layers are numbered as the worlds are, so it is as long as that world has sublayers on.
    cell = world * C + worlds.on.sum(axis=1)[through]

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
