"""Concatenation against one big matrix a layer, against closed forms, and beside the residual wiring."""

from math import gamma, sqrt

import numpy as np
import pytest

from toy_models.studies.concatenation import (
    GROWTH,
    draw_layers,
    gradient_log_sizes,
    gradient_theory,
    stream_log_sizes,
    widths,
)
from toy_models.studies.stacks import WIDTH, draw_jacobians, log_sizes, spread

GAINS = (0.0, 0.25, 1.0, 2.0)


def whole_matrix(B, alpha):
    """A layer as the matrix (w, w + k) that it is: the identity, and beside it alpha B."""
    return np.hstack([np.eye(len(B)), alpha * B])


@pytest.mark.parametrize("alpha", GAINS)
def test_stream_and_gradient_are_those_of_whole_matrices(alpha):
    S, draws = 7, 2
    B = draw_layers(S, draws)
    up, down = (f(B, [0.5, alpha])[1] for f in (stream_log_sizes, gradient_log_sizes))
    for draw in range(draws):
        matrices = [whole_matrix(layer[draw], alpha) for layer in B]
        x, g = np.ones(WIDTH), np.ones(WIDTH + S * GROWTH) / sqrt(WIDTH + S * GROWTH)
        for passed in range(S + 1):
            assert (len(x), len(g)) == (widths(S)[passed], widths(S)[S - passed])
            assert up[passed, draw] == pytest.approx(np.log10(np.linalg.norm(x) / 4), abs=1e-12)
            assert down[passed, draw] == pytest.approx(np.log10(np.linalg.norm(g)), abs=1e-12)
            if passed < S:
                x, g = x @ matrices[passed], matrices[S - 1 - passed] @ g


def test_the_gradient_is_that_of_central_differences():
    S, alpha, h = 3, 0.7, 1e-6
    B = [layer[0] for layer in draw_layers(S, 1)]
    top = np.full(WIDTH + S * GROWTH, (WIDTH + S * GROWTH) ** -0.5)

    def loss(x):
        for layer in B:
            x = np.concatenate([x, alpha * x @ layer])
        return top @ x

    x = np.random.RandomState(1).standard_normal(WIDTH)
    slope = [(loss(x + h * e) - loss(x - h * e)) / (2 * h) for e in np.eye(WIDTH)]
    found = gradient_log_sizes(draw_layers(S, 1), [alpha])[0, -1, 0]
    assert found == pytest.approx(np.log10(np.linalg.norm(slope)), abs=1e-7)


@pytest.mark.parametrize("alpha", GAINS)
def test_mean_squares_are_those_of_the_closed_form(alpha):
    S, draws = 5, 6000
    B = draw_layers(S, draws, seed=1)
    w = widths(S)
    steps = 1 + alpha**2 * GROWTH / w[:-1]
    up = (10 ** (2 * stream_log_sizes(B, [alpha])[0])).mean(axis=1)
    down = (10 ** (2 * gradient_log_sizes(B, [alpha])[0])).mean(axis=1)
    np.testing.assert_allclose(up, [np.prod(steps[:passed]) for passed in range(S + 1)], rtol=0.03)
    expected = [w[S - passed] / w[S] * np.prod(steps[S - passed :]) for passed in range(S + 1)]
    np.testing.assert_allclose(down, expected, rtol=0.03)
    np.testing.assert_allclose(10 ** (2 * gradient_theory(S, alpha)[1]), expected, rtol=1e-12)


def test_at_gain_1_every_number_keeps_its_size_and_the_whole_gradient_its_own():
    np.testing.assert_allclose(gradient_theory(64, 1.0)[1], 0, atol=1e-12)
    up = stream_log_sizes(draw_layers(64), [1.0])[0, -1]
    assert sqrt((10 ** (2 * up)).mean()) == pytest.approx(sqrt(144 / 16), rel=0.05)


def test_at_gain_0_what_is_left_of_a_gradient_is_the_embeddings_share_of_the_width():
    sizes = gradient_log_sizes(draw_layers(64, 2), [0.0])[0]
    np.testing.assert_allclose(10 ** (2 * sizes), np.stack([widths(64)[::-1] / 144] * 2, axis=1))
    np.testing.assert_allclose(gradient_theory(64, 0.0), [sizes[:, 0]] * 2, atol=1e-12)
    assert (stream_log_sizes(draw_layers(64, 2), [0.0]) == 0).all()


@pytest.mark.parametrize("alpha", [0.125, 0.5, 1.0, 2.0])
def test_the_middle_of_64_draws_is_near_the_theory_of_the_median(alpha):
    found = gradient_log_sizes(draw_layers(64), [alpha])[0, -1]
    assert abs(spread(found).median - gradient_theory(64, alpha)[0, -1]) < 4 * 1.2533 * found.std() / 8
    many = gradient_log_sizes(draw_layers(3, 20_000, seed=2), [alpha])[0, -1]
    assert many.mean() == pytest.approx(gradient_theory(3, alpha)[0, -1], abs=0.01)


def test_a_stream_grows_as_a_power_of_the_depth_where_a_residual_one_grows_exponentially():
    """Π (1 + a/(b + j)) over j < l is Γ(b + l + a) Γ(b) / (Γ(b + a) Γ(b + l)), a = alpha², b = d/k: near l^a."""
    a, b = 4.0, WIDTH / GROWTH
    for depth in (16, 64, 128):
        product = np.prod(1 + a / (b + np.arange(depth)))
        assert product == pytest.approx(gamma(b + depth + a) / gamma(b + depth) * gamma(b) / gamma(b + a))
    by_hand = [np.prod(1 + a / (b + np.arange(depth))) for depth in (64, 128)]
    assert np.log2(by_hand[1] / by_hand[0]) == pytest.approx(a, abs=0.4)
    found = stream_log_sizes(draw_layers(128), [2.0])[0]
    residual = log_sizes(draw_jacobians(128), np.array([1.0]), np.array([2.0]))[0]
    dense_doubled, doubled = ((spread(each[128]).median - spread(each[64]).median) for each in (found, residual))
    assert 10**dense_doubled == pytest.approx(4, rel=0.2)  # √(2^(alpha²))
    assert 10**doubled > 1e19


def test_first_layers_are_those_of_a_smaller_stack():
    short, long = draw_layers(2, 3), draw_layers(5, 3)
    assert len(long) == 5
    assert all(np.array_equal(a, b) for a, b in zip(short, long, strict=False))
    assert [layer.shape for layer in long] == [(3, 16 + 2 * layer, 2) for layer in range(5)]
