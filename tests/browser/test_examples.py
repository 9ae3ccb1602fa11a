"""The worked examples, each made as it says itself, opened in a browser and switched."""

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from playwright.sync_api import FrameLocator
from screen import READY
from servers import ROOT

EXAMPLES = ROOT / "assets" / "examples"


@pytest.fixture(scope="module")
def course(tmp_path_factory, exported) -> Path:
    """The examples with the files beside them that their own command lines make."""
    folder = tmp_path_factory.mktemp("course")
    shutil.copytree(EXAMPLES, folder, dirs_exist_ok=True)
    for page in (folder / "plain.html", folder / "cream.html", folder / "lms.html", folder / "sphinx/conf.py"):
        for line in re.findall(r"residual-lab (export .*?)(?:\"\"\")?$", page.read_text(encoding="utf-8"), re.M):
            command = [sys.executable, "-m", "app", *shlex.split(line)]
            command[4] = str(page.parent / command[4])
            if not Path(command[4]).exists():
                subprocess.run(command, cwd=ROOT, check=True)
    return folder


@pytest.fixture
def page(chromium):
    page = chromium.new_page(viewport={"width": 1280, "height": 900})
    yield page
    page.close()


def switched(frame: FrameLocator, layer: str) -> str:
    """Press a layer's switch and read the sentence."""
    frame.locator(READY).wait_for()
    before = frame.get_by_role("status", name="Effect").inner_text()
    frame.get_by_role("switch", name=layer, exact=True).click()
    after = frame.get_by_role("status", name="Effect").inner_text()
    assert after != before
    return after


def test_a_plain_page_with_two_frames_and_a_question(page, course):
    page.goto((course / "plain.html").as_uri())
    lab, gradient = page.frame_locator("iframe").nth(0), page.frame_locator("iframe").nth(1)
    page.locator("iframe").nth(1).scroll_into_view_if_needed()
    gradient.locator(READY).wait_for()
    told = gradient.get_by_role("status", name="Effect").inner_text()
    assert "Without Attention 1 and Attention 2" in switched(lab, "Attention 1").replace("\n", " ")
    assert "Which layer" in page.locator("#answer").inner_text()
    lab.get_by_role("switch", name="Attention 2", exact=True).click()
    page.wait_for_function("document.getElementById('answer').textContent.startsWith('Yes')")
    assert not lab.get_by_role("region", name="All 64 worlds").is_visible()
    assert gradient.get_by_role("status", name="Effect").inner_text() == told, "the frames know nothing of each other"
    heights = [frame.bounding_box()["height"] for frame in page.locator("iframe").all()]
    assert all(height != 760 for height in heights)


def test_a_page_on_cream_has_no_white_slab(page, course):
    """The frame that says its look in its link and the one whose file carries it, whatever the reader prefers."""
    page.emulate_media(color_scheme="dark")
    page.goto((course / "cream.html").as_uri())
    effect, words = page.frame_locator("iframe").nth(0), page.frame_locator("iframe").nth(1)
    assert "Without MLP 1" in switched(effect, "MLP 1").replace("\n", " ")
    page.locator("iframe").nth(1).scroll_into_view_if_needed()
    words.get_by_role("switch", name="Attention 1").and_(words.locator("[aria-checked=false]")).wait_for()
    for frame, shown in ((effect, ["sentence", "switchboard", "effect"]), (words, ["switchboard", "says"])):
        assert frame.locator("#notices p").count() == 0
        assert [part.get_attribute("data-widget") for part in frame.locator("main > :not([hidden])").all()] == shown
        for part in (frame.locator(":root"), page.locator("body")):
            style = part.evaluate("(part) => [getComputedStyle(part).backgroundColor, getComputedStyle(part).color]")
            assert style == ["rgb(251, 245, 230)", "rgb(59, 50, 40)"]


def test_a_page_of_a_learning_management_system(page, course):
    page.goto((course / "lms.html").as_uri())
    page.wait_for_timeout(500)
    page.get_by_text("Open the lab").click()
    frame = page.frame_locator("iframe")
    assert "MLP 3" in switched(frame, "MLP 3")
    assert not frame.get_by_role("heading", name="Residual Stream Lab").is_visible()
    assert page.frames[1].evaluate("document.documentElement.scrollWidth <= innerWidth")


def test_a_sphinx_page_in_myst(page, course, tmp_path):
    build = [sys.executable, "-m", "sphinx", "-q", "-W", str(course / "sphinx"), str(tmp_path)]
    subprocess.run(build, check=True)
    page.goto((tmp_path / "index.html").as_uri())
    page.locator("iframe").scroll_into_view_if_needed()
    frame = page.frame_locator("iframe")
    assert "MLP 2 and MLP 3" in switched(frame, "MLP 3").replace("\n", " ")
