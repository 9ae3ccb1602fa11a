"""Deep random stacks against plain products, closed forms and the numbers that the literature gives."""

from itertools import product
from math import comb, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toy_models import path_length_weights
from toy_models.studies.growth import root_mean_square_step, typical_step
from toy_models.studies.stacks import (
    WIDTH,
    WIRINGS,
    central_range,
    draw_jacobians,
    gate,
    lesion_changes,
    log_sizes,
    mixture,
    pre_norm_log_sizes,
    signed_shares,
    spread,
)

START = np.full(WIDTH, WIDTH**-0.5)
GAINS = (0.125, 0.5, 1.0, 2.0)
QUARTER = -np.log(3.0)


def factor(A, wiring, alpha, S, bias=-3.0):
    """What a gradient meets at one layer, written out for each wiring."""
    eye = np.eye(WIDTH)
    a, b = S**0.25, (4 * S) ** -0.25
    t = 1 / (1 + np.exp(-bias))
    return {
        "plain": alpha * A,
        "residual": eye + alpha * A,
        "highway": (1 - t) * eye + t * alpha * A,
        "scaled": eye + alpha * A / sqrt(S),
        "rezero": eye,
        "deepnorm": (a * eye + b * alpha * A) / sqrt(a * a + b * b * alpha * alpha),
    }[wiring]


def columns(*mixtures):
    """(c, k) of some mixtures, as two arrays."""
    return np.array(mixtures).T


def ends(wiring, alpha, S=64, bias=-3.0):
    """log10 of the sizes at the end of each of the 64 draws."""
    return log_sizes(draw_jacobians(S), *columns(mixture(wiring, alpha, S, bias)))[0, -1]


@pytest.mark.parametrize("wiring", WIRINGS)
def test_sizes_are_those_of_the_plain_product(wiring):
    S, draws = 12, 3
    A = draw_jacobians(S, draws)
    sizes = log_sizes(A, *columns(*(mixture(wiring, alpha, S) for alpha in GAINS)))
    assert sizes.shape == (len(GAINS), S + 1, draws)
    for at, alpha in enumerate(GAINS):
        for draw in range(draws):
            g = START.copy()
            for layer in range(S):
                g = g @ factor(A[layer, draw], wiring, alpha, S)
                assert sizes[at, layer + 1, draw] == pytest.approx(np.log10(np.linalg.norm(g)), abs=1e-10)
    assert (sizes[:, 0] == 0).all()


@pytest.mark.parametrize("alpha", GAINS)
@pytest.mark.parametrize("wiring", WIRINGS)
def test_sizes_grow_as_theory_says(wiring, alpha):
    """Over many draws of a few layers, where the mean square is not yet made up of a few large draws."""
    S = 3
    c, k = mixture(wiring, alpha, S)
    sizes = log_sizes(draw_jacobians(S, draws=4000, seed=1), *columns((c, k)))[0]
    layers = np.arange(S + 1)
    np.testing.assert_allclose(
        np.log10((10 ** (2 * sizes)).mean(axis=1)) / 2, layers * root_mean_square_step(c, k), atol=0.02
    )
    np.testing.assert_allclose(sizes.mean(axis=1), layers * typical_step(c, k, WIDTH), atol=0.02)
    np.testing.assert_allclose(spread(sizes).median, layers * typical_step(c, k, WIDTH), atol=0.04)


def test_growth_a_layer_in_closed_form():
    def growth(wiring, alpha, S, bias=-3.0):
        return 10 ** root_mean_square_step(*mixture(wiring, alpha, S, bias))

    assert growth("plain", 0.5, 64) == pytest.approx(0.5)
    assert growth("residual", 0.5, 64) == pytest.approx(sqrt(1.25))
    assert growth("highway", 1.0, 64, QUARTER) == pytest.approx(sqrt(10) / 4)
    assert growth("scaled", 2.0, 64) ** 64 == pytest.approx((1 + 4 / 64) ** 32)
    assert growth("rezero", 2.0, 64) == 1
    assert growth("deepnorm", 2.0, 64) == pytest.approx(1)


def test_gates():
    assert gate(QUARTER) == pytest.approx(0.25)
    assert gate(-3) == pytest.approx(0.0474, abs=5e-5)
    assert mixture("highway", 1.0, 64) == mixture("highway", 1.0, 64, -3.0) != mixture("highway", 1.0, 64, -4.0)


