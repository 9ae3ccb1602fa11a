"""The lab as a folder of plain files: served below a path by a server that knows nothing of it, and from disk."""

import re
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest
from screen import Screen, close, cut_network, new_screen
from view_screen import new_view_screen

from app.screens.lab import WIDGETS
from app.screens.page import strings
from app.screens.screens import on_the_menu, screens
from app.screens.site import write_site

MENU = strings(())["labs"]["lab"]
OUTSIDE = {
    "src or href": r"""\b(?:src|href)\s*=\s*["']?(?:https?:)?//""",
    "url()": r"""url\(\s*["']?(?:https?:)?//""",
    "import": r"""\bimport\s*(?:\(\s*)?["'`](?:https?:)?//|from\s*["'](?:https?:)?//""",
}


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The root of a web server, with the site somewhere below it."""
    root = tmp_path_factory.mktemp("www")
    (root / "course").mkdir()
    write_site(root / "course/lab")
    return root


@pytest.fixture(scope="module")
def served(folder: Path) -> Iterator[str]:
    """The site's address, with "/"."""
    server = ThreadingHTTPServer(("localhost", 0), partial(Quiet, directory=str(folder)))
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield f"http://localhost:{server.server_port}/course/lab/"
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.fixture(params=["served", "from disk"])
def site(request: pytest.FixtureRequest, served: str, folder: Path) -> str:
    return served if request.param == "served" else f"{(folder / 'course/lab').as_uri()}/"


@pytest.fixture(scope="module")
def files(folder: Path) -> dict[str, str]:
    site = folder / "course/lab"
    written = [path for path in site.rglob("*") if path.is_file()]
    return {path.relative_to(site).as_posix(): path.read_text(encoding="utf-8") for path in written}


def test_every_screen_is_there_once_to_read_and_once_to_embed(files: dict[str, str]):
    pages = {name for name in files if name.endswith(".html")}
    assert pages == {
        "index.html",
        *(f"{name}.html" for name in on_the_menu()[1:]),
        *(f"embed/{name}.html" for name in screens()),
    }
    (library,) = set(files) - pages
    assert re.fullmatch(r"static/bokeh-[0-9a-f]{16}\.min\.js", library)


def test_nothing_is_asked_of_another_host(files: dict[str, str]):
    for name, text in files.items():
        for what, pattern in OUTSIDE.items():
            assert re.search(pattern, text) is None, (name, what)


def test_every_link_is_relative_and_leads_to_a_file_of_the_site(files: dict[str, str]):
    for name in (name for name in files if name.endswith(".html")):
        links = re.findall(r'<(?:script\b|a\b|link rel="preload")[^>]* (?:src|href)="([^"]+)"', files[name])
        assert links, name
        for link in links:
            folder = Path("/site", name).parent
            assert (folder / link).resolve().relative_to("/site").as_posix() in files, (name, link)
        menu = '<nav id="menu"' in files[name]
        assert menu == ("/" not in name), "what is embedded leads nowhere"
        assert files[name].count('aria-current="page"') == menu


def finish(screen: Screen) -> None:
    close(screen)
    assert screen.faults == [], "\n".join(screen.faults)


@pytest.mark.parametrize(
    ("site", "name"),
    [("served", "effect"), ("served", "reading"), ("from disk", "lab")],
    indirect=["site"],
)
def test_each_screen_opens_and_asks_for_nothing_but_itself_and_bokeh(chromium, site, name):
    new = new_screen if name in WIDGETS else new_view_screen
    screen = new(chromium, f"{site}embed/{name}.html").open()
    asked = [url for url in screen.asked if not url.startswith(("data:", "blob:"))]
    assert len(asked) == 2
    assert all(url.startswith(site) for url in asked)
    if name in WIDGETS:
        assert screen.press("3").effect()["total"] != 0
        assert screen.wait_for_query(lambda query: query.get("off") == "3")
    finish(screen)


# The effect at full precision, and what every picture says, in all worlds, each one switch from the one before.
ALL_WORLDS = """async () => {
  const seen = []
  for (let world = 1; world <= 64; world++) {
    const layer = Math.log2(world & -world) % 6
    seen.push({ sentence: reading.sentence(), twins: reading.twins() })
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: `${layer + 1}`, bubbles: true, cancelable: true }))
    await reading.settled()
  }
  return seen
}"""


def test_live_in_a_file_and_on_the_site_all_64_worlds_say_the_same(chromium, server, exported, served):
    told = []
    for url in (server.url, exported.as_uri(), f"{served}index.html"):
        screen = new_screen(chromium, url).open()
        told.append(screen.page.evaluate(ALL_WORLDS))
        finish(screen)
    assert len({str(world["sentence"]["text"]) for world in told[0]}) == 64
    assert told[0] == told[1] == told[2]


def test_the_menu_leads_from_page_to_page_and_back_with_what_is_shown(chromium, folder):
    screen = new_view_screen(chromium, (folder / "course/lab/index.html").as_uri())
    screen.open("off=2&prompt=5")
    said = screen.said()
    for name in (*on_the_menu()[1:], "index"):
        screen.page.locator("header nav a").nth(0 if name == "index" else on_the_menu().index(name)).evaluate(
            "a => a.click()"
        )
        screen.page.wait_for_url(f"**/course/lab/{name}.html*")
        screen.ready()
        assert screen.notices() == []
        if name == "reading":
            assert screen.page.locator("[name=prompt] option:checked").inner_text() == "the cat slept in the"
    assert (screen.said(), screen.off()) == (said, ["MLP 1"])
    # What this page does not carry, the reader has not asked it for.
    screen.page.locator("header nav a").nth(on_the_menu().index("reading")).evaluate("a => a.click()")
    screen.page.wait_for_url("**/reading.html*")
    screen.ready().page.locator("[name=toy]").select_option("and")
    screen.page.locator("header nav a").first.evaluate("a => a.click()")
    screen.page.wait_for_url("**/index.html*")
    assert screen.ready().notices() == []
    assert screen.choice("Toy").input_value() == "place"
    finish(screen)


def test_a_folder_s_address_opens_the_whole_lab(chromium, served):
    screen = new_screen(chromium, served).open("off=2&prompt=3")
    assert screen.off() == ["MLP 1"]
    assert screen.notices() == []
    finish(screen)


def test_offline_each_choice_on_offer_can_be_had(chromium, folder):
    screen = new_screen(chromium, (folder / "course/lab/index.html").as_uri())
    cut_network(screen)
    screen.open()
    for name in ("Toy", "Word explained", "explaining"):
        for option in screen.choice(name).locator("option").all():
            screen.choice(name).select_option(option.get_attribute("value"))
            screen.settle()
            assert screen.notices() == []
    finish(screen)


def test_sharing_hands_out_no_copy_of_a_page_that_has_bokeh_beside_it(chromium, served):
    screen = new_screen(chromium, f"{served}index.html").open("off=2")
    screen.button("Share").click()
    dialog = screen.page.get_by_role("dialog", name="Share")
    assert dialog.get_by_role("button", name="Effect: PNG").is_visible()
    assert not dialog.get_by_text("Download it as one file").is_visible()
    finish(screen)
