"""Patching one path: against plain loops, and what must hold when all paths are patched or there is only one."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_toys import plain_logits, plain_pick, plain_run, toys_with_target

from toy_models import all_worlds, load_toy, readout_of
from toy_models.studies.path_patching import path_effects


def other_source(toy, seed):
    return np.random.RandomState(seed).standard_normal(toy.X0.shape) * 1.5


def plain_patch(toy, source, token, target, sender, receivers):
    """Only these receivers (S is the readout) read the sender's write as on the source prompt; nobody reads them."""
    S = len(toy.blocks)
    states, writes = plain_run(toy, [True] * S)
    theirs = plain_run(toy, [True] * S, X0=source)[1]
    delta = (source - toy.X0) if sender == 0 else theirs[sender - 1] - writes[sender - 1]
    final = states[-1].copy()
    for receiver in receivers:
        final = final + (delta if receiver == S else toy.blocks[receiver](states[receiver] + delta) - writes[receiver])
    pick = plain_pick(toy, target)
    return float(np.dot(plain_logits(toy, final[token]), pick) - np.dot(plain_logits(toy, states[-1][token]), pick))


@given(st.integers(0, 99), toys_with_target())
def test_each_path_and_all_of_a_senders_equal_plain_loops(seed, case):
    toy, token, target = case
    source, S = other_source(toy, seed), len(toy.blocks)
    effects = path_effects(toy, source, token, target)
    for sender in range(S + 1):
        readers = range(sender, S + 1)
        for receiver in range(S + 1):
            found = effects.paths[sender, receiver]
            if receiver < sender:
                assert np.isnan(found)
            else:
                alone = plain_patch(toy, source, token, target, sender, [receiver])
                assert found == pytest.approx(alone, rel=1e-6, abs=1e-6)
        together = plain_patch(toy, source, token, target, sender, readers)
        assert effects.joint[sender] == pytest.approx(together, rel=1e-6, abs=1e-6)


@given(st.integers(0, 99), toys_with_target().filter(lambda case: case[0].norm == "none"))
def test_without_a_final_norm_a_senders_paths_add_up(seed, case):
    toy, token, target = case
    effects = path_effects(toy, other_source(toy, seed), token, target)
    np.testing.assert_allclose(np.nansum(effects.paths, axis=1), effects.joint, rtol=1e-8, atol=1e-8)


@given(st.integers(0, 99), toys_with_target())
def test_the_whole_patch_equals_a_run_with_that_write_replaced(seed, case):
    toy, token, target = case
    source, S = other_source(toy, seed), len(toy.blocks)
    effects = path_effects(toy, source, token, target)
    theirs, pick = plain_run(toy, [True] * S, X0=source)[1], plain_pick(toy, target)
    base = np.dot(plain_logits(toy, plain_run(toy, [True] * S)[0][-1][token]), pick)
    runs = [plain_run(toy, [True] * S, X0=source)]
    runs += [plain_run(toy, [layer != off for layer in range(S)], theirs) for off in range(S)]
    for found, (states, _) in zip(effects.whole, runs, strict=True):
        assert found == pytest.approx(np.dot(plain_logits(toy, states[-1][token]), pick) - base, rel=1e-6, abs=1e-6)


@given(st.integers(0, 99), toys_with_target())
def test_where_no_receiver_feeds_another_all_paths_are_the_whole_patch(seed, case):
    """The last two senders: the last has the readout alone, the one before it one sublayer and the readout."""
    toy, token, target = case
    effects = path_effects(toy, other_source(toy, seed), token, target)
    np.testing.assert_allclose(effects.joint[-2:], effects.whole[-2:], rtol=1e-6, atol=1e-6)
    assert effects.paths[-1, -1] == effects.joint[-1]


@pytest.mark.parametrize(("name", "source"), [("place", 1), ("and", 4), ("or", 7), ("untrained", 11)])
def test_the_whole_patch_is_the_resample_ablation(name, source):
    toy, other = load_toy(name, 0, 0), load_toy(name, 0, source)
    worlds = all_worlds(toy, "resample", source)
    readout = readout_of(worlds.logits[:, 4], (1, 2))
    effects = path_effects(toy, other.X0, 4, (1, 2))
    without = readout[[63 - (1 << layer) for layer in range(6)]]
    np.testing.assert_allclose(effects.whole[1:], without - readout[63], rtol=1e-9, atol=1e-9)
    theirs = readout_of(all_worlds(other).logits[-1, 4], (1, 2))
    assert effects.whole[0] == pytest.approx(theirs - readout[63], abs=1e-9)


@given(toys_with_target())
def test_the_same_prompt_moves_nothing(case):
    toy, token, target = case
    effects = path_effects(toy, toy.X0, token, target)
    np.testing.assert_allclose(np.nan_to_num(effects.paths), 0, atol=1e-9)
    np.testing.assert_allclose([effects.joint, effects.whole], 0, atol=1e-9)


def test_a_source_of_another_size_is_named():
    with pytest.raises(ValueError, match="source_X0"):
        path_effects(load_toy("place"), np.zeros((4, 8)), 4, (0, 1))
