"""Effects measured from any run: the definition in plain loops, and what must hold of it."""

from typing import Any

import numpy as np
import pytest
from brute_force import catalogue_cases
from hypothesis import given
from hypothesis import strategies as st
from random_toys import Case, cases, plain_bias, plain_project, plain_readout, plain_run, plain_scale

from toy_models import effects_in_all_worlds, layer_effects, load_toy, projected_writes, several_off
from toy_models.worlds.worlds import all_worlds

CATALOGUE = catalogue_cases()


def flipped(on, layer):
    """The same switches but one."""
    return [is_on != (other == layer) for other, is_on in enumerate(on)]


def plain_effects(case: Case, on, reference):
    """direct, via and via_norm of one world against another, by the definition, each run by a loop of its own."""
    toy, token, target, replacement = case.toy, case.token, case.target, case.replacement
    ref_states, ref_writes = plain_run(toy, reference, replacement)
    new_states, new_writes = plain_run(toy, on, replacement)
    s_ref, s_new = (plain_scale(toy, states[-1][token]) for states in (ref_states, new_states))
    direct, via = [], []
    for layer in range(len(on)):
        own = ref_writes[layer]
        if on[layer] != reference[layer]:
            own = plain_run(toy, flipped(reference, layer), replacement)[1][layer]
        direct.append(plain_project(toy, own[token] - ref_writes[layer][token], s_ref, target))
        via.append(plain_project(toy, new_writes[layer][token] - own[token], s_ref, target))
    new = plain_readout(toy, on, token, target, replacement)
    return direct, via, (new - plain_bias(toy, target)) * (1 - s_new / s_ref)


def off_in(on) -> list[int]:
    return [layer for layer, is_on in enumerate(on) if not is_on]


def two_worlds(data, case: Case):
    """Switches of two runs of a case's toy."""
    switches = st.lists(st.booleans(), min_size=len(case.toy.blocks), max_size=len(case.toy.blocks))
    return data.draw(switches), data.draw(switches)


def check_against_loops(case: Case, on, reference):
    effects = layer_effects(case.worlds, off_in(on), case.token, case.target, off_in(reference))
    direct, via, via_norm = plain_effects(case, on, reference)
    now, before = (
        plain_readout(case.toy, which, case.token, case.target, case.replacement) for which in (on, reference)
    )
    size = (
        1 + np.abs(case.worlds.logits[:, case.token]).max() + np.abs(direct).sum() + np.abs(via).sum() + abs(via_norm)
    )
    near: dict[str, Any] = {"rtol": 0, "atol": 1e-10 * size}
    np.testing.assert_allclose(effects.direct, direct, **near)
    np.testing.assert_allclose(effects.via_layers, via, **near)
    np.testing.assert_allclose(effects.via_norm, via_norm, **near)
    np.testing.assert_allclose(effects.total, now - before, **near)
    np.testing.assert_allclose(effects.direct.sum() + effects.via_layers.sum() + effects.via_norm, now - before, **near)


@given(st.data(), cases())
def test_effects_from_any_run_equal_plain_loops_and_add_up(data, case: Case):
    on, reference = two_worlds(data, case)
    check_against_loops(case, on, reference)


@pytest.mark.parametrize("name", CATALOGUE)
def test_effects_of_every_toy_and_ablation_equal_plain_loops(name: str):
    case, draw = CATALOGUE[name], np.random.RandomState(len(name))
    for _ in range(6):
        check_against_loops(case, *(draw.random_sample((2, len(case.toy.blocks))) < 0.5).tolist())


@given(st.data(), cases())
def test_which_terms_there_are(data, case: Case):
    on, reference = two_worlds(data, case)
    effects = layer_effects(case.worlds, off_in(on), case.token, case.target, off_in(reference))
    moved = [layer for layer in range(len(on)) if on[layer] != reference[layer]]
    first = min(moved, default=len(on))
    still = [layer for layer in range(len(on)) if layer not in moved]
    assert (effects.direct[still] == 0).all(), "only a layer whose switch differs has a direct term"
    assert (effects.via_layers[off_in(on)] == 0).all(), "an off layer does not answer"
    assert (effects.via_layers[: first + 1] == 0).all(), "nor does one below everything that changed, nor the first"


