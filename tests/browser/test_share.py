"""The Share dialog: what it hands out opens, and shows what was shown."""

import csv
import html
import re
import struct
from pathlib import Path
from urllib.parse import parse_qsl, urljoin, urlsplit
from xml.etree import ElementTree

import pytest
from playwright.sync_api import Page
from screen import Screen, close, cut_network, new_screen
from view_screen import new_view_screen

SVG = "{http://www.w3.org/2000/svg}"
CHARTS = ["Layers", "Effect", "Gradient", "Stream", "The model says", "All 64 worlds", "Paths"]


def shared(screen: Screen) -> Screen:
    screen.button("Share").click()
    return screen


def field(screen: Screen, label: str) -> str:
    return screen.page.get_by_label(label, exact=True).input_value()


def downloaded(page: Page, role, name: str, folder: Path) -> Path:
    with page.expect_download() as download:
        page.get_by_role(role, name=name, exact=True).click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


@pytest.mark.parametrize("form", ["exported", "live"])
def test_the_link_opens_what_is_shown_and_what_the_dialog_adds(visit, chromium, form):
    screen = visit("toy=place", form)
    screen.press("2", "5", "ArrowLeft")
    shared(screen)
    page = screen.page
    screen.choice("Theme").select_option("dark")
    screen.choice("Type").select_option("large")
    for part in ("Settings", "Paths"):
        page.get_by_role("checkbox", name=part, exact=True).uncheck()
    url = urljoin(screen.url, field(screen, "Link to what is shown"))
    query = dict(parse_qsl(urlsplit(url).query))
    wanted = {"toy": "place", "off": "2,5", "step": "5", "theme": "dark", "size": "large", "hide": "settings,paths"}
    assert query == wanted
    other = new_screen(chromium, url)
    other.open()
    assert other.notices() == []
    assert other.sentence() == screen.sentence()
    assert other.page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert not other.choice("Toy").is_visible()
    assert not other.page.get_by_role("region", name="Paths").is_visible()
    close(other)
    assert other.faults == []
    assert "theme" not in screen.query(), "the page itself is not changed"


def test_the_dialog_says_which_parts_are_shown_in_the_shorter_way_and_leaves_one(visit):
    page = shared(screen := visit("toy=tanh&hide=paths", "exported_tanh")).page
    for part in ("Header", "Sentence", "Layers", "Gradient", "The model says"):
        page.get_by_role("checkbox", name=part, exact=True).uncheck()
    settings = page.get_by_role("checkbox", name="Settings", exact=True)
    assert settings.is_disabled()
    assert not settings.is_checked(), "they stand in the header"
    said = dict(parse_qsl(urlsplit(field(screen, "Link to what is shown")).query))
    assert said == {"toy": "tanh", "show": "effect,stream,worlds"}
    for part in ("Effect", "All 64 worlds"):
        page.get_by_role("checkbox", name=part, exact=True).uncheck()
    assert page.get_by_role("checkbox", name="Stream", exact=True).is_disabled(), "something must be left"


NAMED = "http://lab.example.org/"


@pytest.mark.parametrize("where", ["open", "machine"])
def test_the_snippet_puts_it_on_a_page(chromium, tmp_path, server, where):
    """In a column of 720 px, cut nowhere; from a server with a name as its address, from this machine as a file."""
    base = NAMED if where == "open" else server.url
    screen = new_screen(chromium, f"{base}embed/lab", fresh=True)
    screen.page.route(
        f"{NAMED}**",
        lambda route: route.fulfill(response=route.fetch(url=route.request.url.replace(NAMED, server.url))),
    )
    shared(screen.open("toy=or&off=1&prompt=3"))
    assert screen.page.get_by_text("Only this machine can open").is_visible() == (where == "machine")
    screen.choice("Screen").select_option(label="Gradient")
    snippet = field(screen, "To put it on a page")
    assert html.unescape(re.findall('title="(.*?)"', snippet)[0]) == "Residual Stream Lab"
    if where == "machine":
        downloaded(screen.page, "link", "Download it as one file", tmp_path)
        assert (tmp_path / "gradient.html").exists()
    page = column(chromium, tmp_path, snippet.replace(NAMED, server.url))
    frame = page.frame_locator("iframe")
    status = frame.get_by_role("status", name="Effect")
    status.wait_for()
    said = screen.page.get_by_role("status", name="Effect").inner_text()
    assert status.inner_text().replace("\n", " ") == said.replace("\n", " ")
    prompt = frame.get_by_role("combobox", name="Prompt")  # in a sandbox, tables come from another origin
    prompt.select_option("5")
    frame.locator(":root").evaluate("() => new Promise((done) => setTimeout(done, 700))")
    assert prompt.input_value() == "5"
    assert frame.locator("#notices p").count() == 0
    fits(page)
    page.close()
    close(screen)
    assert screen.faults == []


