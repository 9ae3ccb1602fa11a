"""Virtual weights: sums written out, the sublayers themselves through their matrices, and what chance gives."""

from itertools import product
from math import sqrt

import numpy as np
import pytest

from toy_models import load_toy
from toy_models.model.attention import CausalAttention
from toy_models.model.mlp import GeluMLP, gelu
from toy_models.model.norms import scale
from toy_models.studies.basis import mean_keeping_rotation, turned
from toy_models.studies.virtual_weights import (
    VirtualWeights,
    chance_range,
    composition,
    input_matrices,
    norm_matrix,
    output_matrices,
    virtual_weights,
)

WIRED = ("place", "and", "or", "untrained")
ATTENTION, MLP = (8, 8, 2), (8, 32)


def plain_frobenius(rows) -> float:
    return sqrt(sum(float(number) ** 2 for row in rows for number in row))


def plain_product(A, B) -> list[list[float]]:
    return [
        [sum(float(a) * float(b) for a, b in zip(row, column, strict=True)) for column in zip(*B, strict=True)]
        for row in A
    ]


def plain_normed(block, M) -> list[list[float]]:
    """A matrix row by row: weighted by the gain, then less the mean of the rows."""
    rows = [[float(block.gamma[i] * x) for x in M[i]] for i in range(len(block.gamma))]
    mean = [sum(column) / len(rows) for column in zip(*rows, strict=True)]
    return [[x - m for x, m in zip(row, mean, strict=True)] for row in rows]


def plain_inputs(block) -> list[list[list[float]]]:
    """Of each head its columns of W_Q, W_K and W_V."""
    if isinstance(block, GeluMLP):
        return [plain_normed(block, block.W_in)]
    matrices = (block.W_Q, block.W_K, block.W_V)
    return [plain_normed(block, M[:, 4 * h : 4 * h + 4]) for h in range(2) for M in matrices]


def plain_outputs(block) -> list[list[list[float]]]:
    if isinstance(block, GeluMLP):
        return [block.W_out.tolist()]
    return [
        plain_product(plain_normed(block, block.W_V[:, 4 * h : 4 * h + 4]), block.W_O[4 * h : 4 * h + 4])
        for h in range(2)
    ]


@pytest.mark.parametrize("name", WIRED)
def test_scores_by_sums_written_out(name):
    blocks = load_toy(name, seed=4).blocks
    found = virtual_weights(blocks)
    written = [(layer, W) for layer, block in enumerate(blocks) for W in plain_outputs(block)]
    read = [(layer, W) for layer, block in enumerate(blocks) for W in plain_inputs(block)]
    assert [layer for layer, _ in found.writers] == [layer for layer, _ in written] == [0, 0, 1, 2, 2, 3, 4, 4, 5]
    assert [layer for layer, _ in found.readers] == [layer for layer, _ in read]
    later = 0
    for (i, (writer, W_out)), (j, (reader, W_in)) in product(enumerate(written), enumerate(read)):
        if reader <= writer:
            assert np.isnan([found.scores[i, j], found.low[i, j], found.high[i, j]]).all()
            continue
        score = plain_frobenius(plain_product(W_out, W_in)) / (plain_frobenius(W_out) * plain_frobenius(W_in))
        assert found.scores[i, j] == pytest.approx(score)
        assert 0 < score < 1
        later += 1
    assert later == 69


def test_names_say_which_head_and_what_it_reads_by():
    found = virtual_weights(load_toy("and").blocks)
    assert found.writers[:3] == ((0, "head 1"), (0, "head 2"), (1, ""))
    assert found.readers[:7] == (*((0, f"head {h} {by}") for h in (1, 2) for by in "QKV"), (1, ""))


def test_an_mlp_reads_and_writes_through_its_matrices():
    block = load_toy("place").blocks[1]
    assert isinstance(block, GeluMLP)
    X = np.random.RandomState(0).standard_normal((5, 8))
    (W_in,), (W_out,) = input_matrices(block).values(), output_matrices(block).values()
    hidden = X @ W_in / scale(X, "layer", block.eps)[:, None] + block.beta @ block.W_in + block.b_in
    np.testing.assert_allclose(block(X), gelu(hidden) @ W_out + block.b_out, atol=1e-12)


