"""A visitor without a browser: the same requests to a page's server, at a fraction of a browser's processor time."""

from __future__ import annotations

import asyncio
import json
import re
from itertools import count
from typing import Any
from urllib.parse import urljoin, urlsplit

from tornado.httpclient import HTTPRequest
from tornado.simple_httpclient import SimpleAsyncHTTPClient
from tornado.websocket import WebSocketClientConnection, websocket_connect

PATIENCE = 300.0  # seconds; an overloaded server is to be measured, not given up
MOST_CONNECTIONS = 10_000
SCRIPT = re.compile(r'<(?:script[^>]*\ssrc|link rel="preload" as="script" href)="([^"]+)"')
# What a page says of itself that asks for a session; one of another make may carry its token inside.
ASKS, TOKEN = '"session":true', re.compile(r'"token":\s*"([\w.-]{80,})"')
READY = {
    "kind": "MessageSent",
    "msg_type": "bokeh_event",
    "msg_data": {"type": "event", "name": "document_ready", "values": {"type": "map"}},
}


class Session:
    """An open session, as a page holds it."""

    def __init__(self, socket: WebSocketClientConnection) -> None:
        self.socket = socket
        self.numbers = count(1)

    @classmethod
    async def open(cls, url: str, token: str) -> Session:
        """Connect with a page's token and wait until the server has made the session."""
        request = HTTPRequest(
            urljoin(url.replace("http", "ws", 1), "ws"),
            headers={"Origin": "{0.scheme}://{0.netloc}".format(urlsplit(url))},
            connect_timeout=PATIENCE,
            request_timeout=PATIENCE,
        )
        socket = await websocket_connect(request, subprotocols=["bokeh", token])
        if socket.protocol:
            socket.protocol.set_nodelay(True)  # as browsers do
        session = cls(socket)
        await asyncio.wait_for(session._read({"msgtype": "ACK"}), PATIENCE)
        return session

    async def pull(self) -> Any:
        """The document, with which a page that waits for it can draw."""
        return (await self.ask("PULL-DOC-REQ", {}))["doc"]

    async def patch(self, *events: dict[str, Any]) -> None:
        """Tell the server what has changed or happened in the browser, and wait until it has been understood."""
        await self.ask("PATCH-DOC", {"events": events})

    async def ready(self) -> None:
        """Say that the page has drawn, which nobody answers."""
        await self._send("PATCH-DOC", {"events": [READY]})

    async def ask(self, kind: str, content: dict[str, Any]) -> Any:
        """Send a message and wait for what the server answers."""
        number = await self._send(kind, content)
        return await asyncio.wait_for(self._read({"reqid": number}), PATIENCE)

    async def _send(self, kind: str, content: dict[str, Any]) -> str:
        number = str(next(self.numbers))
        for part in ({"msgid": number, "msgtype": kind}, {}, content):
            await self.socket.write_message(json.dumps(part))
        return number

    def close(self) -> None:
        """Leave, as a closed tab does."""
        self.socket.close()

    async def _read(self, wanted: dict[str, str]) -> Any:
        """The content of the next message whose header says what is wanted. Others may come before it."""
        while True:
            header = json.loads(await self._fragment())
            await self._fragment()  # metadata, always empty
            content = await self._fragment()
            for _ in range(2 * header.get("num_buffers", 0)):
                await self._fragment()
            if header["msgtype"] == "ERROR":
                raise RuntimeError(f"the server answered {json.loads(content)['text']}")
            if wanted.items() <= header.items():
                return json.loads(content)

    async def _fragment(self) -> str | bytes:
        fragment = await self.socket.read_message()
        if fragment is None:
            raise ConnectionError("the server closed the connection")
        return fragment


class Visitor:
    """Somebody with an empty cache. They accept compressed answers, but take no time to unpack them, pages excepted."""

    def __init__(self) -> None:
        # One connection a request: a page has no more scripts than a browser opens connections to a server.
        self.client = SimpleAsyncHTTPClient(force_instance=True, max_clients=MOST_CONNECTIONS)

    async def fetch(self, url: str, unpack: bool = False) -> bytes:
        """What is at an address. Raises HTTPError for any other answer than 200."""
        request = HTTPRequest(
            url,
            headers={} if unpack else {"Accept-Encoding": "gzip, br"},
            decompress_response=unpack,
            connect_timeout=PATIENCE,
            request_timeout=PATIENCE,
        )
        return (await self.client.fetch(request)).body

    async def page(self, url: str) -> str:
        """A page, once it and all its scripts have arrived."""
        page = (await self.fetch(url, unpack=True)).decode()
        await asyncio.gather(*(self.fetch(urljoin(url, script)) for script in SCRIPT.findall(page)))
        return page

    async def session(self, url: str, page: str) -> Session | None:
        """The session that a page opens, if it does: by the token that it asks for, or has."""
        if ASKS in page:
            asked = urljoin(url, f"session?{urlsplit(url).query}")
            return await Session.open(url, json.loads(await self.fetch(asked, unpack=True))["token"])
        token = TOKEN.search(page)
        return await Session.open(url, token[1]) if token else None