@given(st.data(), cases())
def test_a_run_measured_from_itself_has_moved_by_exactly_nothing(data, case: Case):
    on, _ = two_worlds(data, case)
    effects = layer_effects(case.worlds, off_in(on), case.token, case.target, off_in(on))
    everything = [*effects.direct, *effects.via_layers, effects.via_norm, effects.total]
    assert everything == [0] * len(everything)
    assert not np.signbit(everything).any()


@given(st.data(), cases())
def test_there_and_back_is_the_same_total(data, case: Case):
    one, other = (off_in(on) for on in two_worlds(data, case))
    there = layer_effects(case.worlds, other, case.token, case.target, one)
    back = layer_effects(case.worlds, one, case.token, case.target, other)
    assert there.total == -back.total


@given(st.data(), cases())
def test_from_all_on_the_terms_are_the_usual_ones(data, case: Case):
    """Direct is minus the layer's own contribution there plus what replaces it; via is how later writes differ."""
    on, _ = two_worlds(data, case)
    toy, token, target, replacement = case.toy, case.token, case.target, case.replacement
    states, base = plain_run(toy, [True] * len(on), replacement)
    _, new = plain_run(toy, on, replacement)
    s = plain_scale(toy, states[-1][token])
    effects = effects_in_all_worlds(case.worlds, token, target)
    world = sum(1 << layer for layer, is_on in enumerate(on) if is_on)
    size = 1 + np.abs(case.worlds.logits[:, token]).max() + np.abs(case.worlds.writes[:, :, token]).max() / s
    for layer in range(len(on)):
        differs = plain_project(toy, new[layer][token] - base[layer][token], s, target)
        direct, via = effects.direct[world, layer], effects.via_layers[world, layer]
        assert (direct, via) == pytest.approx((0, differs) if on[layer] else (differs, 0), abs=1e-9 * size)


@given(st.data(), cases())
def test_several_off_from_any_run_by_plain_loops(data, case: Case):
    _, reference = two_worlds(data, case)
    toy, token, target, replacement = case.toy, case.token, case.target, case.replacement
    several = several_off(case.worlds, token, target, off_in(reference))
    readout = [plain_readout(toy, on, token, target, replacement) for on in case.worlds.on]
    before = plain_readout(toy, reference, token, target, replacement)
    S = len(toy.blocks)
    alone = [plain_readout(toy, flipped(reference, layer), token, target, replacement) - before for layer in range(S)]
    near = 1e-9 * (1 + np.abs(case.worlds.logits).max())
    np.testing.assert_allclose(several.alone, alone, rtol=0, atol=near)
    for world, on in enumerate(case.worlds.on):
        moved = [layer for layer in range(S) if on[layer] != reference[layer]]
        joint = readout[world] - before - sum(alone[layer] for layer in moved)
        assert several.interaction[world] == pytest.approx(joint, abs=10 * near)
        if len(moved) < 2:
            assert several.interaction[world] == 0
        for layer in range(S):
            back = plain_readout(toy, flipped(on, layer), token, target, replacement) - readout[world]
            assert several.back_on[world, layer] == pytest.approx(back if layer in moved else 0, abs=2 * near)


def numbers_of_a_page(case: Case):
    """What a page holds of a readout: the readouts, projected writes, bias, and the scales beside the base run's."""
    worlds, toy, token = case.worlds, case.toy, case.token
    scale = np.array([plain_scale(toy, states[-1][token]) for states in worlds.states])
    readout = np.array([plain_readout(toy, on, token, case.target, case.replacement) for on in worlds.on])
    return readout, projected_writes(worlds, token, case.target), plain_bias(toy, case.target), scale / scale[-1]


