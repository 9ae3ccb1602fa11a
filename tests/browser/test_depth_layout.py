"""Stacks and Norms in every typeface: nothing cut or covered, on a laptop one screen, presenting or not."""

import pytest
from screen import close
from typefaces import CARRIED
from view_screen import ViewScreen, new_view_screen

SIZES = ((1280, 720), (390, 844), (1366, 768), (1920, 1080))  # the last two in `make campaign`
STATES = {
    "stacks": ("", "gain=2&depth=54&measure=share&wiring=highway"),
    "norms": ("", "placement=mistake&writer=3&parts=left"),
}


def complaints(screen: ViewScreen, width: int, presenting: bool) -> list[str]:
    faults, scrolls = screen.settle().ask("[audit.faults(), audit.scrolls()]")
    one_screen = width > 1000 and not presenting
    return faults + ([f"it scrolls: {scrolls}"] if scrolls["sideways"] or (one_screen and scrolls["down"]) else [])


@pytest.mark.parametrize("typeface", list(CARRIED))
def test_nothing_is_cut_covered_or_scrolled(chromium_with, exported_view, cases, typeface):
    found = []
    for view, states in STATES.items():
        screen = new_view_screen(chromium_with(typeface), exported_view(view))
        for state in states:
            screen.open(state)
            for width, height in SIZES[: cases(2, 4)] if state == "" else SIZES[:1]:
                screen.page.set_viewport_size({"width": width, "height": height})
                for presenting in (False, True):
                    where = f"{view}?{state}, {width} px{', presenting' if presenting else ''}"
                    found += [f"{where}: {fault}" for fault in complaints(screen, width, presenting)]
                    screen.blur().press("p")
        close(screen)
        assert screen.faults == []
    assert found == [], "\n".join(found)
