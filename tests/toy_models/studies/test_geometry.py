"""Sizes and angles, against plain loops, angles known beforehand and toys done by hand."""

from math import cos, isnan, pi, sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_toys import plain_run, toys

from toy_models import load_toy
from toy_models.studies.geometry import (
    cosines,
    joining_cosines,
    position_cosines,
    run_without_plus,
    start_cosines,
    step_cosines,
    write_shares,
)


def plain_size(x) -> float:
    return sqrt(sum(float(number) ** 2 for number in x))


def plain_cosine(a, b) -> float:
    sizes = plain_size(a) * plain_size(b)
    return sum(float(p) * float(q) for p, q in zip(a, b, strict=True)) / sizes if sizes else np.nan


@given(st.floats(0, pi), st.floats(0.01, 100), st.integers(0, 999))
def test_a_cosine_is_that_of_the_angle_between_whatever_the_sizes(angle, size, seed):
    draw = np.random.RandomState(seed).standard_normal
    frame, _ = np.linalg.qr(draw((5, 2)))
    a, b = frame[:, 0], size * (np.cos(angle) * frame[:, 0] + np.sin(angle) * frame[:, 1])
    assert cosines(a, b) == pytest.approx(cos(angle), abs=1e-12)


def test_a_cosine_with_nothing_is_undefined():
    assert isnan(cosines(np.zeros(3), np.ones(3)))
    assert cosines(np.ones(3), np.ones(3)) == 1.0


@given(toys())
def test_shares_and_cosines_number_by_number(toy):
    states, writes = plain_run(toy, [True] * len(toy.blocks))
    S, T = len(writes), len(toy.tokens)
    every = [(layer, token) for layer in range(S) for token in range(T)]
    shares, joins = write_shares(toy), joining_cosines(toy)
    steps, starts = step_cosines(np.array(states)), start_cosines(np.array(states))
    pairs = position_cosines(np.array(states))
    for layer, token in every:
        x, write, after = states[layer][token], writes[layer][token], states[layer + 1][token]
        assert shares[layer, token] == pytest.approx(plain_size(write) / plain_size(after))
        assert joins[layer, token] == pytest.approx(plain_cosine(write, x), abs=1e-9, nan_ok=True)
        assert steps[layer, token] == pytest.approx(plain_cosine(x, after), abs=1e-9)
        assert starts[layer + 1, token] == pytest.approx(plain_cosine(states[0][token], after), abs=1e-9)
        for other in range(T):
            assert pairs[layer, token, other] == pytest.approx(plain_cosine(x, states[layer][other]), abs=1e-9)


@given(toys())
def test_a_share_and_an_angle_give_the_size_of_the_stream_after(toy):
    """The law of cosines: ‖x + w‖² = ‖x‖² + ‖w‖² + 2 ‖x‖ ‖w‖ cos."""
    states, writes = plain_run(toy, [True] * len(toy.blocks))
    before, write = (np.linalg.norm(x, axis=-1) for x in (np.array(states[:-1]), np.array(writes)))
    angle = np.nan_to_num(joining_cosines(toy))
    after = np.sqrt(np.maximum(before**2 + write**2 + 2 * before * write * angle, 0))
    np.testing.assert_allclose(write_shares(toy) * after, write, atol=1e-7)


@given(toys())
def test_without_the_plus_each_layer_reads_the_last_write(toy):
    x = toy.X0
    for depth, block in enumerate(toy.blocks, 1):
        x = block(x)
        np.testing.assert_array_equal(run_without_plus(toy.X0, toy.blocks)[depth], x)


def test_toys_done_by_hand():
    """F writes −x: it erases all, and what is left has no direction. The sum: 0.5 of a stream of √1.25."""
    cancel = load_toy("cancel")
    assert joining_cosines(cancel).item() == pytest.approx(-1)
    assert isnan(write_shares(cancel).item())
    added = load_toy("sum")
    assert write_shares(added)[0, 0] == pytest.approx(0.5 / sqrt(1.25))
    assert joining_cosines(added)[:, 0] == pytest.approx([0, 0, -1 / sqrt(1.29)])
    states, _ = plain_run(added, [True] * 3)
    assert start_cosines(np.array(states))[-1, 0] == pytest.approx(0.7 / sqrt(0.78))
    with_itself = position_cosines(np.array(states))[:, 0, 0]
    assert with_itself == pytest.approx([1, 1, 1, 1])


def test_the_same_word_at_two_places_starts_apart_only_by_its_position():
    toy = load_toy("place")
    assert toy.tokens[0] == toy.tokens[4] == "the"
    assert toy.token_embedding is not None
    np.testing.assert_array_equal(toy.token_embedding[0], toy.token_embedding[4])
    states, _ = plain_run(toy, [True] * 6)
    first = position_cosines(np.array(states))[0, 0, 4]
    assert first == pytest.approx(plain_cosine(toy.X0[0], toy.X0[4]))
    assert first < 1
