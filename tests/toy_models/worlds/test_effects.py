"""Direct, via later layers, through the norm: against plain loops and as identities."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_toys import plain_bias, plain_project, plain_readout, plain_run, plain_scale, toys_with_target

from toy_models import (
    Affine,
    TanhMLP,
    Toy,
    all_worlds,
    effects_in_all_worlds,
    layer_effects,
    load_toy,
    readout_contributions,
    several_off,
)


def plain_effects(toy, off, token, target):
    """The definition, in loops: each term projected with the base run's scale, written out."""
    S = len(toy.blocks)
    on = [layer not in off for layer in range(S)]
    base_states, base_writes = plain_run(toy, [True] * S)
    new_states, new_writes = plain_run(toy, on)
    s_base, s_new = (plain_scale(toy, states[-1][token]) for states in (base_states, new_states))

    def project(write):
        return plain_project(toy, write, s_base, target)

    direct = [0.0 if on[a] else -project(base_writes[a][token]) for a in range(S)]
    via = [project(new_writes[b][token] - base_writes[b][token]) if on[b] else 0.0 for b in range(S)]
    new, base = plain_readout(toy, on, token, target), plain_readout(toy, [True] * S, token, target)
    return direct, via, (new - plain_bias(toy, target)) * (1 - s_new / s_base), new - base


def some_off(toy):
    return st.sets(st.integers(0, len(toy.blocks) - 1))


@given(st.data(), toys_with_target())
def test_effects_equal_plain_loops_and_add_up(data, case):
    toy, token, target = case
    off = data.draw(some_off(toy))
    worlds = all_worlds(toy)
    effects = layer_effects(worlds, off, token, target)
    direct, via, via_norm, total = plain_effects(toy, off, token, target)
    size = 1 + np.abs(worlds.logits[:, token]).max() + np.abs(direct).sum() + np.abs(via).sum() + abs(via_norm)
    near = {"rtol": 0, "atol": 1e-10 * size}
    np.testing.assert_allclose(effects.direct, direct, **near)
    np.testing.assert_allclose(effects.via_layers, via, **near)
    np.testing.assert_allclose(effects.via_norm, via_norm, **near)
    np.testing.assert_allclose(effects.total, total, **near)
    np.testing.assert_allclose(effects.direct.sum() + effects.via_layers.sum() + effects.via_norm, total, **near)


@given(toys_with_target())
def test_all_worlds_agree_with_one_at_a_time(case):
    toy, token, target = case
    worlds = all_worlds(toy)
    every = effects_in_all_worlds(worlds, token, target)
    for world, on in enumerate(worlds.on):
        one = layer_effects(worlds, np.flatnonzero(~on), token, target)
        assert (one.direct == every.direct[world]).all()
        assert (one.via_layers == every.via_layers[world]).all()
        assert (one.via_norm, one.total) == (every.via_norm[world], every.total[world])


@given(st.data(), toys_with_target())
def test_only_later_layers_have_a_via_term(data, case):
    toy, token, target = case
    off = data.draw(some_off(toy))
    effects = layer_effects(all_worlds(toy), off, token, target)
    first = min(off, default=len(toy.blocks))
    assert (effects.via_layers[: first + 1] == 0).all()
    assert (effects.via_layers[sorted(off)] == 0).all()
    assert (np.delete(effects.direct, sorted(off)) == 0).all()


@given(toys_with_target())
def test_the_last_sublayer_off_has_no_via_term(case):
    toy, token, target = case
    effects = layer_effects(all_worlds(toy), [len(toy.blocks) - 1], token, target)
    assert effects.via_layers.tolist() == [0] * len(toy.blocks)


@given(st.data(), toys_with_target())
def test_a_layer_that_writes_nothing_has_effects_of_exactly_zero(data, case):
    toy, token, target = case
    silent = data.draw(st.integers(0, len(toy.blocks) - 1))
    d = toy.X0.shape[1]
    blocks = [*toy.blocks]
    blocks[silent] = Affine(np.zeros((d, d)), np.zeros(d))
    worlds = all_worlds(replace(toy, blocks=tuple(blocks)))
    effects = layer_effects(worlds, [silent], token, target)
    everything = [*effects.direct, *effects.via_layers, effects.via_norm, effects.total]
    assert everything == [0] * len(everything)
    assert not np.signbit(everything).any()
    several = several_off(worlds, token, target)
    assert several.alone[silent] == 0
    assert (several.back_on[:, silent] == 0).all()


