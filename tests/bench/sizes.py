"""How much is sent and how fast: run `python tests/bench/sizes.py`.

The exported file's size and requests, what the first visit to the live lab transfers (as encoded on the wire, headers
included), and how many embedded pages a second one core serves: pages asked for over kept-alive connections, divided by
the processor time that the server spent on them, so that neither the asking nor other programs count.
"""

from __future__ import annotations

import gzip
from collections.abc import Callable
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple
from urllib.parse import urlsplit

from chromium import chromium, new_visitor, open_lab
from playwright.sync_api import Browser, Page
from serving import MB, Watched, export, processor_seconds, watched

SETTLE_MS = 2000
PAGES = 2000


class Row(NamedTuple):
    """A number found, and what it may at most (or must at least) be."""

    what: str
    found: float
    limit: float
    at_most: bool = True


class Traffic:
    """Everything that a page asks the network for, from now on."""

    def __init__(self, page: Page) -> None:
        self.requests: list[str] = []
        self.bytes = 0.0
        self.socket_bytes = 0
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        heard: dict[str, Callable[[Any], None]] = {
            "Network.requestWillBeSent": lambda event: self._ask(event["request"]["url"]),
            "Network.webSocketCreated": lambda event: self._ask(event["url"]),
            "Network.loadingFinished": self._receive,
            "Network.webSocketFrameReceived": self._receive_frame,
        }
        for event, handler in heard.items():
            network.on(event, handler)

    def _ask(self, url: str) -> None:
        if not url.startswith(("data:", "blob:")):
            self.requests.append(url)

    def _receive(self, event: Any) -> None:
        self.bytes += max(event["encodedDataLength"], 0)

    def _receive_frame(self, event: Any) -> None:
        self.socket_bytes += len(event["response"]["payloadData"])


def visit(browser: Browser, url: str) -> Traffic:
    """Open the lab with an empty cache and wait until nothing more is asked for."""
    page = new_visitor(browser).new_page()
    traffic = Traffic(page)
    open_lab(page, url)
    page.wait_for_timeout(SETTLE_MS)
    page.context.close()
    return traffic


def exported(browser: Browser) -> list[Row]:
    """The file's size, raw and compressed, and what it asks for beside itself."""
    with TemporaryDirectory() as folder:
        out = Path(folder, "lab.html")
        export(out)
        raw = out.read_bytes()
        traffic = visit(browser, out.as_uri())
    return [
        Row("exported file, MB", len(raw) / MB, 4.0),
        Row("exported file, gzipped, MB", len(gzip.compress(raw)) / MB, 1.1),
        Row("exported file, requests beside itself", len(traffic.requests) - 1, 0),
    ]


def live(browser: Browser, url: str) -> list[Row]:
    """The first visit; what the websocket carries later is counted in."""
    traffic = visit(browser, url)
    return [
        Row("live lab, first load, MB", (traffic.bytes + traffic.socket_bytes) / MB, 1.0),
        Row("live lab, first load, requests", len(traffic.requests), 25),
    ]


def embedded(server: Watched) -> list[Row]:
    """Pages a second, in whole and when the browser has it already; and the sessions that they left behind."""
    where = urlsplit(server.url)
    connection = HTTPConnection(where.hostname or "", where.port)
    headers = {"Accept-Encoding": "gzip"}
    sessions = server.sessions()
    etag = ask(connection, headers)
    whole = rate(lambda: ask(connection, headers), server.pid)
    known = rate(lambda: ask(connection, {**headers, "If-None-Match": etag}), server.pid)
    held = server.sessions() - sessions
    return [
        Row("embedded pages a second on one core", whole, 1000, at_most=False),
        Row("… that the browser has already (304)", known, 1000, at_most=False),
        Row("… sessions that were opened for them", held, 0),
    ]


def ask(connection: HTTPConnection, headers: dict[str, str]) -> str:
    """Get the embedded lab over a connection that stays open. Returns its ETag."""
    connection.request("GET", "/embed/lab", headers=headers)
    response = connection.getresponse()
    response.read()
    if response.status not in (200, 304):
        raise RuntimeError(f"expected /embed/lab to answer 200 or 304, got {response.status}")
    return response.headers["ETag"]


def rate(run: Callable[[], object], pid: int) -> float:
    """How often a second of the server's processor time allows `run`."""
    before = processor_seconds(pid)
    for _ in range(PAGES):
        run()
    return PAGES / (processor_seconds(pid) - before)


def main() -> None:
    """Measure and print one table."""
    with chromium() as browser, watched("lab") as server:
        rows = [*exported(browser), *live(browser, server.url), *embedded(server)]
    print(f"{'':40}{'found':>10}{'wanted':>12}")
    for what, found, limit, at_most in rows:
        missed = found > limit if at_most else found < limit
        print(f"{what:40}{found:10.4g}{'≤' if at_most else '≥':>6} {limit:<5g}{'  missed' if missed else ''}")


if __name__ == "__main__":
    main()
