"""No sign that the page prints is an empty box in any of three typefaces: the page's own draws what they lack."""

import json
import re
import unicodedata
from base64 import b64decode
from collections.abc import Iterator
from io import BytesIO

import pytest
from fontTools.ttLib import TTFont
from screen import Screen, close, new_screen
from typefaces import CARRIED, files

from app.state.catalogue import catalogue
from assets.symbols.make import CSS, NAME, SIGNS, css

ASSETS = CSS.parents[1]
PRINTED = ("json", "md", "html", "css", "js")
NEVER_PRINTED = "؟"  # a key only
NOWHERE = "\U0010fffd"  # no typeface has this
LARGE = 100  # px

WIDTHS = """async (signs) => {
  const span = document.body.appendChild(document.createElement("span"))
  span.style.cssText = "position: absolute; white-space: pre; font-size: LARGEpx"
  const widths = {}
  for (const sign of signs) {
    span.textContent = sign
    widths[sign] = span.getBoundingClientRect().width
    await document.fonts.ready
    widths[sign] = span.getBoundingClientRect().width
  }
  span.remove()
  return widths
}""".replace("LARGE", f"{LARGE}")
PICTURE = """async (heading) => {
  const { pngOf } = await import("lab/page/picture")
  const section = document.querySelector("[data-widget=paths]")
  section.querySelector("h2").textContent = heading
  return [...new Uint8Array(await (await pngOf(section, null)).arrayBuffer())].join()
}"""


def printed() -> set[str]:
    """Every character that has a shape, of the page's texts, styles and scripts and of what a toy is called."""
    texts = [path.read_text(encoding="utf-8") for kind in PRINTED for path in ASSETS.rglob(f"*.{kind}")]
    texts += [path.read_text(encoding="utf-8") for path in (ASSETS.parent / "app").rglob("*.py")]
    texts.append(json.dumps(catalogue(), ensure_ascii=False))
    escaped = {chr(int(code, 16)) for text in texts for code in re.findall(r"\\u\{?([0-9a-fA-F]{4,6})", text)}
    found = {char for text in texts for char in text} | escaped
    return {char for char in found if unicodedata.category(char)[0] not in "CZ"} - set(NEVER_PRINTED)


def tables(style: str) -> dict[str, bytes]:
    """What the typeface in a style holds, whatever compressed it."""
    found = re.search(r"base64,([\w+/=]+)", style)
    assert found
    reader = TTFont(BytesIO(b64decode(found[1]))).reader
    assert reader
    return {tag: reader[tag] for tag in reader.keys()}  # noqa: SIM118


def test_the_signs_are_those_that_a_typeface_lacks():
    known = {typeface: [(TTFont(file).getBestCmap() or {}) for file in files(typeface)] for typeface in CARRIED}
    lacking = {
        char: typeface
        for char in printed()
        for typeface, styles in known.items()
        if not all(ord(char) in style for style in styles)
    }
    missing = {char: typeface for char, typeface in lacking.items() if char not in SIGNS}
    assert not missing, f"draw in assets/symbols/make.py, or do without, what a typeface has not: {missing}"
    assert SIGNS.keys() <= lacking.keys(), "take out of assets/symbols/make.py what is not needed"


def test_the_page_holds_what_the_script_draws():
    held = CSS.read_text(encoding="utf-8")
    assert tables(held) == tables(css()), "run assets/symbols/make.py"
    assert held.partition("base64,")[0] == css().partition("base64,")[0]
    assert held.partition('")')[2] == css().partition('")')[2]
    assert len(held) < 3000


def test_every_choice_of_type_ends_with_the_signs():
    families = [
        family
        for style in ASSETS.glob("css/*.css")
        for family in re.findall(r"font(?:-family)?: (.*(?:serif|monospace).*);", style.read_text(encoding="utf-8"))
    ]
    assert len(families) == 4
    assert [family for family in families if not family.endswith(f', "{NAME}"')] == []


@pytest.fixture(scope="module")
def screen(chromium_with, urls) -> Iterator[Screen]:
    screen = new_screen(chromium_with("Noto Sans"), urls("exported_modules")).open()
    yield screen
    close(screen)
    assert screen.faults == []


def test_a_sign_that_the_typeface_lacks_is_drawn(screen):
    lacked = [
        sign
        for sign in SIGNS
        if not any(ord(sign) in (TTFont(file).getBestCmap() or {}) for file in files("Noto Sans"))
    ]
    widths = screen.page.evaluate(WIDTHS, [*lacked, NOWHERE])
    empty = widths.pop(NOWHERE)
    assert widths == {sign: pytest.approx(LARGE * SIGNS[sign][0] / 1000, abs=0.5) for sign in lacked}
    assert empty not in [pytest.approx(width, abs=0.5) for width in (widths["→"], widths["⌘"])]


def test_a_sign_is_drawn_in_a_picture_too(screen):
    drawn, empty, again = (screen.page.evaluate(PICTURE, text) for text in ("⟨", NOWHERE, NOWHERE))
    assert empty == again
    assert drawn != empty
