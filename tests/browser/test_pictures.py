"""Pictures of charts show what the screen shows: each PNG is laid over a screenshot of its chart."""

import io

import pytest
from PIL import Image, ImageChops
from screen import close, new_screen
from view_screen import new_view_screen

MARGIN, DENSITY, COARSE = 16, 2, 4
NAMES = 6.2  # rem
MOST = 0.04  # of the picture may differ, seen coarsely
HIDE = ".head .numbers, .play { visibility: hidden } section { border-color: transparent !important }"
# Each chart's box, and how much room the names of its rows need, which a neighbour gives on the screen.
BOXES = """() => Object.fromEntries([...document.querySelectorAll("section:has(.head .numbers)")]
  .filter((section) => !section.hidden).map((section) => {
  const named = section.querySelector(".names-of-rows")?.checkVisibility() ?? true
  const names = named ? 0 : NAMES * parseFloat(getComputedStyle(document.documentElement).fontSize)
  const { left, top, width, height } = section.getBoundingClientRect()
  const { paddingLeft, paddingRight } = getComputedStyle(section)
  const [before, after] = [parseFloat(paddingLeft), parseFloat(paddingRight)]
  const name = section.querySelector("h2").textContent
  return [name, [names, { x: left + scrollX + before, y: top + scrollY, width: width - before - after, height }]]
}))""".replace("NAMES", f"{NAMES}")
STATES = [
    ("lab", "toy=place&theme=dark", (1366, 768)),
    ("lab", "toy=place&size=large", (1366, 768)),
    ("reading", "", (1366, 768)),
    ("interventions", "", (390, 844)),
]


def coarse(image: Image.Image) -> Image.Image:
    return image.convert("L").resize((image.width // COARSE, image.height // COARSE), Image.Resampling.BOX)


@pytest.mark.parametrize(("name", "query", "size"), STATES)
def test_each_picture_is_what_the_screen_shows(chromium, urls, name, query, size):
    new = new_screen if name == "lab" else new_view_screen
    screen = new(chromium, urls("embed").replace("/lab", f"/{name}"), size)
    screen.open(query)
    page = screen.page
    style = page.add_style_tag(content=HIDE)
    boxes = page.evaluate(BOXES)
    shots = {chart: page.screenshot(clip=box, full_page=True) for chart, (_, box) in boxes.items()}
    style.evaluate("(style) => style.remove()")
    screen.button("Share").click()
    different = []
    for chart, shot in shots.items():
        with page.expect_download() as download:
            page.get_by_role("button", name=f"{chart}: PNG", exact=True).click()
        shown, picture = Image.open(io.BytesIO(shot)), Image.open(download.value.path())
        width, height = shown.size
        names = boxes[chart][0]
        assert picture.width == pytest.approx(DENSITY * (names + width + 2 * MARGIN), abs=4)
        left, top = DENSITY * (MARGIN + names), DENSITY * MARGIN
        inner = picture.crop((left, top, left + DENSITY * width, top + DENSITY * height)).resize(shown.size)
        difference = ImageChops.difference(coarse(shown), coarse(inner)).point([0] * 49 + [255] * 207)
        share = sum(value > 0 for value in difference.tobytes()) / (difference.width * difference.height)
        if share > MOST:
            different.append(f"{chart}: {share:.1%}")
    close(screen)
    assert different == []
    assert screen.faults == []
