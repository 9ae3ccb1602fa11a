"""Firefox and WebKit, one of each for all tests here, a lab to show them, and what they are shown it beside."""

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import cache, partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread

import pytest

sys.path.insert(0, str(Path(__file__).parents[1] / "browser"))
sys.path.insert(0, str(Path(__file__).parent))

import firefox
import webkit
from driven_browser import Browser, NoBrowser
from firefox import Firefox
from servers import ROOT, Server  # pyright: ignore[reportMissingImports]
from webkit import WebKit

# Firefox tells of each address that a sandboxed file may not have; the page goes on without one.
NO_ADDRESS = "UNIVERSAL_FILE_URI_ORIGIN may not load data from"


def pytest_sessionstart() -> None:
    """Say what is missing once, and not for each test."""
    missing = []
    for find in (firefox.find, webkit.find):
        try:
            find()
        except NoBrowser as sentence:
            missing.append(str(sentence))
    if missing:
        pytest.exit("\n".join(missing), returncode=1)


@pytest.fixture(scope="session", params=["firefox", "webkit"])
def browser(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    browser = WebKit() if request.param == "webkit" else Firefox(tmp_path_factory.mktemp("profile"))
    yield browser
    browser.close()


@pytest.fixture
def page(browser: Browser) -> Iterator[Browser]:
    """The browser with the room of a laptop. No page may have complained about anything."""
    browser.resize(1366, 768)
    yield browser
    faults = [fault for fault in browser.faults if NO_ADDRESS not in fault]
    browser.faults.clear()
    assert faults == [], "\n".join(faults)
    browser.leave()
    assert not browser.ask("document.documentElement.hasAttribute('data-failed')")


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    running = Server()
    yield running
    running.kill()


@pytest.fixture(scope="session")
def driven() -> Iterator[str]:
    """The address of a live lab whose Python side answers step 1 by switching layers 1 and 3 off."""
    command = [sys.executable, str(ROOT / "tests" / "browser" / "driven.py"), "0"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, text=True, env=os.environ | {"BOKEH_SECRET_KEY": "o" * 64}
    )
    assert process.stdout is not None
    yield process.stdout.readline().strip()
    process.kill()
    process.communicate()


@pytest.fixture(scope="session")
def course(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the example of a course page, and beside it the two files that it frames."""
    folder = tmp_path_factory.mktemp("course")
    (folder / "plain.html").write_bytes((ROOT / "assets" / "examples" / "plain.html").read_bytes())
    residual_lab("export", str(folder / "lab.html"))
    residual_lab("export", str(folder / "gradient.html"), "--view", "gradient", "--state", "toy=cancel")
    return folder


@pytest.fixture
def site(tmp_path: Path) -> Iterator[Callable[[str], str]]:
    """`site(html)` is the address of a page with this in it."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(tmp_path)))
    Thread(target=server.serve_forever, daemon=True).start()

    def put(html: str) -> str:
        (tmp_path / "page.html").write_text(f"<!doctype html><meta charset=utf-8>{html}", encoding="utf-8")
        return f"http://127.0.0.1:{server.server_port}/page.html"

    yield put
    server.shutdown()
    server.server_close()


class Quiet(SimpleHTTPRequestHandler):
    """Says nothing of what it is asked."""

    def log_message(self, format: str, *args: object) -> None:
        pass


def residual_lab(*words: str) -> str:
    """What the command line answers."""
    command = [sys.executable, "-m", "app", *words]
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout


@pytest.fixture(scope="session")
def total() -> Callable[[str], float]:
    """`total(query)` is what the switched layers did to the readout, by Python."""

    @cache
    def total(query: str) -> float:
        return json.loads(residual_lab("numbers", "--state", query))["numbers"]["effect_total"]["values"]

    return total
