"""Any link opens in any file: what the file does not carry is named, the rest applies, and nothing else is said.

Thousands of links are read in tests/app/screens/test_links.py; here some are opened.
"""

from pathlib import Path
from random import Random

import pytest
from links import File
from screen import Screen, close, new_screen

from app.screens.screens import export_html, screens

SHOWN = "document.getElementById('lab').selection"


@pytest.mark.parametrize("start", ["ablation=resample", "toy=or&seed=3&prompt=all&token=2"])
def test_a_file_opens_on_any_link(chromium, tmp_path, cases, start):
    draw = Random(start)
    state, _ = screens()["lab"].read(start)
    file = File(state)
    screen = new_screen(chromium, written(tmp_path / "lab.html", state))
    for link in ["toy=place&prompt=3", "seed=1", *file.links(draw, cases(2, 250))]:
        screen.open(link)
        assert file.faults(link, screen.ask(SHOWN), screen.notices()) == [], link
        assert all(screen.twins().values()), link
        said = screen.notices()
        for _ in range(2):
            chosen = choose_any(screen, draw)
            assert screen.notices() in (said, []), (link, chosen)
    close(screen)
    assert screen.faults == [], "\n".join(screen.faults)


def choose_any(screen: Screen, draw: Random) -> tuple[str, str]:
    """Choose anything that a menu or the prompt's words offer; it is then what is shown."""
    menus = [menu for menu in screen.page.locator("main select, header select").all() if menu.is_visible()]
    menu = draw.choice(menus)
    values = menu.locator("option").all()
    name, value = menu.get_attribute("aria-label") or "", draw.choice(values).get_attribute("value") or ""
    menu.select_option(value)
    screen.settle()
    assert menu.input_value() == value, (name, value)
    words = [word for word in screen.page.get_by_role("radio").all() if word.is_enabled()]
    if words:
        word = draw.choice(words)
        word.check(force=True)
        screen.settle()
        assert word.is_checked()
    return name, value


def written(file: Path, state: object) -> str:
    file.write_text(export_html(screens()["lab"], state), encoding="utf-8")
    return file.as_uri()
