"""Shapley values against every order of switching on."""

from dataclasses import replace

import numpy as np
import pytest
from brute_force import all_orders
from hypothesis import given
from hypothesis import strategies as st
from random_toys import toys_with_target

from toy_models import Affine, all_worlds, load_toy, readout_of, shapley_values


@pytest.mark.parametrize("target", [9, (9, 8), (9, None)])
def test_tanh_against_all_720_orders(target):
    worlds = all_worlds(load_toy("tanh"))
    expected = all_orders(readout_of(worlds.logits[:, 4], target), 6)
    assert shapley_values(worlds, 4, target) == pytest.approx(expected, abs=1e-12)


@given(toys_with_target())
def test_random_toys_against_all_orders_and_adding_up(case):
    toy, token, target = case
    worlds = all_worlds(toy)
    readout = readout_of(worlds.logits[:, token], target)
    phi = shapley_values(worlds, token, target)
    near = 1e-10 * (1 + np.abs(readout).max())
    np.testing.assert_allclose(phi, all_orders(readout, len(toy.blocks)), rtol=0, atol=near)
    assert phi.sum() == pytest.approx(readout[-1] - readout[0], abs=10 * near)


@given(st.data(), toys_with_target())
def test_a_layer_that_writes_nothing_is_worth_nothing(data, case):
    toy, token, target = case
    silent, d = data.draw(st.integers(0, len(toy.blocks) - 1)), toy.X0.shape[1]
    blocks = [*toy.blocks]
    blocks[silent] = Affine(np.zeros((d, d)), np.zeros(d))
    assert shapley_values(all_worlds(replace(toy, blocks=tuple(blocks))), token, target)[silent] == 0


def test_no_sublayers_have_no_values():
    toy = replace(load_toy("sum"), blocks=(), sublayer_names=(), kinds=())
    assert shapley_values(all_worlds(toy), 0, 0).shape == (0,)


def test_the_plain_sum_by_hand():
    worlds = all_worlds(load_toy("sum"))
    assert shapley_values(worlds, 0, 0) == pytest.approx([0, 0, -0.3])
    assert shapley_values(worlds, 0, (1, 2)) == pytest.approx([0.5, -0.2, 0])


def test_token_and_target_are_checked():
    worlds = all_worlds(load_toy("sum"))
    with pytest.raises(ValueError, match=r"^token must be a whole number from 0 to 0, got 3$"):
        shapley_values(worlds, 3, 0)
    with pytest.raises(ValueError, match=r"^a target pair must name two different words, got 1 twice$"):
        shapley_values(worlds, 0, (1, 1))
