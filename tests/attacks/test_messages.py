"""Frames and messages that no browser makes: kinds, sizes, halves, floods."""

import json
import time

import pytest
from stranger import BINARY, INSIDE, PING, TEXT

MOST = 8192  # bytes of a message; a selection takes less than 1,000


def said(session, *parts: bytes, kind: int = TEXT) -> str:
    """What comes of a message of these parts: its kind and text, "closed" or "silence"."""
    try:
        for part in parts:
            session.frame(kind, part)
        header, content = session.message()
        return f"{header['msgtype']} {json.dumps(content)}"
    except TimeoutError:
        return "silence"
    except OSError as closed:
        return f"closed {closed}"


def head(kind: str, **more: object) -> bytes:
    return json.dumps({"msgid": "1", "msgtype": kind, **more}).encode()


ODD = {
    "an unknown kind": [head("MINE"), b"{}", b"{}"],
    "a document of its own": [head("PUSH-DOC"), b"{}", b'{"doc": {"title": "x", "roots": [], "defs": []}}'],
    "an answer that nobody asked": [head("OK", reqid="9"), b"{}", b"{}"],
    "an error of its own": [head("ERROR", reqid="9"), b"{}", b'{"text": "x", "traceback": "y"}'],
    "a question about versions": [head("SERVER-INFO-REQ"), b"{}", b"{}"],
    "no JSON": [b"mine", b"{}", b"{}"],
    "a list for a header": [b"[]", b"{}", b"{}"],
    "a header without a number": [b'{"msgtype": "PATCH-DOC"}', b"{}", b'{"events": []}'],
    "events that are none": [head("PATCH-DOC"), b"{}", b'{"events": 3}'],
    "no content": [head("PATCH-DOC"), b"{}", b"{}"],
    "content that is none": [head("PATCH-DOC"), b"{}", b"null"],
    "10^9 buffers to come": [head("PATCH-DOC", num_buffers=10**9), b"{}", b'{"events": []}', b'{"id": "1"}', b"x"],
    "-1 buffers to come": [head("PATCH-DOC", num_buffers=-1), b"{}", b'{"events": []}'],
    "10,000 lists in each other": [head("PATCH-DOC"), b"{}", b"[" * 3000 + b"]" * 3000],
    "a number of 5,000 digits": [head("PATCH-DOC"), b"{}", b'{"events": ' + b"9" * 5000 + b"}"],
    "a text that is no Unicode": [head("PATCH-DOC"), b"{}", b'{"events": "\xff\xfe"}'],
}
ODD = {name.replace("10,000 lists", "3,000 lists"): parts for name, parts in ODD.items()}


@pytest.mark.parametrize("what", ODD)
def test_an_odd_message_is_refused_without_a_word_of_the_insides(house, what):
    """A stranger replaces the document, learns versions and ways on the disk, or leaves a task hanging for ever."""
    came = said(house.session(), *ODD[what])
    assert came.startswith(("ERROR", "closed")), came[:300]
    assert not INSIDE.findall(came), came[:300]


@pytest.mark.parametrize("kind", [TEXT, BINARY])
def test_a_message_above_the_stated_size_closes_the_line(house, kind):
    """A stranger has the server read and keep megabytes where a page sends less than one kilobyte."""
    session = house.session()
    came = said(session, b"x" * (MOST + 2048), kind=kind)
    assert came.startswith("closed"), came[:200]


def test_a_patch_in_binary_is_refused(house):
    """A stranger reaches the parts of the protocol that carry arrays, which no page here uses."""
    session = house.session()
    event = {"events": [session.mirror().switched(2)]}
    parts = [head("PATCH-DOC"), b"{}", json.dumps(event).encode()]
    assert said(session, *parts, kind=BINARY).startswith(("ERROR", "closed"))


def test_buffers_are_refused(house):
    """A stranger has the server collect as many binary parts as they like before it looks at the first."""
    session, before = house.session(), house.memory()
    came = said(session, head("PATCH-DOC", num_buffers=50), b"{}", b'{"events": []}', b'{"id": "1"}')
    assert came.startswith(("ERROR", "closed")), came[:200]
    assert house.memory() - before < 5


def test_a_frame_that_never_ends_is_cut_off(house):
    """A stranger grows one frame, continued for ever, until the server has no memory left."""
    session, before = house.session(), house.memory()
    session.frame(TEXT, b"x" * 1024, last=False)
    try:
        for _ in range(8 * MOST // 1024):
            session.frame(0, b"x" * 1024, last=False)
            time.sleep(0.001)
    except OSError:
        pass  # hung up on, as it should be
    else:
        assert session.is_closed(1)
    assert house.memory() - before < 5


def test_a_frame_that_says_it_is_an_exabyte_is_refused(house):
    """A stranger reserves the memory by a number in two bytes."""
    session = house.session()
    session.line.sendall(bytes([0x81, 0xFF]) + (1 << 60).to_bytes(8, "big") + bytes(4))
    assert session.is_closed(2)


@pytest.mark.parametrize("first", [0x83, 0xC1, 0x80, 0x8B], ids=["unknown", "packed", "continued", "control"])
def test_a_frame_that_is_none_closes_the_line(house, first):
    """A stranger leaves the server's reader in a state that nobody thought of."""
    session = house.session()
    session.line.sendall(bytes([first, 0x82, 0, 0, 0, 0]) + b"{}")
    assert session.is_closed(2)


def test_a_flood_of_pings_keeps_nobody_waiting(house):
    """A stranger's browser tab of pings takes the whole core from the class."""
    session, before = house.session(), house.memory()
    session.line.settimeout(2)
    calm = min(house.ask("/liveness").seconds for _ in range(5))
    worst = 0.0
    try:
        for _ in range(10):
            for _ in range(200):
                session.frame(PING, b"x" * 100)
            worst = max(worst, house.ask("/liveness").seconds)
    except OSError:
        pass  # hung up on, or not read any more: both are fair
    assert worst < calm + 0.25
    assert house.memory() - before < 10


def test_who_never_reads_the_answers_does_not_fill_the_memory(house):
    """A stranger asks for the document again and again and lets the server keep all answers for them."""
    session, before = house.session(), house.memory()
    session.line.settimeout(0.5)
    question = [head("PULL-DOC-REQ"), b"{}", b"{}"]
    try:
        for _ in range(1500):
            for part in question:
                session.frame(TEXT, part)
    except OSError:
        pass
    assert house.memory() - before < 15
    assert house.ask("/liveness").seconds < 0.5
