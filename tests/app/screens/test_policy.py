"""What browsers are told to refuse: the headers of every answer, and the policy of each page."""

import re
from base64 import b64encode
from hashlib import sha256
from html import unescape
from html.parser import HTMLParser

import pytest
from fetching import ask

from app.screens.policy import sealed
from app.screens.screens import export_html, on_the_menu, screens

EVERYWHERE = (
    *("/", "/embed/lab", "/stacks", "/tables/place/0/1/zero/5.json", "/liveness", "/nope", "/embed/nope", "/ws"),
    *("/static/js/bokeh.min.js", "/static/js/bokeh.js", "/static/nope", "/tables/nope.json"),
)
PAGES = (
    "/",
    "/embed/lab?off=2",
    *(f"/embed/{name}" for name in screens()),
    *(f"/{name}" for name in on_the_menu()[1:]),
)


def directives(policy: str) -> dict[str, list[str]]:
    return {name: values for name, *values in (part.split() for part in policy.split(";"))}


class Scripts(HTMLParser):
    """The inline scripts that a browser would run, read by another rule than the lab's own."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.runs = False
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        runs = (
            given.get("type", "module") == "module" or given.get("id") == "bokeh"
        )  # which a page runs once it has drawn
        self.runs = tag == "script" and "src" not in given and runs
        if self.runs:
            self.found.append("")

    def handle_endtag(self, tag: str) -> None:
        self.runs = False

    def handle_data(self, data: str) -> None:
        if self.runs:
            self.found[-1] += data


def scripts(html: str) -> list[str]:
    return Scripts(html).found


def hashed(script: str) -> str:
    return f"'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'"


@pytest.mark.parametrize("path", EVERYWHERE)
@pytest.mark.parametrize("method", ["GET", "HEAD", "POST"])
def test_every_answer_has_the_headers(lab: str, path: str, method: str):
    headers = ask(lab, path, method, Content_Length="0").headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "same-origin"
    assert directives(headers["content-security-policy"])["default-src"] == ["'none'"]


@pytest.mark.parametrize("path", PAGES)
def test_a_page_runs_its_own_scripts_and_no_others(lab: str, path: str):
    got = ask(lab, path)
    policy = directives(got.headers["content-security-policy"])
    own, *hashes = policy["script-src"]
    assert own == "'self'"
    assert set(hashes) == {hashed(script) for script in scripts(got.body.decode())}
    assert policy["connect-src"] == ["'self'"]
    assert policy["font-src"] == ["data:"]
    assert policy["base-uri"] == policy["form-action"] == policy["object-src"] == ["'none'"]
    assert "frame-ancestors" not in policy, "unless told otherwise, a page may be put anywhere"


def test_a_page_keeps_its_policy_when_the_browser_has_it_already(lab: str):
    first = ask(lab, "/embed/paths")
    again = ask(lab, "/embed/paths", If_None_Match=first.headers["etag"])
    assert again.status == 304
    assert again.headers["content-security-policy"] == first.headers["content-security-policy"]


@pytest.mark.parametrize("name", ["stream", "stacks"])
def test_a_file_brings_its_own_policy(name: str):
    html = export_html(screens()[name], screens()[name].read("")[0])
    before, meta, after = re.split(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)">', html)
    assert "<script" not in before
    policy = directives(unescape(meta))
    assert policy["script-src"] == [*(hashed(script) for script in scripts(after))]
    assert policy["connect-src"] == ["'none'"]
    assert policy["font-src"] == ["data:"]
    assert "frame-ancestors" not in policy, "which a file cannot say"


def test_scripts_that_contain_tags_are_hashed_whole():
    script = 'x = "<script>"\n'
    head = f'<meta charset="utf-8"><script src="a.js"></script><script>{script}</script>'
    html = unescape(sealed(f'{head}<script type="text/plain">y</script>', "a.js"))
    assert f"script-src 'self' {hashed(script)};" in html
