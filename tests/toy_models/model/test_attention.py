"""Causal attention against a plain loop, against autograd, and on paper."""

import numpy as np
import pytest
from autodiff import anp, elementwise_grad
from hypothesis import given
from hypothesis import strategies as st
from random_toys import exact_jacobian, numeric_jacobian

from toy_models import CausalAttention
from toy_models.model.transformer import build_blocks, initial_weights


def random_attention(seed: int, d: int = 6, heads: int = 2, eps: float = 1e-5) -> CausalAttention:
    """Attention with every weight drawn, the norm's too."""
    draw = np.random.RandomState(seed).standard_normal
    W_Q, W_K, W_V, W_O = draw((4, d, d))
    return CausalAttention(1 + 0.3 * draw(d), 0.3 * draw(d), W_Q, W_K, W_V, W_O, heads, eps)


def loop(block: CausalAttention, X: np.ndarray) -> np.ndarray:
    """One prompt (T, d), token by token and head by head, from the docstring's equations."""
    T, d = X.shape
    k = d // block.heads
    Y = [block.gamma * (x - x.mean()) / np.sqrt(x.var() + block.eps) + block.beta for x in X]
    write = np.zeros_like(X)
    for t in range(T):
        heads = []
        for h in range(block.heads):
            own = slice(h * k, (h + 1) * k)
            score = [(Y[t] @ block.W_Q[:, own]) @ (Y[s] @ block.W_K[:, own]) / np.sqrt(k) for s in range(t + 1)]
            weight = np.exp(score) / np.exp(score).sum()
            heads.append(sum(weight[s] * (Y[s] @ block.W_V[:, own]) for s in range(t + 1)))
        write[t] = np.concatenate(heads) @ block.W_O
    return write


def in_autograd(block: CausalAttention, X):
    """The same in autograd's NumPy, written apart from the package. (…, T, d)."""
    T, d = X.shape[-2:]
    k = d // block.heads
    mean = anp.mean(X, axis=-1, keepdims=True)
    Y = block.gamma * (X - mean) / anp.sqrt(anp.mean((X - mean) ** 2, axis=-1, keepdims=True) + block.eps) + block.beta
    mixed = []
    for h in range(block.heads):
        Q, K, V = (anp.dot(Y, W[:, h * k : (h + 1) * k]) for W in (block.W_Q, block.W_K, block.W_V))
        E = anp.exp(anp.einsum("...tk,...sk->...ts", Q, K) / k**0.5) * np.tril(np.ones((T, T)))
        mixed.append(anp.einsum("...ts,...sk->...tk", E / anp.sum(E, axis=-1, keepdims=True), V))
    return anp.dot(anp.concatenate(mixed, axis=-1), block.W_O)


@pytest.mark.parametrize(("d", "heads"), [(6, 1), (6, 2), (6, 6), (1, 1)])
def test_the_write_equals_a_plain_loop(d, heads):
    block = random_attention(heads, d, heads)
    for X in np.random.RandomState(1).standard_normal((3, 5, d)):
        np.testing.assert_allclose(block(X), loop(block, X), atol=1e-12)


@given(st.integers(0, 10**6), st.sampled_from([1, 2, 3]), st.integers(1, 5), st.sampled_from([1e-5, 0.3]))
def test_vjp_equals_autograd_with_a_random_upstream_vector_and_batch_axes(seed, heads, T, eps):
    block = random_attention(seed, 6, heads, eps)
    X, G = np.random.RandomState(seed + 1).standard_normal((2, 4, T, 6))
    whole = elementwise_grad(lambda X: anp.sum(G * in_autograd(block, X)))
    np.testing.assert_allclose(block(X), in_autograd(block, X), atol=1e-10)
    np.testing.assert_allclose(block.vjp(X, G), whole(X), rtol=1e-8, atol=1e-9)


def test_vjp_equals_finite_differences():
    block, X = random_attention(2), np.random.RandomState(3).standard_normal((4, 6))
    np.testing.assert_allclose(exact_jacobian(block, X), numeric_jacobian(block, X), atol=1e-7)


