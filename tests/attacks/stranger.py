"""What a stranger has: a socket, HTTP as they like to write it, a websocket frame by frame, and a clock.

Nothing of the lab is imported here, so that these tests go on being right whatever the lab becomes.
"""

import base64
import json
import os
import re
import socket
import struct
import time
from contextlib import suppress
from pathlib import Path
from typing import Any, NamedTuple

from mirror import Mirror, mirror

TEXT, BINARY, CLOSE, PING, PONG = 1, 2, 8, 9, 10
PATIENCE = 10.0
SOON = 2.0  # in which a message is answered
TOKEN = re.compile(r'"token":"([\w.-]{80,})"')
# What tells how the server is made: a way on its disk, a trace, a class of Python's or of a library's.
INSIDE = re.compile(
    r"Traceback|\.py\b|File \"|site-packages|/usr/|/home/|/tmp/|[a-z]Error\b|Exception|<class|bokeh\.|panel\.|tornado\."
)
EVERYWHERE = {"x-content-type-options": "nosniff", "referrer-policy": "same-origin"}


class Answer(NamedTuple):
    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float = 0.0
    worked: float = 0.0  # seconds of the server's processor meanwhile: a shared machine's clock tells little

    @property
    def text(self) -> str:
        return self.body.decode(errors="replace")


class House:
    """A running server, as its visitors know it; its process is looked at from outside only."""

    def __init__(self, port: int, pid: int, log: Path) -> None:
        self.port, self.pid, self.log = port, pid, log
        self.origin = f"http://localhost:{port}"
        self.lines: list[socket.socket] = []

    def connect(self, patience: float = PATIENCE) -> socket.socket:
        line = socket.create_connection(("localhost", self.port), patience)
        self.lines.append(line)
        return line

    def hang_up(self, kept: int = 0) -> None:
        """Close all lines but the first ones."""
        for line in self.lines[kept:]:
            line.close()
        del self.lines[kept:]

    def ask(self, path: str, method: str = "GET", patience: float = PATIENCE, **headers: str) -> Answer:
        """One request, its path and headers sent as they are; `Some_Header="value"`."""
        named = {"Host": f"localhost:{self.port}", **{name.replace("_", "-"): text for name, text in headers.items()}}
        lines = "".join(f"{name}: {text}\r\n" for name, text in named.items())
        answer = self.raw(f"{method} {path} HTTP/1.1\r\n{lines}Connection: close\r\n\r\n".encode(), patience)
        assert answer is not None, f"{method} {path[:80]}: closed without an answer"
        return answer

    def raw(self, sent: bytes, patience: float = PATIENCE) -> Answer | None:
        """The first answer to these bytes, or None if the connection was closed without one. Raises TimeoutError."""
        begun, worked = time.monotonic(), self.processor()
        with self.connect(patience) as line:
            with suppress(ConnectionError):  # what was answered before may still be read
                line.sendall(sent)
            received = until_closed(line, sent.startswith(b"HEAD "))
        taken = {"seconds": time.monotonic() - begun, "worked": self.processor() - worked}
        return parsed(received)._replace(**taken) if received else None

    def liveness(self) -> dict[str, Any]:
        return json.loads(self.ask("/liveness").body)

    def memory(self) -> float:
        """MB that the server and whatever it started have in memory."""
        pages = sum(int(Path(f"/proc/{pid}/statm").read_text().split()[1]) for pid in family(self.pid))
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def processor(self) -> float:
        """Seconds of processor time that the server and whatever it started have used."""
        ticks = 0
        for pid in family(self.pid):
            ticks += sum(map(int, Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[11:15]))
        return ticks / os.sysconf("SC_CLK_TCK")

    def token(self, address: str = "") -> str:
        """What opens a session: asked for, or (as it was once) in the page."""
        got = self.ask(f"/session?{address}")
        if got.status == 200:
            return json.loads(got.body)["token"]
        found = TOKEN.search(self.ask(f"/?{address}").text)
        assert found, f"no token: /session answers {got.status}, and none is in the page"
        return found[1]

    def socket(self, *protocols: str, **headers: str) -> "Wire":
        return Wire(self, protocols, headers)

    def session(self, token: str = "") -> "Session":
        return Session(self, token or self.token())


