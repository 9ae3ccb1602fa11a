"""How soon a click is answered: run `python tests/bench/paint.py [CLICKS]`.

The same clicks, in turns within one run, on the lab (live, live behind a slow network, exported to a file), on a
hand-written canvas page and on a plain Panel app. Three times are measured on each, from the click event, by probe.js:
- drawn: the end of the frame in which the effect sentence has changed;
- painted: the start of the frame after it, which a busy page delays; the goals are about this stricter one;
- charts: the last call of a 2D context or change of the document that the click caused.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from tempfile import TemporaryDirectory
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import numpy as np
from chromium import SCREEN, chromium, new_visitor
from playwright.sync_api import Browser, Page
from serving import BENCH, LAB, PLAIN_PANEL, delayed, export, serving

import toy_models
from app.state import selection
from app.tables import keys, tables
from app.tables.encoding import exact

LAYERS = 6
QUIET_MS = 250
ADDED_MS = 100
TIMES = ("drawn", "painted", "charts")
HAND, LIVE, SLOW, FILE = "hand-written", "lab", f"lab, +{ADDED_MS} ms", "lab, exported"
PANEL, SLOW_PANEL = "plain Panel", f"plain Panel, +{ADDED_MS} ms"


@dataclass
class Subject:
    """One page under measurement, and what was measured: milliseconds, one a click."""

    name: str
    page: Page
    times: dict[str, list[float]] = field(default_factory=lambda: {what: [] for what in TIMES})

    def middle(self, what: str) -> float:
        """The median."""
        return median(self.times[what])

    def p95(self, what: str) -> float:
        """The 95th percentile."""
        return quantiles(self.times[what], n=20, method="inclusive")[-1]

    def click(self, layer: int) -> None:
        """Press a layer's switch as a mouse would, once nothing moves, and note how long the answer took."""
        self.page.bring_to_front()
        switch = self.page.locator("button[role=switch], [role=switch] .bk-body").nth(layer)
        box = switch.bounding_box()
        assert box is not None
        # What pointing at it changes has to be over before the click.
        self.page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
        self.page.evaluate("ms => probe.arm(ms)", QUIET_MS)
        self.page.mouse.down()
        self.page.mouse.up()
        for what, time in zip(TIMES, self.page.evaluate("ms => probe.result(ms)", QUIET_MS), strict=True):
            self.times[what].append(time)


class Goal(NamedTuple):
    """Something found, and the most that it may be."""

    what: str
    found: float
    most: float


@contextmanager
def addresses() -> Iterator[dict[str, str]]:
    """Every page's address, while its server runs. Half of the added delay is spent on each way."""
    half = ADDED_MS / 2000
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory()))
        lab, _ = stack.enter_context(serving(*LAB))
        panel, _ = stack.enter_context(serving(*PLAIN_PANEL))
        export(folder / "lab.html")
        yield {
            HAND: hand_written(folder).as_uri(),
            LIVE: lab,
            SLOW: stack.enter_context(delayed(lab, half)),
            FILE: (folder / "lab.html").as_uri(),
            PANEL: panel,
            SLOW_PANEL: stack.enter_context(delayed(panel, half)),
        }