def test_upstream_vectors_may_have_more_leading_axes_than_the_stream():
    block, draw = random_attention(4), np.random.RandomState(5)
    X, G = draw.standard_normal((3, 5, 6)), draw.standard_normal((2, 3, 5, 6))
    back = block.vjp(X, G)
    assert back.shape == G.shape
    for i in range(2):
        for j in range(3):
            np.testing.assert_allclose(back[i, j], block.vjp(X[j], G[i, j]), atol=1e-12)


def test_each_token_reads_itself_and_earlier_ones_only():
    block, X = random_attention(6), np.random.RandomState(7).standard_normal((5, 6))
    later = X.copy()
    later[3:] = np.random.RandomState(8).standard_normal((2, 6))
    np.testing.assert_array_equal(block(later)[:3], block(X)[:3])
    assert np.abs(block(later)[3:] - block(X)[3:]).min() > 0


def test_the_pattern_looks_back_and_adds_to_one():
    A = random_attention(9).pattern(np.random.RandomState(10).standard_normal((3, 5, 6)))
    assert A.shape == (3, 2, 5, 5)
    assert (A[..., ~np.tri(5, dtype=bool)] == 0).all()
    assert A[..., 0, 0].tolist() == [[1, 1]] * 3
    np.testing.assert_allclose(A.sum(axis=-1), 1, rtol=1e-14)


def test_on_paper():
    """With d = 2 the norm leaves ±(1, −1); with K = 0 each token averages what it sees, so V and O can be read off."""
    one, none = np.eye(2), np.zeros((2, 2))
    block = CausalAttention(np.ones(2), np.zeros(2), one, none, one, 3 * one, heads=1, eps=0.0)
    write = block(np.array([[5.0, 1.0], [0.0, 4.0], [2.0, 1.0]]))
    assert write == pytest.approx(np.array([[3, -3], [0, 0], [1, -1]]))


def test_a_silent_output_projection_writes_exactly_nothing():
    block = random_attention(11)
    silent = CausalAttention(block.gamma, block.beta, block.W_Q, block.W_K, block.W_V, np.zeros((6, 6)), 2)
    X = np.random.RandomState(12).standard_normal((2, 5, 6))
    assert (silent(X) == 0).all()
    assert (silent.vjp(X, X) == 0).all()


def test_large_streams_stay_finite():
    block = random_attention(13)
    block = CausalAttention(1e3 * block.gamma, block.beta, block.W_Q, block.W_K, block.W_V, block.W_O, 2)
    X = 1e6 * np.random.RandomState(14).standard_normal((5, 6))
    assert np.isfinite(block(X)).all()
    assert np.isfinite(block.vjp(X, X)).all()


def test_heads_must_divide_the_width():
    with pytest.raises(ValueError, match="heads must divide the width d = 6, got 4"):
        random_attention(0, 6, 4)


class NoPatternGradient(CausalAttention):
    """A wrong vjp: the pattern taken as fixed."""

    def vjp(self, X, G):
        frozen = self.pattern(X)
        k = X.shape[-1] // self.heads
        G_h = (G @ self.W_O.T).reshape(*G.shape[:-1], self.heads, k).swapaxes(-2, -3)
        dV = (frozen.swapaxes(-1, -2) @ G_h).swapaxes(-2, -3).reshape(G.shape)
        return dV @ self.W_V.T


def test_the_check_catches_a_pattern_without_gradient():
    block, X = random_attention(2), np.random.RandomState(3).standard_normal((4, 6))
    fields = (block.gamma, block.beta, block.W_Q, block.W_K, block.W_V, block.W_O, block.heads)
    assert np.abs(exact_jacobian(NoPatternGradient(*fields), X) - numeric_jacobian(block, X)).max() > 1e-2


def test_blocks_of_a_transformer_share_nothing():
    blocks = build_blocks(initial_weights(np.random.RandomState(0), 16, 5))
    assert isinstance(blocks[0], CausalAttention)
    assert isinstance(blocks[2], CausalAttention)
    assert not np.shares_memory(blocks[0].W_Q, blocks[2].W_Q)