class Wire:
    """A websocket, or what was answered in its place."""

    def __init__(self, house: House, protocols: tuple[str, ...], headers: dict[str, str]) -> None:
        named = {
            "Host": f"localhost:{house.port}",
            "Upgrade": "websocket",
            "Connection": "Upgrade",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
            "Sec-WebSocket-Version": "13",
            "Origin": house.origin,
            **({"Sec-WebSocket-Protocol": ", ".join(protocols)} if protocols else {}),
            **{name.replace("_", "-"): text for name, text in headers.items()},
        }
        self.line = house.connect()
        lines = "".join(f"{name}: {text}\r\n" for name, text in named.items())
        self.line.sendall(f"GET /ws HTTP/1.1\r\n{lines}\r\n".encode())
        self.read = b""
        try:
            self.answer = parsed(self._until(b"\r\n\r\n"))
            if self.answer.status != 101:
                body = self._take(int(self.answer.headers.get("content-length", 0)))
                self.answer = self.answer._replace(body=body)
        except ConnectionError:
            self.answer = Answer(0, {}, b"")  # hung up

    def frame(self, kind: int, payload: bytes, last: bool = True) -> None:
        """One frame, masked with zeros."""
        size = len(payload)
        short = size if size < 126 else 126 if size < 1 << 16 else 127
        more = b"" if size < 126 else struct.pack(">H", size) if size < 1 << 16 else struct.pack(">Q", size)
        self.line.sendall(bytes([kind | (0x80 if last else 0), 0x80 | short]) + more + bytes(4) + payload)

    def received(self, patience: float = SOON) -> tuple[int, bytes]:
        """The next frame. Raises ConnectionError when the server has closed."""
        self.line.settimeout(patience)
        first, size = self._take(2)
        if size >= 126:
            size = int.from_bytes(self._take(2 if size == 126 else 8), "big")
        payload = self._take(size)
        if first & 15 == CLOSE:
            raise ConnectionError(payload[2:].decode(errors="replace"))
        return first & 15, payload

    def is_closed(self, patience: float = SOON) -> bool:
        """Whether the server closes within the time."""
        end = time.monotonic() + patience
        try:
            while (left := end - time.monotonic()) > 0:
                self.received(left)
        except ConnectionError:
            return True
        except TimeoutError:
            pass
        return False

    def is_open(self) -> bool:
        """Whether the server has made a session of it: it then says so first."""
        try:
            return self.answer.status == 101 and b"ACK" in self.received()[1]
        except ConnectionError:
            return False

    def close(self) -> None:
        self.line.close()

    def _until(self, mark: bytes) -> bytes:
        while mark not in self.read:
            self.read += self._more()
        taken, _, self.read = self.read.partition(mark)
        return taken + mark

    def _take(self, size: int) -> bytes:
        while len(self.read) < size:
            self.read += self._more()
        taken, self.read = self.read[:size], self.read[size:]
        return taken

    def _more(self) -> bytes:
        got = self.line.recv(1 << 16)
        if not got:
            raise ConnectionError("closed")
        return got


class Session(Wire):
    """A session that is open, talking Bokeh's protocol: a message is a header, metadata and content, a frame each."""

    def __init__(self, house: House, token: str) -> None:
        super().__init__(house, ("bokeh", token), {})
        if self.answer.status != 101:
            raise ConnectionError(f"refused: {self.answer.status} {self.answer.text[:200]}")
        self.said = 0
        self.heard({"msgtype": "ACK"})

    def ask(self, kind: str, content: Any) -> tuple[str, Any]:
        """The kind and content of what is answered. Raises ConnectionError when the answer is to hang up."""
        self.said += 1
        number = str(self.said)
        for part in ({"msgid": number, "msgtype": kind}, {}, content):
            self.frame(TEXT, json.dumps(part).encode())
        return self.heard({"reqid": number})

    def heard(self, wanted: dict[str, str]) -> tuple[str, Any]:
        while True:
            header, content = self.message()
            if wanted.items() <= header.items() or header["msgtype"] == "ERROR":
                return header["msgtype"], content

    def message(self) -> tuple[dict[str, Any], Any]:
        header, _, content = (json.loads(self._data()) for _ in range(3))
        for _ in range(2 * header.get("num_buffers", 0)):
            self._data()
        return header, content

    def patch(self, *events: dict[str, Any]) -> str:
        """What came of it: "OK", the words of an error, or "closed …"."""
        try:
            kind, content = self.ask("PATCH-DOC", {"events": list(events)})
        except ConnectionError as closed:
            return f"closed {closed}"
        return json.dumps(content) if kind == "ERROR" else kind

    def document(self) -> dict[str, Any]:
        return self.ask("PULL-DOC-REQ", {})[1]["doc"]

    def mirror(self) -> "Mirror":
        return mirror(self.document())

    def _data(self) -> bytes:
        while True:
            kind, payload = self.received()
            if kind in (TEXT, BINARY):
                return payload


def until_closed(line: socket.socket, head_only: bool = False) -> bytes:
    """All that comes until the other side closes, or until one answer of a stated length is whole."""
    received = bytearray()
    try:
        while got := line.recv(1 << 18):
            received += got
            head, gap, _ = bytes(received[:65536]).partition(b"\r\n\r\n")
            length = re.search(rb"(?i)\r\ncontent-length: *(\d+)", head)
            if gap and (head_only or (length and len(received) - len(head) - 4 >= int(length[1]))):
                break
    except ConnectionError:
        pass
    except TimeoutError:
        if not received:
            raise
    return bytes(received)


def parsed(received: bytes) -> Answer:
    head, _, body = received.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): text.strip() for name, _, text in (line.partition(":") for line in lines)}
    return Answer(int(first.split()[1]), headers, body)


def family(pid: int) -> list[int]:
    """A process and all that it started."""
    children = Path(f"/proc/{pid}/task/{pid}/children")
    started = [int(child) for child in children.read_text().split()] if children.exists() else []
    return [pid, *(each for child in started for each in family(child))]


def is_guarded(answer: Answer) -> bool:
    """Whether an answer tells the browser what it may do; a bare refusal without a body has nothing to tell it of."""
    if not answer.body and "location" not in answer.headers and set(answer.headers) <= {"connection"}:
        return answer.status >= 400
    policy = answer.headers.get("content-security-policy", "")
    return EVERYWHERE.items() <= answer.headers.items() and "default-src 'none'" in policy
