"""Virtual weights: sums written out, the sublayers themselves through their matrices, and what chance gives."""

from math import sqrt

import numpy as np
import pytest

from toy_models import load_toy
from toy_models.attention import CausalAttention
from toy_models.basis import mean_keeping_rotation, turned
from toy_models.mlp import GeluMLP, gelu
from toy_models.norms import scale
from toy_models.virtual_weights import chance, composition, input_matrix, norm_matrix, output_matrix

WIRED = ("place", "and", "or", "untrained")


def plain_frobenius(rows) -> float:
    return sqrt(sum(float(number) ** 2 for row in rows for number in row))


def plain_product(A, B) -> list[list[float]]:
    return [
        [sum(float(a) * float(b) for a, b in zip(row, column, strict=True)) for column in zip(*B, strict=True)]
        for row in A
    ]


def plain_input(block) -> list[list[float]]:
    """Each input matrix row by row: weighted by the gain, then less the mean of the rows."""
    matrices = [block.W_in] if isinstance(block, GeluMLP) else [block.W_Q, block.W_K, block.W_V]
    rows = [[float(x) for M in matrices for x in block.gamma[i] * M[i]] for i in range(len(block.gamma))]
    mean = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    return [[x - m for x, m in zip(row, mean, strict=True)] for row in rows]


def plain_output(block) -> list[list[float]]:
    if isinstance(block, GeluMLP):
        return block.W_out.tolist()
    d, width = len(block.gamma), len(block.gamma) // block.heads
    found = []
    for h in range(block.heads):
        own = slice(h * width, (h + 1) * width)
        V = [[block.gamma[i] * x for x in block.W_V[i, own]] for i in range(d)]
        mean = [sum(column) / d for column in zip(*V, strict=True)]
        V = [[x - m for x, m in zip(row, mean, strict=True)] for row in V]
        found += plain_product(V, block.W_O[own])
    return found


@pytest.mark.parametrize("name", WIRED)
def test_scores_by_sums_written_out(name):
    toy = load_toy(name, seed=4)
    table = composition(toy)
    for writer, reader in np.ndindex(6, 6):
        if reader <= writer:
            assert np.isnan(table[writer, reader])
            continue
        W_out, W_in = plain_output(toy.blocks[writer]), plain_input(toy.blocks[reader])
        score = plain_frobenius(plain_product(W_out, W_in)) / (plain_frobenius(W_out) * plain_frobenius(W_in))
        assert table[writer, reader] == pytest.approx(score)
        assert 0 < score < 1


def test_an_mlp_reads_and_writes_through_its_matrices():
    block = load_toy("place").blocks[1]
    assert isinstance(block, GeluMLP)
    X = np.random.RandomState(0).standard_normal((5, 8))
    W_in, W_out = input_matrix(block), output_matrix(block)
    assert W_in is not None
    assert W_out is not None
    hidden = X @ W_in / scale(X, "layer", block.eps)[:, None] + block.beta @ block.W_in + block.b_in
    np.testing.assert_allclose(block(X), gelu(hidden) @ W_out + block.b_out, atol=1e-12)


def test_attention_reads_and_writes_through_its_matrices():
    """At the first token, which sees only itself, every head writes what its value and output matrices make of it."""
    block = load_toy("place").blocks[2]
    assert isinstance(block, CausalAttention)
    X = np.random.RandomState(1).standard_normal((5, 8))
    W_in, W_out = input_matrix(block), output_matrix(block)
    assert W_in is not None
    assert W_out is not None
    s = scale(X, "layer", block.eps)[:, None]
    first = X[0] / s[0] @ W_out.reshape(block.heads, 8, 8).sum(axis=0) + block.beta @ block.W_V @ block.W_O
    np.testing.assert_allclose(block(X)[0], first, atol=1e-12)
    Q, K, V = np.split(X / s @ W_in + block.beta @ np.hstack([block.W_Q, block.W_K, block.W_V]), 3, axis=1)
    heads = []
    for h in range(block.heads):
        own = slice(4 * h, 4 * h + 4)
        scores = np.where(np.tri(5, dtype=bool), np.exp(Q[:, own] @ K[:, own].T / 2), 0)
        heads.append(scores / scores.sum(axis=1, keepdims=True) @ V[:, own])
    np.testing.assert_allclose(block(X), np.hstack(heads) @ block.W_O, atol=1e-12)


def test_the_norms_matrix_centres_and_scales():
    gamma, x = np.array([1.0, 2.0, 0.5]), np.array([3.0, -1.0, 4.0])
    np.testing.assert_allclose(x @ norm_matrix(gamma), [1.0 * 1, -3.0 * 2, 2.0 * 0.5])


def test_chance_is_what_matrices_turned_at_random_have():
    draw = np.random.RandomState(2)
    A, B = draw.standard_normal((6, 8)), draw.standard_normal((8, 5))
    squares = []
    for _ in range(20_000):
        R, _ = np.linalg.qr(draw.standard_normal((8, 8)))
        squares.append(np.linalg.norm(A @ R @ B) ** 2)
    root = sqrt(np.mean(squares)) / (np.linalg.norm(A) * np.linalg.norm(B))
    assert chance(load_toy("place")) == pytest.approx(root, rel=0.01)
    assert chance(load_toy("place")) == pytest.approx(1 / sqrt(8))


def test_a_rotation_of_the_whole_model_leaves_the_scores():
    toy = load_toy("and", seed=2)
    R = mean_keeping_rotation(8, 5)
    np.testing.assert_allclose(composition(turned(toy, R)), composition(toy), atol=1e-12)


def test_where_there_are_no_matrices_there_is_no_score():
    assert np.isnan(composition(load_toy("tanh"))).all()
    assert input_matrix(load_toy("sum").blocks[0]) is None
