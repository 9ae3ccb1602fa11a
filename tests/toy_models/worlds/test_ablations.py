"""What an off sublayer writes, by the definitions: nothing, its mean over the data, or its write in another run."""

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_toys import Case, cases, plain_logits, plain_replacement, plain_run, toys

from toy_models import ABLATIONS, ablations_of, all_worlds, layer_effects, load_toy, replacement_writes, run_stream

NEAR: dict[str, Any] = {"rtol": 1e-10, "atol": 1e-11}


@given(cases())
def test_replacement_writes_by_plain_loops(case: Case):
    found = replacement_writes(case.toy, case.ablation, case.source)
    assert found.shape == (len(case.toy.blocks), *case.toy.X0.shape)
    np.testing.assert_allclose(found, plain_replacement(case.toy, case.ablation, case.source), **NEAR)


@given(cases())
def test_every_world_of_every_ablation_by_plain_loops(case: Case):
    toy, replacement = case.toy, case.replacement
    worlds = case.worlds
    for world, on in enumerate(worlds.on):
        states, writes = plain_run(toy, on, replacement)
        np.testing.assert_allclose(worlds.states[world], states, **NEAR)
        np.testing.assert_allclose(worlds.writes[world], writes, **NEAR)
        for token in range(len(toy.tokens)):
            expected = plain_logits(toy, states[-1][token])
            np.testing.assert_allclose(worlds.logits[world, token], expected, atol=1e-8, rtol=1e-8)


@given(cases())
def test_with_everything_on_no_ablation_is_seen(case: Case):
    zero = all_worlds(case.toy)
    for name in ("states", "writes", "logits"):
        assert (getattr(case.worlds, name)[-1] == getattr(zero, name)[-1]).all()


@given(toys(with_prompts=True))
def test_with_everything_off_each_layer_writes_what_it_writes_on_the_source(toy):
    assert toy.prompts is not None
    for source, X0 in enumerate(toy.prompts.X0):
        worlds = all_worlds(toy, "resample", source)
        _, writes = run_stream(X0, toy.blocks)
        assert (worlds.writes[0] == writes).all()
        np.testing.assert_allclose(worlds.states[0, -1], toy.X0 + writes.sum(axis=0), **NEAR)


@given(toys(with_prompts=True))
def test_resampling_from_the_prompt_that_is_read_changes_nothing(toy):
    worlds = all_worlds(toy, "resample", toy.prompt)
    for world in range(len(worlds.on)):
        np.testing.assert_allclose(worlds.states[world], worlds.states[-1], **NEAR)
        np.testing.assert_allclose(worlds.logits[world], worlds.logits[-1], atol=1e-7, rtol=1e-7)


@given(st.data(), cases())
def test_a_sublayer_that_reads_nothing_is_replaced_by_itself(data, case: Case):
    """So only zero ablation takes away what a layer always writes."""
    layer = data.draw(st.integers(0, len(case.toy.blocks) - 1))
    always = data.draw(st.floats(-2, 2))
    blocks = [*case.toy.blocks]
    blocks[layer] = Always(always)
    worlds = all_worlds(replace(case.toy, blocks=tuple(blocks)), case.ablation, case.source)
    effects = layer_effects(worlds, [layer], case.token, case.target)
    if case.ablation != "zero":
        size = 1 + np.abs(worlds.logits[-1]).max()
        assert abs(effects.total) < 1e-7 * size
        assert np.abs(effects.direct).max() < 1e-9 * (1 + abs(always)) * size


class Always:
    """A sublayer that writes the same whatever it reads. It needs no gradient here."""

    def __init__(self, value: float) -> None:
        self.value = value

    def __call__(self, X: np.ndarray) -> np.ndarray:
        return np.full(X.shape, self.value) * np.linspace(1, 2, X.shape[-1])

    def vjp(self, X: np.ndarray, G: np.ndarray) -> np.ndarray:
        return 0 * G


def test_the_mean_is_weighted_by_how_often_each_sentence_occurs():
    """Two sentences known, one three times as often; a layer that doubles what it reads; by hand."""
    sum_toy = load_toy("sum")
    two = load_toy("place").prompts
    assert two is not None
    prompts = replace(
        two,
        tokens=(("x",), ("y",)),
        X0=[[[1, 0, 0]], [[0, 1, 0]]],
        slots=("word",),
        data_X0=[[[1, 0, 0]], [[0, 4, 0]]],
        data_weights=[0.25, 0.75],
    )
    toy = replace(sum_toy, blocks=(lambda X: 2 * X,), sublayer_names=("F",), kinds=(), prompts=prompts)
    assert replacement_writes(toy, "mean").tolist() == [[[0.5, 6, 0]]]
    assert replacement_writes(toy, "resample", 1).tolist() == [[[0, 2, 0]]]
    assert replacement_writes(toy).tolist() == [[[0, 0, 0]]]
    assert all_worlds(toy, "mean").states[:, -1, 0].tolist() == [[1.5, 6, 0], [3, 0, 0]]


def test_what_is_offered():
    assert ABLATIONS == ("zero", "mean", "resample")
    assert ablations_of(load_toy("place")) == ABLATIONS
    assert ablations_of(load_toy("tanh")) == ("zero",)


@pytest.mark.parametrize(
    ("name", "ablation", "source", "sentence"),
    [
        ("tanh", "mean", None, "ablation must be one of 'zero' for this toy, got 'mean'"),
        ("place", "noise", None, "ablation must be one of 'zero', 'mean', 'resample' for this toy, got 'noise'"),
        ("place", None, None, "ablation must be one of 'zero', 'mean', 'resample' for this toy, got None"),
        ("place", ["mean"], None, r"ablation must be one of .*, got \['mean'\]"),
        ("place", "zero", 1, "source must be None unless the ablation is 'resample', got 1"),
        ("place", "mean", 0, "source must be None unless the ablation is 'resample', got 0"),
        ("place", "resample", None, "source must be a whole number from 0 to LAST, got None"),
        ("place", "resample", 99, "source must be a whole number from 0 to LAST, got 99"),
        ("place", "resample", -1, "source must be a whole number from 0 to LAST, got -1"),
        ("place", "resample", True, "source must be a whole number from 0 to LAST, got True"),
        ("place", "resample", "1", "source must be a whole number from 0 to LAST, got '1'"),
    ],
)
@pytest.mark.parametrize("ask", [replacement_writes, all_worlds])
def test_what_is_not_offered_is_refused_in_words(ask, name, ablation, source, sentence):
    last = len(getattr(load_toy(name).prompts, "tokens", ())) - 1
    with pytest.raises(ValueError, match=f"^{sentence.replace('LAST', str(last))}$"):
        ask(load_toy(name), ablation, source)
