"""The GELU MLP against a plain loop, against autograd, and GELU against its exact form."""

import math

import numpy as np
import pytest
from autodiff import anp, elementwise_grad
from hypothesis import given
from hypothesis import strategies as st
from random_toys import exact_jacobian, numeric_jacobian

from toy_models import GeluMLP
from toy_models.model.mlp import gelu, gelu_slope
from toy_models.model.norms import normalise, scale


def random_mlp(seed: int, d: int = 5, m: int = 12, eps: float = 1e-5) -> GeluMLP:
    """An MLP with every weight drawn, the norm's too."""
    draw = np.random.RandomState(seed).standard_normal
    return GeluMLP(1 + 0.3 * draw(d), 0.3 * draw(d), draw((d, m)), draw(m), draw((m, d)), draw(d), eps)


def loop(block: GeluMLP, x: np.ndarray) -> list[float]:
    """One token (d,), number by number, from the docstring's equations."""
    y = block.gamma * (x - x.mean()) / math.sqrt(x.var() + block.eps) + block.beta
    h = [sum(y[i] * block.W_in[i, j] for i in range(len(y))) + block.b_in[j] for j in range(len(block.b_in))]
    a = [0.5 * v * (1 + math.tanh(math.sqrt(2 / math.pi) * (v + 0.044715 * v**3))) for v in h]
    return [sum(a[j] * block.W_out[j, i] for j in range(len(a))) + block.b_out[i] for i in range(len(y))]


def in_autograd(block: GeluMLP, X):
    """The same in autograd's NumPy, written apart from the package. (…, T, d)."""
    mean = anp.mean(X, axis=-1, keepdims=True)
    Y = block.gamma * (X - mean) / anp.sqrt(anp.mean((X - mean) ** 2, axis=-1, keepdims=True) + block.eps) + block.beta
    h = anp.dot(Y, block.W_in) + block.b_in
    return anp.dot(h / (1 + anp.exp(-2 * (2 / anp.pi) ** 0.5 * (h + 0.044715 * h**3))), block.W_out) + block.b_out


def test_the_write_equals_a_plain_loop():
    block = random_mlp(1)
    X = np.random.RandomState(2).standard_normal((3, 4, 5))
    for got, x in zip(block(X).reshape(-1, 5), X.reshape(-1, 5), strict=True):
        np.testing.assert_allclose(got, loop(block, x), atol=1e-12)


@given(st.integers(0, 10**6), st.integers(2, 6), st.integers(1, 9), st.sampled_from([1e-5, 0.3]))
def test_vjp_equals_autograd_with_a_random_upstream_vector_and_batch_axes(seed, d, m, eps):
    block = random_mlp(seed, d, m, eps)
    X, G = np.random.RandomState(seed + 1).standard_normal((2, 3, 4, d))
    whole = elementwise_grad(lambda X: anp.sum(G * in_autograd(block, X)))
    np.testing.assert_allclose(block(X), in_autograd(block, X), atol=1e-10)
    np.testing.assert_allclose(block.vjp(X, G), whole(X), rtol=1e-7, atol=1e-8)


def test_vjp_equals_finite_differences():
    block, X = random_mlp(3), np.random.RandomState(4).standard_normal((2, 5))
    np.testing.assert_allclose(exact_jacobian(block, X), numeric_jacobian(block, X), atol=1e-7)


def test_upstream_vectors_may_have_more_leading_axes_than_the_stream():
    block, draw = random_mlp(5), np.random.RandomState(6)
    X, G = draw.standard_normal((3, 4, 5)), draw.standard_normal((2, 3, 4, 5))
    back = block.vjp(X, G)
    assert back.shape == G.shape
    np.testing.assert_allclose(back[1, 2], block.vjp(X[2], G[1, 2]), atol=1e-12)


def test_each_token_reads_itself_only():
    block, X = random_mlp(7), np.random.RandomState(8).standard_normal((4, 5))
    other = X.copy()
    other[2] += np.arange(5.0)
    changed = (block(other) != block(X)).any(axis=1)
    assert changed.tolist() == [False, False, True, False]


def test_gelu_on_paper():
    assert gelu(np.array([0.0])).tolist() == [0]
    assert gelu(np.array([30.0, -30.0])).tolist() == [30, 0]
    assert gelu(np.array([1.0])) == pytest.approx(0.841192, abs=1e-6)


def test_the_tanh_form_is_within_half_a_thousandth_of_x_phi():
    h = np.linspace(-6, 6, 1201)
    exact = np.array([x * 0.5 * (1 + math.erf(x / math.sqrt(2))) for x in h])
    assert 1e-5 < np.abs(gelu(h) - exact).max() < 5e-4


def test_gelu_slope_equals_finite_differences():
    h = np.linspace(-5, 5, 101)
    np.testing.assert_allclose(gelu_slope(h), (gelu(h + 1e-6) - gelu(h - 1e-6)) / 2e-6, atol=1e-9)


def test_large_streams_stay_finite():
    block, X = random_mlp(9), 1e12 * np.random.RandomState(10).standard_normal((4, 5))
    assert np.isfinite(block(X)).all()
    assert np.isfinite(block.vjp(X, X)).all()


class FrozenNorm(GeluMLP):
    """A wrong vjp: the norm's mean and scale taken as fixed."""

    def vjp(self, X, G):
        Y = normalise(X, "layer", self.gamma, self.beta, self.eps)
        back = ((G @ self.W_out.T) * gelu_slope(Y @ self.W_in + self.b_in)) @ self.W_in.T
        return back * self.gamma / scale(X, "layer", self.eps)[..., None]


def test_the_check_catches_a_frozen_norm():
    block, X = random_mlp(3), np.random.RandomState(4).standard_normal((2, 5))
    fields = (block.gamma, block.beta, block.W_in, block.b_in, block.W_out, block.b_out)
    assert np.abs(exact_jacobian(FrozenNorm(*fields), X) - numeric_jacobian(block, X)).max() > 1e-2
