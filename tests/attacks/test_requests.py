"""Requests that are two, that never end, that unpack, that pretend to be others."""

import gzip
import time

import pytest
from stranger import is_guarded, until_closed

HOST = b"Host: localhost\r\n"
TWO = {
    "a length and chunks": b"Content-Length: 6\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\nX",
    "chunks and a length": b"Transfer-Encoding: chunked\r\nContent-Length: 6\r\n\r\n0\r\n\r\nX",
    "two lengths": b"Content-Length: 0\r\nContent-Length: 5\r\n\r\nhello",
    "a length in a list": b"Content-Length: 0, 5\r\n\r\nhello",
    "a length with a plus": b"Content-Length: +5\r\n\r\nhello",
    "a length in hexadecimal": b"Content-Length: 0x5\r\n\r\nhello",
    "a length of other digits": "Content-Length: ٥\r\n\r\nhello".encode(),
    "chunks, hidden": b"Transfer-Encoding : chunked\r\n\r\n0\r\n\r\n",
    "chunks of its own": b"Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n",
    "chunks twice": b"Transfer-Encoding: chunked, chunked\r\n\r\n0\r\n\r\n",
    "a chunk of a negative size": b"Transfer-Encoding: chunked\r\n\r\n-1\r\n\r\n",
    "a chunk of a size with a line in it": b"Transfer-Encoding: chunked\r\n\r\n0_0\r\n\r\n",
}


@pytest.mark.parametrize("what", TWO)
def test_a_request_that_a_proxy_reads_otherwise_is_refused(house, what):
    """A stranger hides a second request from the proxy, whose answer goes to the next student."""
    hidden = b"GET /liveness HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    with house.connect(1) as line:
        line.sendall(b"POST / HTTP/1.1\r\n" + HOST + TWO[what] + hidden)
        received = until_closed(line)
    assert b'"alive"' not in received
    assert received == b"" or received.split()[1] in (b"400", b"405", b"411", b"501")


@pytest.mark.parametrize("path", ["/", "/session", "/export/effect.html", "/liveness"])
def test_a_huge_body_is_refused_before_it_is_sent(house, path):
    """A stranger has the server take in, and keep, a hundred megabytes that no route reads."""
    before = house.memory()
    with house.connect(2) as line:
        line.sendall(f"POST {path} HTTP/1.1\r\nHost: a\r\nContent-Length: 90000000\r\n\r\n".encode())
        taken = 0
        try:
            while taken < 20_000_000:
                taken += line.send(b"x" * 65536)
        except OSError:
            pass
    assert taken < 10_000_000
    assert house.memory() - before < 10


def test_a_packed_body_is_not_unpacked(house):
    """A stranger's 50 kB become 50 MB in the server."""
    before, bomb = house.memory(), gzip.compress(b"0" * 50_000_000)
    head = f"POST / HTTP/1.1\r\nHost: a\r\nContent-Encoding: gzip\r\nContent-Length: {len(bomb)}\r\n\r\n"
    got = house.raw(head.encode() + bomb)
    assert got is None or got.status in (400, 405, 413, 415)
    assert house.memory() - before < 10


@pytest.mark.parametrize("named", ["X_HTTP_Method_Override", "X_Method_Override", "X_HTTP_Method"])
def test_no_header_changes_the_method(house, named):
    """A stranger does by a link what only another method may do."""
    assert house.ask("/liveness", **{named: "DELETE"}).status == 200
    assert house.ask("/liveness?_method=DELETE").status == 200
    assert house.ask("/liveness", "POST", Content_Length="0", **{named: "GET"}).status == 405


@pytest.mark.parametrize(
    "wanted",
    ["bytes=0-", "bytes=-1", "bytes=9999999999-", "bytes=5-2", "mine=0-1", "bytes=" + ",".join(["0-"] * 1000)],
)
@pytest.mark.parametrize("path", ["/static/js/bokeh.min.js", "/embed/effect?toy=tanh"])
def test_ranges_multiply_nothing(house, path, wanted):
    """A stranger asks for the same megabyte a thousand times in one request."""
    whole = 2_000_000
    got = house.ask(path, Range=wanted, Accept_Encoding="gzip")
    assert got.status in (200, 206, 400, 416)
    assert len(got.body) < whole
    assert got.worked < 0.5
    assert is_guarded(got)


def test_a_list_of_tags_is_read_in_no_time(house):
    """A stranger's list of 5,000 tags is compared one by one, or by a rule that takes squares of time."""
    for tags in (", ".join(f'"{n}"' for n in range(5000)), '"' * 40_000, "W/" * 20_000, ",\t " * 15_000):
        got = house.ask("/embed/effect?toy=tanh", If_None_Match=tags)
        assert got.status in (200, 400, 431)
        assert got.worked < 0.3


def test_encodings_are_read_in_no_time(house):
    """A stranger's odd list of encodings crashes the page or holds the core."""
    for odd in ("gzip;q=0", "gzip;q=mine", ",;" * 20_000, "*;q=0", "gzip;q=" + "9" * 10_000, "br" * 20_000):
        got = house.ask("/embed/effect?toy=tanh", Accept_Encoding=odd)
        assert got.status == 200
        assert got.worked < 0.3
    assert "content-encoding" not in house.ask("/embed/effect?toy=tanh", Accept_Encoding="gzip;q=0").headers


def test_requests_in_one_breath_are_answered_in_their_order(house):
    """A stranger's thousand requests on one line get answers mixed, or make all others wait for theirs."""
    with house.connect(5) as line:
        line.sendall(b"GET /no/no HTTP/1.1\r\nHost: a\r\n\r\n" * 300)
        begun = time.monotonic()
        assert house.ask("/liveness").seconds < 0.5
    assert time.monotonic() - begun < 2
