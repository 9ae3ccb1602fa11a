"""On paper: one sheet with the charts, the state and the link."""

import re

import pytest
from pixels import Picture
from pypdf import PdfReader
from view_screen import new_view_screen

LIGATURES = {"ﬁ": "fi", "ﬂ": "fl", "ﬀ": "ff", "ﬃ": "ffi", "ﬄ": "ffl"}


def printed(screen, file) -> tuple[PdfReader, str]:
    """A sheet and its text, without spaces and ligatures, which a typeface sets as it likes."""
    screen.wait_for_query(bool)
    screen.page.pdf(path=file, prefer_css_page_size=True, print_background=True)
    reader = PdfReader(file)
    text = "".join(reader.pages[0].extract_text().split())
    for ligature, letters in LIGATURES.items():
        text = text.replace(ligature, letters)
    return reader, text


def labels(screen) -> list[str]:
    """What stands on the charts and beside them."""
    texts = screen.page.evaluate(
        "[...document.querySelectorAll('.labels > span, .column span, h2')].filter((it) => it.checkVisibility())"
        ".map((it) => it.innerText)"
    )
    return ["".join(text.split()) for text in texts if text.strip()]


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_the_lab_is_one_sheet_with_its_state_and_its_link(visit, tmp_path, size):
    screen = visit("toy=place&off=1", "exported", size=size)
    reader, text = printed(screen, tmp_path / "lab.pdf")
    assert len(reader.pages) == 1
    assert reader.pages[0].mediabox.width == pytest.approx(size[0] * 0.75, abs=2)
    for words in ("Without Attention", "its own write (direct)", "Gradient", "Stream", "Paths", "place&off"):
        assert words.replace(" ", "") in text, words


def test_every_text_is_printed_once(visit, tmp_path):
    screen = visit("toy=place&off=1", "exported")
    _, text = printed(screen, tmp_path / "lab.pdf")
    everything = "".join("".join(piece["text"].split()) for piece in screen.pieces())
    assert len(labels(screen)) > 20
    for label in labels(screen):
        if len(label) > 3:
            assert 1 <= text.count(label) <= everything.count(label), label
    digits = sum(letter.isdigit() for letter in text)
    address = sum(letter.isdigit() for letter in screen.page.url)
    assert digits <= 1.02 * sum(letter.isdigit() for letter in everything) + address, "some numbers stand twice"


def test_a_view_is_one_sheet_too(chromium, urls, tmp_path):
    screen = new_view_screen(chromium, urls("embed").replace("/lab", "/norms"))
    screen.open("placement=post")
    reader, text = printed(screen, tmp_path / "norms.pdf")
    assert len(reader.pages) == 1
    assert "Thegradientcomingdown" in text


def test_paper_is_white_whatever_the_screen_is(visit, tmp_path):
    """The sheet of a dark page, of one in a course's colours and of a light one are the same, canvases too."""
    sheets = []
    for theme in ("light", "dark", "light&ground=fdf6e3&accent=8a3033"):
        screen = visit(f"toy=place&off=1&theme={theme}", "exported")
        before = Picture(screen).at(3, 760)
        sheet = printed(screen, tmp_path / "sheet.pdf")[0].pages[0]
        content = sheet.get_contents()
        assert content is not None
        colours = set(re.findall(rb"([\d.]+ [\d.]+ [\d.]+) rg", content.get_data()))
        sheets.append((colours, [image.data for image in sheet.images]))
        screen.settle().page.wait_for_timeout(100)
        assert Picture(screen).at(3, 760) == before, "the screen goes back to what it was"
    assert b"1 1 1" in sheets[0][0]
    assert len(sheets[0][1]) >= 4
    assert sheets[1:] == sheets[:1] * 2
