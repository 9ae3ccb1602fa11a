"""What pages fetch: tables, scripts, whether the server lives, and the icon."""

from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import bokeh
import panel

from app.screens.lab import reports
from app.screens.view import FORMAT
from app.screens.views import views
from app.serve.prepared import Prepared, Store, prepare
from app.serve.route import ASK_AGAIN, FOR_EVER, NotFound, Route
from app.serve.workshop import Workshop
from app.tables import tables
from app.tables.encoding import encode
from app.tables.keys import parse_key

JAVASCRIPT = "text/javascript; charset=utf-8"

STORE = Store(32_000_000)
WORKSHOP = Workshop(256)


class TableRoute(Route):
    """`/tables/KEY.json`: one table. Its format's version is in the query, so with one it never changes."""

    async def get(self, text: str) -> None:
        try:
            make, version = table_of(text)
        except ValueError as error:
            raise NotFound(f"{error}") from None
        ready = await self.from_store(STORE, WORKSHOP, text, lambda: prepare(encode(make()), "application/json"))
        self.set_header("Access-Control-Allow-Origin", "*")  # a sandboxed frame is of no origin
        versioned = self.request.query == f"v={version}"
        self.send_prepared(ready, FOR_EVER if versioned else ASK_AGAIN)


class Report(Route):
    """`/reports/TOY.json`: how a toy's trainings went, for those who open *About this toy*."""

    def get(self, toy: str) -> None:
        if toy not in reports():
            raise NotFound
        self.send_prepared(_report(toy), ASK_AGAIN)


class Library(Route):
    """`/static/js/...min.js`: Bokeh's scripts under their own addresses, compressed once, not per visitor."""

    async def get(self, name: str) -> None:
        file = library_files().get(name)
        if file is None:
            raise NotFound

        def make() -> Prepared:
            return prepare(file.read_bytes(), JAVASCRIPT, thorough=True)

        ready = await self.from_store(STORE, WORKSHOP, file, make)
        self.send_prepared(ready, FOR_EVER if self.request.query.startswith("v=") else ASK_AGAIN)


class Icon(Route):
    """`/favicon.ico`, which browsers ask for beside what is no page. It lies at the server's root, prefix or not."""

    def get(self) -> None:
        self.send_prepared(_icon(), ASK_AGAIN)


class Liveness(Route):
    """`/liveness`: answers while the server lives, with the number of its live sessions."""

    def get(self) -> None:
        self.set_header("Content-Type", "application/json")
        self.set_header("Cache-Control", "no-store")
        self.finish(encode({"alive": True, "sessions": len(self.context["application_context"].sessions)}) + b"\n")


def table_of(text: str) -> tuple[Callable[[], Any], int]:
    """How to make the table that a text names, and its format's version. Raises ValueError with one sentence."""
    view = views().get(text.partition("/")[0])
    if view is None:
        key = parse_key(text)
        return (lambda: tables.table(key)), tables.FORMAT
    values = view.values_of(text)
    return (lambda: view.table(values)), FORMAT


@cache
def _report(toy: str) -> Prepared:
    return prepare(encode(reports()[toy]), "application/json")


@cache
def library_files() -> dict[str, Path]:
    """Bokeh's scripts by the address that its own pages give them."""
    folder = Path(bokeh.__file__).parent / "server/static/js"
    return {f"js/{file.name}": file for file in folder.glob("*.min.js")}


@cache
def _icon() -> Prepared:
    return prepare((Path(panel.__file__).parent / "dist/images/favicon.ico").read_bytes(), "image/x-icon")
