"""Every answer tells the browser what it may do: also those that nobody wrote a page for."""

import re

import pytest
from stranger import is_guarded

ANSWERS = {
    "the lab": ("GET", "/"),
    "an embed": ("GET", "/embed/effect?toy=tanh"),
    "a view": ("GET", "/stacks"),
    "a table": ("GET", "/tables/tanh/0/1/zero/5.json"),
    "a table that is none": ("GET", "/tables/no.json"),
    "a file that is none": ("GET", "/export/no.html"),
    "a token": ("GET", "/session"),
    "liveness": ("GET", "/liveness"),
    "the icon": ("GET", "/favicon.ico"),
    "an icon, asked without reading": ("HEAD", "/favicon.ico"),
    "an icon of a phone": ("GET", "/apple-touch-icon.png"),
    "a script": ("GET", "/static/js/bokeh.min.js"),
    "a script that is none": ("GET", "/static/js/no.js"),
    "a folder of scripts": ("GET", "/static/js/"),
    "static's own root": ("GET", "/static"),
    "an extension of Bokeh's": ("GET", "/static/extensions/panel/panel.min.js"),
    "an extension that is none": ("GET", "/static/extensions/no/no.js"),
    "metadata": ("GET", "/metadata"),
    "autoload": ("GET", "/autoload.js?bokeh-autoload-element=x"),
    "the websocket's address": ("GET", "/ws"),
    "a redirect": ("GET", "/stacks/"),
    "nothing": ("GET", "/no/no"),
    "a query that is none": ("GET", "/?off=99&%ff"),
    "POST": ("POST", "/embed/lab"),
    "PUT": ("PUT", "/"),
    "DELETE": ("DELETE", "/tables/tanh/0/1/zero/5.json"),
    "OPTIONS": ("OPTIONS", "/"),
    "TRACE": ("TRACE", "/"),
    "PATCH": ("PATCH", "/liveness"),
    "CONNECT": ("CONNECT", "localhost:1"),
    "a method of its own": ("MINE", "/"),
    "a whole address": ("GET", "http://evil.com/"),
    "no address": ("OPTIONS", "*"),
}


@pytest.mark.parametrize("what", ANSWERS)
def test_every_answer_is_guarded(house, what):
    """A stranger finds one answer that a browser sniffs, runs, frames or tells the address of."""
    method, path = ANSWERS[what]
    got = house.ask(path, method, Content_Length="0")
    assert is_guarded(got), (got.status, got.headers)
    assert got.status < 500 or what == "a token"
    assert "set-cookie" not in got.headers


@pytest.mark.parametrize("what", ["the lab", "an embed", "a script", "a table", "the icon"])
def test_what_the_browser_has_already_is_guarded_too(house, what):
    """A stranger waits for the second visit, whose answer without a body drops the first one's policy."""
    _, path = ANSWERS[what]
    first = house.ask(path)
    if "etag" in first.headers:
        again = house.ask(path, If_None_Match=first.headers["etag"])
        assert is_guarded(again)
        assert again.headers["content-security-policy"] == first.headers["content-security-policy"]


REFUSED = {
    "no HTTP": b"mine\r\n\r\n",
    "an old HTTP": b"GET / HTTP/0.9\r\n\r\n",
    "no host": b"GET / HTTP/1.1\r\n\r\n",
    "two hosts": b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    "a long address": b"GET /" + b"a" * 100_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n",
    "long headers": b"GET / HTTP/1.1\r\nHost: a\r\nX: " + b"a" * 100_000 + b"\r\n\r\n",
    "many headers": b"GET / HTTP/1.1\r\nHost: a\r\n" + b"X: a\r\n" * 3000 + b"\r\n",
    "a length that is none": b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n",
    "a zero in a header": b"GET / HTTP/1.1\r\nHost: a\r\nX: a\x00b\r\n\r\n",
    "a folded header": b"GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n",
}


@pytest.mark.parametrize("what", REFUSED)
def test_what_is_no_request_is_answered_guarded_or_not_at_all(house, what):
    """A stranger gets at the server below its routes, where no header is set."""
    got = house.raw(REFUSED[what], patience=2)
    assert got is None or is_guarded(got), (got.status, got.headers, got.body[:200])
    assert house.ask("/liveness").status == 200


@pytest.mark.parametrize("what", ["the lab", "nothing", "a script", "liveness", "a redirect"])
def test_no_answer_tells_which_release_serves_it(house, what):
    """A stranger looks up what is wrong with exactly that release."""
    assert not re.search(r"\d", house.ask(ANSWERS[what][1]).headers.get("server", ""))


def test_who_may_frame_is_told_by_every_page(serve):
    """A stranger puts the lab below their own buttons, although the host said who may frame it."""
    with serve("--allow-frame", "course.example.org") as choosy:
        for path in ("/", "/embed/lab", "/embed/effect?toy=tanh", "/stacks", "/no/no", "/embed/no", "/session"):
            policy = choosy.ask(path).headers["content-security-policy"]
            ancestors = re.search(r"frame-ancestors ([^;]+)", policy)
            assert ancestors, path
            assert "course.example.org" in ancestors[1] or ancestors[1].strip() in ("'none'", "'self'")
            assert "*" not in ancestors[1].split()
