"""Leave-one-out, add-one-in and pairs: by plain loops, and where they agree and disagree."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from brute_force import all_orders
from hypothesis import given
from random_toys import Case, cases, plain_readout, toys_with_target

from toy_models import (
    Affine,
    Block,
    Toy,
    add_one_in,
    all_worlds,
    layer_effects,
    leave_one_out,
    load_toy,
    pair_interactions,
    readout_contributions,
    shapley_values,
)

ANSWERS = (leave_one_out, add_one_in, shapley_values)


def only(S: int, *layers: int, off: bool = False) -> list[bool]:
    """Just these sublayers on, or just these off."""
    return [(layer in layers) != off for layer in range(S)]


@given(cases())
def test_all_of_them_by_plain_loops(case: Case):
    worlds, S = case.worlds, len(case.toy.blocks)

    def readout(on: list[bool]) -> float:
        return plain_readout(case.toy, on, case.token, case.target, case.replacement)

    near: dict[str, Any] = {"rtol": 0, "atol": 1e-9 * (1 + np.abs(worlds.logits).max())}
    all_on, all_off = readout([True] * S), readout([False] * S)
    out = [all_on - readout(only(S, layer, off=True)) for layer in range(S)]
    added = [readout(only(S, layer)) - all_off for layer in range(S)]
    np.testing.assert_allclose(leave_one_out(worlds, case.token, case.target), out, **near)
    np.testing.assert_allclose(add_one_in(worlds, case.token, case.target), added, **near)
    pairs = pair_interactions(worlds, case.token, case.target)
    for i in range(S):
        for j in range(S):
            both_off = readout(only(S, i, j, off=True))
            expected = (
                0 if i == j else all_on - readout(only(S, i, off=True)) - readout(only(S, j, off=True)) + both_off
            )
            np.testing.assert_allclose(pairs[i, j], expected, **near)
    assert (pairs == pairs.T).all()
    assert (np.diag(pairs) == 0).all()
    every = [readout(list(on)) for on in worlds.on]
    phi = shapley_values(worlds, case.token, case.target)
    np.testing.assert_allclose(phi, all_orders(every, S), **near)
    np.testing.assert_allclose(phi.sum(), all_on - all_off, **near)


@given(cases())
def test_leave_one_out_is_minus_the_total_effect(case: Case):
    worlds = case.worlds
    out = leave_one_out(worlds, case.token, case.target)
    for layer in range(len(case.toy.blocks)):
        assert out[layer] == -layer_effects(worlds, [layer], case.token, case.target).total


@given(toys_with_target())
def test_where_nobody_reads_anybody_all_answers_agree(case):
    """Constant writes and no final norm: the readout is a sum, and each answer is the layer's own term of it."""
    toy, token, target = case
    draw = np.random.RandomState(len(toy.blocks))
    d = toy.X0.shape[1]
    blocks = tuple(Affine(np.zeros((d, d)), draw.standard_normal(d)) for _ in toy.blocks)
    worlds = all_worlds(replace(toy, blocks=blocks, norm="none"))
    own = readout_contributions(worlds, token, target).writes
    near: dict[str, Any] = {"rtol": 0, "atol": 1e-10 * (1 + np.abs(worlds.logits).max())}
    for answer in ANSWERS:
        np.testing.assert_allclose(answer(worlds, token, target), own, **near)
    np.testing.assert_allclose(pair_interactions(worlds, token, target), 0, **near)


def in_one_dimension_more(*blocks: Block) -> Toy:
    """A toy on paper: the stream starts at (0, 0), the readout is its first number."""
    return Toy(
        X0=np.zeros((1, 2)),
        blocks=blocks,
        sublayer_names=tuple(f"Layer {number}" for number in range(1, len(blocks) + 1)),
        norm="none",
        gamma=np.ones(2),
        beta=np.zeros(2),
        W_U=np.eye(2),
        tokens=("x",),
        vocab=("first", "second"),
    )


#: The first leaves a message in the second number, the second carries it to the first: neither does it alone.
AND = in_one_dimension_more(
    Affine(np.zeros((2, 2)), np.array([0.0, 1.0])), Affine(np.array([[0.0, 0.0], [1.0, 0.0]]), np.zeros(2))
)
#: Each fills the first number up to 1 if that has not been done: either is enough.
FILL_UP = Affine(np.array([[-1.0, 0.0], [0.0, 0.0]]), np.array([1.0, 0.0]))
OR = in_one_dimension_more(FILL_UP, FILL_UP)


@pytest.mark.parametrize(
    ("toy", "out", "shapley", "added", "pair"), [(AND, 1, 0.5, 0, 1), (OR, 0, 0.5, 1, -1)], ids=["and", "or"]
)
def test_layers_that_need_each_other_and_layers_that_stand_in_for_each_other(toy, out, shapley, added, pair):
    worlds = all_worlds(toy)
    assert leave_one_out(worlds, 0, 0).tolist() == [out, out]
    assert shapley_values(worlds, 0, 0).tolist() == [shapley, shapley]
    assert add_one_in(worlds, 0, 0).tolist() == [added, added]
    assert pair_interactions(worlds, 0, 0).tolist() == [[0, pair], [pair, 0]]


def test_three_that_stand_in_for_each_other_show_it_to_no_pair():
    """With the third still on, a pair is not missed: a pair's number is about the company of all others."""
    worlds = all_worlds(in_one_dimension_more(FILL_UP, FILL_UP, FILL_UP))
    assert leave_one_out(worlds, 0, 0).tolist() == [0, 0, 0]
    assert shapley_values(worlds, 0, 0) == pytest.approx([1 / 3] * 3)
    assert pair_interactions(worlds, 0, 0).tolist() == [[0] * 3] * 3


def test_the_plain_sum_by_hand():
    worlds = all_worlds(load_toy("sum"))
    for answer in ANSWERS:
        assert answer(worlds, 0, 0) == pytest.approx([0, 0, -0.3])


@pytest.mark.parametrize("ask", [leave_one_out, add_one_in, pair_interactions])
def test_token_and_target_are_checked(ask):
    worlds = all_worlds(load_toy("sum"))
    with pytest.raises(ValueError, match=r"^token must be a whole number from 0 to 0, got 3$"):
        ask(worlds, 3, 0)
    with pytest.raises(ValueError, match=r"^a target pair must name two different words, got 1 twice$"):
        ask(worlds, 0, (1, 1))


def test_no_sublayers_have_no_answers():
    worlds = all_worlds(replace(load_toy("sum"), blocks=(), sublayer_names=(), kinds=()))
    for answer in ANSWERS:
        assert answer(worlds, 0, 0).shape == (0,)
    assert pair_interactions(worlds, 0, 0).shape == (0, 0)
