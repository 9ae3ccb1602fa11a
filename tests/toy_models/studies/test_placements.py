"""Norms in every place: forward against plain loops, gradients against autograd and differences, sums against sums."""

import numpy as np
import pytest
from autodiff import anp, elementwise_grad
from hypothesis import given, settings
from hypothesis import strategies as st

from toy_models.model.blocks import TanhMLP
from toy_models.model.norms import normalise
from toy_models.studies.placements import (
    EPS,
    PLACEMENTS,
    factors_left,
    gradients,
    in_out_cosines,
    log_length,
    log_rms,
    norm_of,
    parts_left,
    parts_written,
    read_at_top,
    run_nets,
)
from toy_models.studies.random_nets import WIDTH, draw_nets

NORMS = ("layer", "rms", "none")
EVERY = [(placement, norm) for placement in PLACEMENTS for norm in NORMS]


def norm_by_loops(X, norm):
    """Row by row, number by number, from the formulas of the two papers. (T, d)."""
    if norm == "none":
        return X.copy()
    rows = []
    for row in X:
        d = len(row)
        mean = sum(row) / d if norm == "layer" else 0.0
        s = (sum((x - mean) ** 2 for x in row) / d + EPS) ** 0.5
        rows.append([(x - mean) / s for x in row])
    return np.array(rows)


def run_by_loops(nets, draw, placement, norm):
    """One net's states by its layers written out one after another: {sublayers passed: state}."""
    x = nets.X0[draw].copy()
    states = {0: x}

    def F(layer, Y):
        if layer % 2:
            return np.tanh(
                np.array([[sum(y[k] * nets.W[layer, draw, k, j] for k in range(8)) for j in range(8)] for y in Y])
            )
        mixed = np.array([sum(nets.A[layer, draw, t, u] * Y[u] for u in range(len(Y))) for t in range(len(Y))])
        return mixed @ nets.W[layer, draw]

    layer = 0
    while layer < nets.S:
        if placement == "pre":
            x = x + F(layer, norm_by_loops(x, norm))
        elif placement == "post":
            x = norm_by_loops(x + F(layer, x), norm)
        elif placement == "sandwich":
            x = x + norm_by_loops(F(layer, norm_by_loops(x, norm)), norm)
        elif placement == "mistake":
            x = norm_by_loops(x, norm)
            x = x + F(layer, x)
        else:
            read = norm_by_loops(x, norm)
            x = x + F(layer, read) + F(layer + 1, read)
            layer += 1
        layer += 1
        states[layer] = x
    return states


@pytest.mark.parametrize(("placement", "norm"), EVERY)
def test_states_are_those_of_plain_loops(placement, norm):
    nets = draw_nets([3, 8], 6)
    states = run_nets(nets, placement, norm).states
    for draw in range(2):
        expected = run_by_loops(nets, draw, placement, norm)
        for passed, state in enumerate(states[:, draw]):
            if passed in expected:
                np.testing.assert_allclose(state, expected[passed], rtol=1e-10, atol=1e-12)
            else:
                assert np.isnan(state).all()


def loss_from(nets, placement, norm, start):
    """The loss as a function of the state after `start` sublayers, in autograd's NumPy, written apart. (n, T, d)."""

    def N(X):
        if norm == "layer":
            X = X - anp.mean(X, axis=-1, keepdims=True)
        return X if norm == "none" else X * (anp.mean(X**2, axis=-1, keepdims=True) + EPS) ** -0.5

    def F(layer, Y):
        if layer % 2:
            return anp.tanh(anp.matmul(Y, nets.W[layer]))
        return anp.matmul(anp.matmul(nets.A[layer], Y), nets.W[layer])

    def loss(x):
        for layer in range(start, nets.S, 2 if placement == "parallel" else 1):
            if placement == "pre":
                x = x + F(layer, N(x))
            elif placement == "post":
                x = N(x + F(layer, x))
            elif placement == "sandwich":
                x = x + N(F(layer, N(x)))
            elif placement == "parallel":
                x = x + F(layer, N(x)) + F(layer + 1, N(x))
            else:
                x = N(x) + F(layer, N(x))
        return anp.sum(nets.readout * (x if placement == "post" else N(x)))

    return loss


@pytest.mark.parametrize("gain", [0.0, 1.0, 1.5])
@pytest.mark.parametrize(("placement", "norm"), EVERY)
def test_the_gradient_at_every_state_is_autograds(placement, norm, gain):
    nets = draw_nets([0, 5, 6], 8, gain)
    run = run_nets(nets, placement, norm)
    G = gradients(run)
    for passed in range(nets.S + 1):
        if placement == "parallel" and passed % 2:
            assert np.isnan(G[passed]).all()
            continue
        expected = elementwise_grad(loss_from(nets, placement, norm, passed))(run.states[passed])
        np.testing.assert_allclose(G[passed], expected, rtol=1e-8, atol=1e-11)


