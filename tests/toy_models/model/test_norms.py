"""The norms, against loops, finite differences and autograd."""

import numpy as np
import pytest
from autodiff import anp, elementwise_grad
from hypothesis import given
from hypothesis import strategies as st
from random_toys import numeric_jacobian

from toy_models.model import norms

DRAW = np.random.RandomState(3)
X, GAMMA, BETA, DIRECTION = (DRAW.standard_normal(shape) for shape in ((4, 5), 5, 5, 5))


def test_layer_norm_on_paper():
    y = norms.normalise(np.array([1.0, 3.0]), "layer", np.array([2.0, 1.0]), np.array([0.0, 10.0]), 0.0)
    assert y.tolist() == [-2, 11]


def test_rms_norm_on_paper():
    y = norms.normalise(np.array([3.0, 3.0]), "rms", np.array([2.0, 1.0]), np.array([0.0, 10.0]), 7.0)
    assert y.tolist() == [1.5, 10.75]


def test_no_norm_divides_by_exactly_one():
    assert norms.scale(X, "none", 1e-5).tolist() == [1, 1, 1, 1]


@pytest.mark.parametrize("norm", ["layer", "rms", "none"])
def test_with_the_scale_frozen_the_parts_project_to_the_readout(norm):
    whole = X.sum(axis=0)
    row = norms.projection(DIRECTION, norms.scale(whole, norm, 1e-5), norm, GAMMA)
    readout = norms.normalise(whole, norm, GAMMA, BETA, 1e-5) @ DIRECTION
    assert (X @ row).sum() + BETA @ DIRECTION == pytest.approx(readout)


@pytest.mark.parametrize("norm", ["layer", "rms", "none"])
@pytest.mark.parametrize("eps", [1e-5, 0.5])
def test_gradient_through_the_norm_equals_finite_differences(norm, eps):
    for x in X:
        numeric = numeric_jacobian(lambda x: [norms.normalise(x, norm, GAMMA, BETA, eps) @ DIRECTION], x)[0]
        exact = norms.readout_gradient(x, DIRECTION, norm, GAMMA, eps)
        np.testing.assert_allclose(exact, numeric, atol=1e-7)


def in_autograd(X, norm, gamma, beta, eps):
    """The three norms in autograd's NumPy, written apart from the package. (…, d)."""
    if norm == "none":
        return gamma * X + beta
    if norm == "layer":
        X = X - anp.mean(X, axis=-1, keepdims=True)
    return gamma * X * (anp.mean(X**2, axis=-1, keepdims=True) + eps) ** -0.5 + beta


@given(
    st.integers(0, 10**6),
    st.sampled_from(["layer", "rms", "none"]),
    st.integers(2, 8),
    st.sampled_from([(), (3,), (2, 4)]),
    st.sampled_from([1e-5, 0.3]),
)
def test_vjp_of_the_norm_equals_autograd_with_a_random_upstream_vector(seed, norm, d, batch, eps):
    draw = np.random.RandomState(seed).standard_normal
    x, G, gamma, beta = draw((*batch, d)), draw((*batch, d)), draw(d), draw(d)
    whole = elementwise_grad(lambda x: anp.sum(G * in_autograd(x, norm, gamma, beta, eps)))
    np.testing.assert_allclose(norms.normalise(x, norm, gamma, beta, eps), in_autograd(x, norm, gamma, beta, eps))
    np.testing.assert_allclose(norms.normalise_vjp(x, G, norm, gamma, eps), whole(x), rtol=1e-7, atol=1e-8)


@pytest.mark.parametrize("norm", ["layer", "rms", "none"])
def test_vjp_of_the_norm_broadcasts_either_way(norm):
    G = np.random.RandomState(4).standard_normal((2, 4, 5))
    many = norms.normalise_vjp(X, G, norm, GAMMA, 1e-5)
    one = norms.normalise_vjp(X, G[0, 0], norm, GAMMA, 1e-5)
    assert (many.shape, one.shape) == ((2, 4, 5), (4, 5))
    np.testing.assert_allclose(many[1, 3], norms.normalise_vjp(X[3], G[1, 3], norm, GAMMA, 1e-5), rtol=1e-13)
    np.testing.assert_allclose(one[2], norms.normalise_vjp(X[2], G[0, 0], norm, GAMMA, 1e-5), rtol=1e-13)
