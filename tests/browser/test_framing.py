"""The lab in a frame of another site: shown where that is allowed, and a sentence with a way out where it is not."""

from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest
from screen import READY, close, new_screen
from servers import Server


class Course(BaseHTTPRequestHandler):
    """A course page that frames whatever its query names."""

    def do_GET(self) -> None:
        framed = parse_qs(urlsplit(self.path).query).get("frame", ["about:blank"])[0]
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(f'<!doctype html><iframe width="1300" height="760" src="{framed}"></iframe>'.encode())

    def log_message(self, format: str, *args: object) -> None:
        pass


@pytest.fixture(scope="module")
def courses() -> Iterator[list[str]]:
    """The HOST:PORT of three course pages: another site than the lab's twice, and another port of the lab's own."""
    servers = [ThreadingHTTPServer((host, 0), Course) for host in ("127.0.0.1", "127.0.0.1", "localhost")]
    threads = [Thread(target=server.serve_forever) for server in servers]
    for thread in threads:
        thread.start()
    hosts = ("127.0.0.1", "127.0.0.1", "localhost")
    yield [f"{host}:{server.server_port}" for host, server in zip(hosts, servers, strict=True)]
    for server, thread in zip(servers, threads, strict=True):
        server.shutdown()
        thread.join()
        server.server_close()


@pytest.fixture(scope="module")
def choosy(courses: list[str]) -> Iterator[Server]:
    running = Server("--allow-frame", courses[0])
    yield running
    running.kill()


@pytest.mark.parametrize("path", ["embed/lab", ""])
def test_a_site_that_is_allowed_shows_the_lab(chromium, choosy, courses, path):
    screen = new_screen(chromium, f"http://{courses[0]}/")
    screen.page.goto(f"{screen.url}?frame={choosy.url}{path}")
    inside = screen.page.frame_locator("iframe")
    inside.locator(READY).wait_for()
    inside.get_by_role("switch", name="MLP 2", exact=True).click()
    assert "Without MLP 2" in inside.get_by_role("status", name="Effect").inner_text()
    close(screen)
    assert screen.faults == []


@pytest.mark.parametrize("path", ["embed/lab?off=3", "stacks"])
@pytest.mark.parametrize("which", [1, 2], ids=["another site", "another port"])
def test_any_other_site_is_told_so_and_given_a_way_out(chromium, choosy, courses, path, which):
    screen = new_screen(chromium, f"http://{courses[which]}/")
    screen.page.goto(f"{screen.url}?frame={choosy.url}{path}")
    inside = screen.page.frame_locator("iframe")
    assert f"only on {courses[0]}." in inside.get_by_role("main").inner_text()
    with screen.page.expect_popup() as opened:
        inside.get_by_role("link").click()
    opened.value.wait_for_selector("main:not([aria-busy=true]) [role=status]")
    asked, shown = urlsplit(f"{choosy.url}{path}"), urlsplit(opened.value.url)
    assert (shown.netloc, shown.path) == (asked.netloc, asked.path)
    assert dict(parse_qsl(asked.query)).items() <= dict(parse_qsl(shown.query)).items()
    close(screen)
    assert [fault for fault in screen.faults if "403" not in fault] == []


def test_a_page_that_was_seen_before_is_not_shown_in_a_frame_elsewhere(chromium, choosy, courses):
    """The browser has the page itself, and the sentence must not take its place in turn."""
    screen = new_screen(chromium, f"{choosy.url}embed/lab").open()
    screen.page.goto(f"http://{courses[1]}/?frame={choosy.url}embed/lab")
    screen.page.frame_locator("iframe").get_by_role("link").wait_for()
    screen.open("off=2")
    screen.open()
    close(screen)
    assert [fault for fault in screen.faults if "403" not in fault] == []


def test_unless_told_otherwise_any_site_shows_it(chromium, server, courses):
    screen = new_screen(chromium, f"http://{courses[1]}/")
    screen.page.goto(f"{screen.url}?frame={server.url}embed/lab")
    screen.page.frame_locator("iframe").locator(READY).wait_for()
    close(screen)
    assert screen.faults == []
