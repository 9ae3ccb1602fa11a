"""The lab's screens: the whole lab, or some of its widgets with the switches and the sentence."""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any

from app.screens.layout import in_ladder
from app.screens.page import ASSETS, Content
from app.state import address
from app.state.catalogue import catalogue
from app.state.queries import Problem, split
from app.state.selection import FIELDS, Selection, default, to_fields
from app.state.vocabulary import OWN
from app.tables import tables
from app.tables.carried import carried
from app.tables.keys import part_key, readout_key, token_key
from app.tables.numbers import numbers

# What the page tells of a training.
REPORTED = ("accuracy", "loss", "largest", "clash", "patched", "share", "total", "direct", "curve")

# Every screen of the lab can be switched and says what that did.
FRAME: tuple[str, ...] = ("settings", "sentence", "switchboard")
WIDGETS: dict[str, tuple[str, ...]] = {
    "lab": (*FRAME, "effect", "gradient", "stream", "says", "worlds", "paths"),
    "stream": (*FRAME, "stream"),
    "effect": (*FRAME, "effect"),
    "gradient": (*FRAME, "gradient"),
    "paths": (*FRAME, "paths"),
    "inside": (*FRAME, "lengths", "block"),
    "attention": (*FRAME, "attention"),
    "routes": (*FRAME, "routes", "paths"),
}
# Those that have a page of their own beside the whole lab, with the menu.
BESIDE = ("inside", "attention", "routes")


@dataclass(frozen=True)
class LabScreen:
    """One of the lab's screens, as app/screens/screens.py wants it; its state is a `Selection`.

    `more` are parts with a table of their own that a link asks for beside the screen's.
    """

    name: str
    more: tuple[str, ...] = ()

    @property
    def widgets(self) -> tuple[str, ...]:
        """All that stand on it; those that draw in the switchboard's rows right behind it."""
        return tuple(
            sorted((*WIDGETS[self.name], *self.more), key=lambda part: part not in FRAME and not in_ladder(part))
        )

    @property
    def own(self) -> tuple[str, ...]:
        """Those that are drawn from a table of their own."""
        return tuple(part for part in self.widgets if part in OWN)

    def showing(self, query: str) -> "LabScreen":
        """This screen with the parts that an address's `show` asks for."""
        shown = dict(split(query, ()).kept).get("show", "").split(",")
        return LabScreen(self.name, tuple(part for part in OWN if part in shown and part not in WIDGETS[self.name]))

    def read(self, query: str) -> tuple[Selection, tuple[Problem, ...]]:
        """The state that an address asks for, and the problems found in it."""
        parsed = address.parse(query)
        return parsed.state, parsed.problems

    def fetched(self, state: Selection) -> Selection:
        """The part of a state that decides which tables a page must carry; the browser itself reads the rest."""
        return default(**{name: value for name, value in readout_key(state)._asdict().items() if name in FIELDS})

    def opening(self, state: Selection) -> dict[str, tables.Table]:
        """The tables that a state is drawn from, by key: two, and those of parts that have their own."""
        own = (part_key(part, state) for part in self.own)
        return {str(key): tables.table(key) for key in (token_key(state), readout_key(state), *own)}

    def carried(self, state: Selection) -> dict[str, tables.Table]:
        """The tables that an exported file holds."""
        return carried(state, self.own)

    def numbers(self, state: Selection) -> dict[str, Any]:
        """What the screen shows, at full precision."""
        return numbers(state)

    def content(self, state: Selection) -> Content:
        """What the page shows."""
        toys = catalogue()
        layers = sorted({len(toy["sublayers"]) for toy in toys})
        data = {
            "format": tables.FORMAT,
            "start": to_fields(state),
            "catalogue": toys,
            "binomials": {str(count): tables.binomials(count) for count in layers},
            "own": self.own,
        }
        lessons = {toy["name"]: f"toys/{toy['name']}" for toy in toys}
        # A link to the whole lab fits each of its widgets: parts that are not there are left out already.
        parts = dict.fromkeys((*WIDGETS["lab"], *self.widgets))
        return Content(self.name, "lab", self.widgets, data, lessons=lessons, parts=tuple(parts), reports=reports())


@cache
def reports() -> dict[str, Any]:
    """How the trained toys' trainings went, as the script that made them wrote it down, as far as the page tells it."""
    told = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(ASSETS.glob("weights/*.json"))}
    for report in told.values():
        report["trainings"] = [{key: one[key] for key in REPORTED if key in one} for one in report["trainings"]]
    return told
