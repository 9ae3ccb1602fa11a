"""Under a finger: on a phone nothing that is pressed is smaller than 32 px, and the page still fits."""

import pytest
from screen import close
from view_screen import new_view_screen

from app.screens.views import views

PHONE = {"has_touch": True, "is_mobile": True}
SMALLEST = 32

# What a finger presses; a label around its control is part of it, and in a list of points the nearest one answers.
SMALL = """() => {
  const kinds = "button, select, summary, a[href], input, textarea, [role=button], [role=switch], [role=radio]"
  const within = document.querySelector("dialog[open], [popover]:popover-open") ?? document
  return [...within.querySelectorAll(kinds)].filter((target) => target.checkVisibility()).flatMap((target) => {
    // A word in a line of text is pressed in a field around it.
    const field = getComputedStyle(target, "::after")
    const around = { width: parseFloat(field.width), height: parseFloat(field.height) }
    const box = target.matches(".term") ? around : (target.closest("label") ?? target).getBoundingClientRect()
    const [width, height] = [box.width, box.height].map((side) => Math.round(10 * side) / 10)
    const name = target.ariaLabel ?? target.name ?? target.textContent
    const isSmall = Math.min(width, height) < SMALLEST - 0.1
    return isSmall ? [`${target.localName} ${name || target.className}: ${width} × ${height}`] : []
  })
}""".replace("SMALLEST", str(SMALLEST))

CLOSE = """() => [...document.querySelectorAll(".legend .term")].map((term) => term.getBoundingClientRect().top)
  .map((top, i, all) => (i ? top - all[i - 1] : SMALLEST)).filter((apart) => apart < SMALLEST)""".replace(
    "SMALLEST", str(SMALLEST)
)


def check(screen) -> None:
    assert screen.page.evaluate("matchMedia('(pointer: coarse)').matches")
    assert screen.page.evaluate(SMALL) == []
    for width in (320, 390):
        screen.page.set_viewport_size({"width": width, "height": 844})
        screen.settle().page.wait_for_timeout(100)
        assert not screen.ask("audit.scrolls()")["sideways"], width
        assert screen.ask("audit.faults()") == [], width


def test_the_lab_under_a_finger(visit):
    screen = visit("off=1", "exported", size=(390, 844), **PHONE)
    assert "keys 1" not in screen.page.locator("main").inner_text()
    assert screen.page.evaluate(CLOSE) == [], "terms of the legend lie closer than a finger is wide"
    check(screen)
    for face in ("answers", "terms"):
        screen.choice("What the effect shows").select_option(face)
    for opener, name in (("Share", "Share"), ("Help", "Help"), ("Numbers: Effect", "Numbers")):
        screen.button(opener).click()
        assert screen.page.get_by_role("dialog", name=name).is_visible()
        assert screen.page.evaluate(SMALL) == [], name
        screen.press("Escape")


@pytest.mark.parametrize("name", views())
def test_a_view_under_a_finger(chromium, urls, name):
    screen = new_view_screen(chromium, urls("embed").replace("embed/lab", name), (390, 844), **PHONE)
    screen.open()
    check(screen)
    menu = screen.page.get_by_role("navigation", name="Screens").bounding_box()
    assert menu is not None
    assert menu["height"] <= 2 * SMALLEST + 8, "the names of the screens stand in a line or two"
    close(screen)
    assert screen.faults == []
