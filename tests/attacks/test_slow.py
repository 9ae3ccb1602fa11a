"""Who comes and says nothing, or half of it: each holds a place until the server gives up waiting."""

import time

import pytest
from stranger import TEXT

WAITED = 12.0  # seconds
HALVES = {
    "nothing": b"",
    "half a line": b"GET /embed/l",
    "headers without an end": b"GET / HTTP/1.1\r\nHost: a\r\nX: ",
    "half a body": b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nx",
    "half a chunk": b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nx",
}


@pytest.fixture(scope="module")
def loiterers(house):
    """Sockets that were opened at this time and have said a half, by what they said; and half websockets."""
    lines = {}
    for what, half in HALVES.items():
        lines[what] = house.connect()
        lines[what].sendall(half)
    begun = time.monotonic()
    half = house.session()
    half.frame(TEXT, b"{", last=False)
    part = house.session()
    part.frame(TEXT, b'{"msgid": "1", "msgtype": "PATCH-DOC"}')
    silent = house.socket("bokeh")  # no token: never becomes a session
    return begun, lines, {"half a frame": half, "a header and no more": part, "no session": silent}


def test_two_hundred_who_say_nothing_keep_nobody_out(house, loiterers):
    """A stranger's silent sockets leave none for the class."""
    house.ask("/embed/effect?toy=tanh")
    lines = [house.connect() for _ in range(200)]
    for n, line in enumerate(lines):
        line.sendall(list(HALVES.values())[n % len(HALVES)])
    assert house.ask("/embed/effect?toy=tanh").seconds < 1
    assert house.session().document()
    for line in lines:
        line.close()


def test_a_request_a_letter_at_a_time_does_not_hold_the_loop(house, loiterers):
    """A stranger's dripping requests are looked through from their beginning at each letter."""
    line = house.connect()
    line.sendall(b"GET / HTTP/1.1\r\nHost: a\r\n")
    before = house.processor()
    for _ in range(300):
        line.sendall(b"X: a\r\n")
        time.sleep(0.001)
    assert house.processor() - before < 0.3
    assert house.ask("/liveness").seconds < 0.3
    line.close()


@pytest.mark.parametrize("what", HALVES)
def test_half_a_request_is_not_waited_for(house, loiterers, what):
    """A stranger holds the server's sockets for an hour each, at no cost, until it has no more."""
    begun, lines, _ = loiterers
    line = lines[what]
    line.settimeout(max(begun + WAITED - time.monotonic(), 0.05))
    try:
        while line.recv(65536):
            pass
    except TimeoutError:
        pytest.fail(f"still open after {WAITED} s")
    except ConnectionError:
        pass


@pytest.mark.parametrize("what", ["half a frame", "a header and no more", "no session"])
def test_half_a_message_is_not_waited_for(loiterers, what):
    """A stranger takes seats in the full house with sockets that never say a whole message."""
    begun, _, sockets = loiterers
    assert sockets[what].is_closed(max(begun + WAITED - time.monotonic(), 0.05))
