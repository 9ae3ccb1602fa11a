"""A class arrives: run `python tests/bench/class_arrives.py [OPENS [SECONDS]]`, by default 300 opens in 10 s.

So many visitors with empty caches, spread evenly, open the embedded lab, the live lab, and the plain Panel app of
plain_panel.py; each time on a new server that one visitor has seen before, and all stay until everyone has come. No
machine holds 300 browsers, so the visitors are those of visitor.py: each fetches the page, then its scripts at once,
then opens its session, if there is one, and pulls the document. Both labs can draw when the page and its scripts are
there, plain Panel when the session has answered; the style sheets that it then asks for are left out, in its favour.
To tie this to browsers, one Chromium with an empty cache opens the same page all the while, one visit after another.

Printed for each: how long an open took, from when it was due, until the page and its scripts and until the session too
had arrived; how long Chromium took from a visit's start until it drew into a chart; errors; the slowest answer of
`/liveness`, asked five times a second; the server's memory, processor time and sessions; and ratios to plain Panel.
Last, the live lab takes arrivals at twice the rate each time, until an open's 95th percentile passes 2 s or errors
appear.
"""

from __future__ import annotations

import multiprocessing
import os
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import Executor, ProcessPoolExecutor
from dataclasses import dataclass

from arrivals import Arrival, arrive, p50, p95
from chromium import SCREEN, chromium, new_visitor
from playwright.sync_api import Browser
from serving import Watched, watched
from visitor import PATIENCE

PAGES = {"embed": ("lab", "embed/lab"), "live": ("lab", ""), "plain Panel": ("panel", "")}
PANEL = "plain Panel"
FIRST_RATE, SLOW = 5, 2.0

# When a mark was first drawn into a canvas that is in the page; Bokeh measures texts in others.
FIRST_CHART = """
window.firstChart = new Promise((resolve) => {
  for (const name of ["fill", "stroke", "fillRect"]) {
    const draw = CanvasRenderingContext2D.prototype[name]
    CanvasRenderingContext2D.prototype[name] = function (...shape) {
      draw.apply(this, shape)
      if (this.canvas.isConnected) resolve(performance.now())
    }
  }
})
"""


@dataclass
class Class:
    """What was found with one kind of page: the visitors' times, Chromium's, and the server before and after."""

    arrival: Arrival
    drawn: list[float]
    before: float
    after: float
    left: int


def first_chart(browser: Browser, url: str) -> float:
    """Seconds from the start of a visit until a chart is drawn."""
    with new_visitor(browser) as visitor:
        page = visitor.new_page()
        page.set_default_timeout(PATIENCE * 1000)
        page.add_init_script(FIRST_CHART)
        page.goto(url, wait_until="commit")
        return page.evaluate("() => window.firstChart") / 1000


def measure(browser: Browser, pool: Executor, name: str, opens: int, seconds: float) -> Class:
    """Let a class arrive at one kind of page."""
    app, path = PAGES[name]
    with watched(app) as server:
        first_chart(browser, server.url + path)
        before = server.resident()
        arriving = pool.submit(arrive, server, path, opens, seconds)
        drawn = []
        while not arriving.done():
            drawn.append(first_chart(browser, server.url + path))
        left = server.all_discarded()
        return Class(arriving.result(), drawn, before, server.resident(), left)


def rows(found: Class, opens: int) -> Iterator[tuple[str, float]]:
    """What is printed of it, in the order of the table."""
    arrival = found.arrival
    yield "page and scripts, p50, s", p50(arrival.page)
    yield "page and scripts, p95, s", p95(arrival.page)
    yield "page and scripts, most, s", max(arrival.page, default=float("nan"))
    yield "with the session, p50, s", p50(arrival.opened)
    yield "with the session, p95, s", p95(arrival.opened)
    yield "with the session, most, s", max(arrival.opened, default=float("nan"))
    yield "Chromium's first chart, p50, s", p50(found.drawn)
    yield "Chromium's first chart, p95, s", p95(found.drawn)
    yield "Chromium's visits", len(found.drawn)
    yield "errors", arrival.errors.total()
    yield "all had come after, s", arrival.took
    yield "/liveness, slowest answer, s", max(arrival.alive)
    yield "server, processor s", arrival.serving
    yield "server, processor ms an open", 1000 * arrival.serving / (opens + len(found.drawn))
    yield "server's memory before, MB", found.before
    yield "server's memory with all there, MB", arrival.resident
    yield "server's memory afterwards, MB", found.after
    yield "sessions with all there", arrival.sessions
    yield "sessions afterwards", found.left
    yield "the generator, share of a core", arrival.asking / arrival.took


def most_a_second(pool: Executor, server: Watched, seconds: float) -> float:
    """The highest rate of arrivals, among doubled ones, at which the live lab still opens soon. Prints each."""
    good, rate = 0, FIRST_RATE
    while True:
        arrival = pool.submit(arrive, server, "", round(rate * seconds), seconds).result()
        failed, slowest = arrival.errors.total(), p95(arrival.opened)
        busy = f"server {arrival.serving / arrival.took:.0%} of a core, generator {arrival.asking / arrival.took:.0%}"
        print(f"{rate:5} opens a second: p95 {slowest:.2f} s, {failed} errors; {busy}")
        if failed or not slowest <= SLOW:
            return good
        good, rate = rate, 2 * rate


def main() -> None:
    """Measure and print a table, then the search for the most."""
    opens = int(sys.argv[1]) if len(sys.argv) > 1 else 300
    seconds = float(sys.argv[2]) if len(sys.argv) > 2 else 10
    # Not forked: Playwright's threads and sockets are no business of the generator's.
    spawn = multiprocessing.get_context("spawn")
    with ProcessPoolExecutor(1, spawn) as pool:
        with chromium() as browser:
            print(f"{opens} opens in {seconds:g} s; Chromium {browser.version}, {SCREEN['width']} × {SCREEN['height']}")
            found = {name: measure(browser, pool, name, opens, seconds) for name in PAGES}
        print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the end\n")
        table = {name: dict(rows(a_class, opens)) for name, a_class in found.items()}
        ratios = [name for name in PAGES if name != PANEL]
        print(f"{'':36}" + "".join(f"{name:>15}" for name in [*PAGES, *(f"{name} / plain" for name in ratios)]))
        for what, plain in table[PANEL].items():
            numbers = [table[name][what] for name in PAGES]
            against = [table[name][what] / plain if plain else float("nan") for name in ratios]
            print(f"{what:36}" + "".join(f"{number:15.4g}" for number in [*numbers, *against]))
        for error, times in sum((a_class.arrival.errors for a_class in found.values()), Counter[str]()).items():
            print(f"{times} times {error}")
        print("\nHow many a second the live lab takes:")
        with watched("lab") as server:
            print(f"the last good rate: {most_a_second(pool, server, seconds)} opens a second")


if __name__ == "__main__":
    main()
