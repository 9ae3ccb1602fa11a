"""Deep random stacks against plain products, closed forms and the numbers that the literature gives."""

from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toy_models import path_length_weights
from toy_models.stacks import (
    WIDTH,
    WIRINGS,
    central_range,
    draw_jacobians,
    forward_log_sizes,
    growth,
    lesion_changes,
    log_sizes,
    spread,
    theory,
)

START = np.full(WIDTH, WIDTH**-0.5)
GAINS = (0.125, 0.5, 1.0, 2.0)


def factor(A, wiring, alpha, S):
    """What a gradient meets at one layer, written out for each wiring."""
    eye = np.eye(WIDTH)
    a, b = S**0.25, (4 * S) ** -0.25
    return {
        "plain": alpha * A,
        "residual": eye + alpha * A,
        "highway": 0.75 * eye + 0.25 * alpha * A,
        "scaled": eye + alpha * A / sqrt(S),
        "rezero": eye,
        "deepnorm": (a * eye + b * alpha * A) / sqrt(a * a + b * b * alpha * alpha),
    }[wiring]


@pytest.mark.parametrize("alpha", GAINS)
@pytest.mark.parametrize("wiring", WIRINGS)
def test_sizes_are_those_of_the_plain_product(wiring, alpha):
    S, draws = 12, 3
    A = draw_jacobians(S, draws)
    sizes = log_sizes(A, wiring, alpha)
    for draw in range(draws):
        g = START.copy()
        for layer in range(S):
            g = g @ factor(A[layer, draw], wiring, alpha, S)
            assert sizes[layer + 1, draw] == pytest.approx(np.log10(np.linalg.norm(g)), abs=1e-10)
    assert (sizes[0] == 0).all()


@pytest.mark.parametrize("alpha", GAINS)
@pytest.mark.parametrize("wiring", WIRINGS)
def test_the_mean_square_grows_as_theory_says(wiring, alpha):
    """Over many draws of a few layers, where the mean square is not yet made up of a few large draws."""
    S = 3
    sizes = log_sizes(draw_jacobians(S, draws=4000, seed=1), wiring, alpha)
    mean_square = np.log10((10 ** (2 * sizes)).mean(axis=1)) / 2
    np.testing.assert_allclose(mean_square, theory(wiring, alpha, S), atol=0.02)


def test_growth_a_layer_in_closed_form():
    assert growth("plain", 0.5, 64) == 0.5
    assert growth("residual", 0.5, 64) == pytest.approx(sqrt(1.25))
    assert growth("highway", 1.0, 64) == pytest.approx(sqrt(10) / 4)
    assert growth("scaled", 2.0, 64) ** 64 == pytest.approx((1 + 4 / 64) ** 32)
    assert growth("rezero", 2.0, 64) == 1
    assert growth("deepnorm", 2.0, 64) == pytest.approx(1)


@pytest.mark.parametrize(
    ("wiring", "alpha", "about"), [("plain", 0.5, 5.4e-20), ("residual", 1, 4.3e9), ("residual", 0.125, 1.64)]
)
def test_sixty_four_layers(wiring, alpha, about):
    """α^S and (1 + α²)^(S/2) lie within the spread of the draws, the median within a factor of ten of it."""
    ends = log_sizes(draw_jacobians(64), wiring, alpha)[-1]
    assert 10 ** theory(wiring, alpha, 64)[-1] == pytest.approx(about, rel=0.01)
    assert ends.min() < np.log10(about) < ends.max()
    assert abs(spread(ends).median - np.log10(about)) < 1


def test_a_stack_that_passes_nothing():
    A = draw_jacobians(4, 5)
    assert (log_sizes(A, "plain", 0.0)[1:] == -np.inf).all()
    assert (theory("plain", 0.0, 4)[1:] == -np.inf).all()
    assert (log_sizes(A, "residual", 0.0) == 0).all()
    assert np.isnan(lesion_changes(A, "plain", 0.0)).all()
    assert (lesion_changes(A, "residual", 0.0) == 0).all()
    few = spread(np.array([-np.inf, -np.inf, -1.0, 0.0, 1.0]))
    assert (few.low, few.median, few.high) == (-np.inf, -1, 1)


