"""The gain of a write: against plain loops, against the worlds, and its slope against autograd and the vjps."""

from typing import Any

import numpy as np
import pytest
from autodiff import anp, elementwise_grad
from hypothesis import given
from hypothesis import strategies as st
from random_toys import plain_bias, plain_logits, plain_pick, plain_project, plain_scale, toys, toys_with_target

from toy_models import all_worlds, load_toy, readout_contributions, readout_of, run_stream
from toy_models.studies.gains import (
    cosine,
    frozen_readouts,
    gains_of_all,
    gains_of_each,
    in_out_cosines,
    run_scaled,
    scaled_readouts,
)
from toy_models.worlds.gradients import backward

TRAINED = [("place", 0, 0), ("and", 1, 3), ("or", 2, 5), ("untrained", 0, 7)]


def plain_scaled(toy, gains):
    """The final state, one sublayer after the other."""
    X = gains[0] * toy.X0
    for block, g in zip(toy.blocks, gains[1:], strict=True):
        X = X + g * block(X)
    return X


def plain_readout_at(toy, x, target):
    return float(np.dot(plain_logits(toy, x), plain_pick(toy, target)))


def some_gains(components):
    return st.lists(st.floats(-1, 5), min_size=components, max_size=components).map(np.array)


@given(st.data(), toys_with_target())
def test_a_scaled_run_equals_a_plain_loop_in_a_batch_too(data, case):
    toy, token, target = case
    batch = np.array([data.draw(some_gains(len(toy.blocks) + 1)) for _ in range(3)])
    finals = run_scaled(toy, batch)
    readouts = scaled_readouts(toy, batch, token, target)
    for gains, final, readout in zip(batch, finals, readouts, strict=True):
        plain = plain_scaled(toy, gains)
        np.testing.assert_allclose(final, plain, rtol=1e-9, atol=1e-9)
        assert readout == pytest.approx(plain_readout_at(toy, plain[token], target), rel=1e-6, abs=1e-6)


@given(toys_with_target())
def test_gain_1_is_the_base_run_and_gain_0_the_zero_ablation(case):
    toy, token, target = case
    worlds, S = all_worlds(toy), len(toy.blocks)
    off, on = run_scaled(toy, gains_of_each(toy, [0.0, 1.0])).swapaxes(0, 1)
    for component in range(S + 1):
        assert (on[component] == worlds.states[-1, -1]).all()
    for layer in range(S):
        np.testing.assert_allclose(off[layer + 1], worlds.states[2**S - 1 - (1 << layer), -1], rtol=1e-12, atol=1e-12)
    readouts = scaled_readouts(toy, gains_of_each(toy, [0.0]), token, target)[1:, 0]
    without = readout_of(worlds.logits[[2**S - 1 - (1 << layer) for layer in range(S)], token], target)
    np.testing.assert_allclose(readouts, without, rtol=1e-9, atol=1e-9)


@given(toys_with_target())
def test_all_writes_at_gain_0_leave_the_embedding(case):
    toy, token, target = case
    gains = gains_of_all(toy, [0.0, 1.0])
    assert (gains[:, 0] == 1).all()
    finals = run_scaled(toy, gains)
    assert (finals[0] == toy.X0).all()
    assert scaled_readouts(toy, gains, token, target)[0] == pytest.approx(
        plain_readout_at(toy, toy.X0[token], target), rel=1e-9, abs=1e-9
    )


@pytest.mark.parametrize(("name", "seed", "prompt"), TRAINED)
def test_the_slope_at_gain_1_is_the_gradient_times_the_write(name, seed, prompt):
    """d readout / d g at 1 is ⟨gradient just after the sublayer, its write⟩ over all tokens."""
    toy = load_toy(name, seed, prompt)
    worlds, token, target, h = all_worlds(toy), 4, (1, 2), 1e-5
    ends = scaled_readouts(toy, gains_of_each(toy, [1 - h, 1 + h]), token, target)
    G = backward(worlds, token, target).whole[:, -1]
    exact = [(G[0] * toy.X0).sum(), *(G[1:] * worlds.writes[-1]).sum(axis=(1, 2))]
    np.testing.assert_allclose((ends[:, 1] - ends[:, 0]) / (2 * h), exact, rtol=1e-5, atol=1e-7)


