"""The lab in a notebook, tested without one: what a cell is sent, and how Python and a page follow each other."""

import subprocess
import sys
from pathlib import Path
from typing import Any

import nbformat
import pytest

from app.notebook import Lab
from app.state.selection import choose, default, to_fields

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "assets" / "examples" / "notebook.ipynb"
SUM = default(toy="sum")  # its page is the quickest to make


@pytest.fixture(scope="module")
def shared() -> Lab:
    """A lab whose page is made once, for tests that each put it back to all layers on."""
    return Lab("toy=sum")


@pytest.fixture
def lab(shared: Lab) -> Lab:
    shared.state.take(SUM)
    return shared


@pytest.fixture
def sent(lab: Lab, monkeypatch: pytest.MonkeyPatch) -> list[dict[str, Any]]:
    """What the page is told from here on, the new values by name; an echo of what it said is no news."""
    told: list[dict[str, Any]] = []

    def send(data: dict[str, Any], **_: Any) -> None:
        if data["method"] == "update":
            told.append(data["state"])

    monkeypatch.setattr(lab.comm, "send", send)
    return told


def press(lab: Lab, **changes: Any) -> None:
    """What a change in the page comes to."""
    lab.set_state({"selection": {**lab.selection, **changes}})


def test_a_cell_shows_a_whole_page_on_the_state_that_was_asked_for():
    lab = Lab("toy=sum&off=2&hide=paths")
    assert lab.state.selection == choose(SUM, off=(2,))
    assert lab.selection == to_fields(lab.state.selection)
    assert lab.page.startswith("<!doctype html>")
    assert '"kept":[["hide","paths"]]' in lab.page.replace(" ", "")
    assert "application/vnd.jupyter.widget-view+json" in str(lab._repr_mimebundle_())


def test_a_widget_of_the_lab_is_shown_alone():
    page = Lab("toy=sum", "effect").page
    assert '<section class="widget" data-widget="effect"' in page
    assert '<section class="widget" data-widget="paths"' not in page


@pytest.mark.parametrize(
    ("address", "view", "complaint"),
    [
        ("off=9", "lab", r"off.*1 to 6.*'9'"),
        ("toy=nope", "lab", r"toy.*'nope'"),
        ("colour=red", "lab", "'colour'"),
        (
            "",
            "stacks",
            r"view: expected one of lab, stream, .*, got 'stacks'\.",
        ),
    ],
)
def test_what_is_not_on_offer_is_refused_in_a_sentence(address: str, view: str, complaint: str):
    with pytest.raises(ValueError, match=complaint):
        Lab(address, view)


def test_the_page_follows_python(lab: Lab, sent: list[dict[str, Any]]):
    lab.state.off = (1, 2)
    assert [list(state) for state in sent] == [["selection"]], "a switch costs no page, and is said once"
    assert sent[0]["selection"] == to_fields(choose(SUM, off=(1, 2)))


def test_python_follows_the_page(lab: Lab, sent: list[dict[str, Any]]):
    press(lab, off=[2], step=1)
    assert lab.state.selection == choose(SUM, off=(2,), step=1)
    assert sent == [], "an echo"


@pytest.mark.parametrize("bad", [{"off": [9]}, {"toy": {"a": 1}}, {"more": 1}])
def test_what_a_page_may_not_say_is_put_back(lab: Lab, sent: list[dict[str, Any]], bad: dict[str, Any]):
    press(lab, **bad)
    assert lab.state.selection == SUM
    assert sent == [{"selection": to_fields(SUM)}]


def test_python_may_not_say_it_either(lab: Lab, sent: list[dict[str, Any]]):
    with pytest.raises(ValueError, match="off: expected rising layer numbers from 1 to 3, got"):
        lab.state.off = (9,)
    assert lab.state.off == ()
    assert sent == []


def test_what_the_page_does_not_carry_is_sent_before_it_is_asked_for(lab: Lab, sent: list[dict[str, Any]]):
    lab.state.toy = "reread"
    assert [list(state) for state in sent] == [["selection"]], "carried"
    lab.state.toy = "tanh"
    assert [list(state) for state in sent[1:]] == [["page"], ["selection"]]
    lab.state.token = 2
    assert [list(state) for state in sent[3:]] == [["selection"]], "carried by the new page"


def test_two_labs_know_nothing_of_each_other(lab: Lab):
    other = Lab("toy=sum&off=1")
    lab.state.off = (2,)
    press(other, off=[1, 2])
    assert (lab.state.off, other.state.off) == ((2,), (1, 2))
    assert lab.model_id != other.model_id


def test_a_closed_lab_keeps_its_state():
    lab = Lab("toy=sum&off=1")
    lab.close()
    lab.state.off = (2,)
    assert lab.comm is None
    assert lab.state.off == (2,)


def test_without_anywidget_it_says_what_to_do():
    code = "import sys; sys.modules['anywidget'] = None; import app.notebook"
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=False)
    assert "ImportError: A lab in a notebook needs anywidget: pip install anywidget" in run.stderr


def test_the_example_is_a_valid_notebook_that_nobody_has_run():
    notebook = nbformat.read(EXAMPLE, as_version=4)
    nbformat.validate(notebook)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert len(code) == 3
    assert all(cell.outputs == [] and cell.execution_count is None for cell in code)
