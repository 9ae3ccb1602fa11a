"""The attention and the MLP without a norm, against plain loops, autograd and finite differences, and on paper."""

from fractions import Fraction

import numpy as np
import pytest
from autodiff import anp, elementwise_grad
from hypothesis import given
from hypothesis import strategies as st
from random_toys import exact_jacobian, numeric_jacobian

from toy_models.model.plain import PlainAttention, ReluMLP


def random_attention(seed: int, d: int = 5, k: int = 2) -> PlainAttention:
    W_Q, W_K, W_V, W_O = np.random.RandomState(seed).standard_normal((4, d, k))
    return PlainAttention(W_Q, W_K, W_V, W_O.T)


def random_mlp(seed: int, d: int = 5, m: int = 7) -> ReluMLP:
    draw = np.random.RandomState(seed).standard_normal
    return ReluMLP(draw((d, m)), draw(m), draw((m, d)))


def in_autograd(block: PlainAttention, X):
    """The same in autograd's NumPy, written apart from the package. (…, T, d)."""
    Q, K, V = (anp.dot(X, W) for W in (block.W_Q, block.W_K, block.W_V))
    E = 2.0 ** anp.einsum("...tk,...uk->...tu", Q, K) * np.tri(X.shape[-2])
    return anp.dot(anp.einsum("...tu,...uk->...tk", E / anp.sum(E, axis=-1, keepdims=True), V), block.W_O)


@pytest.mark.parametrize("k", [1, 3])
def test_attention_word_by_word(k):
    block = random_attention(k, k=k)
    for X in np.random.RandomState(1).standard_normal((3, 4, 5)):
        for t in range(4):
            weight = [2.0 ** ((X[t] @ block.W_Q) @ (X[u] @ block.W_K)) for u in range(t + 1)]
            mixed = sum(weight[u] * (X[u] @ block.W_V) for u in range(t + 1)) / sum(weight)
            np.testing.assert_allclose(block(X)[t], mixed @ block.W_O, atol=1e-12)
            np.testing.assert_allclose(block.pattern(X)[0, t, : t + 1], np.array(weight) / sum(weight), atol=1e-13)
        np.testing.assert_array_equal(block.head_writes(X)[0], block(X))


@given(st.integers(0, 10**6), st.integers(1, 4))
def test_the_vjps_equal_autograd_with_batch_axes(seed, T):
    X, G = np.random.RandomState(seed).standard_normal((2, 3, T, 5))
    attention, mlp = random_attention(seed), random_mlp(seed)
    np.testing.assert_allclose(attention(X), in_autograd(attention, X), atol=1e-10)
    expected = elementwise_grad(lambda X: anp.sum(G * in_autograd(attention, X)))(X)
    np.testing.assert_allclose(attention.vjp(X, G), expected, rtol=1e-8, atol=1e-9)
    whole = elementwise_grad(
        lambda X: anp.sum(G * anp.dot(anp.maximum(anp.dot(X, mlp.W_in) + mlp.b_in, 0.0), mlp.W_out))
    )
    np.testing.assert_allclose(mlp.vjp(X, G), whole(X), rtol=1e-8, atol=1e-9)


@pytest.mark.parametrize("block", [random_attention(2), random_mlp(2)])
def test_the_vjps_equal_finite_differences_and_broadcast(block):
    draw = np.random.RandomState(3).standard_normal
    X = draw((4, 5))
    np.testing.assert_allclose(exact_jacobian(block, X), numeric_jacobian(block, X), atol=1e-7)
    many, G = draw((3, 4, 5)), draw((2, 3, 4, 5))
    back = block.vjp(many, G)
    for i, j in np.ndindex(2, 3):
        np.testing.assert_allclose(back[i, j], block.vjp(many[j], G[i, j]), atol=1e-12)


def test_on_paper():
    """Scores 3, 0 and 0 are 8 : 1 : 1; a hidden unit below 0 is silent."""
    one = np.array([[1.0], [0.0]])
    attention = PlainAttention(W_Q=3 * one[::-1], W_K=one, W_V=one, W_O=np.array([[0.0, 5.0]]))
    X = np.array([[1.0, 0.0], [0.0, 0.0], [0.0, 1.0]])
    assert attention.pattern(X)[0].tolist() == [[1, 0, 0], [0.5, 0.5, 0], [0.8, 0.1, 0.1]]
    assert attention(X).tolist() == [[0, 5], [0, 2.5], [0, 4]]
    mlp = ReluMLP(W_in=np.array([[1.0, -1.0], [1.0, 1.0]]), b_in=np.array([-1.0, -1.0]), W_out=2 * np.eye(2))
    assert mlp(np.array([[1.0, 1.0], [-1.0, 3.0], [0.0, 0.0]])).tolist() == [[2, 0], [2, 6], [0, 0]]


def test_whole_scores_give_fractions():
    draw = np.random.RandomState(5)
    block = PlainAttention(*draw.randint(-2, 3, (3, 4, 1)).astype(float), W_O=np.ones((1, 4)))
    X = draw.randint(-1, 2, (5, 4)).astype(float)
    for t in range(5):
        score = [int(((X[t] @ block.W_Q) * (X[u] @ block.W_K)).item()) for u in range(t + 1)]
        parts = [Fraction(2) ** s for s in score]
        assert block.pattern(X)[0, t, : t + 1] == pytest.approx([float(part / sum(parts)) for part in parts])


def test_large_scores_stay_finite():
    block, X = random_attention(13), 1e4 * np.random.RandomState(14).standard_normal((5, 5))
    assert np.isfinite(block(X)).all()
    assert np.isfinite(block.vjp(X, X)).all()
