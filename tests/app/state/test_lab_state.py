"""The observable state: always valid, changed as a whole, documented."""

import pytest

from app.state.lab_state import LabState
from app.state.selection import FIELDS, choose, default

SUM = default(toy="sum")


def test_it_starts_as_the_default_and_as_told():
    assert LabState().selection == default()
    assert LabState(off=(2, 4), seed=3).selection == choose(default(), off=(2, 4), seed=3)
    assert LabState(prompt=3, ablation="resample").selection == choose(default(), prompt=3, ablation="resample")
    assert LabState(SUM, off=(1,)).selection == choose(SUM, off=(1,))


def test_every_field_is_a_documented_param():
    params = LabState().param
    assert set(FIELDS) == set(params) - {"name"}
    assert all(params[name].doc for name in FIELDS)


def test_setting_one_field_brings_the_others_along():
    state = LabState(off=(2,), step=3)
    state.token = 2
    assert state.selection == choose(choose(default(), off=(2,), step=3), token=2)
    state.toy = "sum"
    assert state.selection == SUM
    state.readout = "logit"
    assert state.against is None


def test_a_source_and_a_reference_come_and_go_with_what_they_belong_to():
    state = LabState(reference=(1, 2))
    state.ablation = "resample"
    assert state.source == 2
    state.prompt = 2
    assert (state.source, state.reference) == (1, (1, 2))
    state.source = 7
    state.prompt = 0
    assert (state.source, state.reference, state.target, state.against) == (7, (), 0, 1)
    state.ablation = "mean"
    assert state.source is None


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("off", (7,)),
        ("off", (2, 1)),
        ("token", 6),
        ("target", 99),
        ("step", 7),
        ("against", None),
        ("seed", 100),
        ("prompt", 99),
        ("ablation", "noise"),
        ("source", 1),
        ("reference", (7,)),
        ("face", "both"),
    ],
)
def test_a_bad_value_changes_nothing(field: str, value: object):
    state = LabState(off=(2,))
    before, heard = state.selection, []
    state.param.watch(heard.append, list(FIELDS))
    if field == "against":
        state.against = None
        assert state.selection == before, "a lead always has a word to be measured against"
        return
    with pytest.raises(ValueError, match=field):
        setattr(state, field, value)
    assert state.selection == before
    assert heard == []
    state.off = (1, 3)
    assert state.off == (1, 3)
    assert [event.name for event in heard] == ["off"]


def test_several_fields_at_once_are_one_change():
    state, seen = LabState(), []
    state.param.watch(lambda *events: seen.append(state.selection), list(FIELDS))
    state.choose(toy="sum", off=(2,))
    assert seen == [state.selection]
    with pytest.raises(ValueError, match=r"^off: expected rising layer numbers from 1 to 3"):
        state.choose(toy="sum", off=(4,))
    assert len(seen) == 1


def test_two_states_share_nothing():
    one, other = LabState(), LabState()
    one.choose(toy="cancel", off=(1,))
    assert other.selection == default()
    assert LabState.off == ()
