"""Virtual weights: the product of one sublayer's output matrix and a later one's input matrix, as if wired directly.

The plus makes every write readable by every later sublayer, so each pair has such a product (Elhage et al. 2021, "A
Mathematical Framework for Transformer Circuits", "Virtual weights" and "Composition"). It is a wire and not a use:
whether anything flows through it depends on the prompt.
"""

from __future__ import annotations

import numpy as np

from toy_models.attention import CausalAttention
from toy_models.blocks import Block
from toy_models.checks import Array
from toy_models.mlp import GeluMLP
from toy_models.toy import Toy


def norm_matrix(gamma: Array) -> Array:
    """What a LayerNorm does to a part of the stream, but for the scale s: (I − 1 1ᵀ/d) diag(gamma), (d, d)."""
    d = len(gamma)
    return (np.eye(d) - 1.0 / d) * gamma


def input_matrix(block: Block) -> Array | None:
    """W_in (d, n), through which a sublayer reads, its norm's centring and gain folded in; None where it has none.

    MLP: its first matrix. Attention: W_Q, W_K and W_V beside one another, since it reads by all three.
    """
    if isinstance(block, GeluMLP):
        return norm_matrix(block.gamma) @ block.W_in
    if isinstance(block, CausalAttention):
        return norm_matrix(block.gamma) @ np.hstack([block.W_Q, block.W_K, block.W_V])
    return None


def output_matrix(block: Block) -> Array | None:
    """W_out (m, d), through which a sublayer writes; None where it has none, as behind a tanh.

    MLP: its second matrix. Attention: each head's W_V W_O (its "OV circuit", norm folded in), one below the other.
    """
    if isinstance(block, GeluMLP):
        return block.W_out
    if isinstance(block, CausalAttention):
        heads = zip(np.hsplit(block.W_V, block.heads), np.vsplit(block.W_O, block.heads), strict=True)
        return np.vstack([norm_matrix(block.gamma) @ W_V @ W_O for W_V, W_O in heads])
    return None


def composition(toy: Toy) -> Array:
    """How strongly each sublayer's output is wired to each later one's input, (S, S): writer, then reader.

        C = ‖W_out W_in‖_F / (‖W_out‖_F ‖W_in‖_F)   (Elhage et al. 2021, composition scores), between 0 and 1

    NaN where the reader is not later than the writer, or either has no such matrix. Turned at random against each
    other, two matrices have C² = 1/d on average: `chance`.
    """
    outputs, inputs = [output_matrix(b) for b in toy.blocks], [input_matrix(b) for b in toy.blocks]
    S = len(toy.blocks)
    table = np.full((S, S), np.nan)
    for writer, W_out in enumerate(outputs):
        for reader, W_in in enumerate(inputs[writer + 1 :], writer + 1):
            if W_out is not None and W_in is not None:
                size = np.linalg.norm(W_out) * np.linalg.norm(W_in)
                table[writer, reader] = np.linalg.norm(W_out @ W_in) / size if size else np.nan
    return table


def chance(toy: Toy) -> float:
    """1/√d: the root mean square of C if one of the two matrices is turned at random."""
    return float(toy.X0.shape[-1] ** -0.5)