@pytest.mark.parametrize(
    ("wiring", "bias", "measured", "typical", "rms"),
    [
        ("residual", 0, 8.5e8, 9.2e8, 4.3e9),
        ("plain", 0, 0.164, 0.130, 1),
        ("highway", QUARTER, 2.0e-7, 2.0e-7, 2.9e-7),
        ("highway", -3, 0.048, 0.048, 0.048),
        ("highway", -4, 0.317, 0.316, 0.316),
    ],
)
def test_sixty_four_layers_of_gain_one(wiring, bias, measured, typical, rms):
    c, k = mixture(wiring, 1.0, 64, bias)
    assert 10 ** spread(ends(wiring, 1.0, bias=bias)).median == pytest.approx(measured, rel=0.02)
    assert 10 ** (64 * typical_step(c, k, WIDTH)) == pytest.approx(typical, rel=0.01)
    assert 10 ** (64 * root_mean_square_step(c, k)) == pytest.approx(rms, rel=0.015)


@pytest.mark.parametrize("alpha", GAINS)
@pytest.mark.parametrize("wiring", ["plain", "residual", "highway", "scaled", "deepnorm"])
def test_the_middle_of_64_draws_is_near_the_theory_of_the_median(wiring, alpha):
    """Within four standard errors of a median, at every gain, 64 layers deep; far nearer than the root mean square."""
    found = ends(wiring, alpha)
    c, k = mixture(wiring, alpha, 64)
    error = 1.2533 * found.std() / 8
    assert abs(spread(found).median - 64 * typical_step(c, k, WIDTH)) < 4 * error
    if found.std() > 0.3:  # sizes that lie far apart
        assert (found < 64 * root_mean_square_step(c, k)).mean() > 0.6


def test_it_opens_where_plain_vanishes_and_residual_survives():
    plain, residual, highway = (10 ** spread(ends(wiring, 0.25)).median for wiring in ("plain", "residual", "highway"))
    assert plain < 1e-38
    assert 1 < residual < 10
    assert highway == pytest.approx(0.045, abs=0.001)
    for alpha in (0.125, 0.25, 0.5):
        assert spread(ends("plain", alpha)).median < -19
        assert spread(ends("residual", alpha)).median > 0


def test_a_post_norm_has_size_one_by_construction_and_only_the_spread_differs():
    spreads = []
    for alpha in (0.25, 1.0, 2.0):
        assert root_mean_square_step(*mixture("deepnorm", alpha, 64)) == pytest.approx(0, abs=1e-12)
        found = spread(ends("deepnorm", alpha))
        assert abs(found.median) < 0.1
        spreads.append(found.high - found.low)
    assert spreads == sorted(spreads)
    # So does a residual step divided by its own size, which nobody calls DeepNorm; its draws lie far apart.
    step = np.array([1.0, 1.0]) / sqrt(2)
    assert root_mean_square_step(*step) == pytest.approx(0, abs=1e-12)
    bare = spread(log_sizes(draw_jacobians(64), *columns(step))[0, -1])
    assert bare.high - bare.low > 3 * spreads[1]


def test_a_stack_that_passes_nothing():
    A = draw_jacobians(4, 5)
    plain, residual = columns((0.0, 0.0)), columns((1.0, 0.0))
    assert (log_sizes(A, *plain)[0, 1:] == -np.inf).all()
    assert (log_sizes(A, *residual) == 0).all()
    assert np.isnan(lesion_changes(A, *plain)).all()
    assert (lesion_changes(A, *residual) == 0).all()
    few = spread(np.array([-np.inf, -np.inf, -1.0, 0.0, 1.0]))
    assert (few.low, few.median, few.high) == (-np.inf, -1, 1)


@given(st.sampled_from(WIRINGS), st.sampled_from(GAINS))
def test_the_deepest_stack_and_the_largest_gain_stay_finite(wiring, alpha):
    A = draw_jacobians(128, 2)
    each = columns(mixture(wiring, alpha, 128))
    assert np.isfinite(log_sizes(A, *each)).all()
    assert np.isfinite(lesion_changes(A, *each)).all()
    assert np.isfinite(signed_shares(A, [alpha])).all()


