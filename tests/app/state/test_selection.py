"""The selection: defaults, what a change brings along, and what is refused."""

import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from selections import selections

from app.state.catalogue import prompts_of, tokens_of
from app.state.runs import ranking
from app.state.selection import EVERYTHING, FIELDS, Selection, check, choose, default, from_fields, to_fields
from app.state.vocabulary import ALL_PROMPTS
from toy_models import toy_names

TANH = default(toy="tanh")
PROMPTS = len(EVERYTHING.toys["place"]["prompts"])
WORDS = len(EVERYTHING.toys["place"]["vocab"])


def test_the_default_is_what_the_module_says():
    first = default()
    order = ranking("place", 0, 1, 5)
    assert first.toy == toy_names()[0] == "place"
    assert (first.seed, first.prompt, first.ablation, first.source) == (0, 1, "zero", None)
    assert (first.off, first.reference, first.token, first.step, first.alpha) == ((), (), 5, 6, None)
    assert (first.readout, first.target, first.against) == ("lead", order[0], order[1])
    assert (first.measure, first.face, first.split) == ("size", "terms", "frozen")


@pytest.mark.parametrize("toy", toy_names())
@pytest.mark.parametrize("readout", ["lead", "logit", "centred"])
def test_every_default_is_valid(toy: str, readout: str):
    entry = EVERYTHING.toys[toy]
    for prompt in {prompts_of(entry)[0], prompts_of(entry)[-1]}:
        for token in range(1, len(tokens_of(entry, prompt)) + 1):
            state = default(toy=toy, prompt=prompt, token=token, readout=readout)
            assert check(state) == state
    for ablation in entry["ablations"]:
        assert check(default(toy=toy, ablation=ablation)).source == (2 if ablation == "resample" else None)


def test_another_toy_starts_from_its_own_defaults_but_keeps_how_it_is_looked_at():
    seen: dict[str, Any] = {"readout": "logit", "measure": "size", "face": "answers"}
    start = choose(TANH, off=(2, 4), reference=(1,), token=2, target=3, step=1, alpha=7, seed=8, **seen)
    assert choose(start, toy="sum") == default(toy="sum", **seen)
    assert choose(start, toy="sum", off=(3,)) == replace(default(toy="sum", **seen), off=(3,))
    assert choose(start, toy="sum", readout="lead") == default(toy="sum", **{**seen, "readout": "lead"})
    start = choose(default(), prompt=4, ablation="resample", source=7, off=(1,))
    assert choose(start, toy="and") == default(toy="and")
    assert choose(start, toy="and", ablation="resample") == default(toy="and", ablation="resample")
    assert choose(start, toy="and", prompt=3) == default(toy="and", prompt=3)
    assert choose(start, toy="tanh") == TANH


def test_another_position_picks_its_own_words_and_keeps_the_rest():
    start = choose(TANH, off=(2, 4), reference=(1,), target=0, against=1, step=1, alpha=7)
    order = ranking("tanh", 0, 1, 2)
    assert choose(start, token=2) == replace(start, token=2, target=order[0], against=order[1])
    assert choose(start, token=2, target=order[3]).against == order[0]
    order = ranking("tanh", 9, 1, 5)
    assert choose(start, seed=9) == replace(start, seed=9, target=order[0], against=order[1])


def test_another_prompt_picks_its_own_words_and_keeps_the_rest():
    start = choose(default(), off=(3,), reference=(1, 2), ablation="mean", step=2, face="answers")
    order = ranking("place", 0, 6, 5)
    assert choose(start, prompt=6) == replace(start, prompt=6, target=order[0], against=order[1])
    assert choose(start, prompt=6, target=order[2], against=order[5]).against == order[5]


def test_all_prompts_together_are_asked_for_their_top_words_and_measured_from_all_on():
    start = choose(default(), off=(3,), reference=(1, 2), readout="centred", token=4)
    together = choose(start, prompt=ALL_PROMPTS)
    assert together == replace(start, prompt=ALL_PROMPTS, reference=(), target=0)
    assert choose(together, readout="lead").against == 1
    order = ranking("place", 0, 3, 4)
    assert choose(together, prompt=3) == replace(start, prompt=3, reference=(), target=order[0])


def test_a_source_comes_and_goes_with_resampling():
    start = choose(default(), off=(3,))
    resampled = choose(start, ablation="resample")
    assert resampled == replace(start, ablation="resample", source=2), "and the words stay"
    assert choose(resampled, ablation="zero") == start
    assert choose(resampled, ablation="mean").source is None
    assert choose(start, ablation="resample", source=9).source == 9
    assert choose(choose(start, prompt=2), ablation="resample").source == 1


