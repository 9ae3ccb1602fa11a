"""Lengths and turns, with the plus and without, by plain loops in every world, and on toys done by hand."""

from math import isnan, sqrt

import numpy as np
import pytest
from hypothesis import given
from random_toys import Case, cases, kept_worlds, plain_run

from toy_models import load_toy
from toy_models.studies.geometry import run_without_plus
from toy_models.studies.lengths import states_without_plus, with_plus, without_plus

TRAINED = [
    Case(load_toy("place", 0, 2), 4, 1, "zero", None),
    Case(load_toy("and", 4, 9), 4, 1, "mean", None),
    Case(load_toy("untrained", 11), 4, 1, "resample", 6),
    Case(load_toy("tanh", 5), 4, 1, "zero", None),
]


def plain_size(x) -> float:
    return sqrt(sum(float(number) ** 2 for number in x))


def plain_cosine(a, b) -> float:
    sizes = plain_size(a) * plain_size(b)
    return sum(float(p) * float(q) for p, q in zip(a, b, strict=True)) / sizes if sizes else np.nan


def run_alone(case: Case, world: int) -> list[np.ndarray]:
    """The states of one world without the plus."""
    y = [np.array(case.toy.X0)]
    for layer, block in enumerate(case.toy.blocks):
        y.append(block(y[-1]) if world >> layer & 1 else case.replacement[layer])
    return y


def check(found, world: int, states, writes) -> None:
    """Every number of one world."""
    for layer, token in np.ndindex(len(writes), len(states[0])):
        before, after = states[layer][token], states[layer + 1][token]
        assert found.stream[world, layer, token] == pytest.approx(plain_size(before))
        assert found.stream[world, layer + 1, token] == pytest.approx(plain_size(after))
        assert found.writes[world, layer, token] == pytest.approx(plain_size(writes[layer][token]))
        turn = found.turns[world, layer, token]
        if min(plain_size(before), plain_size(after)) == 0 or min(plain_size(before), plain_size(after)) > 1e-9:
            assert turn == pytest.approx(plain_cosine(before, after), abs=1e-8, nan_ok=True)


@given(cases())
def test_any_toy_under_any_ablation_number_by_number(case: Case):
    kept, alone = with_plus(case.worlds), without_plus(case.worlds)
    S, T = len(case.toy.blocks), len(case.toy.tokens)
    for found in (kept, alone):
        assert [part.shape for part in (found.stream, found.writes, found.turns)] == [
            (2**S, S + 1, T),
            (2**S, S, T),
            (2**S, S, T),
        ]
    for world in range(2**S):
        check(kept, world, *plain_run(case.toy, case.worlds.on[world], case.replacement))
        y = run_alone(case, world)
        check(alone, world, y, y[1:])


@pytest.mark.parametrize("case", TRAINED, ids=lambda case: case.toy.name)
def test_the_catalogues_toys_in_some_worlds(case: Case):
    kept, alone = with_plus(case.worlds), without_plus(case.worlds)
    for world in (0, 7, 42, 62, 63):
        check(kept, world, *plain_run(case.toy, case.worlds.on[world], case.replacement))
        y = run_alone(case, world)
        check(alone, world, y, y[1:])
    np.testing.assert_allclose(states_without_plus(case.worlds)[-1], run_without_plus(case.toy.X0, case.toy.blocks))


@given(cases())
def test_a_turn_and_two_sizes_give_the_write(case: Case):
    """The law of cosines: ‖w‖² = ‖x‖² + ‖x + w‖² − 2 ‖x‖ ‖x + w‖ cos."""
    found = with_plus(case.worlds)
    before, after, turn = found.stream[:, :-1], found.stream[:, 1:], np.nan_to_num(found.turns)
    squared = before**2 + after**2 - 2 * before * after * turn
    np.testing.assert_allclose(np.sqrt(np.maximum(squared, 0)), found.writes, atol=1e-6)


def test_a_layer_that_is_off_at_zero_leaves_the_stream_but_without_the_plus_nothing_is_left():
    worlds = kept_worlds(load_toy("place", 0, 4))
    kept, alone = with_plus(worlds), without_plus(worlds)
    for layer in range(6):
        off = ~worlds.on[:, layer]
        np.testing.assert_allclose(kept.turns[off, layer], 1)
        assert (kept.writes[off, layer] == 0).all()
        assert (alone.stream[off, layer + 1] == 0).all()
        assert np.isnan(alone.turns[off, layer]).all()


def test_toys_done_by_hand():
    """The sum writes (0, .5, 0), (0, 0, .2) and (−.3, 0, 0) onto (1, 0, 0); cancel leaves nothing."""
    found = with_plus(kept_worlds(load_toy("sum")))
    assert found.stream[-1, :, 0] == pytest.approx([1, sqrt(1.25), sqrt(1.29), sqrt(0.78)])
    assert found.writes[-1, :, 0] == pytest.approx([0.5, 0.2, 0.3])
    assert found.turns[-1, 0, 0] == pytest.approx(1 / sqrt(1.25))
    alone = without_plus(kept_worlds(load_toy("sum")))
    assert alone.stream[-1, :, 0] == pytest.approx([1, 0.5, 0.2, 0.3])
    assert alone.turns[-1, :, 0] == pytest.approx([0, 0, 0])
    cancel = kept_worlds(load_toy("cancel"))
    assert with_plus(cancel).stream[-1, :, 0] == pytest.approx([sqrt(6), 0])
    assert isnan(with_plus(cancel).turns[-1, 0, 0])
    assert without_plus(cancel).turns[-1, 0, 0] == pytest.approx(-1)
