"""Who may put the lab into a frame, and what everybody else's frame shows."""

import re

import pytest
from fetching import ask, is_readable

from app.serve.security import Framing

PAGES = ("/", "/embed/lab", "/embed/effect?off=2", "/stacks")
LIMIT = "frame-ancestors 'self' course.example.org localhost:8000"
FRAME = {"Sec_Fetch_Dest": "iframe", "Sec_Fetch_Site": "cross-site"}
STRANGE = {**FRAME, "Referer": "https://elsewhere.example.org/page"}


@pytest.mark.parametrize("path", PAGES)
def test_a_page_says_who_may_frame_it(choosy_lab: str, path: str):
    assert ask(choosy_lab, path).headers["content-security-policy"].endswith(f"; {LIMIT}")


@pytest.mark.parametrize("path", PAGES)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_a_frame_elsewhere_is_told_so_in_words(choosy_lab: str, path: str, method: str):
    known = ask(choosy_lab, path).headers.get("etag", '"x"')
    got = ask(choosy_lab, path, method, If_None_Match=known, **STRANGE)
    assert got.status == 403
    assert got.headers["cache-control"] == "no-store"
    assert "frame-ancestors" not in got.headers["content-security-policy"], "or nobody could read it"
    if method == "GET":
        assert is_readable(got)
        text = got.body.decode()
        assert "only on course.example.org, localhost:8000." in text
        assert re.search('<a href="" target="_blank" rel="noopener">', text)


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {**STRANGE, "Sec_Fetch_Dest": "document"},
        {**STRANGE, "Sec_Fetch_Site": "same-origin"},
        {**STRANGE, "Sec_Fetch_Site": "none"},
        {**FRAME, "Referer": "https://course.example.org/week3?x=1"},
        {**FRAME, "Referer": "https://COURSE.example.org"},
        {**FRAME, "Sec_Fetch_Site": "same-site", "Referer": "http://localhost:8000/"},
        FRAME,
        {**FRAME, "Referer": "http://[broken"},
    ],
)
def test_everybody_else_is_answered(choosy_lab: str, headers: dict[str, str]):
    assert ask(choosy_lab, "/embed/lab", **headers).status == 200


@pytest.mark.parametrize("referer", ["http://localhost:8001/", "https://course.example.org.evil.org/", "null"])
def test_a_host_is_the_whole_of_a_host(referer: str):
    framing = Framing(("course.example.org", "localhost:8000"))
    headers = {"Sec-Fetch-Dest": "iframe", "Sec-Fetch-Site": "same-site", "Referer": referer}
    assert framing.refuses(headers) == (referer != "null")


def test_unless_told_otherwise_anyone_may_frame_it(lab: str):
    got = ask(lab, "/embed/lab", **STRANGE)
    assert got.status == 200
    assert "frame-ancestors" not in got.headers["content-security-policy"]


def test_what_is_no_page_is_answered_as_ever(choosy_lab: str):
    assert ask(choosy_lab, "/liveness", **STRANGE).status == 200
    assert ask(choosy_lab, "/nope/x", **STRANGE).status == 404
    assert ask(choosy_lab, "/static/js/bokeh.min.js", **STRANGE).status == 200
