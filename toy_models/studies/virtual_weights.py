"""Virtual weights: the product of one sublayer's output matrix and a later one's input matrix, as if wired directly.

The plus makes every write readable by every later sublayer, so each pair has such a product (Elhage et al. 2021, "A
Mathematical Framework for Transformer Circuits", "Virtual weights" and "Q-, K- and V-Composition"). An attention layer
is taken apart: each head writes by itself, and reads three times, by its query, its key and its value, for what is
written for one of them is lost in the noise of the others. It is a wire and not a use: whether anything flows through
it depends on the prompt.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from toy_models.model.attention import CausalAttention
from toy_models.model.blocks import Block
from toy_models.model.checks import Array, frozen
from toy_models.model.mlp import GeluMLP

#: How many pairs of random matrices tell what chance gives, and the part of them that lies between low and high.
DRAWS, WITHIN = 500, 0.95


def norm_matrix(gamma: Array) -> Array:
    """What a LayerNorm does to a part of the stream, but for the scale s: (I − 1 1ᵀ/d) diag(gamma), (d, d)."""
    d = len(gamma)
    return (np.eye(d) - 1.0 / d) * gamma


def input_matrices(block: Block) -> dict[str, Array]:
    """Every W_in (d, n) through which a sublayer reads, its norm's centring and gain folded in; none behind a tanh.

    MLP: {"": its first matrix (d, m)}. Attention: {"head 1 Q": head 1's columns of W_Q (d, k), "head 1 K": …, …}.
    Elhage et al. put head h's query and key together, W_Qᵀ W_K, where one of the two is read by.
    """
    if isinstance(block, GeluMLP):
        return {"": norm_matrix(block.gamma) @ block.W_in}
    if isinstance(block, CausalAttention):
        read = zip(*(_heads(W, block.heads, -1) for W in (block.W_Q, block.W_K, block.W_V)), strict=True)
        norm = norm_matrix(block.gamma)
        return {f"head {h} {by}": norm @ W for h, own in enumerate(read, 1) for by, W in zip("QKV", own, strict=True)}
    return {}


def output_matrices(block: Block) -> dict[str, Array]:
    """Every W_out (m, d) through which a sublayer writes; none behind a tanh.

    MLP: {"": its second matrix (m, d)}. Attention: {"head 1": W_V W_O of head 1 (d, d), of rank k, its "OV circuit",
    the norm's centring and gain folded in, …}.
    """
    if isinstance(block, GeluMLP):
        return {"": block.W_out}
    if isinstance(block, CausalAttention):
        own = zip(_heads(block.W_V, block.heads, -1), _heads(block.W_O, block.heads, -2), strict=True)
        return {f"head {h}": norm_matrix(block.gamma) @ W_V @ W_O for h, (W_V, W_O) in enumerate(own, 1)}
    return {}


def _heads(W: Array, heads: int, axis: int) -> list[Array]:
    return np.split(W, heads, axis=axis)


def composition(W_out: Array, W_in: Array) -> Array:
    """C = ‖W_out W_in‖_F / (‖W_out‖_F ‖W_in‖_F), from 0 to 1: a composition score (Elhage et al. 2021).

    W_out (…, m, d), W_in (…, d, n) -> (…). 0 if nothing written is read, NaN if a matrix is zero. C² is 1/d on average
    if one of the two is turned at random, for then each direction that is written is as likely read as any other.
    """
    with np.errstate(divide="ignore", invalid="ignore"):
        return _size(W_out @ W_in) / (_size(W_out) * _size(W_in))


def _size(W: Array) -> Array:
    return np.sqrt((W * W).sum(axis=(-2, -1)))


@dataclass(frozen=True)
class VirtualWeights:
    """Every score of a toy, and between what chance lies.

    writers (W,), readers (R,): (sublayer from 0, which of its matrices, as in `output_matrices`, `input_matrices`).
    scores, low, high (W, R): NaN where the reader is not later than the writer. See `chance_range`.
    """

    writers: tuple[tuple[int, str], ...]
    readers: tuple[tuple[int, str], ...]
    scores: Array
    low: Array
    high: Array


def virtual_weights(blocks: Sequence[Block]) -> VirtualWeights:
    """The composition score of each matrix that writes with each that reads later, and what chance would give it."""
    out = [(layer, name, W) for layer, block in enumerate(blocks) for name, W in output_matrices(block).items()]
    read = [(layer, name, W) for layer, block in enumerate(blocks) for name, W in input_matrices(block).items()]
    scores, low, high = np.full((3, len(out), len(read)), np.nan)
    for i, (writer, _, W_out) in enumerate(out):
        for j, (reader, _, W_in) in enumerate(read):
            if reader > writer:
                scores[i, j] = composition(W_out, W_in)
                low[i, j], high[i, j] = chance_range(_shape(blocks[writer]), _shape(blocks[reader]))
    each = tuple(tuple((layer, name) for layer, name, _ in some) for some in (out, read))
    return VirtualWeights(each[0], each[1], *(frozen(table) for table in (scores, low, high)))


def _shape(block: Block) -> tuple[int, ...]:
    """(d, m) of an MLP, (d, d, H) of an attention: all that tells what chance gives."""
    if isinstance(block, GeluMLP):
        return block.W_in.shape
    assert isinstance(block, CausalAttention)
    return (*block.W_Q.shape, block.heads)


@lru_cache
def chance_range(writer: tuple[int, ...], reader: tuple[int, ...]) -> tuple[float, float]:
    """Between what lie 95 of 100 scores of random matrices that have the shapes of these sublayers'.

    Every number of W_Q, W_K, W_V, W_O or an MLP's two is drawn from one normal distribution, gamma is 1, and products
    and centring are as in a toy: 500 draws of both. Shapes are (d, m) for an MLP, (d, d, H) for an attention. The fewer
    directions a matrix has, the wider the range; its root mean square is 1/√d for all.
    """
    outputs, inputs = output_matrices(_drawn(writer, 0)), input_matrices(_drawn(reader, 1))
    scores = [composition(W_out, W_in) for W_out in outputs.values() for W_in in inputs.values()]
    low, high = np.quantile(scores, [(1.0 - WITHIN) / 2, (1.0 + WITHIN) / 2])
    return float(low), float(high)


def _drawn(shape: tuple[int, ...], seed: int) -> Block:
    """A sublayer of this shape with random matrices, DRAWS of each."""
    draw = np.random.RandomState(seed).standard_normal
    d, n = shape[:2]
    ones, zeros = np.ones(d), np.zeros(d)
    if len(shape) == 2:
        W_in, W_out = draw((DRAWS, d, n)), draw((DRAWS, n, d))
        return GeluMLP(ones, zeros, W_in, np.zeros(n), W_out, zeros)
    W_Q, W_K, W_V, W_O = draw((4, DRAWS, d, d))
    return CausalAttention(ones, zeros, W_Q, W_K, W_V, W_O, heads=shape[2])