@given(st.sampled_from(WIRINGS), st.sampled_from(GAINS))
def test_the_deepest_stack_and_the_largest_gain_stay_finite(wiring, alpha):
    A = draw_jacobians(128, 2)
    assert np.isfinite(log_sizes(A, wiring, alpha)).all()
    assert np.isfinite(lesion_changes(A, wiring, alpha)).all()
    assert np.isfinite(forward_log_sizes(A, alpha, pre_norm=False)).all()


@pytest.mark.parametrize("pre_norm", [True, False])
def test_the_stream_going_up(pre_norm):
    S, alpha = 9, 0.7
    A = draw_jacobians(S, 2)
    logs = forward_log_sizes(A, alpha, pre_norm)
    for draw in range(2):
        x = np.ones(WIDTH)
        for layer in range(S):
            size = np.sqrt((x**2).mean()) if pre_norm else 1.0
            x = x + alpha * (x / size) @ A[layer, draw]
            assert logs[layer + 1, draw] == pytest.approx(np.log10(np.sqrt((x**2).mean())), abs=1e-10)


def test_pre_norm_grows_in_a_line_and_no_norm_exponentially():
    A, S = draw_jacobians(40, draws=600, seed=3), 40
    square = (10 ** (2 * forward_log_sizes(A, 0.5, pre_norm=True))).mean(axis=1)
    np.testing.assert_allclose(square, 1 + 0.25 * np.arange(S + 1), rtol=0.05)
    log = forward_log_sizes(A[:8], 0.5, pre_norm=False)
    np.testing.assert_allclose((10 ** (2 * log)).mean(axis=1), 1.25 ** np.arange(9), rtol=0.06)


@pytest.mark.parametrize("wiring", ["plain", "residual"])
def test_a_lesion_is_the_product_without_one_layer(wiring):
    S, alpha = 7, 0.6
    A = draw_jacobians(S, 2)
    changes = lesion_changes(A, wiring, alpha)
    for draw in range(2):
        outputs = []
        for left_out in (None, *range(S)):
            g = START.copy()
            for layer in range(S):
                g = g if layer == left_out else g @ factor(A[layer, draw], wiring, alpha, S)
            outputs.append(g)
        whole = outputs[0]
        expected = [np.linalg.norm(output - whole) / np.linalg.norm(whole) for output in outputs[1:]]
        np.testing.assert_allclose(changes[:, draw], expected, rtol=1e-9)


def test_a_plain_stack_breaks_and_a_residual_one_does_not():
    A = draw_jacobians(32)
    assert np.median(lesion_changes(A, "plain", 0.25)) > 3
    assert np.median(lesion_changes(A, "residual", 0.25)) < 0.3


def test_path_lengths_of_a_resnet_of_54_blocks():
    """Veit et al. 2016, §3 and §5: more than 95 % of the paths pass 19 to 35 blocks, the gradient mostly 5 to 17."""
    every, mean = path_length_weights(54, 1.0)
    assert mean == 27
    share = sum(comb(54, k) for k in range(19, 36)) / 2**54
    assert share > 0.95
    assert every[19:36].sum() == pytest.approx(share)
    assert central_range(every) == (20, 34)
    carried, mean = path_length_weights(54, 0.25)
    assert mean == pytest.approx(10.8)
    assert central_range(carried) == (5, 17)
    assert central_range(np.array([1.0])) == (0, 0)


def test_another_wiring_is_refused():
    with pytest.raises(ValueError, match=r"^wiring must be one of plain, .*, got 'dense'$"):
        growth("dense", 1.0, 2)
