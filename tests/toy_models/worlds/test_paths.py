"""Paths against every subset of sublayers, multiplied out with explicit Jacobians."""

from dataclasses import replace
from math import comb

import numpy as np
import pytest
from brute_force import every_path, summed_by_length
from hypothesis import given
from hypothesis import strategies as st
from random_toys import exact_jacobian, plain_run, toys_with_target

from toy_models import Affine, all_worlds, load_toy, path_gradients, path_length_weights, path_table, toy_names
from toy_models.worlds.gradients import backward, top_gradient


@given(st.data(), toys_with_target())
def test_path_gradients_equal_brute_force_over_all_paths(data, case):
    toy, token, target = case
    on = data.draw(st.lists(st.booleans(), min_size=len(toy.blocks), max_size=len(toy.blocks)))
    expected = summed_by_length(every_path(toy, on, token, target), sum(on))
    found = path_gradients(toy, on, token, target)
    assert found.shape == (sum(on) + 1, *toy.X0.shape)
    np.testing.assert_allclose(found, expected, rtol=0, atol=1e-10 * (1 + np.abs(expected).max()))


@given(st.data(), toys_with_target())
def test_path_gradients_sum_to_the_whole_gradient(data, case):
    toy, token, target = case
    worlds = all_worlds(toy)
    world = data.draw(st.integers(0, len(worlds.on) - 1))
    parts = path_gradients(toy, worlds.on[world], token, target)
    whole = backward(worlds, token, target).whole[0, world]
    np.testing.assert_allclose(parts.sum(axis=0), whole, rtol=0, atol=1e-10 * (1 + np.abs(parts).max()))


@pytest.mark.parametrize("target", [9, (9, 8), (9, None)])
def test_the_tanh_toys_64_paths(target):
    toy = load_toy("tanh")
    expected = summed_by_length(every_path(toy, [True] * 6, 4, target), 6)
    np.testing.assert_allclose(path_gradients(toy, np.ones(6), 4, target), expected, atol=1e-13)


@given(toys_with_target(st.integers(1, 4)))
def test_the_table_equals_brute_force_in_every_world(case):
    toy, token, target = case
    worlds = all_worlds(toy)
    table = path_table(worlds, token, target)
    S = len(toy.blocks)
    for world, on in enumerate(worlds.on):
        paths, n = every_path(toy, on, token, target), int(on.sum())
        by_length = summed_by_length(paths, n)
        sizes = [sum(float(np.linalg.norm(g)) for path, g in paths.items() if len(path) == k) for k in range(S + 1)]
        assert table.count[world].tolist() == [comb(n, k) for k in range(S + 1)]
        np.testing.assert_allclose(table.size[world], sizes, rtol=1e-9, atol=1e-10 * (1 + max(sizes)))
        if sum(sizes) > 1e-6:
            np.testing.assert_allclose(table.size_share[world], np.array(sizes) / sum(sizes), rtol=1e-9, atol=1e-9)
        g = by_length.sum(axis=0)
        norm = float(np.linalg.norm(g))
        if norm > 1e-6 * (1 + max(sizes)):
            shares = np.zeros(S + 1)
            shares[: n + 1] = [(g_k * g).sum() / norm**2 for g_k in by_length]
            near = 1e-9 * (1 + (max(sizes) / norm) ** 2)
            np.testing.assert_allclose(table.share[world], shares, rtol=0, atol=near)
            assert table.share[world].sum() == pytest.approx(1, abs=near)


