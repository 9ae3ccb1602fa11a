"""The exported file: it asks nobody for anything, works wherever it is put, and every control in it acts."""

import gzip
import re
import subprocess
import sys
from collections.abc import Iterator
from html import escape
from pathlib import Path

import pytest
from playwright.sync_api import Browser, FrameLocator, Page
from screen import READY, Screen, close, cut_network, new_screen
from servers import ROOT

SMALL = '<iframe style="width: 600px; height: 400px" src="lab.html"></iframe>'
POLICY = "script-src 'unsafe-inline' data: blob:"


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory, exported: Path) -> Path:
    """A folder with the file in it, and pages that put it into frames."""
    folder = tmp_path_factory.mktemp("course")
    text = exported.read_text(encoding="utf-8")
    (folder / "lab.html").write_text(text, encoding="utf-8")
    policy = f'<meta http-equiv="Content-Security-Policy" content="{POLICY}">'
    assert "<head>" in text
    (folder / "policy.html").write_text(text.replace("<head>", f"<head>{policy}", 1), encoding="utf-8")
    frames = {
        "sandbox": '<iframe sandbox="allow-scripts" src="lab.html"></iframe>',
        "sandboxed-srcdoc": f'<iframe sandbox="allow-scripts" srcdoc="{escape(text)}"></iframe>',
        "twice": '<iframe src="lab.html"></iframe><iframe src="lab.html?off=4"></iframe>',
        "small": f"<details><summary>Open</summary>{SMALL}</details>",
    }
    for name, frame in frames.items():
        style = "<style>iframe { width: 1300px; height: 760px }</style>"
        (folder / f"{name}.html").write_text(f"<!doctype html>{style}{frame}", encoding="utf-8")
    return folder


@pytest.fixture
def offline(chromium: Browser, folder: Path) -> Iterator[Screen]:
    """A page without a network; any request that is not for a file from this folder is a fault."""
    screen = new_screen(chromium, "")
    cut_network(screen)
    yield screen
    faults = screen.faults
    close(screen)
    assert faults == [], "\n".join(faults)


def test_from_disk_with_the_network_cut(offline, folder):
    offline.url = (folder / "lab.html").as_uri()
    offline.open("off=2")
    files = [url for url in offline.asked if not url.startswith(("data:", "blob:"))]
    assert files == [f"{offline.url}?off=2"]
    assert offline.off() == ["MLP 1"]
    assert offline.press("3").effect()["total"] != 0


def test_under_a_policy_without_eval(offline, folder):
    offline.url = (folder / "policy.html").as_uri()
    offline.open("off=2").press("5", " ")
    offline.choice("Toy").select_option("reread")
    offline.settle()
    assert "F" in dict(offline.read()["switches"])


@pytest.mark.parametrize("frame", ["sandbox", "sandboxed-srcdoc"])
def test_in_a_frame(offline, folder, frame):
    inside = in_frame(offline.page, folder / f"{frame}.html", 0)
    switch = inside.get_by_role("switch", name="Attention 2", exact=True)
    switch.click()
    assert switch.get_attribute("aria-checked") == "false"
    status = inside.get_by_role("status", name="Effect")
    assert "Without Attention 2" in status.inner_text()
    inside.get_by_role("button", name="Share").click()
    link = inside.get_by_label("Link to what is shown").input_value()
    assert link == ("lab.html?toy=place&off=3" if frame == "sandbox" else "?toy=place&off=3"), (
        "an address as others see it"
    )
    assert 'src="lab.html?toy=place&amp;off=3"' in inside.get_by_label("To put it on a page").input_value()
    assert inside.get_by_text("inside another one" if frame != "sandbox" else "This page is a file").is_visible()
    inside.get_by_role("button", name="Close").click()
    inside.get_by_role("button", name="Reset").click()
    assert switch.get_attribute("aria-checked") == "true"


def in_frame(page: Page, host: Path, number: int) -> FrameLocator:
    if page.url != host.as_uri():
        page.goto(host.as_uri())
    frame = page.frame_locator("iframe").nth(number)
    frame.locator(READY).wait_for()
    return frame


def test_twice_on_one_page_they_do_not_know_each_other(offline, folder):
    first, second = (in_frame(offline.page, folder / "twice.html", number) for number in (0, 1))
    first.get_by_role("switch", name="MLP 3", exact=True).click()
    off = [
        [switch.get_attribute("aria-label") for switch in frame.get_by_role("switch", checked=False).all()]
        for frame in (first, second)
    ]
    assert off == [["MLP 3"], ["MLP 2"]]