def test_the_stream_going_up():
    S, gains = 9, (0.7, 0.0, 2.0)
    A = draw_jacobians(S, 2)
    pre = pre_norm_log_sizes(A, gains)
    none = log_sizes(A, *columns(*((1.0, alpha) for alpha in gains)))
    for at, alpha in enumerate(gains):
        for draw in range(2):
            x, y = np.ones(WIDTH), np.ones(WIDTH)
            for layer in range(S):
                x = x + alpha * (x / np.sqrt((x**2).mean())) @ A[layer, draw]
                y = y + alpha * y @ A[layer, draw]
                assert pre[at, layer + 1, draw] == pytest.approx(np.log10(np.sqrt((x**2).mean())), abs=1e-10)
                assert none[at, layer + 1, draw] == pytest.approx(np.log10(np.sqrt((y**2).mean())), abs=1e-10)


def test_pre_norm_grows_in_a_line_and_no_norm_exponentially():
    A, S = draw_jacobians(40, draws=600, seed=3), 40
    square = (10 ** (2 * pre_norm_log_sizes(A, [0.5])[0])).mean(axis=1)
    np.testing.assert_allclose(square, 1 + 0.25 * np.arange(S + 1), rtol=0.05)
    log = log_sizes(A[:8], *columns((1.0, 0.5)))[0]
    np.testing.assert_allclose((10 ** (2 * log)).mean(axis=1), 1.25 ** np.arange(9), rtol=0.06)


@pytest.mark.parametrize("wiring", ["plain", "residual"])
def test_a_lesion_is_the_product_without_one_layer(wiring):
    S, alpha = 7, 0.6
    A = draw_jacobians(S, 2)
    _, changes = lesion_changes(A, *columns((1.0, 0.1), mixture(wiring, alpha, S)))
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
    plain, residual = lesion_changes(draw_jacobians(32), *columns((0.0, 0.25), (1.0, 0.25)))
    assert np.median(plain) > 3
    assert np.median(residual) < 0.3


@pytest.mark.parametrize("alpha", [0.0, 0.25, 1.0, 2.0])
def test_signed_parts_are_those_of_every_path_one_by_one(alpha):
    S = 5
    A = draw_jacobians(S, 2)
    _, shares = signed_shares(A, [0.5, alpha])
    for draw in range(2):
        by_length = np.zeros((S + 1, WIDTH))
        for path in product((False, True), repeat=S):
            g = START.copy()
            for layer in range(S):
                g = alpha * g @ A[layer, draw] if path[layer] else g
            by_length[sum(path)] += g
        whole = START.copy()
        for layer in range(S):
            whole = whole @ factor(A[layer, draw], "residual", alpha, S)
        np.testing.assert_allclose(by_length.sum(axis=0), whole, rtol=1e-10, atol=1e-12)
        np.testing.assert_allclose(shares[:, draw], by_length @ whole / (whole @ whole), atol=1e-10)
    np.testing.assert_allclose(shares.sum(axis=0), 1)


def test_paths_add_in_quadrature():
    """E ‖g_k‖² = C(S, k) α^(2k) and E⟨g_j, g_k⟩ = 0: parts of the mean square are a binomial at α²."""
    S, alpha, draws = 4, 0.5, 20_000
    A = draw_jacobians(S, draws, seed=5)
    sizes = log_sizes(A, *columns((1.0, alpha)))[0, -1]
    shares = signed_shares(A, [alpha])[0]
    weighted = (shares * 10 ** (2 * sizes)).mean(axis=1)
    np.testing.assert_allclose(weighted / weighted.sum(), path_length_weights(S, alpha**2)[0], atol=0.01)


def test_mean_lengths_of_54_blocks_by_size_and_by_signed_part():
    """Sα/(1 + α) = 10.8 by size; Sα²/(1 + α²) = 3.2 by signed part, 2.8 in the draws."""
    shares = signed_shares(draw_jacobians(54), [0.25])[0].mean(axis=1)
    assert shares.sum() == pytest.approx(1)
    assert shares @ np.arange(55) == pytest.approx(2.8, abs=0.05)
    assert path_length_weights(54, 0.25**2)[1] == pytest.approx(54 * 0.0625 / 1.0625) == pytest.approx(3.2, abs=0.05)
    assert path_length_weights(54, 0.25)[1] == pytest.approx(10.8)


def test_most_paths_have_about_half_of_all_layers():
    for S in (16, 54, 64, 128):
        weights, _ = path_length_weights(S, 1.0)
        k = np.arange(S + 1)
        assert weights[abs(k - S / 2) <= sqrt(S)].sum() > 0.95
        assert weights.max() < 0.2  # but few have just half


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
        mixture("dense", 1.0, 2)
