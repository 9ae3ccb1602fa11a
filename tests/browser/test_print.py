"""On paper: one sheet with the charts, the state and the link."""

import pytest
from pypdf import PdfReader
from view_screen import new_view_screen


def printed(screen, file) -> tuple[PdfReader, str]:
    screen.wait_for_query(bool)
    screen.page.pdf(path=file, prefer_css_page_size=True, print_background=True)
    reader = PdfReader(file)
    return reader, " ".join(reader.pages[0].extract_text().split())  # figures may be told by the typeface's own codes


@pytest.mark.parametrize("size", [(1366, 768), (390, 844)])
def test_the_lab_is_one_sheet_with_its_state_and_its_link(visit, tmp_path, size):
    screen = visit("toy=place&off=1", "exported", size=size)
    reader, text = printed(screen, tmp_path / "lab.pdf")
    assert len(reader.pages) == 1
    assert reader.pages[0].mediabox.width == pytest.approx(size[0] * 0.75, abs=2)
    for words in ("Without Attention", "its own write (direct)", "Gradient", "Stream", "Paths", "place&off"):
        assert words.replace(" ", "") in text.replace(" ", ""), words


def test_a_view_is_one_sheet_too(chromium, urls, tmp_path):
    screen = new_view_screen(chromium, urls("embed").replace("/lab", "/norms"))
    screen.open("placement=post")
    reader, text = printed(screen, tmp_path / "norms.pdf")
    assert len(reader.pages) == 1
    assert "The gradient coming down" in text
