"""The stream, forward and backward, and the lengths of its paths."""

import math

import numpy as np
import pytest

from toy_models import backprop_stack, path_length_weights, run_stream


def test_states_are_the_running_sum_that_each_block_reads():
    states, writes = run_stream([[1.0, 2.0]], [lambda X: 2 * X, lambda X: X**2])
    assert states.tolist() == [[[1, 2]], [[3, 6]], [[12, 42]]]
    assert writes.tolist() == [[[2, 4]], [[9, 36]]]


def test_no_blocks_leave_the_embedding_alone():
    states, writes = run_stream(np.ones((2, 3)), [])
    assert states.tolist() == [[[1, 1, 1], [1, 1, 1]]]
    assert writes.shape == (0, 2, 3)


def test_leading_batch_axes_run_as_they_would_alone():
    draw = np.random.RandomState(1)
    X, W = draw.standard_normal((2, 3, 4, 5)), draw.standard_normal((5, 5))
    blocks = [lambda X: np.tanh(X @ W), lambda X: np.cumsum(X, axis=-2)]
    states, writes = run_stream(X, blocks)
    assert (states.shape, writes.shape) == ((3, 2, 3, 4, 5), (2, 2, 3, 4, 5))
    for i in range(2):
        for j in range(3):
            alone = run_stream(X[i, j], blocks)
            np.testing.assert_allclose(states[:, i, j], alone[0], rtol=1e-13)
            np.testing.assert_allclose(writes[:, i, j], alone[1], rtol=1e-13)


def test_the_embedding_is_not_shared_with_the_caller():
    X = np.zeros((1, 2))
    states, _ = run_stream(X, [])
    X += 1
    assert states.sum() == 0


def test_a_wrong_shape_names_the_sublayer_counted_from_one():
    with pytest.raises(ValueError, match=r"sublayer 2 must write an array of shape \(1, 2\), got \(2,\)"):
        run_stream(np.ones((1, 2)), [lambda X: X, lambda X: X[0]])
    with pytest.raises(ValueError, match=r"at least two axes, got \(3,\)"):
        run_stream(np.ones(3), [])


def test_backprop_is_the_product_of_identity_plus_jacobians():
    draw = np.random.RandomState(2)
    g, Js = draw.standard_normal(3), draw.standard_normal((4, 3, 3))
    with_plus, without = backprop_stack(g, Js), backprop_stack(g, Js, residual=False)
    expected, bare = g, g
    for layer in (3, 2, 1, 0):
        assert with_plus[layer + 1] == pytest.approx(expected)
        expected = np.array([expected[j] + sum(expected[i] * Js[layer, i, j] for i in range(3)) for j in range(3)])
        bare = np.array([sum(bare[i] * Js[layer, i, j] for i in range(3)) for j in range(3)])
    assert with_plus[0] == pytest.approx(expected)
    assert without[0] == pytest.approx(bare)
    assert (with_plus[4] == g).all()
    assert backprop_stack(g, []).tolist() == [g.tolist()]


def test_a_layer_that_cancels_the_stream_cancels_the_gradient():
    assert backprop_stack([1, 0, 0], [-np.eye(3)])[0].tolist() == [0, 0, 0]


def test_backprop_names_sizes_that_do_not_match():
    with pytest.raises(ValueError, match=r"Js must have shape \(S, 3, 3\), got \(2, 4, 4\)"):
        backprop_stack(np.ones(3), np.ones((2, 4, 4)))
    with pytest.raises(ValueError, match=r"g_top must have shape \(d,\), got \(1, 3\)"):
        backprop_stack(np.ones((1, 3)), np.ones((2, 3, 3)))
    with pytest.raises(ValueError, match=r"Js must have shape \(S, 3, 3\), got \(\)"):
        backprop_stack(np.ones(3), 5)


@pytest.mark.parametrize("S", [0, 1, 2, 6, 24])
@pytest.mark.parametrize("alpha", [0, 0.05, 1, 3.7])
def test_path_lengths_are_the_binomial(S, alpha):
    w, mean = path_length_weights(S, alpha)
    raw = [math.comb(S, k) * alpha**k for k in range(S + 1)]
    assert w == pytest.approx([x / sum(raw) for x in raw], rel=1e-11, abs=1e-300)
    assert mean == pytest.approx(sum(k * x for k, x in enumerate(raw)) / sum(raw), rel=1e-11)
    assert isinstance(mean, float)


def test_no_gain_leaves_only_the_path_of_length_zero():
    assert path_length_weights(3, 0)[0].tolist() == [1, 0, 0, 0]
    assert path_length_weights(0, 2.5)[0].tolist() == [1]


@pytest.mark.parametrize("alpha", [0, 1e-300, 1e-6, 1, 1e6, 1e300])
def test_great_depth_and_gain_stay_finite(alpha):
    w, mean = path_length_weights(10_000, alpha)
    assert np.isfinite(w).all()
    assert w.sum() == pytest.approx(1)
    assert w @ np.arange(10_001) == pytest.approx(mean, rel=1e-9, abs=1e-12)
    assert 0 <= mean <= 10_000


@pytest.mark.parametrize(("S", "alpha"), [(-1, 1), (2.0, 1), (True, 1), (3, -0.1), (3, np.nan), (3, np.inf), (3, "x")])
def test_path_lengths_refuse_what_has_no_meaning(S, alpha):
    with pytest.raises(ValueError, match=r"^(S|alpha) must be "):
        path_length_weights(S, alpha)
