"""The final norms, against loops and finite differences."""

import numpy as np
import pytest
from random_toys import numeric_jacobian

from toy_models import norms

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
