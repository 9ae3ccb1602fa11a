"""One sublayer taken apart for one word, step by step, in every world: x → norm → F → ⊕.

    x_l, what it reads;  y = norm(x_l);  F(x_l), what it computes;  x_{l+1} = x_l + F(x_l)

With x for the word's own state. An attention also reads the other words' states, through the same norm: what it takes
from each is a value, and how much of it the pattern. Each sublayer has the steps that it has, and None for the others.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from toy_models.model.attention import CausalAttention
from toy_models.model.blocks import Block, TanhAttention, TanhMLP
from toy_models.model.checks import Array, whole_number
from toy_models.model.mlp import GeluMLP, gelu
from toy_models.model.norms import normalise
from toy_models.model.plain import PlainAttention, ReluMLP
from toy_models.worlds.worlds import Worlds


@dataclass(frozen=True, kw_only=True)
class Steps:
    """What happens inside F, for one word: None where this sublayer has no such step.

    normalised (…, d): what its own norm makes of x. Of an attention, by head: pattern (…, H, T), the share taken of
    each word, adding to 1; values (…, H, T, k), what each word has to give; taken (…, H, k) = Σ_u pattern_u values_u.
    hidden, active (…, m): the units before and after GELU, ReLU or tanh.
    """

    normalised: Array | None = None
    pattern: Array | None = None
    values: Array | None = None
    taken: Array | None = None
    hidden: Array | None = None
    active: Array | None = None


@dataclass(frozen=True)
class Trace:
    """A sublayer at one word in every world.

    reads (W, d): x_l. inside: the steps of F, each with a leading axis (W,). computes (W, d): F(x_l). writes (W, d):
    what is added, F(x_l) or, where the sublayer is off, its stand-in. sums (W, d): x_{l+1} = reads + writes.
    """

    reads: Array
    inside: Steps
    computes: Array
    writes: Array
    sums: Array


def trace(worlds: Worlds, layer: Any, token: Any) -> Trace:
    """Take sublayer `layer` apart at position `token`, both counted from 0, in every world.

    Where the sublayer is off, `inside` and `computes` are what it would do with what it would read, and nobody uses
    them. Raises ValueError if layer or token is out of range.
    """
    layer = whole_number(layer, "layer", len(worlds.toy.blocks))
    token = whole_number(token, "token", len(worlds.toy.tokens))
    block, X = worlds.toy.blocks[layer], worlds.states[:, layer]
    return Trace(
        reads=X[:, token],
        inside=steps_of(block, X, token),
        computes=block(X)[:, token],
        writes=worlds.writes[:, layer, token],
        sums=worlds.states[:, layer + 1, token],
    )


def steps_of(block: Block, X: Array, token: int) -> Steps:
    """The steps of F at one word, for each kind of sublayer. X (…, T, d), token from 0.

    CausalAttention   norm, whom each head reads, what it takes; all heads' together times W_O is the write
    PlainAttention    the same with one head and no norm
    TanhAttention     whom its one head reads, what it takes, tanh; that is the write
    GeluMLP           norm, hidden units, GELU; times W_out and the bias is the write
    ReluMLP           hidden units, the maximum with 0; times W_out is the write
    TanhMLP           hidden units, tanh; that is the write
    any other         no steps (an affine map is one)
    """
    x = X[..., token, :]
    match block:
        case CausalAttention():
            normed = normalise(x, "layer", block.gamma, block.beta, block.eps)
            return Steps(normalised=normed, **_taken(*block.read(X)[2:], token))
        case PlainAttention():
            return Steps(**_taken(*block.read(X)[2:], token))
        case TanhAttention():
            heads = _taken((X @ block.W)[..., None, :, :], block.pattern(X), token)
            mixed = heads["taken"][..., 0, :]
            return Steps(**heads, hidden=mixed, active=np.tanh(mixed))
        case GeluMLP():
            hidden = block.hidden(x)
            normed = normalise(x, "layer", block.gamma, block.beta, block.eps)
            return Steps(normalised=normed, hidden=hidden, active=gelu(hidden))
        case ReluMLP():
            hidden = block.hidden(x)
            return Steps(hidden=hidden, active=np.maximum(hidden, 0.0))
        case TanhMLP():
            hidden = x @ block.W
            return Steps(hidden=hidden, active=np.tanh(hidden))
    return Steps()


def _taken(values: Array, patterns: Array, token: int) -> dict[str, Array]:
    """Whom one word reads and what it takes. values (…, H, T, k), patterns (…, H, T, T)."""
    pattern = patterns[..., token, :]
    return {"pattern": pattern, "values": values, "taken": np.einsum("...u,...uk->...k", pattern, values)}
