"""A small causal transformer, block by block, from a dict of weights: attention, then MLP, three times.

Pre-norm as in GPT-2: every sublayer reads through a LayerNorm of its own and adds its write to the stream, and a last
LayerNorm stands before the unembedding (Radford et al. 2019, §2.3; Ba et al. 2016; Vaswani et al. 2017).
"""

from __future__ import annotations

import numpy as np

from toy_models.model.attention import CausalAttention
from toy_models.model.blocks import Block
from toy_models.model.checks import Array
from toy_models.model.mlp import GeluMLP

WIDTH, HEADS, BLOCKS, WIDER = 8, 2, 3, 4
SUBLAYERS = 2 * BLOCKS
NAMES = tuple(f"{kind} {block + 1}" for block in range(BLOCKS) for kind in ("Attention", "MLP"))
KINDS = ("attention", "mlp") * BLOCKS
#: The weights that stand before and after the blocks; all others have one array for each block.
ENDS = ("token_embedding", "position_embedding", "gamma", "beta", "W_U")
#: The norms start as the identity, the MLP's biases at zero.
ONES, ZEROS = ("attention_gamma", "mlp_gamma", "gamma"), ("attention_beta", "mlp_beta", "beta", "b_in", "b_out")
#: What adds to the stream starts smaller, so that the sum of N writes starts no larger than one would be.
WRITERS = ("W_O", "W_out")
#: How large a token's and a position's embedding start, number by number.
EMBEDDING = 1.0


def shapes(vocabulary: int, tokens: int) -> dict[str, tuple[int, ...]]:
    """Every weight's name and shape; B = 3 blocks, d = 8, m = 4 d. For V = 16 and T = 5 they hold 2,832 numbers.

    token_embedding (V, d), position_embedding (T, d), W_U (d, V), gamma, beta (d,): the final norm's;
    attention_gamma, attention_beta (B, d), W_Q, W_K, W_V, W_O (B, d, d): see `CausalAttention`;
    mlp_gamma, mlp_beta (B, d), W_in (B, d, m), b_in (B, m), W_out (B, m, d), b_out (B, d): see `GeluMLP`.
    """
    V, T, B, d, m = vocabulary, tokens, BLOCKS, WIDTH, WIDER * WIDTH
    square = dict.fromkeys(("W_Q", "W_K", "W_V", "W_O"), (B, d, d))
    rows = dict.fromkeys(("attention_gamma", "attention_beta", "mlp_gamma", "mlp_beta", "b_out"), (B, d))
    embed = {"token_embedding": (V, d), "position_embedding": (T, d)}
    mlp = {"W_in": (B, d, m), "b_in": (B, m), "W_out": (B, m, d)}
    return embed | square | mlp | rows | {"gamma": (d,), "beta": (d,), "W_U": (d, V)}


def initial_weights(draw: np.random.RandomState, vocabulary: int, tokens: int) -> dict[str, Array]:
    """Weights before training, drawn in the order of `shapes`: never change it, it is part of what a seed means.

    Matrices: normal with variance 1 / fan-in, W_O and W_out times 1/√N more, N = 6 sublayers (Radford et al. 2019,
    §2.3). Embeddings: normal with standard deviation EMBEDDING. gamma 1; beta and biases 0.
    """
    weights = {}
    for name, shape in shapes(vocabulary, tokens).items():
        if name in ONES or name in ZEROS:
            weights[name] = np.full(shape, float(name in ONES))
            continue
        size = EMBEDDING if name.endswith("embedding") else 1.0 / np.sqrt(shape[-2])
        weights[name] = size * (SUBLAYERS**-0.5 if name in WRITERS else 1.0) * draw.standard_normal(shape)
    return weights


def build_blocks(weights: dict[str, Array]) -> tuple[Block, ...]:
    """Attention 1, MLP 1, … MLP 3 with these weights, see `shapes`."""
    blocks: list[Block] = []
    for b in range(BLOCKS):
        own = {name: array[b] for name, array in weights.items() if name not in ENDS}
        attention = {name: own[name] for name in ("W_Q", "W_K", "W_V", "W_O")}
        mlp = {name: own[name] for name in ("W_in", "b_in", "W_out", "b_out")}
        blocks.append(CausalAttention(own["attention_gamma"], own["attention_beta"], **attention, heads=HEADS))
        blocks.append(GeluMLP(own["mlp_gamma"], own["mlp_beta"], **mlp))
    return tuple(blocks)


def embed(weights: dict[str, Array], prompts: Array) -> tuple[Array, Array]:
    """Token and position embeddings of prompts (…, T) of word numbers, each (…, T, d); their sum starts the stream."""
    token = weights["token_embedding"][prompts]
    return token, np.broadcast_to(weights["position_embedding"], token.shape)
