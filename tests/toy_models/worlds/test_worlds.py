"""All worlds against plain loops."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from random_toys import plain_logits, plain_run, toys

from toy_models import MAX_SUBLAYERS, all_worlds, load_toy, random_toy, run_stream, toy_names


@given(toys())
def test_every_world_equals_a_plain_loop(toy):
    worlds = all_worlds(toy)
    S = len(toy.blocks)
    assert len(worlds.on) == 2**S
    for world in range(2**S):
        on = [bool(world >> layer & 1) for layer in range(S)]
        states, writes = plain_run(toy, on)
        assert worlds.on[world].tolist() == on
        np.testing.assert_allclose(worlds.states[world], states, atol=1e-12, rtol=1e-12)
        np.testing.assert_allclose(worlds.writes[world], writes, atol=1e-12, rtol=1e-12)
        for token in range(len(toy.tokens)):
            expected = plain_logits(toy, states[-1][token])
            np.testing.assert_allclose(worlds.logits[world, token], expected, atol=1e-8, rtol=1e-8)


def test_shapes_and_kinds():
    worlds = all_worlds(load_toy("tanh"))
    assert worlds.on.shape == (64, 6)
    assert worlds.on.dtype == bool
    assert worlds.states.shape == (64, 7, 5, 8)
    assert worlds.writes.shape == (64, 6, 5, 8)
    assert worlds.logits.shape == (64, 5, 12)
    assert worlds.scale.shape == (64, 5)


def test_the_base_run_is_run_stream():
    toy = load_toy("tanh")
    worlds = all_worlds(toy)
    states, writes = run_stream(toy.X0, toy.blocks)
    np.testing.assert_allclose(worlds.states[-1], states, rtol=1e-13)
    np.testing.assert_allclose(worlds.writes[-1], writes, rtol=1e-13)


@pytest.mark.parametrize("name", toy_names())
def test_an_off_layer_writes_exactly_zero_and_never_minus_zero(name):
    worlds = all_worlds(load_toy(name))
    off = worlds.writes[~worlds.on]
    assert (off == 0).all()
    assert not np.signbit(off).any()


@given(toys())
def test_worlds_that_agree_so_far_are_bit_equal_so_far(toy):
    worlds = all_worlds(toy)
    for layer in range(len(toy.blocks) + 1):
        seen = {}
        for world in range(len(worlds.on)):
            first = seen.setdefault(tuple(worlds.on[world, :layer]), world)
            assert (worlds.states[world, layer] == worlds.states[first, layer]).all()


def test_a_toy_without_sublayers_has_one_world():
    toy = replace(load_toy("sum"), blocks=(), sublayer_names=(), kinds=())
    worlds = all_worlds(toy)
    assert worlds.on.shape == (1, 0)
    assert worlds.writes.shape == (1, 0, 1, 3)
    assert worlds.logits.tolist() == [[[1, 0, 0]]]


def test_what_is_not_offered_is_refused_in_words():
    toy = load_toy("tanh")
    with pytest.raises(ValueError, match=r"^ablation must be one of 'zero' for this toy, got 'mean'$"):
        all_worlds(toy, "mean")
    with pytest.raises(ValueError, match=f"at most {MAX_SUBLAYERS} sublayers fit in memory .*, got 13"):
        all_worlds(random_toy(0, sublayers=13))
    with pytest.raises(ValueError, match=r"sublayer 1 must write an array of shape \(1, 5, 8\), got \(8,\)"):
        all_worlds(replace(toy, blocks=(lambda X: X[0, 0], *toy.blocks[1:])))
