"""The natural split: against plain loops, from any reference, and where it must hold exactly."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_toys import cases, plain_logits, plain_pick, plain_readout, plain_run, toys_with_target

from toy_models import Affine, all_worlds, effects_in_all_worlds, load_toy, natural_effects


def some_layers(toy):
    return st.sets(st.integers(0, len(toy.blocks) - 1))


def plain_natural(case, on, reference):
    """The definition in loops: swap the switched layers' writes in the reference's finished sum, one by one."""
    (states, there), (_, here) = (plain_run(case.toy, switches, case.replacement) for switches in (reference, on))
    x = np.array(states[-1][case.token])
    for layer in range(len(on)):
        if on[layer] != reference[layer]:
            x = x + here[layer][case.token] - there[layer][case.token]
    swapped = float(np.dot(plain_logits(case.toy, x), plain_pick(case.toy, case.target)))
    start, now = (plain_readout(case.toy, s, case.token, case.target, case.replacement) for s in (reference, on))
    return swapped - start, now - swapped


@given(st.data(), cases())
def test_every_world_from_any_reference_by_plain_loops(data, case):
    off = data.draw(some_layers(case.toy))
    natural = natural_effects(case.worlds, case.token, case.target, off)
    reference = [layer not in off for layer in range(len(case.toy.blocks))]
    near = 1e-9 * (1 + np.abs(case.worlds.logits).max())
    for world, on in enumerate(case.worlds.on):
        direct, indirect = plain_natural(case, on, reference)
        assert natural.direct[world] == pytest.approx(direct, abs=near)
        assert natural.indirect[world] == pytest.approx(indirect, abs=near)


@given(st.data(), toys_with_target())
def test_the_two_add_to_the_total_and_nothing_switched_is_nothing(data, case):
    toy, token, target = case
    off, worlds = data.draw(some_layers(toy)), all_worlds(toy)
    natural = natural_effects(worlds, token, target, off)
    total = effects_in_all_worlds(worlds, token, target, off).total
    np.testing.assert_allclose(natural.direct + natural.indirect, total, rtol=0, atol=1e-12 * (1 + np.abs(total).max()))
    same = total.size - 1 - sum(1 << layer for layer in off)
    assert (natural.direct[same], natural.indirect[same]) == (0, 0)
    assert not np.signbit([natural.direct[same], natural.indirect[same]]).any()


@given(toys_with_target())
def test_of_the_last_layer_alone_all_is_direct(case):
    toy, token, target = case
    worlds = all_worlds(toy)
    world = len(worlds.on) - 1 - (1 << (len(toy.blocks) - 1))
    natural = natural_effects(worlds, token, target)
    assert natural.direct[world] == effects_in_all_worlds(worlds, token, target).total[world]
    assert natural.indirect[world] == 0


@given(toys_with_target())
def test_without_a_final_norm_it_is_the_frozen_split(case):
    toy, token, target = case
    worlds = all_worlds(replace(toy, norm="none"))
    frozen, natural = effects_in_all_worlds(worlds, token, target), natural_effects(worlds, token, target)
    # The frozen split counts what a switched layer above would have written in the reference.
    alone = [len(worlds.on) - 1 - (1 << layer) for layer in range(len(toy.blocks))]
    near = 1e-9 * (1 + np.abs(worlds.logits).max())
    np.testing.assert_allclose(natural.direct[alone], frozen.direct.sum(axis=1)[alone], rtol=0, atol=near)


@given(st.data(), toys_with_target())
def test_a_layer_that_writes_nothing_has_none(data, case):
    toy, token, target = case
    silent, d = data.draw(st.integers(0, len(toy.blocks) - 1)), toy.X0.shape[1]
    blocks = [*toy.blocks]
    blocks[silent] = Affine(np.zeros((d, d)), np.zeros(d))
    natural = natural_effects(all_worlds(replace(toy, blocks=tuple(blocks))), token, target)
    world = 2 ** len(blocks) - 1 - (1 << silent)
    assert (natural.direct[world], natural.indirect[world]) == (0, 0)


def test_how_often_the_two_directs_differ_in_sign():
    """The help's numbers: all trainings and prompts of *place*, each layer off alone, the lead over the runner-up."""
    differ, cases = 0, 0
    for seed in range(12):
        for prompt in range(12):
            worlds = all_worlds(load_toy("place", seed, prompt))
            best, second = np.argsort(-worlds.logits[-1, -1], kind="stable")[:2]
            target = (int(best), int(second))
            frozen = effects_in_all_worlds(worlds, 4, target).direct.sum(axis=1)
            natural = natural_effects(worlds, 4, target).direct
            alone = 63 - (1 << np.arange(6))
            differ += int((frozen[alone] * natural[alone] < 0).sum())
            cases += 6
            if (seed, prompt) == (0, 0):
                assert (round(frozen[31], 2), round(natural[31], 2)) == (-0.05, 0.41)
    assert (differ, cases) == (110, 864)
