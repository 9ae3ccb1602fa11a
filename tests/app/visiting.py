"""Sessions, as a browser opens and uses them."""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Coroutine
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from typing import Any
from urllib.request import urlopen

from bokeh.document import Document
from bokeh.protocol import Protocol
from bokeh.protocol.receiver import Receiver
from tornado.httpclient import HTTPRequest
from tornado.websocket import WebSocketClientConnection, websocket_connect

from components.base import mirror  # noqa: F401, what a document with one is read by


def token_of(lab: str, query: str = "") -> str:
    """The token in a freshly fetched page."""
    with urlopen(f"{lab}?{query}") as page:
        found = re.search(r'"token":"([\w.-]{80,})"', page.read().decode())
    assert found
    return found[1]


@asynccontextmanager
async def connected(lab: str, token: str | None, origin: str | None = None) -> AsyncIterator[WebSocketClientConnection]:
    """A websocket to the lab's session, closed afterwards."""
    headers = {"Origin": origin} if origin else {}
    request = HTTPRequest(lab.replace("http", "ws", 1) + "ws", headers=headers)
    socket = await websocket_connect(request, subprotocols=None if token is None else ["bokeh", token])
    stream = socket.protocol.stream if socket.protocol else None
    try:
        yield socket
    finally:
        socket.close()
        if stream is not None:
            stream.close()


def run(work: Coroutine[Any, Any, Any]) -> Any:
    """Do it in a thread of its own: where browser tests share the process, their loop runs in this one."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()


class Visitor:
    """What a browser does with its session, and no more."""

    def __init__(self, socket: WebSocketClientConnection):
        self.socket = socket
        self.receiver = Receiver(Protocol())

    async def read(self, kind: str) -> Any:
        """The next message of a kind; the server may say other things before it."""
        while True:
            fragment = await asyncio.wait_for(self.socket.read_message(), 5)
            assert fragment is not None, "the server closed the connection"
            message = await self.receiver.consume(fragment)
            if message is not None and message.msgtype == kind:
                return message

    async def send(self, kind: str, content: dict[str, Any]) -> None:
        for part in ({"msgid": "1", "msgtype": kind}, {}, content):
            await self.socket.write_message(json.dumps(part))

    async def mirror(self) -> Any:
        await self.send("PULL-DOC-REQ", {})
        document = Document()
        (await self.read("PULL-DOC-REPLY")).push_to_document(document)
        return next(root for root in document.roots if root.name == "Mirror")

    async def selection(self) -> dict[str, Any]:
        return dict((await self.mirror()).data.selection)

    async def select(self, selection: dict[str, Any]) -> None:
        """Change the selection as the browser's module does."""
        change = {"kind": "ModelChanged", "model": {"id": (await self.mirror()).data.id}, "attr": "selection"}
        entries = {"type": "map", "entries": [list(pair) for pair in selection.items()]}
        await self.send("PATCH-DOC", {"events": [{**change, "new": entries}]})
        await self.read("OK")


@asynccontextmanager
async def visiting(lab: str, query: str = "") -> AsyncIterator[Visitor]:
    """A visitor who has fetched the page and opened its session."""
    async with connected(lab, token_of(lab, query)) as socket:
        visitor = Visitor(socket)
        await visitor.read("ACK")
        yield visitor
