"""The main ways into the lab and through it, as they go in Firefox and in WebKit."""

import json

import pytest
from lab_page import ALL_PAINTED, ASKED, NOTICES, OFF, OUTSIDE, PAINTED, READY, SAID, TOTAL, off, switch

VIEWS = ("reading", "interventions", "stacks", "norms")


def test_a_link_opens_the_live_lab_and_switches_answer_a_mouse_and_keys(page, server, total):
    page.go(f"{server.url}?toy=place&off=3")
    page.until(READY)
    assert page.ask(OFF) == ["Attention 2"]
    assert page.ask(TOTAL) == pytest.approx(total("toy=place&off=3"))
    before = page.ask(SAID)
    page.click(switch("Attention 1"))
    page.until(off("Attention 1", "Attention 2"))
    assert page.ask(TOTAL) == pytest.approx(total("toy=place&off=1,3"))
    page.press("2")
    page.until(off("Attention 1", "MLP 1", "Attention 2"))
    assert page.ask(TOTAL) == pytest.approx(total("toy=place&off=1,2,3"))
    page.until("new URLSearchParams(location.search).get('off') === '1,2,3'")
    page.press("Control+z")
    page.until(off("Attention 1", "Attention 2"))
    page.click("header .undo")
    page.until(off("Attention 2"))
    assert page.ask(SAID) == before
    page.click("header .redo")
    page.until(off("Attention 1", "Attention 2"))
    page.click("#lab .term")
    page.until("document.getElementById('definition').matches(':popover-open')")
    page.press("Escape")
    page.until("!document.getElementById('definition').matches(':popover-open')")
    page.until(ALL_PAINTED)
    assert page.ask(PAINTED)
    assert page.ask(NOTICES) == ""


def test_a_session_and_its_page_follow_each_other(page, driven):
    page.go(f"{driven}?toy=tanh&off=6&step=2")
    page.until(READY)
    page.until("window.Bokeh?.documents.some((held) => held.roots().some((root) => root.data?.selection))")
    page.press("ArrowLeft")
    page.until(off("Attention 1", "Attention 2"))


def test_a_file_from_disk_asks_nobody(page, course, total):
    page.go(f"{(course / 'lab.html').as_uri()}?off=2")
    page.until(READY)
    page.click(switch("MLP 3"))
    page.until(off("MLP 1", "MLP 3"))
    assert page.ask(TOTAL) == pytest.approx(total("off=2,6"))
    page.press("2")
    page.until(off("MLP 3"))
    page.until(ALL_PAINTED)
    assert page.ask(ASKED) == []


def test_a_course_page_hears_the_sandboxed_file_that_it_frames(page, course):
    page.go((course / "plain.html").as_uri())
    page.enter(0)
    page.until(READY)
    page.click(switch("Attention 2"))
    page.until(off())
    page.press("1")
    page.until(off("Attention 1"))
    said = page.ask(SAID)
    page.leave()
    page.until(f"document.getElementById('answer').textContent === {json.dumps(f'Yes. {said}')}")
    height = page.until("parseFloat(document.getElementById('lab').style.height)")
    page.enter(0)
    assert page.ask("innerHeight") == pytest.approx(height, abs=1)
    assert page.ask("document.documentElement.scrollHeight <= innerHeight + 1")


def test_a_view_opens_by_a_link_and_its_slider_goes_by_keys(page, server):
    page.go(f"{server.url}embed/stacks?wiring=plain")
    page.until(READY)
    before = page.ask(SAID)
    assert "plain" in before
    page.ask("document.querySelector('main input[type=range]').focus()")
    page.press("ArrowRight")
    page.until(f"{SAID} !== {json.dumps(before)}")
    page.ask("document.activeElement.blur()")
    page.press("Control+z")
    page.until(f"{SAID} === {json.dumps(before)}")


@pytest.mark.parametrize("screen", ["lab", *VIEWS])
def test_a_laptop_and_a_phone_have_room_for_each_screen(page, server, site, screen):
    """A phone is a frame: not every browser's window can be as narrow."""
    url = f"{server.url}embed/{screen}"
    page.go(url)
    page.until(READY)
    page.until(ALL_PAINTED)
    assert page.ask("document.documentElement.scrollHeight <= innerHeight")
    assert page.ask(OUTSIDE) == []
    page.go(site(f'<iframe src="{url}" style="width: 390px; height: 680px; border: 0"></iframe>'))
    page.enter(0)
    page.until(READY)
    assert page.ask("innerWidth") == 390
    assert page.ask(OUTSIDE) == []
    assert page.ask("document.documentElement.scrollWidth <= innerWidth")
    lines = page.ask("[...document.querySelectorAll('.term')].map((one) => getComputedStyle(one).textDecorationLine)")
    assert set(lines) == {"underline"}