def test_the_slopes_of_a_tanh_toy_equal_autograd():
    toy = load_toy("tanh")
    token, target = 4, (9, 8)
    blocks: Any = toy.blocks

    def readout(gains):
        X = gains[0] * toy.X0
        for block, g in zip(blocks, gains[1:], strict=True):
            mixed = anp.dot(block.A, anp.dot(X, block.W)) if hasattr(block, "A") else anp.dot(X, block.W)
            X = X + g * anp.tanh(mixed)
        x = X[token]
        if toy.norm == "layer":
            x = x - anp.mean(x)
        y = toy.gamma * x / anp.sqrt(anp.mean(x**2) + toy.eps) + toy.beta
        return anp.dot(y, toy.W_U[:, 9] - toy.W_U[:, 8])

    h = 1e-6
    for gains in (np.ones(7), np.array([1.0, 0.5, -1, 2, 0, 1.5, 1])):
        slopes = elementwise_grad(readout)(gains)
        steps = gains + h * np.concatenate([np.eye(7), -np.eye(7)])
        ends = scaled_readouts(toy, steps, token, target).reshape(2, 7)
        assert scaled_readouts(toy, gains, token, target) == pytest.approx(readout(gains), abs=1e-12)
        np.testing.assert_allclose((ends[0] - ends[1]) / (2 * h), slopes, rtol=1e-4, atol=1e-7)


@given(st.data(), toys_with_target())
def test_frozen_readouts_equal_plain_sums(data, case):
    toy, token, target = case
    gains = data.draw(some_gains(len(toy.blocks) + 1))
    states, writes = run_stream(toy.X0, toy.blocks)
    s = plain_scale(toy, states[-1, token])
    x = gains[0] * toy.X0[token]
    for g, write in zip(gains[1:], writes, strict=True):
        x = x + g * write[token]
    linear = plain_project(toy, x, s, target) + plain_bias(toy, target)
    assert frozen_readouts(toy, gains, token, target) == pytest.approx(linear, rel=1e-8, abs=1e-8)
    anew = frozen_readouts(toy, gains, token, target, norm_frozen=False)
    assert anew == pytest.approx(plain_readout_at(toy, x, target), rel=1e-6, abs=1e-6)


@given(toys_with_target())
def test_frozen_subtraction_is_minus_the_contribution(case):
    toy, token, target = case
    worlds = all_worlds(toy)
    parts = readout_contributions(worlds, token, target)
    base = readout_of(worlds.logits[-1, token], target)
    lost = frozen_readouts(toy, gains_of_each(toy, [0.0]), token, target)[:, 0] - base
    np.testing.assert_allclose(lost, [-sum(parts.parts.values()), *-parts.writes], rtol=1e-8, atol=1e-8)


@given(toys())
def test_the_last_sublayer_has_no_reader_so_both_ways_agree(toy):
    gains = gains_of_each(toy, [-1.0, 0.0, 0.5, 2.0])[-1]
    anew = frozen_readouts(toy, gains, 0, 0, norm_frozen=False)
    np.testing.assert_allclose(anew, scaled_readouts(toy, gains, 0, 0), rtol=1e-6, atol=1e-6)


@pytest.mark.parametrize(("name", "seed", "prompt"), TRAINED)
def test_cosines_are_those_of_two_vectors(name, seed, prompt):
    toy = load_toy(name, seed, prompt)
    grid = [0.0, 0.1, 1.0, 5.0]
    for gain, found in zip(grid, in_out_cosines(toy, gains_of_all(toy, grid), 4), strict=True):
        x, y = toy.X0[4], plain_scaled(toy, [1.0] + [gain] * 6)[4]
        assert found == pytest.approx(float(x @ y) / float(x @ x) ** 0.5 / float(y @ y) ** 0.5, abs=1e-12)
    assert np.isnan(cosine(np.zeros(3), np.ones(3)))


def test_gains_of_another_length_are_named():
    toy = load_toy("place")
    with pytest.raises(ValueError, match="7 components, got shape"):
        run_scaled(toy, [1.0, 1.0])
    with pytest.raises(ValueError, match="7 components, got shape"):
        frozen_readouts(toy, 1.0, 4, 0)
