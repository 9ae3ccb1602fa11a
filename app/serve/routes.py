"""The routes that need no session: embedded views, tables, scripts, liveness, and a readable page for everything else.

Links in pages are relative, so that all of this works below a prefix and behind a proxy. An answer does not depend on
who asks: it is prepared once, compressed, and carries a strong tag.
"""

import gzip
from asyncio import Future
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache, lru_cache
from html import escape
from http import HTTPStatus
from pathlib import Path
from typing import Any
from urllib.parse import quote

import bokeh
import panel
from tornado.ioloop import IOLoop
from tornado.web import HTTPError, RequestHandler

from app.screens.policy import served_policy
from app.screens.screens import Screen, export_html, screens, served_html
from app.screens.view import FORMAT
from app.screens.views import views
from app.serve.prepared import Answer, Store, answer
from app.serve.security import HEADERS, Framing
from app.state.queries import Problem, split
from app.tables import tables
from app.tables.encoding import encode
from app.tables.keys import parse_key

HTML = "text/html; charset=utf-8"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
JAVASCRIPT = "text/javascript; charset=utf-8"
LONGEST_QUERY = 500
IN_QUERY = "".join(chr(code) for code in range(0x21, 0x7F))  # what is already spelled as an address, and stays so
NEW_TAB = '<a href="" target="_blank" rel="noopener">Open it in a new tab</a>'  # the same address, in no frame

EXPORTER = ThreadPoolExecutor(1)
ON_THEIR_WAY: set["Future[None]"] = set()  # answers that are not all sent yet
PAGES = Store(32_000_000)
TABLES = Store(32_000_000)

SENTENCES = {404: "There is nothing at this address.", 405: "This address can only be read, not written to."}


class NotFound(HTTPError):
    """404, with the sentence that the visitor reads."""

    def __init__(self, sentence: str = SENTENCES[404]) -> None:
        super().__init__(404)
        self.sentence = sentence


class Unreadable(HTTPError):
    """400, with what could not be read in an address."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        super().__init__(400)
        self.sentence = " ".join(problem.sentence for problem in problems)


class NotFramed(HTTPError):
    """403, with the sentence that the visitor reads in the frame."""

    def __init__(self, framing: Framing) -> None:
        super().__init__(403)
        self.sentence = f"This server lets the lab be shown in a frame only on {', '.join(framing.hosts)}."


class Route(RequestHandler):
    """A handler whose errors are one readable sentence, and whose answers are `Answer`s."""

    SUPPORTED_METHODS = ("GET", "HEAD")

    def initialize(self, **context: Any) -> None:
        """Take what Bokeh hands to every handler of an application."""
        self.context = context

    def set_default_headers(self) -> None:
        for name, value in HEADERS.items():
            self.set_header(name, value)

    def head(self, *args: str) -> Any:
        return self.get(*args)  # Tornado sends no body then

    def finish(self, chunk: Any = None) -> "Future[None]":
        sent = super().finish(chunk)
        ON_THEIR_WAY.add(sent)
        sent.add_done_callback(ON_THEIR_WAY.discard)
        return sent

    def write_error(self, status_code: int, **kwargs: Any) -> None:
        error = kwargs["exc_info"][1] if "exc_info" in kwargs else None
        usual = SENTENCES.get(status_code, f"{HTTPStatus(status_code).phrase}.")
        self.set_header("Content-Type", HTML)
        self.set_header("Cache-Control", "no-store")
        link = NEW_TAB if isinstance(error, NotFramed) else f'<a href="{self._home()}">Open the lab</a>'
        self.finish(_error_page(getattr(error, "sentence", usual), link))

    def log_exception(self, typ: Any, value: Any, tb: Any) -> None:
        """Log what is the lab's own fault, not what a stranger asked for in vain."""
        if not isinstance(value, HTTPError):
            super().log_exception(typ, value, tb)

    def answer(self, ready: Answer, cache_control: str) -> None:
        """Send a prepared answer, or 304 if the browser has it. Tornado adds Vary, since the server compresses."""
        self.set_header("Content-Type", ready.media_type)
        self.set_header("Cache-Control", cache_control)
        self.set_header("Etag", ready.etag(self.reads_gzip))
        if ready.policy:
            self.set_policy(ready.policy)
        if self.check_etag_header():
            self.set_status(304)
            self.finish()
            return
        self.send(ready.gzipped)

    def send(self, gzipped: bytes) -> None:
        """Send a body that is compressed already; the few who do not read gzip get it plain."""
        if self.reads_gzip:
            self.set_header("Content-Encoding", "gzip")
        self.finish(gzipped if self.reads_gzip else gzip.decompress(gzipped))

    @property
    def reads_gzip(self) -> bool:
        """Whether the browser reads gzip."""
        return "gzip" in self.request.headers.get("Accept-Encoding", "")

    def set_policy(self, policy: str) -> None:
        """Send a page's policy, and with it who may frame the page."""
        self.set_header("Content-Security-Policy", self.framing.limited(policy))

    @property
    def framing(self) -> Framing:
        """Who may frame this server's pages."""
        return self.settings.get("framing", Framing())

    def _home(self) -> str:
        prefix = getattr(self.application, "prefix", "")
        path = self.request.path.removeprefix(prefix)
        return "../" * (path.count("/") - 1) or "./"


class Missing(Route):
    """Whatever else is asked for."""

    def prepare(self) -> None:
        raise NotFound


class Page(Route):
    """A page that a frame on another site may show only if that site is among those allowed."""

    def prepare(self) -> None:
        if self.framing.refuses(self.request.headers):
            raise NotFramed(self.framing)


