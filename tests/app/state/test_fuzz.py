"""What nobody sends by accident: addresses, headers and websocket messages made up by the thousand.

No answer may be the server's own fault, show a traceback or hand markup back, and the server goes on. What it logged
meanwhile is read when the tests are over (conftest.py).
"""

import gzip
import json
from collections import Counter
from contextlib import suppress
from socket import create_connection
from typing import Any
from urllib.parse import quote, urlsplit

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tornado.websocket import WebSocketClosedError
from visiting import run, visiting

from app.screens.screens import screens
from app.state.selection import FIELDS, default, to_fields
from app.state.vocabulary import KEPT

MARKUP = "<img src=x onerror=alert(1)>"
SPLIT = "\r\nX-Injected: 1"

TEXTS = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["", "0", "-1", "1e9", "9" * 400, "all", "1,2,3", "nan", "..", "../" * 9, "\0", "%", "%ff", MARKUP, SPLIT]
    ),
)
QUOTED = TEXTS.map(lambda text: quote(text, safe="=&+,%")) | st.binary(max_size=20).map(lambda raw: quote(raw))
NAMES = st.sampled_from([*screens(), "nothing"])
PATHS = st.one_of(
    st.just("/"),
    st.builds("/embed/{}".format, NAMES),
    st.builds("/{}".format, NAMES),
    st.builds("/tables/{}/{}/{}/{}/{}.json".format, st.sampled_from(["tanh", "place", "stacks", "x"]), *[QUOTED] * 4),
    st.builds("/static/{}.min.js".format, QUOTED),
    st.builds("/export/{}.html".format, QUOTED),
    st.builds("/{}/{}".format, QUOTED, QUOTED),
    st.sampled_from(["/liveness", "/ws", "/metadata", "/autoload.js", "//", "/.", "/embed/lab/", "/embed//lab"]),
)
PARTS = st.builds("{}={}".format, st.sampled_from([*FIELDS, *KEPT, "v", "x"]) | QUOTED, QUOTED)
QUERIES = st.lists(PARTS, max_size=5).map("&".join)

# Content-Length is left out: a server rightly waits for what is promised.
HEADERS = st.sampled_from(
    [
        "Accept-Encoding",
        "Cookie",
        "Host",
        "If-Modified-Since",
        "If-None-Match",
        "Origin",
        "Range",
        "Referer",
        "Sec-Fetch-Dest",
        "Sec-Fetch-Site",
        "Sec-WebSocket-Key",
        "Sec-WebSocket-Protocol",
        "Sec-WebSocket-Version",
        "Upgrade",
        "X-Forwarded-For",
        "X-Scheme",
    ]
)
VALUES = st.one_of(
    st.binary(max_size=40).map(lambda raw: raw.replace(b"\r", b"").replace(b"\n", b"")),
    st.sampled_from(
        [b"*", b"gzip", b'"', b"W/", b"bytes=9-0", b"websocket", b"13", b"a" * 3000, b"http://[", b"://:x"]
    ),
    st.just(MARKUP.encode()),
)
SENT = st.dictionaries(HEADERS, VALUES, max_size=6)
METHODS = st.sampled_from([b"GET"] * 8 + [b"HEAD", b"POST", b"OPTIONS", b"TRACE", b"get", b"<b>"])

seen: Counter[str] = Counter()


def ask(lab: str, method: bytes, path: str, headers: dict[str, bytes]) -> tuple[bytes, bytes]:
    """What the server answers, as it comes, until it ends the connection: the head, and the body unpacked."""
    lines = [b"%s: %s" % (name.encode(), value) for name, value in headers.items()]
    host = [] if "Host" in headers else [b"Host: localhost"]
    request = b"\r\n".join([b"%s %s HTTP/1.1" % (method, path.encode()), *host, *lines, b"Connection: close", b"", b""])
    place = urlsplit(lab)
    with create_connection((place.hostname or "", place.port or 0), timeout=10) as connection:
        connection.sendall(request)
        got = b""
        with suppress(ConnectionResetError):
            while piece := connection.recv(1 << 20):
                got += piece
    head, _, body = got.partition(b"\r\n\r\n")
    return head, gzip.decompress(body) if body and b"Content-Encoding: gzip" in head else body


@settings(max_examples=1700, suppress_health_check=[HealthCheck.too_slow])
@given(method=METHODS, path=PATHS, query=QUERIES, headers=SENT)
def test_no_address_and_no_header_does_harm(lab, method, path, query, headers):
    head, body = ask(lab, method, f"{urlsplit(lab).path.rstrip('/')}{path}?{query}", headers)
    status = head[9:12].decode()
    seen[status] += 1
    assert status < "500", head
    assert b"Traceback" not in body
    assert MARKUP.encode() not in head + body
    assert b"\nX-Injected" not in head


def test_the_addresses_led_somewhere():
    assert sum(seen.values()) >= 1700
    assert {"200", "400", "404", "405"} <= set(seen)
    assert seen[""] < sum(seen.values()) / 10, "a request that cannot be read may go without an answer"


VALUE = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | TEXTS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(TEXTS, inner, max_size=3),
    max_leaves=8,
)
MODEL = st.sampled_from(["p1000", "p1001", "p1002", "p1003", "p1010"]).map(lambda name: {"id": name}) | VALUE
EVENTS = st.fixed_dictionaries(
    {
        "kind": st.sampled_from(
            ["ModelChanged", "MessageSent", "RootAdded", "RootRemoved", "TitleChanged", "ColumnDataChanged", "x"]
        ),
        "model": MODEL,
        "attr": st.sampled_from(["selection", "data", "tags", "name", "esm", "nothing"]) | TEXTS,
        "new": VALUE,
        "msg_type": TEXTS,
        "msg_data": VALUE,
        "title": VALUE,
        "hint": VALUE,
    }
)
CONTENT = st.fixed_dictionaries({"events": st.lists(EVENTS, max_size=3)}) | VALUE
KINDS = st.sampled_from(["PATCH-DOC", "PULL-DOC-REQ", "PUSH-DOC", "SERVER-INFO-REQ", "ACK", "OK", "ERROR", "x"])
MESSAGES = st.one_of(
    st.builds(lambda kind, content: [{"msgid": "1", "msgtype": kind}, {}, content], KINDS, CONTENT),
    st.builds(lambda kind, n: [{"msgid": "1", "msgtype": kind, "num_buffers": n}, {}, {}], KINDS, st.integers()),
    st.lists(VALUE, min_size=1, max_size=4),
)


@settings(max_examples=80, suppress_health_check=[HealthCheck.too_slow])
@given(messages=st.lists(MESSAGES, min_size=3, max_size=8), broken=st.binary(max_size=20))
def test_no_message_does_harm(lab: str, messages: list[list[Any]], broken: bytes):
    async def visit():
        async with visiting(lab) as visitor, visiting(lab) as other:
            with suppress(WebSocketClosedError):
                for fragments in messages:
                    for fragment in fragments:
                        await visitor.socket.write_message(json.dumps(fragment))
                await visitor.socket.write_message(broken, binary=True)
            return await other.selection()

    assert run(visit()) == to_fields(default())