def test_a_source_that_comes_to_be_read_gives_way_to_the_first_other_prompt():
    start = choose(default(), ablation="resample", source=5)
    assert choose(start, prompt=4).source == 5, "one that still differs stays"
    assert choose(start, prompt=5).source == 1
    assert choose(choose(start, source=2), prompt=2).source == 1
    assert choose(choose(start, prompt=3, source=1), prompt=1).source == 2
    assert choose(start, prompt=ALL_PROMPTS).source == 5
    assert choose(default(), prompt=ALL_PROMPTS, ablation="resample").source == 1
    assert choose(start, seed=3).source == 5
    assert choose(start, ablation="resample").source == 5


def test_target_and_against_never_meet():
    assert TANH.against is not None
    swapped = choose(TANH, target=TANH.against)
    assert (swapped.target, swapped.against) == (TANH.against, TANH.target)
    third = ranking("tanh", 0, 1, 5)[2]
    assert choose(TANH, target=third) == replace(TANH, target=third), "a runner-up that still differs stays"


def test_against_comes_and_goes_with_the_lead():
    alone = choose(TANH, readout="centred")
    assert alone.against is None
    assert choose(alone, readout="lead") == TANH


RESAMPLED = default(ablation="resample")
TOGETHER = default(prompt=ALL_PROMPTS)


@pytest.mark.parametrize(
    ("start", "field", "value", "expected"),
    [
        (TANH, "toy", "nope", f"one of {', '.join(toy_names())}"),
        (TANH, "toy", ["tanh"], "one of "),
        (TANH, "toy", None, "one of "),
        (TANH, "seed", 100, "a whole number from 0 to 99"),
        (TANH, "seed", True, "a whole number from 0 to 99"),
        (TANH, "seed", 1.0, "a whole number from 0 to 99"),
        (TOGETHER, "seed", 12, "a whole number from 0 to 11"),
        (TANH, "prompt", 0, "a whole number from 1 to 1"),
        (TANH, "prompt", 2, "a whole number from 1 to 1"),
        (TOGETHER, "prompt", PROMPTS + 1, f"a whole number from 0 to {PROMPTS}"),
        (TOGETHER, "prompt", -1, f"a whole number from 0 to {PROMPTS}"),
        (TOGETHER, "prompt", "all", f"a whole number from 0 to {PROMPTS}"),
        (TOGETHER, "prompt", False, f"a whole number from 0 to {PROMPTS}"),
        (TANH, "ablation", "mean", "one of zero"),
        (TOGETHER, "ablation", "noise", "one of zero, mean, resample"),
        (TOGETHER, "ablation", None, "one of zero, mean, resample"),
        (TANH, "source", 1, "nothing, since the ablation is not resample"),
        (RESAMPLED, "source", 1, f"a whole number from 1 to {PROMPTS}, another prompt than 1"),
        (RESAMPLED, "source", 0, f"a whole number from 1 to {PROMPTS}, another prompt than 1"),
        (RESAMPLED, "source", PROMPTS + 1, f"a whole number from 1 to {PROMPTS}, another prompt than 1"),
        (RESAMPLED, "source", None, f"a whole number from 1 to {PROMPTS}, another prompt than 1"),
        (TANH, "off", (4, 2), "rising layer numbers from 1 to 6"),
        (TANH, "off", (2, 2), "rising layer numbers from 1 to 6"),
        (TANH, "off", (7,), "rising layer numbers from 1 to 6"),
        (TANH, "off", (0,), "rising layer numbers from 1 to 6"),
        (TANH, "off", [2], "rising layer numbers from 1 to 6"),
        (TANH, "off", ("2",), "rising layer numbers from 1 to 6"),
        (TANH, "reference", (4, 2), "rising layer numbers from 1 to 6"),
        (TANH, "reference", (7,), "rising layer numbers from 1 to 6"),
        (TANH, "reference", None, "rising layer numbers from 1 to 6"),
        (TOGETHER, "reference", (1,), "nothing, since all prompts are compared with their runs with all layers on"),
        (TANH, "token", 6, "a whole number from 1 to 5"),
        (TOGETHER, "token", 0, "a whole number from 1 to 5"),
        (TANH, "readout", "LEAD", "one of lead, logit, centred"),
        (TANH, "readout", {}, "one of lead, logit, centred"),
        (TANH, "target", 12, "a whole number from 0 to 11"),
        (TANH, "target", -1, "a whole number from 0 to 11"),
        (TOGETHER, "target", WORDS, f"a whole number from 0 to {WORDS - 1}"),
        (TANH, "against", 12, "a whole number from 0 to 11, another word than 9"),
        (TANH, "against", 9, "a whole number from 0 to 11, another word than 9"),
        (TANH, "step", 7, "a whole number from 0 to 6"),
        (TANH, "step", "6", "a whole number from 0 to 6"),
        (TANH, "alpha", 41, "nothing or a whole number from 0 to 40"),
        (TANH, "alpha", "x" * 500, "nothing or a whole number from 0 to 40"),
        (TANH, "measure", "sizes", "one of size, share"),
        (TANH, "face", "term", "one of terms, answers"),
        (TANH, "face", ("terms",), "one of terms, answers"),
    ],
)
def test_what_a_toy_does_not_offer_is_refused_with_one_sentence(
    start: Selection, field: str, value: Any, expected: str
):
    with pytest.raises(ValueError, match=f"^{field}: expected .{{1,90}}, got .{{1,40}}\\.$") as refused:
        choose(start, **{field: value})
    assert str(refused.value).startswith(f"{field}: expected {expected}")


