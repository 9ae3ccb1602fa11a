"""Sublayers and their vector–Jacobian products."""

import numpy as np
import pytest
from random_toys import a_block, exact_jacobian, numeric_jacobian

from toy_models import Affine, TanhAttention, TanhMLP, load_toy, run_stream

KINDS = ["attention", "mlp", "affine", "constant"]


def gap_from_finite_differences(block, X, G):
    """How far a vjp with a random upstream G is from finite differences of Σ G f(X)."""
    numeric = numeric_jacobian(lambda X: np.array([(G * block(X)).sum()]), X).reshape(X.shape)
    return np.abs(block.vjp(X, G) - numeric).max()


@pytest.mark.parametrize("layer", range(6))
def test_vjp_equals_finite_differences_inside_the_run_with_a_random_upstream_vector(layer):
    toy = load_toy("tanh")
    X = run_stream(toy.X0, toy.blocks)[0][layer]
    G = np.random.RandomState(layer).standard_normal(X.shape)
    assert gap_from_finite_differences(toy.blocks[layer], X, G) < 1e-7


class NoTranspose(TanhMLP):
    """A wrong vjp: W instead of its transpose."""

    def vjp(self, X, G):
        return (G * (1 - self(X) ** 2)) @ self.W


class NoSlope(TanhMLP):
    """A wrong vjp: tanh taken for a straight line."""

    def vjp(self, X, G):
        return G @ self.W.T


class NoMixing(TanhAttention):
    """A wrong vjp: the pattern is not undone."""

    def vjp(self, X, G):
        return (G * (1 - self(X) ** 2)) @ self.W.T


def test_the_check_catches_wrong_vjps():
    toy = load_toy("tanh")
    states = run_stream(toy.X0, toy.blocks)[0]
    G = np.random.RandomState(9).standard_normal(toy.X0.shape)
    attention, mlp = toy.blocks[2], toy.blocks[3]
    assert isinstance(attention, TanhAttention)
    assert isinstance(mlp, TanhMLP)
    for wrong, X in (
        (NoTranspose(mlp.W), states[3]),
        (NoSlope(mlp.W), states[3]),
        (NoMixing(attention.A, attention.W), states[2]),
    ):
        assert gap_from_finite_differences(wrong, X, G) > 1e-2


@pytest.mark.parametrize("kind", KINDS)
def test_vjp_broadcasts_over_leading_axes(kind):
    draw = np.random.RandomState(5)
    block = a_block(kind, draw, 3, 4)
    X, G = draw.standard_normal((6, 3, 4)), draw.standard_normal((2, 6, 3, 4))
    write, back = block(X), block.vjp(X, G)
    assert (write.shape, back.shape) == (X.shape, G.shape)
    for i in range(6):
        np.testing.assert_allclose(write[i], block(X[i]), rtol=1e-13)
        np.testing.assert_allclose(
            back[1, i], (G[1, i].ravel() @ exact_jacobian(block, X[i])).reshape(3, 4), atol=1e-12
        )


def test_attention_reads_earlier_tokens_only():
    block = load_toy("tanh").blocks[0]
    X = np.random.RandomState(6).standard_normal((5, 8))
    later = X.copy()
    later[3:] += 1
    assert (block(later)[:3] == block(X)[:3]).all()
    assert np.abs(block(later)[3:] - block(X)[3:]).min() > 0


def test_affine_on_paper():
    block = Affine(np.array([[0.0, 2.0], [0.0, 0.0]]), np.array([1.0, 0.0]))
    assert block(np.array([[3.0, 5.0]])).tolist() == [[1, 6]]
    assert block.vjp(np.zeros((1, 2)), np.array([[10.0, 1.0]])).tolist() == [[2, 0]]
