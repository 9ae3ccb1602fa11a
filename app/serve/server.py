"""The server: Panel's, with the lab's own routes."""

import asyncio
import errno
import logging
import os
import signal
import socket
import webbrowser
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, cast

from bokeh.server import tornado as bokeh_tornado
from bokeh.server.urls import per_app_patterns
from bokeh.settings import settings
from panel.io.server import Server, get_server
from tornado.platform.asyncio import AsyncIOLoop

from app.serve import log
from app.serve.parts import Icon
from app.serve.route import ON_THEIR_WAY
from app.serve.routes import ROUTES, Missing
from app.serve.security import Framing
from app.serve.session import session
from app.serve.socket import MOST_MESSAGE_BYTES

MOST_BODY_BYTES = 1000  # nothing here reads one
SLOW_SECONDS = 10  # for a connection without a request, or with a part of one
PING_SECONDS = 5  # between two looks whether who has a session is still there
ENDS = (signal.SIGINT, signal.SIGTERM)
LAST_SECONDS = 8  # whoever stops a server mostly gives it ten
TOKEN_SECONDS = 60  # a page connects at once with the token that it asked for
UNUSED_MS = 1000  # how long a session is kept that nobody is connected with any more


class PortTaken(Exception):
    """Somebody else listens there."""


def make_server(
    port: int = 0,
    address: str = "localhost",
    prefix: str = "",
    allow_origins: tuple[str, ...] = (),
    allow_frames: tuple[str, ...] = (),
    most_sessions: int = 2000,
) -> Server:
    """A server that listens, but does not run yet. Port 0 takes any free one.

    `prefix` is "" or like "/course/week3". `allow_origins` are the HOST[:PORT] of pages that may hold a live lab; the
    page's own host always may. `allow_frames` are those of pages that may put the lab into a frame; none means all.
    `most_sessions` is how many visitors may have a session at a time; the page works without one.
    Raises PortTaken, and OSError if the address cannot be listened on.
    """
    _try_to_listen(address, port)
    with _routes():
        return get_server(
            {"/": session},
            port=port,
            address=address,
            prefix=prefix,
            websocket_origin=list(allow_origins) or None,
            location=False,
            # Only tokens that this server (or one that shares its key) has signed open a session.
            sign_sessions=True,
            secret_key=settings.secret_key_bytes() or os.urandom(32),
            session_token_expiration=TOKEN_SECONDS,
            websocket_max_message_size=MOST_MESSAGE_BYTES,
            websocket_ping_interval=PING_SECONDS,
            websocket_ping_timeout=PING_SECONDS,
            unused_session_lifetime_milliseconds=UNUSED_MS,
            check_unused_sessions_milliseconds=UNUSED_MS,
            most_sessions=most_sessions,
            http_server_kwargs={
                "max_body_size": MOST_BODY_BYTES,
                "idle_connection_timeout": SLOW_SECONDS,
                "body_timeout": SLOW_SECONDS,
            },
            default_handler_class=Missing,
            default_handler_args={},
            log_function=_log_request,
            framing=Framing(allow_frames),
        )


def url(server: Server) -> str:
    """The address to open."""
    host = server.address or "localhost"
    shown = "localhost" if host in ("0.0.0.0", "::", "127.0.0.1") else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{server.port}{server.prefix}/"


def run(server: Server, greeting: str, open_browser: bool = False) -> None:
    """Serve until Ctrl-C or SIGTERM; answers on their way are sent before the end, and a second one cuts them off.

    The greeting is printed once the server can be reached and told to stop.
    """
    log.start()
    _end_gently(server)
    server.start()
    print(greeting, flush=True)
    if open_browser:
        server.io_loop.run_in_executor(None, webbrowser.open, url(server))
    server.io_loop.start()


def _end_gently(server: Server) -> None:
    """Let Ctrl-C and SIGTERM end the server as `run` says; Panel's own way with Ctrl-C cuts answers off."""

    loop = cast(AsyncIOLoop, server.io_loop).asyncio_loop

    def leave(*_: object) -> None:
        for number in ENDS:
            signal.signal(number, signal.SIG_DFL)
        # Tornado's add_callback alone does not wake a loop that waits in this very thread.
        loop.call_soon_threadsafe(server.io_loop.add_callback, _leave, server)

    for number in ENDS:
        signal.signal(number, leave)


async def _leave(server: Server) -> None:
    server.stop()
    if ON_THEIR_WAY:
        await asyncio.wait(ON_THEIR_WAY, timeout=LAST_SECONDS)
    server.io_loop.stop()


def _try_to_listen(address: str, port: int) -> None:
    """Raise PortTaken or OSError if the server could not listen there; Tornado would leave a socket open behind it."""
    places = socket.getaddrinfo(address, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    failures = []
    for family, kind, protocol, _, place in places:
        with socket.socket(family, kind, protocol) as attempt:
            attempt.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                attempt.bind(place)
            except OSError as error:
                if error.errno == errno.EADDRINUSE:
                    raise PortTaken from None
                failures.append(error)
    if len(failures) == len(places):  # "localhost" often names an IPv6 address that is not there
        raise failures[0]


@contextmanager
def _routes() -> Iterator[None]:
    """Bokeh takes an application's routes from a module-level list, and the icon's from a module-level name; put the
    lab's own there while a server is made.
    """
    saved, icon = list(per_app_patterns), bokeh_tornado.__dict__["IcoHandler"]
    per_app_patterns[:] = ROUTES
    bokeh_tornado.__dict__["IcoHandler"] = Icon
    try:
        yield
    finally:
        per_app_patterns[:] = saved
        bokeh_tornado.__dict__["IcoHandler"] = icon


def _log_request(handler: Any) -> None:
    """Say nothing of what went as it should, and nothing of what a stranger asked for in vain."""
    if handler.get_status() >= 500:
        asked = {"status": handler.get_status(), "path": handler.request.path}
        logging.getLogger("tornado.access").error("a request failed", extra={"facts": asked})