def test_attention_reads_and_writes_through_its_heads_matrices():
    """At the first token, which sees only itself, every head writes what its value and output matrices make of it."""
    block = load_toy("place").blocks[2]
    assert isinstance(block, CausalAttention)
    X = np.random.RandomState(1).standard_normal((5, 8))
    W_in, W_out = input_matrices(block), output_matrices(block)
    s = scale(X, "layer", block.eps)[:, None]
    first = X[0] / s[0] @ (W_out["head 1"] + W_out["head 2"]) + block.beta @ block.W_V @ block.W_O
    np.testing.assert_allclose(block(X)[0], first, atol=1e-12)
    heads = []
    for h, own in ((1, slice(0, 4)), (2, slice(4, 8))):
        Q, K, V = (
            X / s @ W_in[f"head {h} {by}"] + block.beta @ W[:, own]
            for by, W in (("Q", block.W_Q), ("K", block.W_K), ("V", block.W_V))
        )
        scores = np.where(np.tri(5, dtype=bool), np.exp(Q @ K.T / 2), 0)
        heads.append(scores / scores.sum(axis=1, keepdims=True) @ V)
    np.testing.assert_allclose(block(X), np.hstack(heads) @ block.W_O, atol=1e-12)


def test_the_norms_matrix_centres_and_scales():
    gamma, x = np.array([1.0, 2.0, 0.5]), np.array([3.0, -1.0, 4.0])
    np.testing.assert_allclose(x @ norm_matrix(gamma), [1.0 * 1, -3.0 * 2, 2.0 * 0.5])


def test_a_score_is_0_where_nothing_written_is_read_and_1_where_all_is():
    along, across = np.array([[3.0, 0.0]]), np.array([[0.0], [2.0]])
    assert composition(along, across) == 0
    assert composition(along, along.T) == pytest.approx(1)
    assert np.isnan(composition(along, 0 * across))


def test_turned_at_random_a_score_is_one_over_the_root_of_the_width():
    draw = np.random.RandomState(2)
    A, B = draw.standard_normal((6, 8)), draw.standard_normal((8, 5))
    squares = [composition(A @ np.linalg.qr(draw.standard_normal((8, 8)))[0], B) ** 2 for _ in range(20_000)]
    assert sqrt(np.mean(squares)) == pytest.approx(1 / sqrt(8), rel=0.01)


@pytest.mark.parametrize("reader", [ATTENTION, MLP])
@pytest.mark.parametrize("writer", [ATTENTION, MLP])
def test_chance_is_what_untrained_matrices_have(writer, reader):
    """Of two thousand pairs drawn here, by the size of the product written as a sum over their Gram matrices."""
    draw = np.random.RandomState(3).standard_normal
    centre = np.eye(8) - 1 / 8
    W_out = draw((2000, 32, 8)) if writer == MLP else centre @ draw((2000, 8, 4)) @ draw((2000, 4, 8))
    W_in = centre @ draw((2000, 8, 32 if reader == MLP else 4))
    written, read = W_out.swapaxes(1, 2) @ W_out, W_in @ W_in.swapaxes(1, 2)
    squares = np.einsum("nij,nji->n", written, read)
    scores = np.sqrt(squares / np.trace(written, axis1=1, axis2=2) / np.trace(read, axis1=1, axis2=2))
    low, high = chance_range(writer, reader)
    assert np.mean((scores >= low) & (scores <= high)) == pytest.approx(0.95, abs=0.02)
    assert np.mean(scores < low) == pytest.approx(0.025, abs=0.015)
    assert sqrt(np.mean(scores**2)) == pytest.approx(1 / sqrt(8), rel=0.02)


def outside(found: VirtualWeights) -> int:
    return int(((found.scores > found.high) | (found.scores < found.low)).sum())


def test_untrained_as_many_are_outside_as_chance_puts_there():
    many = [outside(virtual_weights(load_toy("untrained", seed).blocks)) for seed in range(12)]
    assert np.mean(many) == pytest.approx(69 / 20, abs=1)


def test_copying_the_wire_from_the_first_attention_to_the_seconds_keys_stands_out():
    """An induction circuit's: what the first attention notes of the word before is what the second's key looks for."""
    found = virtual_weights(load_toy("and").blocks)
    row, column = np.unravel_index(np.nanargmax(found.scores), found.scores.shape)
    assert (found.writers[row], found.readers[column]) == ((0, "head 2"), (2, "head 1 K"))
    assert found.scores[row, column] == pytest.approx(0.564, abs=0.0005)
    assert found.scores[row, column] > found.high[row, column]
    many = [outside(virtual_weights(load_toy("and", seed).blocks)) for seed in range(12)]
    assert outside(found) > 3 * 69 / 20
    assert np.mean(many) > 3 * 69 / 20


def test_a_rotation_of_the_whole_model_leaves_the_scores():
    toy = load_toy("and", seed=2)
    R = mean_keeping_rotation(8, 5)
    found, own = (virtual_weights(each.blocks) for each in (turned(toy, R), toy))
    np.testing.assert_allclose(found.scores, own.scores, atol=1e-12)


def test_where_there_are_no_matrices_there_is_no_score():
    assert virtual_weights(load_toy("tanh").blocks).scores.shape == (0, 0)
    assert input_matrices(load_toy("sum").blocks[0]) == output_matrices(load_toy("sum").blocks[0]) == {}
