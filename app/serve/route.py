"""What all routes have in common: errors that are one readable sentence, headers, and bodies that are prepared once.

Links in pages are relative, so that all of this works below a prefix and behind a proxy. An answer does not depend on
who asks: it is prepared once, compressed, and carries a strong tag.
"""

import asyncio
import re
from asyncio import Future
from collections.abc import Callable, Hashable, Sequence
from html import escape
from http import HTTPStatus
from typing import Any

from tornado.web import HTTPError, RequestHandler

from app.screens.policy import NOTHING
from app.serve.prepared import Prepared, Store
from app.serve.security import HEADERS, Framing
from app.serve.workshop import Workshop
from app.state.queries import Problem

HTML = "text/html; charset=utf-8"
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
LONGEST_PATH = 1000
NEVER = re.compile(r";\s*q=0(\.0*)?\s*$")
NEW_TAB = '<a href="" target="_blank" rel="noopener">Open it in a new tab</a>'  # the same address, in no frame
SENTENCES = {404: "There is nothing at this address.", 405: "This address can only be read, not written to."}

ON_THEIR_WAY: set["Future[None]"] = set()  # answers that are not all sent yet


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
    """A handler whose errors are one readable sentence, and whose bodies are prepared."""

    SUPPORTED_METHODS = ("GET", "HEAD")

    def initialize(self, **context: Any) -> None:
        """Take what Bokeh hands to every handler of an application."""
        self.context = context
        self.working: asyncio.Task[Any] | None = None

    def set_default_headers(self) -> None:
        for name, value in HEADERS.items():
            self.set_header(name, value)
        self.set_header("Vary", "Accept-Encoding")
        self.set_policy(NOTHING)

    def prepare(self) -> Any:
        if len(self.request.path) > LONGEST_PATH:
            raise HTTPError(414)

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
        if retry_after := getattr(error, "retry_after", None):
            self.set_header("Retry-After", str(retry_after))
        if isinstance(error, NotFramed):
            self.set_header("Content-Security-Policy", NOTHING)  # or nobody could read it
        link = NEW_TAB if isinstance(error, NotFramed) else f'<a href="{self._home()}">Open the lab</a>'
        self.finish(_error_page(getattr(error, "sentence", usual), link))

    def log_exception(self, typ: Any, value: Any, tb: Any) -> None:
        """Log what is the lab's own fault, not what a stranger asked for in vain, or did not wait for."""
        if not isinstance(value, HTTPError | asyncio.CancelledError):
            super().log_exception(typ, value, tb)

    def send_prepared(self, ready: Prepared, cache_control: str) -> None:
        """Send a prepared answer, or 304 if the browser has it."""
        self.set_header("Content-Type", ready.media_type)
        self.set_header("Cache-Control", cache_control)
        coding = ready.best(self.codings)
        self.set_header("Etag", ready.etag(coding))
        if ready.policy:
            self.set_policy(ready.policy)
        if self.check_etag_header():
            self.set_status(304)
            self.finish()
            return
        if coding:
            self.set_header("Content-Encoding", coding)
        self.finish(ready.body(coding))

    async def made(self, workshop: Workshop, key: Hashable, work: Callable[[], Any]) -> Any:
        """What `work` returns, done in a workshop for as long as the one who asked is there."""
        self.working = asyncio.ensure_future(workshop.do(key, work))
        return await self.working

    async def from_store(
        self, store: Store, workshop: Workshop, key: Hashable, make: Callable[[], Prepared]
    ) -> Prepared:
        """What a store keeps under a key, made first if it has nothing there."""
        found = store.find(key)
        if found is None:
            found = await self.made(workshop, key, make)
            store.keep(key, found)
        return found

    def on_connection_close(self) -> None:
        if self.working:
            self.working.cancel()

    @property
    def codings(self) -> set[str]:
        """The codings that the browser reads."""
        accepted = self.request.headers.get("Accept-Encoding", "")
        return {coding.strip() for coding, how in map(_halves, accepted.split(",")) if not NEVER.search(how)}

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
        return f"{prefix}/" if len(path) > LONGEST_PATH else "../" * (path.count("/") - 1) or "./"


def query_of(request: Any) -> str:
    """The query as text. Tornado reads bytes beyond ASCII as Latin-1; they are UTF-8 if they are anything."""
    return request.query.encode("latin-1", "replace").decode("utf-8", "replace")


def _halves(coding: str) -> tuple[str, str]:
    """What is accepted, and behind its semicolon how gladly."""
    name, semicolon, how = coding.partition(";")
    return name, semicolon + how


def _error_page(sentence: str, link: str) -> str:
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        '<meta name="viewport" content="width=device-width"><title>Residual Stream Lab</title></head>'
        f"<body><main><h1>Residual Stream Lab</h1><p>{escape(sentence)}</p><p>{link}</p>"
        "</main></body></html>"
    )