@given(toys_with_target())
def test_alpha_is_the_geometric_mean_of_the_layers_own_gains(case):
    toy, token, target = case
    worlds = all_worlds(toy)
    table = path_table(worlds, token, target)
    S = len(toy.blocks)
    for world, on in enumerate(worlds.on):
        states, _ = plain_run(toy, on)
        g, gains = top_gradient(toy, states[-1], token, target).ravel(), []
        for layer in reversed(np.flatnonzero(on)):
            through = g @ exact_jacobian(toy.blocks[layer], states[layer])
            if np.linalg.norm(g) > 0:
                gains.append(np.linalg.norm(through) / np.linalg.norm(g))
            g = g + through
        n = int(on.sum())
        if not gains:
            assert np.isnan(table.alpha[world])
            continue
        assert table.alpha[world] == pytest.approx(np.prod(gains) ** (1 / len(gains)), rel=1e-6, abs=1e-12)
        w, mean = path_length_weights(n, table.alpha[world])
        np.testing.assert_allclose(table.binomial[world], [*w, *[0] * (S - n)], atol=1e-12)
        assert table.mean[world] == pytest.approx(mean)


@pytest.mark.parametrize("name", toy_names())
def test_with_nothing_on_there_is_one_path_and_no_gain(name):
    toy = load_toy(name)
    S = len(toy.blocks)
    table = path_table(all_worlds(toy), 0, 0)
    assert table.count[0].tolist() == [1] + [0] * S
    assert table.share[0].tolist() == pytest.approx([1] + [0] * S)
    assert table.binomial[0].tolist() == [1] + [0] * S
    assert np.isnan(table.alpha[0])
    assert table.mean[0] == 0


def test_layers_that_read_nothing_carry_nothing():
    table = path_table(all_worlds(load_toy("sum")), 0, 0)
    assert table.share[-1].tolist() == [1, 0, 0, 0]
    assert table.size[-1].tolist() == [1, 0, 0, 0]
    assert (table.alpha[-1], table.mean[-1]) == (0, 0)
    assert table.binomial[-1].tolist() == [1, 0, 0, 0]


def test_a_gradient_of_exactly_zero_has_sizes_but_no_shares():
    table = path_table(all_worlds(load_toy("cancel")), 0, 0)
    assert np.isnan(table.share[-1]).all()
    assert table.size[-1].tolist() == [1, 1]
    assert table.alpha[-1] == 1
    assert table.binomial[-1].tolist() == [0.5, 0.5]


def test_a_layer_that_no_gradient_reaches_has_no_gain():
    """F cancels the gradient on top of a layer whose gain would be 0/0."""
    F, below = Affine(-np.eye(3), np.zeros(3)), Affine(2 * np.eye(3), np.zeros(3))
    toy = replace(load_toy("reread"), blocks=(below, F))
    assert path_table(all_worlds(toy), 0, 0).alpha.tolist()[1:] == [2, 1, 1]


def test_switches_may_be_bools_or_numpy():
    toy = load_toy("tanh")
    expected = path_gradients(toy, [True, False, True, True, False, True], 4, 0)
    for on in (np.array([1, 0, 1, 1, 0, 1], dtype=bool), np.array([1, 0, 1, 1, 0, 1]), (1, 0, 1, 1, 0, 1)):
        assert (path_gradients(toy, on, 4, 0) == expected).all()


@pytest.mark.parametrize("on", [[True] * 5, [[True] * 6], True, [0, 1, 2, 0, 0, 0], ["on"] * 6, [0.5] * 6])
def test_bad_switches_are_refused(on):
    with pytest.raises(ValueError, match=r"^on must "):
        path_gradients(load_toy("tanh"), on, 0, 0)


def test_token_and_target_are_checked():
    toy = load_toy("sum")
    with pytest.raises(ValueError, match=r"^token must be a whole number from 0 to 0, got 1$"):
        path_gradients(toy, [True] * 3, 1, 0)
    with pytest.raises(ValueError, match=r"^the target's word must be a whole number from 0 to 2, got 3$"):
        path_table(all_worlds(toy), 0, 3)


def test_no_sublayers_leave_the_plus_alone():
    toy = replace(load_toy("sum"), blocks=(), sublayer_names=(), kinds=())
    assert path_gradients(toy, [], 0, 1).tolist() == [[[0, 1, 0]]]
    assert path_table(all_worlds(toy), 0, 1).share.tolist() == [[1]]
