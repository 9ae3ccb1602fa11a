"""The lab as a component in Panel apps that `panel serve` serves without any network: the example, and a template."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, FrameLocator, expect
from screen import READY, WAIT, Screen, close, new_screen
from servers import ROOT

EXAMPLE = ROOT / "assets" / "examples" / "panel_app.py"
COURSE = """
import panel as pn
from app import Lab
pn.extension()
first, second = Lab("toy=sum", view="effect"), Lab("toy=sum&off=2", view="effect")
told = pn.bind(lambda one, two: f"first {one}, second {two}", first.param.off, second.param.off)
pn.template.VanillaTemplate(title="Course", main=[first, second], sidebar=[told]).servable()
"""


@pytest.fixture(scope="module")
def apps(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address below which Panel serves the example and a course."""
    course = tmp_path_factory.mktemp("apps") / "course.py"
    course.write_text(COURSE, encoding="utf-8")
    command = [sys.executable, "-m", "panel", "serve", str(EXAMPLE), str(course), "--port", "0"]
    server = subprocess.Popen(command, env=os.environ | {"PYTHONPATH": str(ROOT)}, stderr=subprocess.PIPE, text=True)
    try:
        assert server.stderr is not None
        said = ""
        while not (found := re.search(r"port=(\d+)|localhost:(\d+)", said)):
            line = server.stderr.readline()
            assert line, f"Panel did not start; it said:\n{said}"
            said += line
        yield f"http://localhost:{found[1] or found[2]}/"
    finally:
        server.kill()
        server.communicate()


@pytest.fixture
def visit(chromium: Browser, apps: str) -> Iterator[Screen]:
    """A page for one visit, which may ask nobody but the server."""
    screen = new_screen(chromium, apps, (1280, 1000), fresh=True)
    yield screen
    close(screen)
    assert [url for url in screen.asked if not url.startswith((apps, "ws:", "blob:", "data:"))] == []
    assert screen.faults == []


def frames(visit: Screen, app: str, count: int) -> list[FrameLocator]:
    visit.page.goto(f"{visit.url}{app}")
    labs = [visit.page.locator("iframe").nth(place).content_frame for place in range(count)]
    for lab in labs:
        lab.locator(READY).wait_for()
    return labs


def press(lab: FrameLocator, layer: str) -> None:
    lab.get_by_role("switch", name=layer, exact=True).click()


def test_the_example_comments_on_a_click_and_switches(visit: Screen):
    (lab,) = frames(visit, EXAMPLE.stem, 1)
    expect(visit.page.get_by_text("Switch a layer off.")).to_be_visible()
    press(lab, "MLP 1")
    said = visit.page.get_by_text(re.compile(r"^Off: 2\. The lead moved by"))
    expect(said).to_be_visible(timeout=WAIT)
    effect = lab.get_by_role("status", name="Effect")
    total, direct = (float(effect.get_attribute(name) or "nan") for name in ("data-total", "data-direct"))
    expect(said).to_have_text(f"Off: 2. The lead moved by {total:+.2f}, of which {direct:+.2f} was direct.")
    visit.page.get_by_role("button", name="Switch off 1 and 3").click()
    expect(effect).to_contain_text(re.compile(r"Without Attention 1 and\s+Attention 2"), timeout=WAIT)
    expect(visit.page.get_by_text(re.compile(r"^Off: 1 and 3\."))).to_be_visible(timeout=WAIT)
    expect(visit.page.locator("iframe")).not_to_have_css("height", "760px")


def test_two_labs_in_a_template(visit: Screen):
    first, second = frames(visit, "course", 2)
    press(first, "Layer 1")
    expect(visit.page.get_by_text("first (1,), second (2,)")).to_be_visible(timeout=WAIT)
    press(second, "Layer 3")
    expect(visit.page.get_by_text("first (1,), second (2, 3)")).to_be_visible(timeout=WAIT)
