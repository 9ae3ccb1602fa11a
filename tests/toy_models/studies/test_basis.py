"""Other axes: the turned model is run, and everything that it says is what the model said."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_toys import numeric_jacobian, plain_logits, plain_run, toys_with_target

from toy_models import (
    all_worlds,
    effects_in_all_worlds,
    load_toy,
    path_gradients,
    readout_contributions,
    shapley_values,
)
from toy_models.studies.basis import mean_keeping_rotation, turned, turned_block

NAMES = ("place", "and", "or", "untrained", "tanh")


@given(st.integers(2, 12), st.integers(0, 10_000))
def test_a_rotation_that_keeps_the_mean(d, seed):
    R = mean_keeping_rotation(d, seed)
    np.testing.assert_allclose(R @ R.T, np.eye(d), atol=1e-12)
    np.testing.assert_allclose(R @ np.ones(d), np.ones(d), atol=1e-12)
    np.testing.assert_allclose(np.ones(d) @ R, np.ones(d), atol=1e-12)
    assert np.linalg.det(R) == pytest.approx(1)
    np.testing.assert_array_equal(R, mean_keeping_rotation(d, seed))


def test_rotations_are_different_and_uniform():
    every = np.array([mean_keeping_rotation(8, seed) for seed in range(3000)])
    np.testing.assert_allclose(every.mean(axis=0), 1 / 8, atol=0.03)
    assert len({R.tobytes() for R in every}) == len(every)


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("seed", [0, 6, 11])
def test_the_turned_model_says_the_same_in_every_world_and_every_bar_changes(name, seed):
    toy = load_toy(name, seed, 0 if name == "tanh" else seed)
    worlds = all_worlds(toy)
    for r in range(1, 6):
        R = mean_keeping_rotation(8, r)
        other = all_worlds(turned(toy, R))
        np.testing.assert_allclose(other.logits, worlds.logits, atol=1e-10)
        np.testing.assert_allclose(other.states, worlds.states @ R, atol=1e-10)
        np.testing.assert_allclose(other.writes, worlds.writes @ R, atol=1e-10)
        assert abs(other.states[-1, -1] - worlds.states[-1, -1]).max() > 0.1


@pytest.mark.parametrize("name", NAMES)
def test_and_every_effect_contribution_and_path_is_the_same(name):
    toy = load_toy(name, 2)
    R = mean_keeping_rotation(8, 3)
    ours, theirs = all_worlds(toy), all_worlds(turned(toy, R))
    for target in (1, (2, 5), (4, None)):
        for kind in ("direct", "via_layers", "via_norm", "total"):
            one, other = (getattr(effects_in_all_worlds(worlds, 4, target), kind) for worlds in (ours, theirs))
            np.testing.assert_allclose(other, one, atol=1e-9)
        one, other = (readout_contributions(worlds, 4, target) for worlds in (ours, theirs))
        np.testing.assert_allclose(other.writes, one.writes, atol=1e-10)
        np.testing.assert_allclose(list(other.parts.values()), list(one.parts.values()), atol=1e-10)
        assert other.bias == pytest.approx(one.bias, abs=1e-10)
        np.testing.assert_allclose(shapley_values(theirs, 4, target), shapley_values(ours, 4, target), atol=1e-10)
    paths = [path_gradients(one, [True] * 6, 4, (2, 5)) for one in (toy, turned(toy, R))]
    np.testing.assert_allclose(paths[1], paths[0] @ R, atol=1e-9)


@given(toys_with_target(), st.integers(0, 999))
def test_any_toy_run_by_plain_loops(case, seed):
    toy, token, _ = case
    other = turned(toy, mean_keeping_rotation(len(toy.gamma), seed))
    on = [layer % 2 == 0 for layer in range(len(toy.blocks))]
    one, two = (plain_logits(t, plain_run(t, on)[0][-1][token]) for t in (toy, other))
    np.testing.assert_allclose(two, one, atol=1e-8)


@pytest.mark.parametrize("name", NAMES)
def test_a_turned_sublayers_gradient_is_its_own(name):
    X = np.random.RandomState(4).standard_normal((2, 8))
    R = mean_keeping_rotation(8, 1)
    for block in load_toy(name).blocks[:2] if name != "tanh" else (load_toy(name).blocks[1],):
        new = turned_block(block, R)
        J = numeric_jacobian(new, X)
        rows = np.array([new.vjp(X, row.reshape(X.shape)).ravel() for row in np.eye(X.size)])
        np.testing.assert_allclose(rows, J, atol=1e-6)


def test_a_gain_of_nothing_cannot_be_folded():
    toy = load_toy("place")
    with pytest.raises(ValueError, match="gain of exactly 0"):
        turned(replace(toy, gamma=np.zeros(8)), np.eye(8))


def test_a_rotation_that_moves_the_mean_would_change_the_model():
    """Why the mean direction is kept: LayerNorm takes it away, so another one must not stand in its place."""
    toy = load_toy("place")
    R, _ = np.linalg.qr(np.random.RandomState(0).standard_normal((8, 8)))
    assert abs(all_worlds(turned(toy, R)).logits - all_worlds(toy).logits).max() > 0.1
