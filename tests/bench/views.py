"""How large each view's file is, and how soon its first control answers: run `python tests/bench/views.py [PRESSES]`.

Each view and the lab are opened from an exported file and worked by keys, in turns within one run: in the lab a layer's
key, in a view the first control of its header. Times as in paint.py.
"""

from __future__ import annotations

import gzip
import os
import sys
from itertools import cycle
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from chromium import READY, chromium, new_visitor
from playwright.sync_api import Browser, Page
from serving import BENCH

from app.screens.screens import export_html, screens
from app.screens.views import views

QUIET_MS = 250
WARM_UP = 4
TIMES = ("drawn", "painted", "charts")


def opened(browser: Browser, file: Path) -> Page:
    """The page of a file, with the probe in it and the focus on its first control."""
    page = new_visitor(browser).new_page()
    page.add_init_script(path=BENCH / "probe.js")
    page.goto(file.as_uri())
    page.locator(READY).wait_for()
    if file.stem != "lab":
        page.locator("header select").first.focus()
    return page


def answer(page: Page, key: str) -> list[float]:
    """How long a key's answer took, in milliseconds, by TIMES."""
    page.bring_to_front()
    page.evaluate("ms => probe.arm(ms)", QUIET_MS)
    page.keyboard.press(key)
    return page.evaluate("ms => probe.result(ms)", QUIET_MS)


def main() -> None:
    """Measure and print a table."""
    presses = int(sys.argv[1]) if len(sys.argv) > 1 else 30
    names = ("lab", *views())
    with TemporaryDirectory() as folder, chromium() as browser:
        files = {name: Path(folder) / f"{name}.html" for name in names}
        for name, file in files.items():
            state, _ = screens()[name].read("")
            file.write_text(export_html(screens()[name], state), encoding="utf-8")
        sizes = {name: len(gzip.compress(file.read_bytes(), 9)) / 1e6 for name, file in files.items()}
        pages = {name: opened(browser, file) for name, file in files.items()}
        keys = {name: cycle("1" if name == "lab" else ("ArrowDown", "ArrowUp")) for name in names}
        rounds = [{name: answer(pages[name], next(keys[name])) for name in names} for _ in range(WARM_UP + presses)]
    print(f"{presses} presses a page, in turns; load {os.getloadavg()[0]:.1f}; ms, median (95th percentile)\n")
    print(f"{'':16}{'MB, gzip':>10}" + "".join(f"{what:>17}" for what in TIMES) + f"{'painted / lab':>16}")
    found = {name: list(zip(*(each[name] for each in rounds[WARM_UP:]), strict=True)) for name in names}
    for name, times in found.items():
        middle = [median(each) for each in times]
        high = [quantiles(each, n=20, method="inclusive")[-1] for each in times]
        texts = (f"{m:.1f} ({h:.1f})" for m, h in zip(middle, high, strict=True))
        ratio = middle[1] / median(found["lab"][1])
        print(f"{name:16}{sizes[name]:10.3f}" + "".join(f"{text:>17}" for text in texts) + f"{ratio:16.2f}")


if __name__ == "__main__":
    main()
