"""Stopping early, and steering: against plain loops, the worlds, and the gradient."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_toys import plain_logits, plain_run, toys, toys_with_target

from toy_models import all_worlds, load_toy, readout_of, run_stream
from toy_models.studies.steering import early_logits, nearest_distance, runner_up_direction, steered_logits
from toy_models.worlds.gradients import backward


@given(toys())
def test_dropping_the_deepest_k_is_the_world_without_them(toy):
    worlds, S = all_worlds(toy), len(toy.blocks)
    for token in range(len(toy.tokens)):
        logits = early_logits(toy, token)
        assert logits.shape == (S + 1, len(toy.vocab))
        for kept in range(S + 1):
            np.testing.assert_allclose(logits[kept], worlds.logits[2**kept - 1, token], rtol=1e-9, atol=1e-9)


@given(st.data(), toys())
def test_a_steered_run_equals_a_plain_loop(data, toy):
    S, d = len(toy.blocks), toy.X0.shape[1]
    depth = data.draw(st.integers(0, S))
    token = data.draw(st.integers(0, len(toy.tokens) - 1))
    pushes = np.random.RandomState(data.draw(st.integers(0, 99))).standard_normal((2, 3, d))
    steered = steered_logits(toy, token, depth, pushes)
    for place in np.ndindex(2, 3):
        X = plain_run(toy, [True] * S)[0][depth].copy()
        X[token] = X[token] + pushes[place]
        for block in toy.blocks[depth:]:
            X = X + block(X)
        np.testing.assert_allclose(steered[place], plain_logits(toy, X[token]), rtol=1e-6, atol=1e-6)


@given(toys())
def test_no_push_is_the_base_run(toy):
    base = all_worlds(toy).logits[-1, 0]
    for depth in range(len(toy.blocks) + 1):
        pushed = steered_logits(toy, 0, depth, np.zeros((1, toy.X0.shape[1])))[0]
        np.testing.assert_allclose(pushed, base, rtol=1e-9, atol=1e-9)


@pytest.mark.parametrize("name", ["place", "and", "or", "untrained"])
def test_the_slope_at_no_push_is_the_gradient_at_that_depth(name):
    toy, target, h = load_toy(name, 1, 2), (3, 5), 1e-5
    G = backward(all_worlds(toy), 4, target).whole[:, -1, 4]
    push = np.random.RandomState(0).standard_normal(8)
    for depth in range(7):
        ends = readout_of(steered_logits(toy, 4, depth, np.array([-h, h])[:, None] * push), target)
        assert (ends[1] - ends[0]) / (2 * h) == pytest.approx(G[depth] @ push, rel=1e-5, abs=1e-8)


@pytest.mark.parametrize("name", ["place", "and", "or", "untrained"])
def test_the_whole_difference_in_the_final_stream_is_the_other_prompts_answer(name):
    """At depth S an amount of 1 puts the source's own state in place; at the embedding it may be nothing at all."""
    toy, other = load_toy(name, 0, 0), load_toy(name, 0, 5)
    here, there = (run_stream(each.X0, each.blocks)[0][:, 4] for each in (toy, other))
    np.testing.assert_allclose(
        steered_logits(toy, 4, 6, there[6] - here[6]), early_logits(other, 4)[6], rtol=1e-9, atol=1e-9
    )
    if name != "and":
        assert (there[0] == here[0]).all()  # the last word of both is "the"


@given(toys_with_target().filter(lambda case: isinstance(case[2], tuple) and case[2][1] is not None))
def test_no_other_unit_push_lowers_a_frozen_readout_faster(case):
    toy, _, target = case
    u = runner_up_direction(toy, target)
    row = toy.gamma * (toy.W_U[:, target[0]] - toy.W_U[:, target[1]])
    if toy.norm == "layer":
        row = row - row.mean()
    assert np.linalg.norm(u) == pytest.approx(1.0) or not row.any()
    assert row @ u == pytest.approx(-np.linalg.norm(row), abs=1e-12)


def test_words_that_are_read_alike_give_no_direction():
    toy = load_toy("place")
    alike = toy.W_U.copy()
    alike[:, 1] = alike[:, 0]
    same = type(toy)(**{**vars(toy), "W_U": alike})
    assert (runner_up_direction(same, (0, 1)) == 0).all()


def test_the_nearest_of_a_cloud_is_found_by_looking_at_each():
    draw = np.random.RandomState(3).standard_normal
    points, cloud = draw((2, 4, 3)), draw((7, 3))
    for place, found in np.ndenumerate(nearest_distance(points, cloud)):
        assert found == pytest.approx(min(float(np.linalg.norm(points[place] - other)) for other in cloud))
    assert (nearest_distance(cloud, cloud) == 0).all()


@pytest.mark.parametrize(("token", "depth"), [(5, 0), (0, 7), (-1, 0)])
def test_places_out_of_range_are_named(token, depth):
    with pytest.raises(ValueError, match="must be"):
        steered_logits(load_toy("place"), token, depth, np.zeros(8))