def test_in_a_small_frame_that_was_hidden_at_first(offline, folder):
    """An LMS's collapsed section: drawn when opened, one scroll bar, every control within reach."""
    page = offline.page
    page.goto((folder / "small.html").as_uri())
    page.wait_for_timeout(1500)
    page.get_by_text("Open", exact=True).click()
    inside = in_frame(page, folder / "small.html", 0)
    frame = page.frames[1]
    frame.evaluate("reading.settled()")
    page.wait_for_timeout(300)
    assert frame.evaluate("document.documentElement.scrollWidth <= innerWidth")
    nested = """[...document.querySelectorAll("main, main *")].filter((node) => node.checkVisibility() &&
      /auto|scroll/.test(getComputedStyle(node).overflowY) && node.scrollHeight > node.clientHeight + 1).length"""
    assert frame.evaluate(nested) == 0
    for name in ("Effect", "Gradient", "Stream", "Paths"):
        chart = inside.get_by_role("img", name=name)
        chart.scroll_into_view_if_needed()
        box = chart.bounding_box()
        assert box is not None, name
        assert min(box["width"], box["height"]) > 60, name
        assert frame.evaluate(f"reading.painted({name!r})") > 20, f"{name} is blank"
    inside.get_by_role("switch", name="MLP 3", exact=True).click()
    inside.get_by_role("slider", name="Gain α of the binomial").press("Home")


def test_every_control_changes_something(visit):
    screen = visit(form="exported")
    dead = []

    def check(what: str) -> None:
        nonlocal before
        after = everything(screen)
        if after == before:
            dead.append(what)
        before = after

    before = everything(screen)
    for switch in screen.page.get_by_role("switch").all():
        switch.click()
        check(switch.get_attribute("aria-label") or "")
    screen.blur().press("r")
    for name in ("explaining", "Word explained", "Compared with", "Measure", "Toy", "Speed", "What the effect shows"):
        before = everything(screen)
        now = screen.choice(name).input_value()
        values = [option.get_attribute("value") for option in screen.choice(name).locator("option").all()]
        for value in [value for value in values if value != now]:
            screen.choice(name).select_option(value)
            check(f"{name}: {value}")
        screen.button("Reset").click()
        screen.settle()
    for name in ("About this toy", "Help", "Numbers: Effect", "Numbers: Paths"):
        screen.button(name).click()
        assert screen.page.get_by_role("dialog").is_visible(), name
        screen.press("Escape")
    for word in range(5):
        before = everything(screen)
        radio = screen.page.get_by_role("radio").nth(word)
        if not radio.is_checked():
            radio.check()
            check(f"word {word + 1}")
    for name in ("Playhead of the gradient", "Build the stack up", "Gain α of the binomial"):
        before = everything(screen)
        screen.slider(name).press("Home")
        check(name)
    before = everything(screen)
    for name in ("this run’s α", "Reset", "Play"):
        screen.button(name).click()
        check(name)
    screen.button("Pause").click()
    before = everything(screen)
    for name in ("Dark", "Present"):
        screen.button(name).click()
        check(name)
    screen.button("Present").click()
    before = everything(screen)
    screen.page.get_by_role("listbox", name="All 64 worlds").get_by_role("option").nth(9).click(force=True)
    check("the map")
    for name in ("Measure from here", "Measure from all on"):
        screen.button(name).click()
        check(name)
    assert dead == []


def everything(screen: Screen) -> list:
    """What is on the screen: words, paint, and where the controls stand."""
    screen.settle()
    controls = """[...document.querySelectorAll("input, select, button")].map((control) =>
        [control.value, control.checked, control.ariaPressed, control.ariaChecked])"""
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    charts = "['Effect', 'Gradient', 'Stream', 'Paths'].map(reading.canvases)"
    return screen.ask(f"[reading.screen(), {charts}, {ground}, {controls}]")


def test_no_address_of_another_host_is_in_it(exported):
    text = exported.read_text(encoding="utf-8")
    forbidden = {
        "src or href": r"""\b(?:src|href)\s*=\s*["']?(?:https?:)?//""",
        "url()": r"""url\(\s*["']?(?:https?:)?//""",
        "import": r"""\bimport\s*(?:\(\s*)?["'`](?:https?:)?//|from\s*["'](?:https?:)?//""",
        "@import": r"@import",
    }
    found = [
        f"{name}: {text[max(0, place.start() - 40) : place.end() + 80]}"
        for name, pattern in forbidden.items()
        for place in re.finditer(pattern, text)
    ]
    assert found == []


def test_its_size(exported):
    data = exported.read_bytes()
    assert len(data) <= 4_000_000
    assert len(gzip.compress(data)) <= 1_100_000


def test_the_command_writes_a_view_with_a_state(offline, tmp_path):
    out = tmp_path / "effect.html"
    command = [sys.executable, "-m", "app", "export", str(out), "--view", "effect", "--state", "off=2,4&seed=7"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    offline.url = out.as_uri()
    offline.open()
    assert offline.off() == ["MLP 1", "MLP 2"]
    assert offline.choice("training").input_value() == "7"
    assert set(offline.twins()) == {"Effect"}
    # The address says the same, so that a reload and a copied link keep it.
    assert offline.wait_for_query(lambda query: query.get("off") == "2,4")["seed"] == "7"
