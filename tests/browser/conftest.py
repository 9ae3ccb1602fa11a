"""One Chromium, one server and one exported file for all tests here; every test gets a page of its own to open."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright

sys.path.insert(0, str(Path(__file__).parent))

from chromium import NoChromium, find
from modules import opened_up
from screen import Screen, close, new_screen
from servers import Server
from typefaces import configuration

from app.screens.screens import export_html, screens
from app.screens.views import views
from app.state.address import parse

# What a test never looks at and would pay for in each new window. The last list of features replaces Playwright's own.
UNSEEN = "WebUIOmniboxPopup,WebUIOmniboxAimPopup,AimEnabled,HttpsUpgrades,MediaRouter,OptimizationHints,PaintHolding"
QUIET = [
    "--no-sandbox",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={UNSEEN}",
]

Opener = Callable[..., Screen]


@pytest.fixture(scope="session")
def engine() -> Iterator[Playwright]:
    with sync_playwright() as playwright:
        yield playwright


@pytest.fixture(scope="session")
def chromium_path(engine: Playwright) -> str:
    try:
        return find(engine.chromium.executable_path)
    except NoChromium as missing:
        pytest.fail(str(missing), pytrace=False)


@pytest.fixture(scope="session")
def chromium(engine: Playwright, chromium_path: str) -> Iterator[Browser]:
    browser = engine.chromium.launch(executable_path=chromium_path, args=QUIET)
    yield browser
    browser.close()


@pytest.fixture(scope="session")
def chromium_with(
    engine: Playwright, chromium_path: str, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Callable[[str], Browser]]:
    """`chromium_with(typeface)` is a browser that has this one typeface, whatever the machine has (typefaces.py)."""
    browsers: dict[str, Browser] = {}

    def browser(typeface: str) -> Browser:
        if typeface not in browsers:
            known: dict[str, Any] = {**os.environ, **configuration(typeface, tmp_path_factory.mktemp("typeface"))}
            browsers[typeface] = engine.chromium.launch(executable_path=chromium_path, args=QUIET, env=known)
        return browsers[typeface]

    yield browser
    for each in browsers.values():
        each.close()


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.kill()


@pytest.fixture(scope="session")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lab as one file, opening as it does when nothing is said."""
    return written(tmp_path_factory.mktemp("exported"), "")


@pytest.fixture(scope="session")
def exported_tanh(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The lab as one file that opens on the tanh toy, whose numbers never change."""
    return written(tmp_path_factory.mktemp("tanh"), "toy=tanh")


def written(folder: Path, query: str) -> Path:
    file = folder / "lab.html"
    file.write_text(export_html(screens()["lab"], parse(query).state), encoding="utf-8")
    return file


@pytest.fixture(scope="session")
def exported_view(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """`exported_view(name)` is the address of a view as one file, which is made once."""
    folder = tmp_path_factory.mktemp("views")

    def exported(name: str) -> str:
        file = folder / f"{name}.html"
        if not file.exists():
            view = views()[name]
            file.write_text(export_html(view, view.defaults()), encoding="utf-8")
        return file.as_uri()

    return exported


@pytest.fixture(scope="session")
def urls(request: pytest.FixtureRequest) -> Callable[[str], str]:
    """The address of the lab by the way it is served: "exported", "exported_tanh", "embed" or "live"."""

    def url(form: str) -> str:
        if form.startswith("exported"):
            return request.getfixturevalue(form).as_uri()
        server = request.getfixturevalue("server")
        return {"embed": f"{server.url}embed/lab", "live": server.url}[form]

    return url


@pytest.fixture
def visit(chromium: Browser, urls: Callable[[str], str]) -> Iterator[Opener]:
    """`visit(query, form="exported_tanh", size=(1366, 768), **context options)` opens a lab for this test.

    After the test, no page may have complained about anything.
    """
    opened: list[Screen] = []

    def visit(
        query: str = "", form: str = "exported_tanh", size: tuple[int, int] = (1366, 768), **options: Any
    ) -> Screen:
        opened.append(new_screen(chromium, urls(form), size, **options))
        return opened[-1].open(query)

    yield visit
    faults = [fault for screen in opened for fault in screen.faults]
    for screen in opened:
        close(screen)
    assert faults == [], "\n".join(faults)


@pytest.fixture(scope="module")
def lab(chromium: Browser, urls: Callable[[str], str]) -> Iterator[Screen]:
    """One exported lab on the tanh toy, for the tests of a file that each put it back to where they found it."""
    screen = new_screen(chromium, urls("exported_tanh")).open()
    yield screen
    faults = screen.faults
    close(screen)
    assert faults == [], "\n".join(faults)


@pytest.fixture(scope="session")
def exported_modules(exported_tanh: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same file, with modules that can be imported by a test (modules.py)."""
    file = tmp_path_factory.mktemp("modules") / "lab.html"
    file.write_text(opened_up(exported_tanh.read_text(encoding="utf-8")), encoding="utf-8")
    return file


@pytest.fixture(scope="module")
def modules(chromium: Browser, exported_modules: Path) -> Iterator[Screen]:
    """A lab in whose page a test may `import("lab/…")`."""
    screen = new_screen(chromium, exported_modules.as_uri()).open()
    yield screen
    close(screen)


@pytest.fixture
def fresh(lab: Screen) -> Screen:
    """The file's one lab as it opened: no dialog, the focus nowhere, everything on."""
    return lab.press("Escape").blur().press("r")