@pytest.mark.parametrize(("placement", "norm"), EVERY)
def test_the_gradient_at_the_embedding_is_that_of_central_differences(placement, norm):
    nets = draw_nets([2], 4)
    G = gradients(run_nets(nets, placement, norm))[0, 0]
    h = 1e-5

    def loss(X):
        moved = type(nets)(X[None], nets.readout, nets.A, nets.W)
        top = run_nets(moved, placement, norm).states[-1]
        return (nets.readout * (top if placement == "post" else norm_of(norm)(top))).sum()

    for token, number in ((0, 0), (0, 7), (2, 3), (4, 5)):
        step = np.zeros_like(nets.X0[0])
        step[token, number] = h
        slope = (loss(nets.X0[0] + step) - loss(nets.X0[0] - step)) / (2 * h)
        assert G[token, number] == pytest.approx(slope, rel=1e-6, abs=1e-9)


@settings(max_examples=40)
@given(
    st.integers(0, 2**32 - 1),
    st.sampled_from(EVERY),
    st.sampled_from([2, 4, 10]),
    st.sampled_from([0.0, 0.5, 1.5]),
)
def test_what_the_norms_left_adds_up_to_what_is_read(seed, case, S, gain):
    run = run_nets(draw_nets([seed], S, gain), *case)
    read = [norm_by_loops(X, case[1]) for X in run.states[-1]] if case[0] != "post" else run.states[-1]
    np.testing.assert_allclose(read_at_top(run), read, rtol=1e-9, atol=1e-12)
    np.testing.assert_allclose(parts_left(run).sum(axis=0), read, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize(("placement", "norm"), EVERY)
def test_cosines_of_output_with_input_are_those_of_plain_loops(placement, norm):
    nets = draw_nets([3, 8], 6)
    found = in_out_cosines(run_nets(nets, placement, norm))
    for draw in range(2):
        last = run_by_loops(nets, draw, placement, norm)[6]
        for token, (x, y) in enumerate(zip(nets.X0[draw], last, strict=True)):
            expected = sum(x * y) / (sum(x * x) * sum(y * y)) ** 0.5
            assert found[draw, token] == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("norm", NORMS)
@pytest.mark.parametrize("placement", ["pre", "sandwich", "parallel"])
def test_where_no_norm_stands_on_the_stream_it_is_a_plain_sum(placement, norm):
    run = run_nets(draw_nets(range(5), 12), placement, norm)
    np.testing.assert_allclose(parts_written(run).sum(axis=0), run.states[-1], rtol=1e-12, atol=1e-12)
    # Only the last norm takes of them, of all alike.
    top = run.states[-1]
    spread = {"layer": top.var(axis=-1), "rms": (top**2).mean(axis=-1), "none": np.ones(top.shape[:-1]) - EPS}[norm]
    np.testing.assert_allclose(factors_left(run), np.broadcast_to((spread + EPS) ** -0.5, (13, 5, 5)), rtol=1e-12)


@pytest.mark.parametrize("norm", ["layer", "rms"])
@pytest.mark.parametrize("placement", ["post", "mistake"])
def test_post_norm_and_the_mistake_are_not(placement, norm):
    run = run_nets(draw_nets(range(5), 12), placement, norm)
    gap = np.linalg.norm(parts_written(run).sum(axis=0) - run.states[-1], axis=-1)
    assert (gap > 0.2 * np.linalg.norm(run.states[-1], axis=-1)).all()
    assert np.median(gap / np.linalg.norm(run.states[-1], axis=-1)) > 1


@pytest.mark.parametrize("norm", ["layer", "rms"])
@pytest.mark.parametrize("placement", ["post", "mistake"])
def test_factors_are_one_over_the_divisors_of_every_norm_after(placement, norm):
    nets = draw_nets([4], 6)
    run = run_nets(nets, placement, norm)
    token = 3
    for writer in range(7):
        factor = 1.0
        for layer in range(6):
            after = layer >= writer if placement == "mistake" or writer == 0 else layer >= writer - 1
            if after:
                x = run.states[layer, 0, token] + (run.writes[layer, 0, token] if placement == "post" else 0)
                spread = x.var() if norm == "layer" else (x**2).mean()
                factor /= np.sqrt(spread + EPS)
        if placement == "mistake":  # the last norm, which post-norm has had already
            x = run.states[-1, 0, token]
            factor /= np.sqrt((x.var() if norm == "layer" else (x**2).mean()) + EPS)
        assert factors_left(run)[writer, 0, token] == pytest.approx(factor, rel=1e-12)


@pytest.mark.parametrize("norm", ["layer", "rms"])
def test_the_mistake_is_post_norm_read_before_its_last_norm(norm):
    nets = draw_nets(range(4), 10)
    mistaken = run_nets(nets, "mistake", norm)
    N = norm_of(norm)
    post = run_nets(type(nets)(N(nets.X0), nets.readout, nets.A, nets.W), "post", norm)
    np.testing.assert_allclose(N(mistaken.states), post.states, atol=1e-6)
    # Alike but for ε, and different before the norm.
    assert np.abs(mistaken.states[1:] - post.states[1:]).max() > 0.1


@pytest.mark.parametrize(("norm", "size"), [("layer", 1), ("rms", 1)])
def test_a_sandwich_writes_one_size_at_any_scale_of_its_weights(norm, size):
    small, large = (run_nets(draw_nets(range(4), 8, gain), "sandwich", norm) for gain in (1.0, 2.0))
    np.testing.assert_allclose(np.sqrt((small.writes**2).mean(axis=-1)), size, rtol=1e-2)
    # An attention's write, which is linear in them, is the same but for ε; a tanh's turns.
    np.testing.assert_allclose(large.writes[0], small.writes[0], atol=1e-3)
    assert np.abs(large.writes[1] - small.writes[1]).max() > 0.1


def test_without_a_norm_all_but_parallel_are_one_net():
    nets = draw_nets(range(3), 8)
    pre, *others = (run_nets(nets, placement, "none") for placement in PLACEMENTS if placement != "parallel")
    for other in others:
        assert np.array_equal(pre.states, other.states)
        np.testing.assert_allclose(gradients(pre), gradients(other), rtol=1e-12)


@pytest.mark.parametrize("norm", NORMS)
def test_silent_branches_leave_x_where_no_norm_stands_on_the_stream_and_its_norm_in_post(norm):
    nets = draw_nets(range(3), 4, gain=0.0)
    for placement in ("pre", "sandwich", "parallel"):
        assert np.array_equal(run_nets(nets, placement, norm).states[-1], nets.X0)
    np.testing.assert_allclose(run_nets(nets, "post", norm).states[1], norm_of(norm)(nets.X0), rtol=1e-12)
    np.testing.assert_allclose(run_nets(nets, "mistake", norm).states[1], norm_of(norm)(nets.X0), rtol=1e-12)


def test_nets_are_drawn_from_a_frozen_stream_and_share_their_first_layers():
    short, long = draw_nets([0, 7], 2), draw_nets([7], 10)
    assert np.array_equal(short.W[:, 1], long.W[:2, 0])
    assert np.array_equal(short.X0[1], long.X0[0])
    np.testing.assert_allclose((long.X0**2).mean(), 1)
    np.testing.assert_allclose((long.readout**2).sum(), 1)
    np.testing.assert_allclose(long.A.sum(axis=-1), 1)
    assert (np.triu(long.A[0, 0], 1) == 0).all()
    first = np.random.RandomState(0).standard_normal((5, 8))
    assert np.corrcoef(first.ravel(), short.X0[0].ravel())[0, 1] > 0.4


def test_the_mlp_is_the_labs_tanh_layer():
    nets = draw_nets([1], 2)
    Y = np.random.RandomState(9).standard_normal((1, 5, WIDTH))
    block = TanhMLP(nets.W[1, 0])
    np.testing.assert_allclose(nets.branch(1)(Y), block(Y), rtol=1e-13)
    np.testing.assert_allclose(nets.branch_vjp(1, Y, Y), block.vjp(Y, Y), rtol=1e-13)


def test_sizes_are_logarithms_of_root_mean_square_and_length():
    X = np.full((3, 5, WIDTH), 10.0)
    assert log_rms(X) == pytest.approx([1, 1, 1])
    assert log_length(X) == pytest.approx([1 + 0.5 * np.log10(40)] * 3)


def test_bad_arguments_are_named():
    nets = draw_nets([0], 3)
    with pytest.raises(ValueError, match="placement must be one of pre, post, sandwich, parallel, mistake, got 'last'"):
        run_nets(nets, "last", "layer")
    with pytest.raises(ValueError, match="even number of sublayers, got 3"):
        run_nets(nets, "parallel", "layer")
    with pytest.raises(ValueError, match="norm must be one of 'layer', 'rms', 'none', got 'batch'"):
        run_nets(nets, "pre", "batch")


def test_norm_without_gain_is_norms_own():
    X = np.random.RandomState(1).standard_normal((4, 6))
    for norm in NORMS:
        assert np.array_equal(norm_of(norm)(X), normalise(X, norm, np.ones(6), np.zeros(6), EPS))