def test_fields_that_do_not_fit_each_other_are_refused():
    with pytest.raises(ValueError, match=r"^against: expected .*, another word than 3, got 3\.$"):
        choose(TANH, target=3, against=3)
    with pytest.raises(ValueError, match=r"^against: expected nothing, since the readout is not lead, got 3\.$"):
        choose(TANH, readout="logit", against=3)
    with pytest.raises(ValueError, match=r"^seed: expected a whole number from 0 to 0, got 1\.$"):
        choose(default(toy="sum"), seed=1)
    with pytest.raises(ValueError, match=r"^reference: expected nothing, since all prompts "):
        choose(default(), prompt=ALL_PROMPTS, reference=(1,))
    with pytest.raises(
        ValueError, match=r"^source: expected a whole number from 1 to \d+, another prompt than 3, got 3"
    ):
        choose(default(), prompt=3, ablation="resample", source=3)
    with pytest.raises(TypeError, match="nonsense"):
        choose(default(), nonsense=1)


@given(selections())
def test_every_selection_is_valid_and_survives_a_browser(state: Selection):
    assert check(state) == state
    assert from_fields(to_fields(state)) == state


def chosen_or_refused(state: Selection, field: str, value: Any) -> Selection | str:
    """What comes of a wish: the new selection, or the sentence that refuses it."""
    try:
        return choose(state, **{field: value})
    except ValueError as error:
        return str(error)


@given(selections(), st.lists(st.tuples(st.sampled_from(FIELDS), selections()), max_size=12))
def test_any_sequence_of_choices_stays_valid(state: Selection, wishes: list[tuple[str, Selection]]):
    """Each wish is one field of some other valid selection, which this toy may or may not offer."""
    for field, other in wishes:
        value = getattr(other, field)
        chosen = chosen_or_refused(state, field, value)
        if isinstance(chosen, str):
            assert chosen.startswith(f"{field}: expected "), "only what was asked for is refused"
            continue
        state = chosen
        assert check(state) == state
        if not (field == "against" and value is None):
            assert getattr(state, field) == value, "what was asked for is there"


@given(selections(), selections())
def test_all_fields_at_once_are_taken_as_they_are(state: Selection, other: Selection):
    assert choose(state, **{name: getattr(other, name) for name in FIELDS}) == other


def test_a_browser_sends_all_fields_or_is_refused():
    state = choose(default(), off=(2, 4), reference=(1,))
    raw = to_fields(state)
    assert (raw["off"], raw["reference"]) == ([2, 4], [1])
    without = {key: value for key, value in raw.items() if key != "face"}
    bad_layers = [{**raw, name: bad} for name in ("off", "reference") for bad in (2, [[2]], "2", {"a": 1}, None)]
    for bad in (None, [], "toy", {}, without, {**raw, "more": 1}, *bad_layers):
        with pytest.raises(ValueError, match="expected"):
            from_fields(bad)


def test_policy_imports_no_user_interface():
    code = "import sys, app.state.address; sys.exit(bool({'panel', 'bokeh', 'param', 'tornado'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