class Embed(Page):
    """`/embed/VIEW?state`: a screen without a session, the same page for everyone who asks for the same tables."""

    def get(self, name: str) -> None:
        if name not in screens():
            raise NotFound(f"There is no view of that name; there are {', '.join(screens())}.")
        self.show(screens()[name], "../")

    def show(self, screen: Screen, base: str, with_menu: bool = False) -> None:
        """Answer with a screen's page."""
        state = page_state(screen.name, query_of(self.request))

        def make() -> Answer:
            html = served_html(screen, state, base, with_menu)
            return answer(html.encode(), HTML, policy=served_policy(html))

        self.answer(PAGES.get((screen.name, base, state), make), ASK_AGAIN)


class ViewPage(Embed):
    """`/VIEW`: a view beside the live lab, with the menu that leads to the others."""

    def get(self, name: str) -> None:
        if name not in views():
            raise NotFound
        self.show(views()[name], "./", with_menu=True)


class Slash(Route):
    """A page's address with a slash behind it: for good, the page's own. Relative, since a proxy may have a prefix."""

    def get(self, below: str, name: str) -> None:
        if name not in (screens() if below else views()):
            raise NotFound
        query = query_of(self.request)
        self.set_header("Cache-Control", "no-store")
        self.redirect(f"../{name}" + (f"?{quote(query, safe=IN_QUERY)}" if query else ""), status=308)


class Icon(Route):
    """`/favicon.ico`, which browsers ask for beside what is no page. It lies at the server's root, prefix or not."""

    def get(self) -> None:
        self.answer(_icon(), ASK_AGAIN)


class ExportedFile(Route):
    """`/export/VIEW.html?state`: a screen as one file, to keep. One is made at a time, beside all other answers."""

    async def get(self, name: str) -> None:
        if name not in screens():
            raise NotFound(f"There is no view of that name; there are {', '.join(screens())}.")
        query = query_of(self.request)
        screen = screens()[name]
        state, problems = screen.read(query)
        if problems:
            raise Unreadable(problems)
        html = await IOLoop.current().run_in_executor(EXPORTER, export_html, screen, state, split(query, ()).kept)
        self.set_header("Content-Disposition", f'attachment; filename="{name}.html"')
        self.answer(answer(html.encode(), HTML), ASK_AGAIN)


class TableRoute(Route):
    """`/tables/KEY.json`: one table. Its format's version is in the query, so with one it never changes."""

    def get(self, text: str) -> None:
        try:
            make, version = table_of(text)
        except ValueError as error:
            raise NotFound(f"{error}") from None
        ready = TABLES.get(text, lambda: answer(encode(make()), "application/json"))
        self.set_header("Access-Control-Allow-Origin", "*")  # a sandboxed frame is of no origin
        versioned = self.request.query == f"v={version}"
        self.answer(ready, FOR_EVER if versioned else ASK_AGAIN)


class Library(Route):
    """`/static/...min.js`: Bokeh's and Panel's scripts under their own addresses, compressed once, not per visitor."""

    def get(self, name: str) -> None:
        file = library_files().get(name)
        if file is None:
            raise NotFound
        self.answer(_library(file), FOR_EVER if self.request.query.startswith("v=") else ASK_AGAIN)


class Liveness(Route):
    """`/liveness`: answers while the server lives, with the number of its live sessions."""

    def get(self) -> None:
        self.set_header("Content-Type", "application/json")
        self.set_header("Cache-Control", "no-store")
        self.finish(encode({"alive": True, "sessions": len(self.context["application_context"].sessions)}) + b"\n")


ROUTES = [
    (r"/embed/([^/]+)", Embed),
    (r"/export/([a-z]+)\.html", ExportedFile),
    (r"/tables/(.+)\.json", TableRoute),
    (r"/static/(.+\.min\.js)", Library),
    (r"/liveness", Liveness),
    (r"/([a-z]+)", ViewPage),
    (r"/(embed/|)([a-z]+)/", Slash),
    (r"/.+", Missing),
]


def query_of(request: Any) -> str:
    """The query as text. Tornado reads bytes beyond ASCII as Latin-1; they are UTF-8 if they are anything."""
    return request.query.encode("latin-1", "replace").decode("utf-8", "replace")


def table_of(text: str) -> tuple[Callable[[], Any], int]:
    """How to make the table that a text names, and its format's version. Raises ValueError with one sentence."""
    view = views().get(text.partition("/")[0])
    if view is None:
        key = parse_key(text)
        return (lambda: tables.table(key)), tables.FORMAT
    values = view.values_of(text)
    return (lambda: view.table(values)), FORMAT


def page_state(name: str, query: str) -> Any:
    """The state whose tables a screen's page must carry. The browser itself reads the rest of the address."""
    return _page_state(name, query) if len(query) <= LONGEST_QUERY else _page_state.__wrapped__(name, query)


@lru_cache(maxsize=4096)
def _page_state(name: str, query: str) -> Any:
    screen = screens()[name]
    return screen.fetched(screen.read(query)[0])


@cache
def library_files() -> dict[str, Path]:
    """The scripts of Bokeh and Panel by the address that their own pages give them."""
    folders = {
        "js": Path(bokeh.__file__).parent / "server/static/js",
        "extensions/panel": Path(panel.__file__).parent / "dist",
    }
    return {f"{below}/{file.name}": file for below, folder in folders.items() for file in folder.glob("*.min.js")}


@cache
def _icon() -> Answer:
    return answer((Path(panel.__file__).parent / "dist/images/favicon.ico").read_bytes(), "image/x-icon")


@cache
def _library(file: Path) -> Answer:
    return answer(file.read_bytes(), JAVASCRIPT, 9)


def _error_page(sentence: str, link: str) -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Residual Stream Lab</title></head>'
        f"<body><main><h1>Residual Stream Lab</h1><p>{escape(sentence)}</p><p>{link}</p>"
        "</main></body></html>"
    )
