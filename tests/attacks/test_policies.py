"""What a page may run: its own scripts by their hashes, and nothing that can be written into it."""

import re
from html import unescape

import pytest

PAGES = ("/", "/?off=2", "/embed/lab", "/embed/effect?toy=tanh", "/stacks", "/embed/norms", "/reading?theme=dark")
FILES = ("/export/effect.html?toy=tanh", "/export/stacks.html")
LOOSE = {"data:", "blob:", "'unsafe-inline'", "'unsafe-eval'", "*", "http:", "https:", "filesystem:"}


def runs(policy: str) -> set[str]:
    """From where a page with this policy takes scripts."""
    told = {name: set(values) for name, *values in (part.split() for part in policy.split(";") if part.strip())}
    assert told["default-src"] == {"'none'"}
    assert told["base-uri"] == told["object-src"] == {"'none'"}
    assert "worker-src" not in told or not told["worker-src"] & LOOSE
    return told["script-src"] | told.get("script-src-elem", set()) | told.get("script-src-attr", set())


@pytest.mark.parametrize("path", PAGES)
def test_a_page_runs_nothing_that_can_be_written_into_it(house, path):
    """A stranger who gets one tag into a page (`<script src="data:…">`) runs what they like in it."""
    assert not runs(house.ask(path).headers["content-security-policy"]) & LOOSE


@pytest.mark.parametrize("path", FILES)
def test_a_file_runs_nothing_that_can_be_written_into_it(house, path):
    """The same of a file, which many courses host beside what students sign in to."""
    html = house.ask(path).text
    policies = re.findall(r'<meta http-equiv="Content-Security-Policy" content="([^"]+)"', html)
    assert len(policies) == 1
    assert not runs(unescape(policies[0])) & LOOSE
    assert "<script" not in html.partition(policies[0])[0], "before the policy nothing runs"


@pytest.mark.parametrize("path", ["/", "/embed/lab", "/stacks"])
def test_a_page_has_no_handler_in_its_markup(house, path):
    """A policy that allows one handler by a hash allows it wherever a stranger writes it."""
    html = re.sub(r"(?s)<script\b.*?</script>", "", house.ask(path).text)
    assert not re.search(r"<[^>]+\son\w+\s*=", html)
    assert "javascript:" not in html
    assert "'unsafe-hashes'" not in house.ask(path).headers["content-security-policy"]
