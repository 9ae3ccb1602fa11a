"""Paths that lead out of the house, into another one, or into the log."""

import json
import re

import pytest
from stranger import INSIDE, is_guarded

OUT = [
    *("/static/../app/live.py", "/static/..%2fapp/live.py", "/static/..%2f..%2f..%2f..%2fetc/passwd"),
    *("/static/%2e%2e/%2e%2e/pyproject.toml", "/static/js/..%5c..%5cpyproject.toml", "/static//etc/passwd"),
    *("/static/%2fetc/passwd", "/static/js/....//....//pyproject.toml", "/static/js/bokeh.min.js%00.html"),
    *("/static/extensions/../../../../etc/passwd", "/static/extensions/panel/..%2f..%2f..%2fconfig.py"),
    *("/tables/../pyproject.toml", "/tables/..%2f..%2fpyproject.toml", "/tables/tanh/../../../etc/passwd.json"),
    *("/tables/%2e%2e%2f%2e%2e%2fetc%2fpasswd.json", "/tables/place/0/1/zero/..%2f5.json", "/tables/place%00/0.json"),
    *("/export/../pyproject.toml", "/export/..%2flab.html", "/export/%2e%2e/app/live.html", "/export//etc/passwd.html"),
    *("/embed/../../etc/passwd", "/embed/..%2f..%2fpyproject.toml", "/%2e%2e/%2e%2e/etc/passwd", "/..;/app/live.py"),
]


@pytest.mark.parametrize("path", OUT)
def test_no_path_leads_out(house, path):
    """A stranger reads any file of the server: its secret key, the host's passwords."""
    got = house.ask(path)
    assert got.status in (400, 403, 404)
    assert is_guarded(got)
    assert b"root:" not in got.body
    assert b"[project]" not in got.body
    assert b"import " not in got.body
    assert not INSIDE.findall(got.text.replace(path, ""))


ELSEWHERE = [
    *("//evil.com/", "//evil.com/stacks/", "/\\evil.com/", "/\\evil.com/stacks/", "/%5cevil.com/stacks/"),
    *("//evil.com/%2e%2e/stacks/", "/%2f%2fevil.com/stacks/", "///evil.com/", "/.//evil.com/stacks/"),
    *("http://evil.com/stacks/", "/stacks//", "/stacks/?next=//evil.com", "//evil.com//embed/stacks/"),
    *("/@evil.com/", "/stacks/%0d%0aLocation:%20//evil.com", "/stacks/?%0d%0aLocation:%20//evil.com%0d%0aX:%20"),
]


@pytest.mark.parametrize("path", ELSEWHERE)
def test_no_redirect_leads_elsewhere(house, path):
    """A stranger sends a link to a course's own lab that ends on the stranger's page."""
    got = house.ask(path, Host="evil.com", X_Forwarded_Host="evil.com")
    to = got.headers.get("location", "")
    assert not re.match(r"[a-z]+:|[/\\]{2}|/\\|\\", to), to
    assert "evil.com/" not in to.partition("?")[0]
    assert not re.search(r"evil", "".join(got.headers.values()).replace(to, ""))


@pytest.mark.parametrize("path", ["/stacks/?a=%0d%0aMine:%20x", "/stacks/?a=%250d%250aMine", "/stacks/?a=\tMine:x"])
def test_a_redirect_carries_no_header_of_its_own(house, path):
    """A stranger's link sets a cookie or a policy in the lab's name."""
    got = house.ask(path)
    assert "mine" not in got.headers
    assert got.status in (308, 400, 404)


@pytest.mark.parametrize(
    "named", ["Host", "X_Forwarded_Host", "X_Forwarded_Proto", "X_Forwarded_Prefix", "X_Original_URL", "Forwarded"]
)
@pytest.mark.parametrize("path", ["/", "/embed/lab", "/embed/no", "/stacks/", "/session"])
def test_a_cached_answer_holds_nothing_of_who_asked(house, path, named):
    """A stranger fills a cache in front of the lab with pages that load from, or link to, the stranger's host."""
    got = house.ask(path, **{named: "evil.example"})
    assert "evil.example" not in got.text
    assert "evil.example" not in "".join(got.headers.values())


SCRIPT = "<script>mine</script>"
MARKUP = ["%3Cscript%3Emine%3C/script%3E", "%22%3E%3Cimg%20src=x%20onerror=mine%3E", "%3C/script%3E%3Cscript%3Emine"]


@pytest.mark.parametrize("markup", MARKUP)
@pytest.mark.parametrize(
    "path", ["/{}", "/embed/{}", "/export/{}.html", "/tables/{}.json", "/?off={}", "/embed/lab?toy={}", "/?{}=1"]
)
def test_no_page_repeats_markup(house, path, markup):
    """A stranger's link writes into the lab's page, in front of a class."""
    got = house.ask(path.format(markup))
    assert "<script>mine" not in got.text
    assert "<img src=x" not in got.text
    assert "</script><script>mine" not in got.text


def test_a_path_writes_no_line_of_its_own_into_the_log(house):
    """A stranger writes entries into the log that never happened."""
    for path in ("/no%0a%7B%22level%22:%22mine%22%7D", "/no\x0b{mine}", "/no%0d%0amine%1b%5b2J", "/no?%0amine"):
        house.raw(f"GET {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n".encode())
        house.socket("bokeh", "x", Origin=f"http://evil{path[3:]}.com")
    told = house.log.read_text()
    assert "\x1b" not in told
    assert all(isinstance(json.loads(line), dict) for line in told.splitlines())
    assert not [line for line in told.splitlines() if json.loads(line).get("level") == "mine"]


@pytest.mark.parametrize(
    "path", ["/" + "a/" * 15_000, "/embed/" + "%41" * 10_000, "/tables/" + "1/" * 15_000 + ".json"]
)
def test_an_overlong_path_is_refused_at_once(house, path):
    """A stranger's one request of 30 kB is worked on for seconds, or repeated into the log and the answer."""
    before = len(house.log.read_text())
    got = house.ask(path)
    assert got.status in (308, 400, 404, 414)
    assert got.worked < 0.5
    assert len(got.body) < 5000
    assert len(house.log.read_text()) - before < 5000
