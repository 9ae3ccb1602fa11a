"""The readout's gradient on its way down the stream, in every world.

    G_S = g,  G_l = G_{l+1} (I + J_l)   (He et al. 2016, eq. 5)

J_l is sublayer l's true Jacobian in that world. An off sublayer writes something fixed, so its Jacobian is 0: what
comes along the plus passes it unchanged, and through the layers alone nothing passes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from toy_models.model.checks import Array, finite, target_words, whole_number
from toy_models.model.norms import readout_gradient
from toy_models.model.stream import read_only
from toy_models.model.toy import Toy
from toy_models.worlds.readout import target_direction
from toy_models.worlds.worlds import Worlds


@dataclass(frozen=True)
class GradientSizes:
    """L2 norms over all tokens and dimensions of the gradient at every state, each (W, S+1); see `gradient_sizes`."""

    whole: Array
    layers_only: Array
    plus_alone: Array


def top_gradient(toy: Toy, final: Array, token: Any, target: Any) -> Array:
    """The readout's gradient at the final state, through the final norm; zero at every other token.

    final (…, T, d) -> (…, T, d). Raises ValueError if token or target is out of range.
    """
    token = whole_number(token, "token", len(toy.tokens))
    direction = target_direction(toy.W_U, target_words(target, len(toy.vocab)))
    g = np.zeros_like(final)
    g[..., token, :] = readout_gradient(final[..., token, :], direction, toy.norm, toy.gamma, toy.eps)
    return g


def through_block(toy: Toy, layer: int, X: Array, G: Array) -> Array:
    """G J_l at X, sublayer `layer`'s vector–Jacobian product. Raises ValueError if it has none, or a wrong shape."""
    block = toy.blocks[layer]
    if not hasattr(block, "vjp"):
        raise ValueError(f"sublayer {layer + 1} must have a vjp(X, G) to carry a gradient, got {type(block).__name__}")
    carried = np.asarray(block.vjp(read_only(X), read_only(G)))
    if carried.shape != G.shape:
        raise ValueError(f"sublayer {layer + 1}'s vjp must return an array of shape {G.shape}, got {carried.shape}")
    return finite(carried, f"what sublayer {layer + 1}'s vjp returns")


def size(G: Array) -> Array:
    """L2 norm over tokens and dimensions. (…, T, d) -> (…). Raises ValueError if it is too large for a number."""
    with np.errstate(over="ignore"):
        return finite(np.sqrt(np.einsum("...td,...td->...", G, G)), "the size of a gradient")


@dataclass(frozen=True)
class Backward:
    """Gradients in every world: whole (S+1, W, T, d), layers_only the same, through (S, W, T, d) = G_{l+1} J_l."""

    whole: Array
    layers_only: Array
    through: Array


def backward(worlds: Worlds, token: Any, target: Any) -> Backward:
    """Carry the readout's gradient down in every world, with the plus and without it.

    whole_l = whole_{l+1} (I + J_l),  layers_only_l = layers_only_{l+1} J_l;  J_l = 0 where l is off.
    """
    toy = worlds.toy
    S = len(toy.blocks)
    g = top_gradient(toy, worlds.states[:, -1], token, target)
    both = np.empty((S + 1, 2, *g.shape))
    through = np.empty((S, *g.shape))
    both[S] = g
    for layer in reversed(range(S)):
        on = worlds.on[:, layer, None, None]
        carried = through_block(toy, layer, worlds.states[:, layer], both[layer + 1])
        through[layer] = np.where(on, carried[0], 0.0)
        both[layer, 0] = both[layer + 1, 0] + through[layer]
        both[layer, 1] = np.where(on, carried[1], 0.0)
    return Backward(both[:, 0], both[:, 1], through)


def gradient_sizes(worlds: Worlds, token: Any, target: Any) -> GradientSizes:
    """How large the readout's gradient is at every state of every world.

    whole: G_l = G_{l+1} (I + J_l), unchanged by an off sublayer, whose J_l is 0
    layers_only: G_l = G_{l+1} J_l, the plus left out: 0 below the first off sublayer met coming down
    plus_alone: the gradient at the readout, carried unchanged

    Each (W, S+1), L2 over all tokens and dimensions; column S is the readout's end, column 0 the embedding.
    Raises ValueError if token or target is out of range.
    """
    return sizes_on_the_way(backward(worlds, token, target))


def sizes_on_the_way(down: Backward) -> GradientSizes:
    """`gradient_sizes` of gradients that have been carried down already."""
    whole, layers_only = size(down.whole).T, size(down.layers_only).T
    return GradientSizes(whole, layers_only, np.repeat(whole[:, -1:], whole.shape[1], axis=1))
