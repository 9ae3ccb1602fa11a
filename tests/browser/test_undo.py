"""What a visitor did can be taken back step by step, and done again, on the lab and on the views."""

from pathlib import Path

import pytest
from screen import close, new_screen
from view_screen import new_view_screen

SCRIPT = Path(__file__).with_name("undo.js")


def names(screen):
    return [screen.button(name).get_attribute("aria-disabled") == "false" for name in ("Undo", "Redo")]


@pytest.mark.parametrize(("name", "query"), [("lab", "toy=place&off=2"), ("interventions", "")])
def test_random_actions_are_undone_and_done_again(chromium, server, cases, name, query):
    many = cases(30, 100)
    screen = new_view_screen(chromium, f"{server.url}embed/{name}")
    screen.open(query)
    before = screen.shown()
    assert names(screen) == [False, False]
    screen.page.evaluate(SCRIPT.read_text())
    went = screen.page.evaluate(f"undoing.walk({many}, 7)")
    assert len(went["there"]) > 0.6 * many
    assert went["back"] == went["there"][::-1]
    assert went["again"] == went["there"]
    screen.page.evaluate("undoing.back()")
    assert names(screen) == [False, True]
    assert screen.shown() == before
    close(screen)
    assert screen.faults == []


def test_a_drag_is_one_step_reset_is_one_and_a_new_step_forgets_what_was_undone(fresh):
    slider = fresh.slider("Build the stack up")
    x, y = fresh.place(slider)
    fresh.page.mouse.move(x, y)
    fresh.page.mouse.down()
    for further in (10, 20, 30, -40):
        fresh.page.mouse.move(x + further, y)
    fresh.page.mouse.up()
    dragged = slider.input_value()
    assert dragged not in ("6", "0")
    fresh.blur().press("2", "r", "Control+z")
    assert (slider.input_value(), len(fresh.off())) == (dragged, 1)
    fresh.press("Control+z", "Control+z")
    assert (slider.input_value(), fresh.off()) == ("6", [])
    fresh.press("Control+y", "Control+Shift+Z")
    assert (slider.input_value(), len(fresh.off())) == (dragged, 1)
    fresh.press("Control+z", "3")
    assert names(fresh) == [True, False]


def test_a_switch_that_is_built_anew_keeps_the_focus(fresh):
    """What is undone may be another toy, whose switches are others; and the writer that was brought out is told."""
    fresh.choice("Toy").select_option("reread")
    fresh.page.keyboard.press("Tab")  # from here on, what has the focus was walked to
    switches = fresh.page.get_by_role("switch")
    switches.first.focus()
    assert switches.count() == 2
    fresh.press("Control+z", "1")
    assert (switches.count(), len(fresh.off())) == (6, 1)
    assert switches.first.evaluate("(node) => node === document.activeElement")
    assert fresh.faults == []


def test_the_word_that_is_chosen_stays_marked_beside_as_many_prompts(chromium, server):
    """The list of prompts beside the words has the same numbers."""
    screen = new_screen(chromium, f"{server.url}embed/lab").open("toy=place")
    words = screen.page.get_by_role("radio")
    assert screen.choice("Prompt").locator("option").count() > words.count()
    words.nth(1).check()
    screen.settle().blur().press("Control+z")
    assert [word.is_checked() for word in words.all()] == [False, False, False, False, True]
    close(screen)
    assert screen.faults == []


def test_a_field_keeps_its_own_undo(fresh):
    """And what is behind a dialog does not move."""
    fresh.press("1")
    fresh.button("Share").click()
    fresh.press("Control+z", "Escape")
    assert len(fresh.off()) == 1