def test_the_readme_s_lines_fit_a_column(chromium, exported, tmp_path):
    """At 720 px the lab is higher than wide; nothing of it is cut, and there is one scroll bar, the page's own."""
    (tmp_path / "lab.html").write_bytes(exported.read_bytes())
    readme = (Path(__file__).parents[2] / "README.md").read_text("utf-8")
    blocks = re.findall(r"```html\n(.*?)```", readme, re.DOTALL)
    assert len(blocks) == 2
    for block in blocks:
        page = column(chromium, tmp_path, block)
        page.frame_locator("iframe").locator("main:not([aria-busy=true])").wait_for()
        fits(page)
        page.close()


def column(chromium, folder: Path, lines: str) -> Page:
    """A page with these lines in a column of 720 px."""
    host = folder / "page.html"
    host.write_text(f'<!doctype html><div style="width: 720px">{lines}</div>', encoding="utf-8")
    page = chromium.new_page()
    page.goto(host.as_uri())
    return page


def fits(page: Page) -> None:
    """The frame is as high as what is in it, and has no edge of its own."""
    inside = page.frames[1]
    frame, height, width = [], 0, 0
    for _ in range(40):
        page.wait_for_timeout(50)
        height, width = inside.evaluate(
            "(({ scrollHeight, scrollWidth }) => [scrollHeight, scrollWidth])(document.documentElement)"
        )
        frame = page.locator("iframe").evaluate("(frame) => [frame.clientHeight, frame.offsetHeight]")
        if frame == [height, height]:
            break
    assert frame == [height, height]
    assert width == 720


@pytest.mark.parametrize("form", ["exported", "live"])
def test_the_file_opens_on_what_is_shown_without_a_network(visit, chromium, tmp_path, form):
    screen = visit("toy=place&show=header,switchboard,stream,sentence&theme=dark", form)
    screen.press("2", "5", "ArrowLeft")
    file = downloaded(shared(screen).page, "link", "Download it as one file", tmp_path)
    other = new_screen(chromium, file.as_uri())
    cut_network(other)
    other.open()
    assert other.sentence() == screen.sentence()
    assert other.tables() == screen.tables()
    assert other.page.evaluate("document.documentElement.dataset.theme") == "dark"
    assert not other.page.get_by_role("region", name="Paths").is_visible()
    other.press("2").press("r")
    assert other.off() == ["MLP 1", "Attention 3"], "Reset goes back to how the file opens"
    close(other)
    assert other.faults == []


def test_a_views_file_opens_on_what_is_shown(chromium, urls, tmp_path):
    screen = new_view_screen(chromium, urls("embed").replace("embed/lab", "stacks"))
    screen.open("depth=54&gain=0.25&hide=stack-lesion")
    file = downloaded(shared(screen).page, "link", "Download it as one file", tmp_path)
    other = new_view_screen(chromium, file.as_uri())
    cut_network(other)
    other.open()
    assert other.shown() == screen.shown()
    for each in (screen, other):
        close(each)
        assert each.faults == []


@pytest.mark.parametrize("chart", CHARTS[::2])  # one of the page's own, one of Bokeh's, and so on
def test_pictures_and_numbers_of_each_chart(fresh, tmp_path, chart):
    screen = fresh.press("3")
    table = screen.tables(full=True)[chart]
    shared(screen)
    png = downloaded(screen.page, "button", f"{chart}: PNG", tmp_path).read_bytes()
    assert png[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", png[16:24])
    assert min(width, height) > 300
    assert len(png) > 8_000, "a picture of nothing"
    svg = ElementTree.fromstring(downloaded(screen.page, "button", f"{chart}: SVG", tmp_path).read_text("utf-8"))
    assert (2 * float(svg.get("width", 0)), 2 * float(svg.get("height", 0))) == pytest.approx((width, height), abs=2)
    assert chart in "".join(svg.itertext())
    if chart not in ("Layers", "The model says", "All 64 worlds"):  # drawn without Bokeh
        assert len(list(svg.iter(f"{SVG}path"))) > 5
    text = downloaded(screen.page, "button", f"{chart}: CSV", tmp_path).read_text("utf-8")
    columns, *rows = list(csv.reader(text.splitlines()))
    assert columns == table["columns"]
    assert rows == table["rows"]
    assert not any(re.search("[−×%]", cell) for row in rows for cell in row[1:])


def test_the_dialog_is_reached_and_left_by_keys(visit):
    screen = visit(form="exported")
    screen.button("Share").focus()
    screen.press("Enter")
    dialog = screen.page.get_by_role("dialog", name="Share")
    assert dialog.is_visible()
    screen.press("Escape")
    assert not dialog.is_visible()
    assert screen.button("Share").evaluate("(button) => button === document.activeElement")
