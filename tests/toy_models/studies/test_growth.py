"""What a random step does to a size: against sampled steps, known constants and another formula."""

from math import lgamma

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toy_models.studies.growth import digamma, poisson_weights, root_mean_square_step, typical_step

GAMMA = np.euler_gamma


@pytest.mark.parametrize(
    ("x", "known"),
    [
        (1.0, -GAMMA),
        (0.5, -GAMMA - 2 * np.log(2)),
        (0.25, -GAMMA - np.pi / 2 - 3 * np.log(2)),
        (8.0, -GAMMA + sum(1 / n for n in range(1, 8))),
        (40.0, -GAMMA + sum(1 / n for n in range(1, 40))),
    ],
)
def test_psi_at_known_places(x, known):
    assert digamma(x) == pytest.approx(known, abs=2e-13)


@given(st.floats(0.05, 1e4))
def test_psi_is_the_slope_of_log_gamma(x):
    h = 1e-4 * x
    # Richardson's: the error of a central difference of step h, taken out by that of 2h.
    slopes = [(lgamma(x + step) - lgamma(x - step)) / (2 * step) for step in (h, 2 * h)]
    assert digamma(x) == pytest.approx((4 * slopes[0] - slopes[1]) / 3, rel=1e-6, abs=1e-6)


@given(st.floats(0, 2e6))
def test_poisson_numbers(mean):
    j, weights = poisson_weights(mean)
    assert weights.sum() == pytest.approx(1)
    assert weights @ j == pytest.approx(mean, rel=1e-9, abs=1e-12)
    assert weights @ (j - mean) ** 2 == pytest.approx(mean, rel=1e-7, abs=1e-12)
    assert weights[0] < 1e-15 or j[0] == 0


STEPS = [(0.0, 1.0), (1.0, 1.0), (0.75, 0.25), (1.0, 0.25), (1.0, 2.0), (0.9, 0.03)]


@pytest.mark.parametrize(("c", "k"), STEPS)
@pytest.mark.parametrize("d", [1, 5, 16])
def test_steps_are_those_of_many_draws(c, k, d):
    """From any unit vector: its first axis, and one that leans on all."""
    random = np.random.RandomState(3)
    n = 200_000
    for u in (np.eye(d)[0], np.full(d, d**-0.5)):
        uA = np.einsum("i,nij->nj", u, random.standard_normal((n, d, d)) / np.sqrt(d)) if d < 6 else None
        uA = random.standard_normal((n, d)) / np.sqrt(d) if uA is None else uA
        logs = np.log10(np.linalg.norm(c * u + k * uA, axis=1))
        error = 5 * logs.std() / np.sqrt(n)
        assert typical_step(c, k, d) == pytest.approx(logs.mean(), abs=error)
        square = 10 ** (2 * logs)
        assert 10 ** (2 * root_mean_square_step(c, k)) == pytest.approx(
            square.mean(), abs=5 * square.std() / np.sqrt(n)
        )


@pytest.mark.parametrize(("c", "k"), [(1.0, 1.0), (1.0, 0.25), (0.3, 2.0), (1.0, 0.1)])
def test_the_mean_logarithm_by_another_formula(c, k):
    """For two numbers E ln χ² = ln λ + E1(λ/2), with no sum in it (Lapidoth & Moser 2003)."""
    half = (c / k) ** 2  # λ/2 at d = 2
    # E1(x) = ∫ e^(−x t) / t dt from 1, by the substitution t = e^s.
    s = np.linspace(0, 12, 400_001)
    e1 = np.trapezoid(np.exp(-half * np.exp(s)), s)
    expected = 0.5 * np.log10(k**2 / 2) + 0.5 * (np.log(2 * half) + e1) / np.log(10)
    assert typical_step(c, k, 2) == pytest.approx(expected, abs=1e-9)


def test_without_chance_a_step_is_its_constant():
    assert typical_step(0.5, 0.0, 16) == np.log10(0.5) == root_mean_square_step(0.5, 0.0)
    assert typical_step(1.0, 0.0, 16) == 0
    assert typical_step(0.0, 0.0, 16) == -np.inf == root_mean_square_step(0.0, 0.0)
    # Near it the formula comes near it: no jump at k = 0.
    assert typical_step(0.98, 1e-3, 16) == pytest.approx(np.log10(0.98), abs=1e-6)


@given(st.floats(0, 2), st.floats(1e-3, 3), st.integers(2, 20))
def test_what_is_typical_lies_below_the_root_mean_square(c, k, d):
    assert typical_step(c, k, d) < root_mean_square_step(c, k)
