"""The selection: defaults, what a change brings along, and what is refused."""

import subprocess
import sys
from dataclasses import replace
from typing import Any

import pytest

from app.selection import ALL, check, choose, default, from_fields, to_fields
from app.tables import ranking
from toy_models import toy_names


def test_the_default_is_what_the_module_says():
    first = default()
    order = ranking("tanh", 0, 5)
    assert first.toy == toy_names()[0] == "tanh"
    assert (first.seed, first.off, first.token, first.step, first.alpha) == (0, (), 5, 6, None)
    assert (first.readout, first.target, first.against) == ("lead", order[0], order[1])


@pytest.mark.parametrize("toy", toy_names())
@pytest.mark.parametrize("readout", ["lead", "logit", "centred"])
def test_every_default_is_valid(toy: str, readout: str):
    for token in range(1, len(ALL.toys[toy]["tokens"]) + 1):
        assert check(default(toy, 0, token, readout)) == default(toy, 0, token, readout)


def test_another_toy_starts_from_its_own_defaults_but_keeps_the_readout():
    start = choose(default(), off=(2, 4), token=2, readout="logit", target=3, step=1, alpha=7, seed=8)
    assert choose(start, toy="sum") == default("sum", readout="logit")
    assert choose(start, toy="sum", off=(3,)) == replace(default("sum", readout="logit"), off=(3,))


def test_another_position_picks_its_own_words_and_keeps_the_rest():
    start = choose(default(), off=(2, 4), target=0, against=1, step=1, alpha=7)
    order = ranking("tanh", 0, 2)
    assert choose(start, token=2) == replace(start, token=2, target=order[0], against=order[1])
    assert choose(start, token=2, target=order[3]).against == order[0]
    order = ranking("tanh", 9, 5)
    assert choose(start, seed=9) == replace(start, seed=9, target=order[0], against=order[1])


def test_target_and_against_never_meet():
    start = default()
    assert start.against is not None
    swapped = choose(start, target=start.against)
    assert (swapped.target, swapped.against) == (start.against, start.target)
    third = ranking("tanh", 0, 5)[2]
    assert choose(start, target=third) == replace(start, target=third), "a runner-up that still differs stays"


def test_against_comes_and_goes_with_the_lead():
    start = default()
    alone = choose(start, readout="centred")
    assert alone.against is None
    assert choose(alone, readout="lead") == start


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("toy", "nope"),
        ("toy", ["tanh"]),
        ("toy", None),
        ("seed", 100),
        ("seed", True),
        ("seed", 1.0),
        ("off", (4, 2)),
        ("off", (2, 2)),
        ("off", (7,)),
        ("off", [2]),
        ("off", ("2",)),
        ("token", 6),
        ("readout", "LEAD"),
        ("readout", {}),
        ("target", 12),
        ("target", -1),
        ("against", 12),
        ("step", 7),
        ("step", "6"),
        ("measure", "sizes"),
        ("alpha", 41),
        ("alpha", "x" * 500),
    ],
)
def test_what_a_toy_does_not_offer_is_refused_with_one_sentence(field: str, value: Any):
    with pytest.raises(ValueError, match=f"^{field}: expected .{{1,90}}, got .{{1,40}}\\.$"):
        choose(default(), **{field: value})


def test_against_must_differ_and_belong_to_the_lead():
    with pytest.raises(ValueError, match=r"^against: expected another word"):
        choose(default(), target=3, against=3)
    with pytest.raises(ValueError, match=r"^against: expected nothing"):
        choose(default(), readout="logit", against=3)
    with pytest.raises(ValueError, match=r"^seed: expected a whole number from 0 to 0"):
        choose(default("sum"), seed=1)


def test_a_browser_sends_all_fields_or_is_refused():
    state = choose(default(), off=(2, 4))
    assert from_fields(to_fields(state)) == state
    raw = to_fields(state)
    assert raw["off"] == [2, 4]
    without = {key: value for key, value in raw.items() if key != "step"}
    for bad in (None, [], "toy", {}, without, {**raw, "more": 1}, {**raw, "off": 2}, {**raw, "off": [[2]]}):
        with pytest.raises(ValueError, match="expected"):
            from_fields(bad)


def test_policy_imports_no_user_interface():
    code = "import sys, app.address; sys.exit(bool({'panel', 'bokeh', 'param', 'tornado'} & set(sys.modules)))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
