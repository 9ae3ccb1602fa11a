"""What a frame tells the page that holds it: its height, its state and its effect, by the README's own script."""

import re
from pathlib import Path

import pytest
from screen import READY

README = Path(__file__).resolve().parents[2] / "README.md"


@pytest.fixture(scope="module")
def host(exported, tmp_path_factory) -> Path:
    """A page made of the README's lines, with a second frame that it does not listen to."""
    (lines,) = re.findall(r"```html\n(<iframe id=\"lab\".*?)```", README.read_text(encoding="utf-8"), re.S)
    folder = tmp_path_factory.mktemp("host")
    (folder / "lab.html").write_text(exported.read_text(encoding="utf-8"), encoding="utf-8")
    log = "<script>const heard = []; addEventListener('message', ({ data }) => heard.push(data))</script>"
    other = '<iframe src="lab.html?off=4" width="900" height="700"></iframe>'
    page = folder / "page.html"
    page.write_text(f"<!doctype html><body>{log}{lines}{other}", encoding="utf-8")
    return page


@pytest.fixture
def page(chromium, host):
    page = chromium.new_page(viewport={"width": 1000, "height": 900})
    page.goto(host.as_uri())
    for number in (0, 1):
        page.frame_locator("iframe").nth(number).locator(READY).wait_for()
    yield page
    page.close()


def heard(page, kind: str) -> list[dict]:
    page.wait_for_timeout(300)
    return [said for said in page.evaluate("heard") if said.get("kind") == kind]


def test_the_frame_is_as_high_as_what_it_holds(page):
    page.wait_for_timeout(300)
    frame = page.frames[1]
    box = page.locator("iframe").first.bounding_box()
    assert abs(box["height"] - frame.evaluate("document.querySelector('.page').getBoundingClientRect().height")) < 8
    assert frame.evaluate("document.documentElement.scrollHeight - innerHeight") <= 1
    tall = box["height"]
    page.locator("iframe").first.evaluate("(frame) => (frame.style.width = '390px')")
    page.wait_for_timeout(600)
    narrow = page.locator("iframe").first.bounding_box()["height"]
    assert narrow > tall + 300
    page.locator("iframe").first.evaluate("(frame) => (frame.style.width = '900px')")
    page.wait_for_timeout(600)
    assert page.locator("iframe").first.bounding_box()["height"] < narrow - 300, "it shrinks again"


def test_a_frame_out_of_sight_tells_its_height_too(chromium, host):
    page = chromium.new_page(viewport={"width": 1000, "height": 600})
    text = host.read_text(encoding="utf-8")
    low = host.with_name("low.html")
    low.write_text(text.replace("<iframe id", '<div style="height: 4000px"></div><iframe id', 1), encoding="utf-8")
    page.goto(low.as_uri())
    page.wait_for_function("heard.some(({ kind, height }) => kind === 'height' && height > 300)")
    page.close()


def test_each_change_is_told_with_its_numbers(page):
    frame = page.frame_locator("iframe").first
    frame.get_by_role("switch", name="Attention 1", exact=True).click()
    last = heard(page, "state")[-1]
    assert (last["source"], last["version"], last["view"]) == ("residual-lab", 1, "lab")
    assert last["address"] == "toy=place&off=1"
    assert last["state"]["off"] == [1]
    status = frame.get_by_role("status", name="Effect")
    for name, attribute in {
        "direct": "direct",
        "viaLayers": "via-layers",
        "viaNorm": "via-norm",
        "total": "total",
    }.items():
        assert last["effect"][name] == float(status.get_attribute(f"data-{attribute}"))
    assert last["effect"]["total"] == pytest.approx(
        sum(last["effect"][name] for name in ("direct", "viaLayers", "viaNorm"))
    )


def test_the_pages_quiz_is_answered_by_the_right_layer_in_its_own_frame(page):
    answer = page.locator("#answer")
    frames = page.frame_locator("iframe")
    frames.nth(1).get_by_role("switch", name="Attention 1", exact=True).click()
    page.wait_for_timeout(300)
    asked = answer.inner_text()
    frames.first.get_by_role("switch", name="MLP 3", exact=True).click()
    page.wait_for_timeout(300)
    assert answer.inner_text() == asked
    frames.first.get_by_role("switch", name="MLP 3", exact=True).click()
    frames.first.get_by_role("switch", name="Attention 1", exact=True).click()
    page.wait_for_timeout(300)
    assert answer.inner_text() != asked
