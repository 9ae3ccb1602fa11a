"""The hand numbers, exactly, and what each norm forgets."""

from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from toy_models import load_toy
from toy_models.studies.norm_examples import BRANCHES, EXAMPLES, after_layer, exact_norm
from toy_models.studies.placements import PLACEMENTS

layer_norm, rms_norm = exact_norm("layer"), exact_norm("rms")
X = np.array([1.0, 3.0])
vectors = st.lists(st.integers(-50, 50), min_size=2, max_size=5).filter(lambda x: len(set(x)) > 1)


def test_one_and_three():
    assert layer_norm(X).tolist() == [-1, 1]
    assert rms_norm(X).tolist() == pytest.approx([1 / sqrt(5), 3 / sqrt(5)], rel=1e-15)
    assert np.linalg.norm(layer_norm(X)) == pytest.approx(sqrt(2), rel=1e-15)
    assert np.linalg.norm(rms_norm(X)) == pytest.approx(sqrt(2), rel=1e-15)


def test_root_six_becomes_root_two_in_the_labs_own_toy():
    x = np.array([2.0, -1.0, 1.0])
    toy = load_toy("reread")
    assert toy.X0.tolist() == [x.tolist()]
    assert BRANCHES["turn"](x).tolist() == toy.blocks[0](toy.X0)[0].tolist() == [-2, 2, 0]
    y = after_layer(x, "turn", "pre", "none")
    assert y.tolist() == [0, 1, 1]
    assert (x @ x, y @ y) == (6, 2)


def test_a_branch_that_repeats_what_it_reads_doubles_the_stream_without_a_norm():
    for placement in ("pre", "post", "mistake"):
        assert after_layer(X, "same", placement, "none").tolist() == [2, 6]
    assert after_layer(X, "same", "parallel", "none").tolist() == [3, 9]


@pytest.mark.parametrize("norm", ["layer", "rms", "none"])
def test_a_silent_branch_leaves_x_or_its_norm(norm):
    N = exact_norm(norm)
    for x in EXAMPLES:
        x = np.array(x, dtype=float)
        assert after_layer(x, "zero", "pre", norm).tolist() == x.tolist()
        assert after_layer(x, "zero", "parallel", norm).tolist() == x.tolist()
        assert after_layer(x, "zero", "post", norm).tolist() == N(x).tolist()
        assert after_layer(x, "zero", "mistake", norm).tolist() == N(x).tolist()


def test_a_branch_that_writes_the_opposite_leaves_nothing_without_a_norm():
    assert after_layer(X, "minus", "pre", "none").tolist() == [0, 0]
    assert after_layer(X, "minus", "post", "layer").tolist() == [0, 0]
    assert after_layer(X, "minus", "pre", "layer").tolist() == [2, 2]


@pytest.mark.parametrize(
    ("placement", "expected"), [("pre", [0, 4]), ("post", [-1, 1]), ("parallel", [-1, 5]), ("mistake", [-2, 2])]
)
def test_one_layer_of_each_placement_on_paper(placement, expected):
    """F(x) = x, LayerNorm, x = (1, 3): N(x) = (−1, 1)."""
    assert after_layer(X, "same", placement, "layer").tolist() == expected


@given(vectors, st.integers(1, 9), st.integers(-9, 9))
def test_layer_norm_forgets_mean_and_size_and_rms_norm_the_size(x, times, more):
    x = np.array(x, dtype=float)
    d = len(x)
    np.testing.assert_allclose(layer_norm(times * x + more), layer_norm(x), atol=1e-9)
    np.testing.assert_allclose(rms_norm(times * x), rms_norm(x), atol=1e-12)
    np.testing.assert_allclose([layer_norm(x) @ layer_norm(x), rms_norm(x) @ rms_norm(x)], [d, d])
    np.testing.assert_allclose(layer_norm(-x), -layer_norm(x), atol=1e-12)


def test_rms_norm_does_not_forget_the_mean():
    assert not np.allclose(rms_norm(X + 100), rms_norm(X), atol=0.3)


def test_where_there_is_nothing_to_divide_by_the_norm_is_zero():
    assert layer_norm(np.array([3.0, 3.0])).tolist() == [0, 0]
    assert rms_norm(np.zeros(2)).tolist() == [0, 0]
    assert rms_norm(np.array([3.0, 3.0])).tolist() == [1, 1]


def test_every_example_is_finite_in_every_form():
    for x in EXAMPLES:
        for branch in BRANCHES:
            for placement in PLACEMENTS:
                for norm in ("layer", "rms", "none"):
                    assert np.isfinite(after_layer(np.array(x), branch, placement, norm)).all()
