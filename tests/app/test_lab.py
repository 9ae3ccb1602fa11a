"""The lab as a component of Panel's, tested without a browser: its params, its effect, and what its frame is told."""

import panel as pn
import param
import pytest

from app import Lab
from app.state.selection import FIELDS, choose, default, to_fields
from app.tables.numbers import numbers

SUM = default(toy="sum")  # its page is the quickest to make


@pytest.fixture
def lab() -> Lab:
    return Lab("toy=sum")


def press(lab: Lab, **changes: object) -> None:
    """What a change in the page comes to."""
    frame = lab._frame
    frame.selection = {**frame.selection, **changes}


def test_every_param_is_documented(lab: Lab):
    assert set(lab.param) == {*FIELDS, "effect", "name"}
    for shown in (lab, lab._frame):
        own = set(shown.param) - set(pn.custom.AnyWidgetComponent.param)
        assert [name for name in own if not shown.param[name].doc] == []


def test_it_opens_on_an_address_and_on_params():
    assert Lab("toy=sum&off=2").selection == Lab("toy=sum", off=(2,)).selection == choose(SUM, off=(2,))
    lab = Lab("toy=sum&off=2&hide=paths", view="effect", off=(1,))
    assert lab._frame.selection == to_fields(choose(SUM, off=(1,)))
    assert '"kept":[["hide","paths"]]' in lab._frame.page.replace(" ", "")
    assert '<section class="widget" data-widget="stream"' not in lab._frame.page


def test_its_frame_names_no_other_place(lab: Lab):
    assert lab._frame.get_root().properties_with_values()["importmap"] == {}


@pytest.mark.parametrize(
    ("asked", "complaint"),
    [
        ({"address": "off=9"}, r"off.*1 to 6.*'9'"),
        (
            {"view": "stacks"},
            r"view: expected one of lab, stream, .*, got 'stacks'\.",
        ),
        ({"off": (9,)}, r"off: expected rising layer numbers from 1 to 6, got \(9,\)"),
    ],
)
def test_what_is_not_on_offer_is_refused_in_a_sentence(asked: dict[str, object], complaint: str):
    with pytest.raises(ValueError, match=complaint):
        Lab(**asked)  # pyright: ignore[reportArgumentType]


def test_python_follows_the_page_and_the_page_python(lab: Lab):
    press(lab, off=[2], step=1)
    assert lab.selection == choose(SUM, off=(2,), step=1)
    lab.off = (1, 2)
    assert lab._frame.selection == to_fields(choose(SUM, off=(1, 2), step=1))


def test_whoever_watches_a_field_finds_its_effect(lab: Lab):
    seen = []
    lab.param.watch(lambda _: seen.append((lab.off, lab.effect["direct"])), "off")
    press(lab, off=[1])
    lab.off = ()
    assert seen == [((1,), 0.5), ((), 0.0)]


def test_what_may_not_be_said_changes_nothing(lab: Lab):
    told = []
    lab.param.watch(told.append, [*FIELDS, "effect"])
    with pytest.raises(ValueError, match="off: expected rising layer numbers from 1 to 3, got"):
        lab.off = (9,)
    with pytest.raises(TypeError, match="effect"):
        lab.effect = {}
    press(lab, off=[9])
    assert lab.selection == SUM
    assert lab._frame.selection == to_fields(SUM)
    assert told == []


def test_a_page_that_does_not_reach_gives_way_to_another(lab: Lab):
    first = lab._frame.page
    lab.toy = "reread"
    assert lab._frame.page == first
    told = []
    lab._frame.param.watch(lambda event: told.append(event.name), ["page", "selection"])
    lab.toy = "tanh"
    assert told == ["page", "selection"], "a page that cannot show a state is not asked to"


def test_a_reference_is_followed(lab: Lab):
    class Course(param.Parameterized):
        off = param.Tuple(default=(2,), length=1, doc="What the lesson is about.")

    course, step = Course(), pn.widgets.IntSlider(value=1, end=3)
    follower = Lab("toy=sum", off=course.param.off, step=step)
    assert (follower.off, follower.step) == ((2,), 1)
    course.off, step.value = (3,), 2
    assert (follower.off, follower.step) == ((3,), 2)
    follower.off = (1,)
    step.value = 3
    assert (follower.off, follower.step) == ((1,), 3), "each reference sets its own field"


def test_two_labs_know_nothing_of_each_other(lab: Lab):
    other = Lab("toy=sum&off=1")
    lab.off = (2,)
    press(other, off=[1, 2])
    assert (lab.off, other.off) == ((2,), (1, 2))


@pytest.mark.parametrize("prompt", [1, 0])
def test_the_effect_is_what_the_numbers_add_up_to(prompt: int):
    lab = Lab(prompt=prompt, off=(2, 3), reference=(1,) if prompt else ())
    told = {name: entry["values"] for name, entry in numbers(lab.selection)["numbers"].items()}
    effect = lab.effect
    assert effect["total"] == told["effect_total"] == pytest.approx(told["readout_now"] - told["readout_reference"])
    assert effect["direct"] == pytest.approx(sum(told["effect_direct"]))
    assert effect["direct"] + effect["via_layers"] + effect["via_norm"] == pytest.approx(effect["total"])
    assert effect["natural_direct"] + effect["natural_indirect"] == pytest.approx(effect["total"])