@given(toys_with_target())
def test_nothing_off_changes_nothing(case):
    toy, token, target = case
    effects = layer_effects(all_worlds(toy), (), token, target)
    everything = [*effects.direct, *effects.via_layers, effects.via_norm, effects.total]
    assert everything == [0] * len(everything)
    assert not np.signbit(everything).any()


@given(toys_with_target())
def test_without_a_final_norm_nothing_goes_through_it(case):
    toy, token, target = case
    every = effects_in_all_worlds(all_worlds(replace(toy, norm="none")), token, target)
    assert (every.via_norm == 0).all()
    assert not np.signbit(every.via_norm).any()


@given(toys_with_target())
def test_several_off_by_plain_loops(case):
    toy, token, target = case
    S = len(toy.blocks)
    worlds = all_worlds(toy)
    several = several_off(worlds, token, target)
    readout = [plain_readout(toy, on, token, target) for on in worlds.on]
    near = 1e-9 * (1 + np.abs(worlds.logits).max())
    alone = [plain_readout(toy, [b != a for b in range(S)], token, target) - readout[-1] for a in range(S)]
    np.testing.assert_allclose(several.alone, alone, rtol=0, atol=near)
    for world, on in enumerate(worlds.on):
        for layer in range(S):
            back = plain_readout(toy, [b == layer or on[b] for b in range(S)], token, target) - readout[world]
            assert several.back_on[world, layer] == pytest.approx(0 if on[layer] else back, abs=2 * near)
        joint = readout[world] - readout[-1] - sum(alone[a] for a in range(S) if not on[a])
        assert several.interaction[world] == pytest.approx(joint, abs=10 * near)
        if (~on).sum() < 2:
            assert several.interaction[world] == 0


def test_off_takes_any_iterable_of_integers():
    worlds = all_worlds(load_toy("tanh"))
    expected = layer_effects(worlds, (1, 3), 4, 0).total
    for off in ([3, 1, 1], {1, 3}, np.array([1, 3]), (np.int64(i) for i in (1, 3)), range(1, 4, 2)):
        assert layer_effects(worlds, off, np.int64(4), np.int16(0)).total == expected


@pytest.mark.parametrize(
    ("off", "sentence"),
    [
        ([6], "a sublayer that is off must be a whole number from 0 to 5, got 6"),
        ([-1], "a sublayer that is off must be a whole number from 0 to 5, got -1"),
        ([True], "a sublayer that is off must be a whole number from 0 to 5, got True"),
        ([1.0], "a sublayer that is off must be a whole number from 0 to 5, got 1.0"),
        (2, r"off must be several sublayers counted from 0, such as \(1, 3\) or \(\), got 2"),
        ("12", r"off must be several sublayers counted from 0, such as \(1, 3\) or \(\), got '12'"),
    ],
)
def test_a_bad_off_is_refused_in_words(off, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        layer_effects(all_worlds(load_toy("tanh")), off, 0, 0)


def test_token_and_target_are_checked():
    worlds = all_worlds(load_toy("sum"))
    for ask in (layer_effects_of_none, effects_in_all_worlds, several_off):
        with pytest.raises(ValueError, match=r"^token must be a whole number from 0 to 0, got 1$"):
            ask(worlds, 1, 0)
        with pytest.raises(ValueError, match=r"^the target's word must be a whole number from 0 to 2, got 3$"):
            ask(worlds, 0, 3)


def layer_effects_of_none(worlds, token, target):
    return layer_effects(worlds, (), token, target)


def test_no_change_is_never_minus_zero():
    """In one dimension nothing hides the sign of 0 · (−1)."""
    one = np.ones((1, 1))
    toy = Toy(
        X0=one,
        blocks=(Affine(0 * one, np.zeros(1)), TanhMLP(one)),
        sublayer_names=("silent", "tanh"),
        norm="none",
        gamma=np.ones(1),
        beta=np.zeros(1),
        W_U=-one,
        tokens=("x",),
        vocab=("first",),
    )
    worlds = all_worlds(toy)
    every = effects_in_all_worlds(worlds, 0, 0)
    for array in (every.direct, every.via_layers, every.via_norm, every.total):
        assert not np.signbit(array[array == 0]).any()
    writes = readout_contributions(worlds, 0, 0).writes
    assert writes[0] == 0
    assert not np.signbit(writes[0])
