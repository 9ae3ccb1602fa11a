"""What an exported lab carries: whole tables, and enough of them for the first steps from where it opens."""

from collections.abc import Callable

import pytest

from app.state import runs
from app.state.selection import EVERYTHING, Selection, choose, default
from app.state.vocabulary import ALL_PROMPTS
from app.tables import tables
from app.tables.carried import carried
from app.tables.encoding import pack
from app.tables.keys import parse_key, readout_key, token_key
from toy_models import toy_names

TANH = default(toy="tanh")
HAND = ("sum", "reread", "cancel")
LAST_WORD = runs.ranking("place", 0, 1, 5)[-1]
STATES = {
    "opening": default(),
    "resampled": choose(default(), prompt=4, ablation="resample", source=2, token=3, readout="logit"),
    "mean of another training": choose(default(), seed=7, ablation="mean", off=(3,), reference=(1, 2)),
    "far word": choose(default(), target=LAST_WORD),
    "all prompts": choose(default(), prompt=ALL_PROMPTS, target=5),
    "copying": choose(default(), toy="and", prompt=3, readout="centred"),
    "tanh": TANH,
    "by hand": default(toy="reread"),
}
each_state = pytest.mark.parametrize("state", STATES.values(), ids=STATES.keys())


@pytest.fixture
def names(monkeypatch: pytest.MonkeyPatch) -> Callable[[Selection], set[str]]:
    """The names of the tables that an export from a state carries, without the seconds that it takes to make them."""
    monkeypatch.setattr("app.tables.tables.table", lambda key, short=False: {"key": str(key)})
    return lambda state: set(carried(state))


def has(held: set[str], state: Selection) -> bool:
    """Whether a state can be drawn from the tables of these names."""
    return {str(token_key(state)), str(readout_key(state))} <= held


@pytest.mark.parametrize("name", ["opening", "tanh"])
def test_every_table_is_the_one_that_its_name_says_and_all_of_them_stay_small(name: str):
    state = STATES[name]
    held = carried(state)
    assert all(table["key"] == key for key, table in held.items())
    some = list(held)[:: len(held) // 7]
    opening = {str(token_key(state)), str(readout_key(state))}
    assert all(held[key] == tables.table(parse_key(key), short=key not in opening) for key in {*some, *opening})
    assert len(pack(held)) * 3 / 4 < 600_000


@each_state
def test_every_name_is_a_table_that_can_be_had(names: Callable, state: Selection):
    for key in names(state):
        assert str(parse_key(key)) == key


@each_state
def test_an_export_can_show_the_state_that_it_opens_on_and_what_needs_no_table(names: Callable, state: Selection):
    held = names(state)
    assert has(held, state)
    reference = () if state.prompt == ALL_PROMPTS else (2,)
    moved = choose(state, off=(1,), reference=reference, step=1, alpha=3, measure="size", face="answers")
    assert has(held, moved)


@each_state
def test_every_first_step_that_a_page_offers_is_carried(names: Callable, state: Selection):
    held, entry = names(state), EVERYTHING.toys[state.toy]
    for token in range(1, len(entry["prompts"][0]) + 1):
        there = choose(state, token=token)
        for readout in ("lead", "logit", "centred"):
            assert has(held, choose(there, readout=readout)), (token, readout)
    for toy in HAND:
        assert has(held, choose(state, toy=toy)), toy
    if not entry["slots"]:
        return
    prompts = range(1, len(entry["prompts"]) + 1)
    for prompt in (ALL_PROMPTS, *prompts):
        assert has(held, choose(state, prompt=prompt)), prompt
    for ablation in entry["ablations"]:
        assert has(held, choose(state, ablation=ablation)), ablation
    for source in prompts:
        if source != state.prompt:
            assert has(held, choose(state, ablation="resample", source=source)), source


def test_an_export_carries_all_readouts_of_the_first_words(names: Callable):
    keys, order = names(TANH), runs.ranking("tanh", 0, 1, 5)
    for token in range(1, 6):
        assert f"tanh/0/1/zero/{token}" in keys
    for a, b in ((0, 1), (1, 0), (2, 1)):
        assert f"tanh/0/1/zero/5/lead/{order[a]}/{order[b]}" in keys
    assert {f"tanh/0/1/zero/5/{readout}/{order[2]}" for readout in ("logit", "centred")} <= keys
    assert f"tanh/0/1/zero/5/logit/{order[3]}" not in keys, "at most three words"
    assert {f"{toy}/0/1/zero/1/lead/0/2" for toy in HAND} <= keys
    assert not any(key.startswith("tanh/1/") for key in keys)
    assert not any(key.startswith(f"{toy}/") for toy in set(toy_names()) - {"tanh", *HAND} for key in keys)


def test_an_export_carries_its_own_state(names: Callable):
    state = choose(TANH, seed=4, token=2, target=runs.ranking("tanh", 4, 1, 2)[-1])
    keys = names(state)
    assert f"tanh/4/1/zero/2/lead/{state.target}/{state.against}" in keys
    assert not any(key.startswith("tanh/0/") for key in keys)
    assert "sum/0/1/zero/1" in keys


def test_words_far_from_the_first_take_the_place_of_others(names: Callable):
    """So that a file is not larger for the state that it opens on."""
    far = choose(STATES["far word"], against=runs.ranking("place", 0, 1, 5)[-2])
    assert len(names(far)) <= len(names(default()))
