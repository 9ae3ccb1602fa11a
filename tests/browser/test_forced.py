"""Forced colours, as Windows High Contrast has them: what is on, chosen, pressed or measured from can still be told."""

import pytest
from pixels import Picture, box_of
from test_contrast import DRAWN, MARK, MEASURES, PLACED

ON_TEXT = f"""() => {{ {MEASURES}
  // A label inside its bar stands on what the canvas has drawn.
  const shown = (node) =>
    node.checkVisibility() && node.innerText?.trim() && node.children.length === 0 && !node.matches(".inside")
  return [...document.querySelectorAll("body *")].filter(shown).flatMap((node) => {{
    let under = node
    while (under !== document.documentElement && rgb(getComputedStyle(under).backgroundColor)[3] === 0)
      under = under.parentElement
    const seen = ratio(rgb(getComputedStyle(node).color), rgb(getComputedStyle(under).backgroundColor))
    return seen < 4.5 ? [`${{node.className}} ${{node.innerText}}: ${{seen}}`] : []
  }})
}}"""


def look_of(screen, locator) -> list[int]:
    """How light each pixel is of what is in a control's box."""
    box = locator.bounding_box()
    area = (box["x"], box["y"], box["x"] + box["width"], box["y"] + box["height"])
    return list(Picture(screen).image.crop(tuple(map(round, area))).convert("L").tobytes())


def differ(one: list[int], other: list[int]) -> int:
    return sum(abs(a - b) > 60 for a, b in zip(one, other, strict=True))


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_forced_colours_leave_everything_to_be_told_apart(visit, scheme):
    screen = visit("off=2", "exported", forced_colors="active", color_scheme=scheme)
    track = screen.switch("Attention 1").locator(".track")
    on = look_of(screen, track)
    screen.press("1").page.mouse.move(5, 760)
    assert differ(on, look_of(screen.settle(), track)) > 60, "a switch that is off looks as if it were on"
    chips = screen.page.locator(".chip")
    paper, chosen = (chips.nth(i).evaluate("(it) => getComputedStyle(it).backgroundColor") for i in (1, 4))
    assert paper != chosen, "the word that is read looks like the others"
    present = screen.button("Present")
    before = look_of(screen, present)
    present.click()
    assert screen.page.evaluate("matchMedia('(forced-colors: active)').matches")
    pressed, plain = [
        screen.page.evaluate("(node) => getComputedStyle(node).backgroundColor", locator.element_handle())
        for locator in (present, screen.button("Reset"))
    ]
    assert pressed != plain
    present.click()
    screen.page.mouse.move(5, 760)
    assert differ(before, look_of(screen.settle(), present)) == 0
    assert screen.page.evaluate(ON_TEXT) == []
    assert screen.page.evaluate(DRAWN)["faults"] == []
    for part, ratio in screen.page.evaluate(PLACED):
        assert ratio >= MARK, part
    here, other = [
        screen.page.evaluate("(node) => getComputedStyle(node).backgroundColor", point.element_handle())
        for point in (screen.page.locator(".points [aria-selected=true]"), screen.page.locator("#world-5"))
    ]
    assert here != other
    # The effect's bars are there, on the canvas.
    box, picture = box_of(screen, "Effect"), Picture(screen)
    middle = [picture.at(x, box.top + box.height * 0.94) for x in range(round(box.left), round(box.left + box.width))]
    assert len(set(middle)) > 1
