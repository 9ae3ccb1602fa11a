"""A browser below the README's floor is told so, whatever else of the page it can show."""

import re

from playwright.sync_api import expect
from screen import close, new_screen
from servers import ROOT

from app.screens.page import strings

OLD = strings(())["notices"]["old"]
LACKS = [
    *(f"CSS.supports = (what) => !what.includes('{word}')" for word in ("subgrid", "round(", ":has(", "(&)")),
    "delete window.CSS",
    "delete HTMLElement.prototype.showPopover",
    "delete Element.prototype.checkVisibility",
    "delete window.DecompressionStream",
]


def test_an_old_browser_reads_why_the_lab_does_not_open(chromium, urls):
    screen = new_screen(chromium, urls("exported_tanh"), fresh=True)
    screen.page.add_init_script("delete window.DecompressionStream")
    screen.page.goto(screen.url)
    said = screen.page.get_by_role("alert")
    expect(said).to_have_text(OLD)
    expect(said).to_be_in_viewport(ratio=1)
    # The page's own script again, with everything and without each part of the floor.
    asks = screen.page.locator("#old + script").text_content() or ""
    close(screen)
    page = chromium.new_page()
    for lack in (*LACKS, ""):
        page.goto("about:blank")
        page.set_content("<p id=old hidden>")
        page.evaluate(f"{{ {lack}; null }}")
        page.evaluate(asks)
        assert page.locator("#old[hidden]").count() == (lack == ""), lack
    page.close()


def test_the_floor_is_the_same_wherever_it_is_said():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    floor = re.findall(r"(?:Edge|Firefox|Safari) [\d.]+\d", OLD)
    assert len(floor) == 3
    assert re.findall(r"(?:Edge|Firefox|Safari) [\d.]+\d", readme)[:3] == floor