def check_the_page(case: Case, reference: int):
    """A page has no maths: it takes two rows of projected writes apart, and that must be the effect."""
    readout, projected, bias, scale = numbers_of_a_page(case)
    on = case.worlds.on
    effects = effects_in_all_worlds(case.worlds, case.token, case.target, off_in(on[reference]))
    size = 1 + np.abs(case.worlds.logits[:, case.token]).max() + np.abs(projected).max() / scale[reference]
    for world in range(len(on)):
        for layer in range(on.shape[1]):
            same = on[world, layer] == on[reference, layer]
            own = projected[reference if same else reference ^ (1 << layer), layer]
            direct = (own - projected[reference, layer]) / scale[reference]
            via = (projected[world, layer] - own) / scale[reference]
            assert effects.direct[world, layer] == pytest.approx(direct, abs=1e-9 * size)
            assert effects.via_layers[world, layer] == pytest.approx(via, abs=1e-9 * size)
        via_norm = (readout[world] - bias) * (1 - scale[world] / scale[reference])
        near = 1e-9 * size * (1 + scale[world] / scale[reference])
        assert effects.via_norm[world] == pytest.approx(via_norm, abs=near)


@given(st.data(), cases(st.integers(1, 4)))
def test_effects_are_differences_of_two_rows_of_projected_writes(data, case: Case):
    check_the_page(case, data.draw(st.integers(0, len(case.worlds.on) - 1)))


@pytest.mark.parametrize("name", CATALOGUE)
def test_and_so_they_are_for_every_toy_and_ablation(name: str):
    case = CATALOGUE[name]
    worlds = len(case.worlds.on)
    for reference in {0, worlds // 3, worlds - 2}:
        check_the_page(case, reference)


@given(cases())
def test_projected_writes_by_plain_loops(case: Case):
    worlds, toy = case.worlds, case.toy
    s = plain_scale(toy, worlds.states[-1, -1, case.token])
    projected = projected_writes(worlds, case.token, case.target)
    near = 1e-10 * (1 + np.abs(projected).max())
    for world, on in enumerate(worlds.on):
        _, writes = plain_run(toy, on, case.replacement)
        expected = [plain_project(toy, write[case.token], s, case.target) for write in writes]
        np.testing.assert_allclose(projected[world], expected, rtol=0, atol=near)


def test_by_hand_from_a_run_without_f():
    """F(x) = (−x1, 2, 0), G(y) = (y2, −y2, 2 y1) from (2, −1, 1): with F off z = (1, 0, 5), with both on (1, 0, 1)."""
    worlds = all_worlds(load_toy("reread"))
    effects = layer_effects(worlds, (), 0, 2, reference=(0,))
    assert (effects.direct.tolist(), effects.via_layers.tolist()) == ([0, 0], [0, -4])
    assert (effects.via_norm, effects.total) == (0, -4)
    effects = layer_effects(worlds, (1,), 0, 2, reference=(0,))
    assert (effects.direct.tolist(), effects.via_layers.tolist()) == ([0, -4], [0, 0])


@pytest.mark.parametrize(
    ("reference", "sentence"),
    [
        ([6], "a sublayer that is off must be a whole number from 0 to 5, got 6"),
        ([True], "a sublayer that is off must be a whole number from 0 to 5, got True"),
        (2, r"off must be several sublayers counted from 0, such as \(1, 3\) or \(\), got 2"),
        ("12", r"off must be several sublayers counted from 0, such as \(1, 3\) or \(\), got '12'"),
    ],
)
def test_a_bad_reference_is_refused_in_words(reference, sentence):
    worlds = all_worlds(load_toy("tanh"))
    for ask in (effects_in_all_worlds, several_off):
        with pytest.raises(ValueError, match=f"^{sentence}$"):
            ask(worlds, 0, 0, reference)