def hand_written(folder: Path) -> Path:
    """The hand-written page with the tables of the opening state put into it."""
    state = selection.default()
    key = keys.readout_key(state)
    token, readout = tables.table(keys.token_key(state)), tables.table(key)
    (place,) = tables.places(key)
    asked = (place.worlds, place.at, place.aim(key.readout or "", state.target, state.against))
    effects, several = toy_models.effects_in_all_worlds(*asked), toy_models.several_off(*asked)
    for name in ("direct", "via_layers", "via_norm", "total"):
        readout[name] = getattr(effects, name).tolist()
    writes = place.worlds.writes[:, :, place.at]
    token |= {"writes": writes.tolist(), "sizes": np.linalg.norm(writes, axis=-1).tolist()}
    contributions = toy_models.projected_writes(*asked)[-1]
    readout |= {"contributions": contributions.tolist(), "alone": several.alone.tolist()}
    readout["back_on"] = several.back_on.tolist()
    paths = toy_models.path_table(*asked)
    readout["paths"] = {name: exact(getattr(paths, name)) for name in ("share", "binomial", "mean", "count")}
    toy = selection.EVERYTHING.toys[state.toy]
    data = {
        "toy": {**toy, "tokens": toy["prompts"][0]},
        "token": token,
        "readout": readout,
        "words": token["order"][:4],
    }
    page = (BENCH / "handwritten.html").read_text(encoding="utf-8")
    out = folder / "handwritten.html"
    out.write_text(page.replace(">null<", f">{json.dumps(data)}<"), encoding="utf-8")
    shutil.copy(BENCH / "handwritten.js", folder)
    return out


def open_subject(browser: Browser, name: str, url: str) -> Subject:
    """Open a page, with the probe in it, and wait until its last switch is there."""
    page = new_visitor(browser).new_page()
    page.add_init_script(path=BENCH / "probe.js")
    page.goto(url)
    page.locator("[role=switch]").nth(LAYERS - 1).wait_for()
    return Subject(name, page)


def measure(clicks: int) -> dict[str, Subject]:
    """Click on every page in turn. A first round, in which everything is compiled, is not counted."""
    draw = random.Random(0)
    with addresses() as urls, chromium() as browser:
        print(f"{clicks} clicks a page, in turns; Chromium {browser.version}, {SCREEN['width']} × {SCREEN['height']}")
        subjects = [open_subject(browser, name, url) for name, url in urls.items()]
        for _ in range(LAYERS):
            layer = draw.randrange(LAYERS)
            for subject in subjects:
                subject.click(layer)
        for subject in subjects:
            for times in subject.times.values():
                times.clear()
        for _ in range(clicks):
            layer = draw.randrange(LAYERS)
            for subject in draw.sample(subjects, len(subjects)):
                subject.click(layer)
    return {subject.name: subject for subject in subjects}


def goals(found: dict[str, Subject]) -> Iterator[Goal]:
    """What was aimed at, for each form of the lab."""
    middle = {what: {name: subject.middle(what) for name, subject in found.items()} for what in TIMES}
    painted, charts = middle["painted"], middle["charts"]
    for lab, panel in ((LIVE, PANEL), (SLOW, SLOW_PANEL), (FILE, PANEL)):
        yield Goal(f"{lab}: painted / {HAND}", painted[lab] / painted[HAND], 1.5)
        yield Goal(f"{lab}: painted, p95, ms", found[lab].p95("painted"), 50)
        yield Goal(f"{lab}: charts, ms", charts[lab], 40)
        yield Goal(f"{lab}: charts / {panel}", charts[lab] / charts[panel], 0.4)
    yield Goal(f"{SLOW} / {LIVE}: painted", painted[SLOW] / painted[LIVE], 1.1)
    yield Goal(f"{SLOW} / {LIVE}: charts", charts[SLOW] / charts[LIVE], 1.1)


def main() -> None:
    """Measure and print two tables."""
    found = measure(int(sys.argv[1]) if len(sys.argv) > 1 else 60)
    print(f"{os.cpu_count()} cores, load {os.getloadavg()[0]:.1f} at the end; ms, median (95th percentile)\n")
    print(f"{'':24}" + "".join(f"{what:>17}" for what in TIMES))
    for name, subject in found.items():
        times = (f"{subject.middle(what):.1f} ({subject.p95(what):.1f})" for what in TIMES)
        print(f"{name:24}" + "".join(f"{text:>17}" for text in times))
    print(f"\n{'':48}{'found':>8}{'at most':>9}")
    for what, number, most in goals(found):
        print(f"{what:48}{number:8.2f}{most:9.4g}{'  missed' if number > most else ''}")


if __name__ == "__main__":
    main()
