"""The routes that need no session, asked over HTTP as a browser, a proxy, a course page or a stranger would."""

import gzip
import json
import re
from contextlib import suppress
from socket import create_connection
from urllib.parse import urljoin, urlsplit

import brotli
import pytest
from fetching import ask, is_readable

from app.screens.lab import WIDGETS, LabScreen
from app.screens.screens import export_html, on_the_menu, screens
from app.serve.pages import page_state
from app.serve.security import HEADERS
from app.state.selection import choose, default
from app.tables import tables
from app.tables.keys import parse_key, token_key


@pytest.mark.parametrize("view", WIDGETS)
def test_every_view_is_a_page_that_can_be_cached(lab: str, view: str):
    got = ask(lab, f"/embed/{view}?toy=tanh&off=2,4")
    assert got.status == 200
    assert f'data-view="{view}"' in got.body.decode()
    assert got.headers["cache-control"] == "no-cache"
    again = ask(lab, f"/embed/{view}?toy=tanh&off=2,4", If_None_Match=got.headers["etag"])
    assert (again.status, again.body, again.headers["etag"]) == (304, b"", got.headers["etag"])
    head = ask(lab, f"/embed/{view}?toy=tanh&off=2,4", "HEAD")
    assert (head.status, head.body) == (200, b"")
    assert head.headers["content-length"] == str(len(got.body))


def test_all_encodings_have_strong_tags_of_their_own(lab: str):
    sent = [
        ask(lab, "/embed/lab", **asked) for asked in ({}, {"Accept_Encoding": "gzip"}, {"Accept_Encoding": "gzip, br"})
    ]
    plain, packed, brief = sent
    assert [got.headers.get("content-encoding") for got in sent] == [None, "gzip", "br"]
    assert gzip.decompress(packed.body) == brotli.decompress(brief.body) == plain.body
    assert len(brief.body) < len(packed.body)
    assert len({got.headers["etag"] for got in sent}) == 3
    assert all(got.headers["etag"].startswith('"') for got in sent)
    assert {got.headers["vary"] for got in sent} == {"Accept-Encoding"}
    for refused in ("br;q=0, gzip", "br;q=0.0,gzip;q=0.5"):
        assert ask(lab, "/embed/lab", Accept_Encoding=refused).headers["content-encoding"] == "gzip"


def test_any_process_makes_the_same_page(lab: str, choosy_lab: str):
    """Whatever it has made before: a reader's copy stays good after a restart, or with two processes behind a proxy."""
    ask(choosy_lab, "/norms")
    for path in ("/embed/lab?off=3", "/stacks"):
        tag = ask(lab, path).headers["etag"]
        assert ask(choosy_lab, path, If_None_Match=tag).status == 304


PAGES = [*on_the_menu()[1:], *(f"embed/{name}" for name in screens())]


@pytest.mark.parametrize("page", PAGES)
def test_a_slash_behind_a_page_leads_to_the_page(lab: str, page: str):
    query = "toy=or&off=1,2&target=a%26b"
    got = ask(lab, f"/{page}/?{query}")
    assert got.status == 308
    there = urljoin(f"{lab}{page}/?{query}", got.headers["location"])
    assert there == f"{lab}{page}?{query}", "below the prefix, wherever a proxy puts that"
    assert ask(lab, "/" + there.removeprefix(lab)).status == 200
    assert ask(lab, f"/{page}/").headers["location"] == f"../{page.rpartition('/')[2]}"


@pytest.mark.parametrize(
    "path", ["/nope/", "/reading//", "//reading/", "/embed/", "/embed/nope/", "/lab/", "/tables/x/"]
)
def test_a_slash_behind_nothing_is_nothing(lab: str, path: str):
    got = ask(lab, path)
    assert got.status == 404
    assert is_readable(got)


def test_every_answer_tells_the_browser_what_to_refuse(lab: str):
    """Whatever is asked for, in whatever way: a page, a table, a script, nothing, the icon above the prefix."""
    root = f"{urlsplit(lab).scheme}://{urlsplit(lab).netloc}/"
    paths = [
        "/",
        "/reading",
        "/reading/",
        "/embed/lab",
        "/embed/no",
        "/tables/place/0/1/zero/5.json",
        "/tables/no.json",
    ]
    paths += ["/export/lab.html?off=x", "/static/js/bokeh.min.js", "/static/no.min.js", "/liveness", "/ws", "/no/no"]
    asked = [(lab, path) for path in paths] + [(root, "/favicon.ico"), (root, "/"), (lab, ""), (lab, "/favicon.ico")]
    for base, path in asked:
        for method in ("GET", "HEAD", "POST", "DELETE", "OPTIONS", "BREW"):
            got = ask(base, path, method)
            for name, value in HEADERS.items():
                there = got.headers.get(name.lower(), "")
                assert there.startswith(value[:18]), (method, path, got.status, name)
            assert b"Traceback" not in got.body
    assert ask(root, "/favicon.ico").headers["content-type"] == "image/x-icon"
    assert ask(root, "/favicon.ico", "HEAD").status == 200


SAME = ("", "off=1", "step=2&alpha=3", "off=x&&y", "reference=1,2&face=answers&measure=size", "source=2")


def test_pages_that_carry_the_same_tables_are_the_same_page(lab: str):
    tags = {ask(lab, f"/embed/effect?{query}").headers["etag"] for query in SAME}
    assert len(tags) == 1
    for other in ("token=2", "prompt=2", "prompt=all", "ablation=mean", "ablation=resample"):
        assert ask(lab, f"/embed/effect?{other}").headers["etag"] not in tags


@pytest.mark.parametrize("query", ["off=2?x=1", "%ff=%fe&%", "a" * 30000, "off=" + "9," * 10000, "&=&=&", "target=%00"])
@pytest.mark.parametrize("path", ["/", "/embed/lab"])
def test_no_query_is_bad_enough_for_an_error(lab: str, path: str, query: str):
    assert ask(lab, f"{path}?{query}").status == 200


def test_bytes_that_no_browser_would_send_are_read_too(lab: str):
    parts = urlsplit(lab)
    for path in (b"embed/lab?off=2&\xff=\xe2\x98\x95", b"?target=\xe2\x98", b"tables/0123/../../pyproject.toml"):
        with create_connection((parts.hostname, parts.port), timeout=10) as connection:
            connection.sendall(b"GET %s%s HTTP/1.1\r\nHost: x\r\n\r\n" % (parts.path.encode(), path))
            assert connection.recv(12) in (b"HTTP/1.1 200", b"HTTP/1.1 404")


@pytest.mark.parametrize(
    "key",
    ["tanh/0/1/zero/5/lead/3/7", "place/0/2/resample-1/5/logit/12", "place/1/3/mean/5", "or/0/all/zero/5/lead/0/1"],
)
def test_a_table_is_the_same_over_http(lab: str, key: str):
    got = ask(lab, f"/tables/{key}.json?v=3", Accept_Encoding="gzip")
    assert json.loads(gzip.decompress(got.body)) == tables.table(parse_key(key))
    assert got.headers["content-type"] == "application/json"
    assert "immutable" in got.headers["cache-control"]
    assert ask(lab, f"/tables/{key}.json").headers["cache-control"] == "no-cache"
    assert ask(lab, f"/tables/{key}.json?v=1").headers["cache-control"] == "no-cache", "an older format's address"
    assert ask(lab, f"/tables/{key}.json?v=3", Accept_Encoding="gzip", If_None_Match=got.headers["etag"]).status == 304


@pytest.mark.parametrize(
    "key",
    [
        *["tanh/0/1/zero/6", "nope/0/1/zero/1", "tanh/0/1/zero/5/lead/3/3", "tanh/0/5", "tanh/0/all/zero/5"],
        *["place/0/1/resample-1/5", "place/0/1/resample/5", "place/0/99/zero/5", "%25s/%0A", "../../pyproject"],
    ],
)
def test_a_table_that_is_not_there_says_what_was_expected(lab: str, key: str):
    got = ask(lab, f"/tables/{key}.json")
    assert got.status == 404
    assert is_readable(got)
    assert "expected" in got.body.decode()


def test_every_link_of_a_page_leads_somewhere(lab: str):
    for path in ("", "embed/lab"):
        text = ask(lab, f"/{path}").body.decode()
        links = re.findall(r'<script[^>]* src="([^"]+)"|<link rel="preload"[^>]* href="([^"]+)"', text)
        assert links
        for link in map("".join, links):
            assert not link.startswith(("/", "http")), "only relative links survive a proxy"
            target = urljoin(urljoin(lab, path), link).removeprefix(lab)
            got = ask(lab, f"/{target}", Accept_Encoding="gzip")
            assert got.status == 200, link
            assert got.headers["content-type"].startswith("text/javascript")
            assert "immutable" in got.headers["cache-control"]


@pytest.mark.parametrize(
    "path",
    [
        "/nope",
        "/embed",
        "/embed/",
        "/embed/nope",
        "/embed/lab/x",
        "/assets/js/page/lab.js",
        "/assets/%2e%2e/pyproject.toml",
        "/static/js/%2e%2e/server.min.js",
        "/components/os/path/x/y",
        "/metadata",
        "/autoload.js?bokeh-autoload-element=1",
        "/%00",
        "/<script>",
    ],
)
def test_any_other_address_is_a_readable_404(lab: str, path: str):
    got = ask(lab, path)
    assert got.status == 404
    assert is_readable(got)
    home = re.search(r'href="([^"]+)"', got.body.decode())
    assert home
    assert urljoin(lab.rstrip("/") + path.partition("?")[0], home[1]) == lab


def test_outside_the_prefix_there_is_nothing(lab: str):
    root = urljoin(lab, "/")
    assert ask(root, "/").status == 404
    assert is_readable(ask(root, "/course/week33/"))


@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH", "OPTIONS", "NONSENSE"])
@pytest.mark.parametrize("path", ["/", "/embed/lab", "/liveness", "/nope"])
def test_nothing_can_be_written(lab: str, path: str, method: str):
    got = ask(lab, path, method, Content_Length="0")
    assert got.status in (404, 405)
    assert is_readable(got)


def test_liveness(lab: str):
    got = ask(lab, "/liveness")
    assert got.status == 200
    assert json.loads(got.body)["alive"] is True
    assert got.headers["cache-control"] == "no-store"
    assert ask(lab, "/liveness?endpoint=/nope").status == 200
    assert ask(lab, "/liveness", "HEAD").status == 200


def sessions(lab: str) -> int:
    return json.loads(ask(lab, "/liveness").body)["sessions"]


def test_only_the_live_lab_makes_sessions_and_only_once_its_page_connects(lab: str):
    before = sessions(lab)
    for path in ("/embed/lab", "/embed/effect?off=3", "/stacks", "/", "/tables/tanh/0/1/zero/5.json"):
        ask(lab, path)
    assert sessions(lab) <= before, "old sessions may have ended meanwhile"


def test_too_long_an_address_does_not_harm_the_server(lab: str):
    for length in (60_000, 70_000, 300_000):
        with suppress(OSError):  # the connection may be cut
            assert ask(lab, "/?" + "a" * length).status in (200, 400, 414, 431)
    assert ask(lab, "/liveness").status == 200


def test_what_nobody_reads_is_not_taken_in(lab: str):
    place = urlsplit(lab)
    with create_connection((place.hostname or "", place.port or 0), timeout=10) as connection:
        connection.sendall(b"POST %s HTTP/1.1\r\nHost: x\r\nContent-Length: 50000000\r\n\r\n" % place.path.encode())
        assert connection.recv(100).startswith(b"HTTP/1.1 400")
        assert connection.recv(100) == b""


def test_the_live_page_is_the_same_for_everyone_and_a_token_is_nobody_elses(lab: str):
    one, other = ask(lab, "/?off=2"), ask(lab, "/?off=3")
    assert one.status == 200
    assert one.headers["cache-control"] == "no-cache"
    assert (one.body, one.headers["etag"]) == (other.body, other.headers["etag"])
    assert ask(lab, "/", If_None_Match=one.headers["etag"]).status == 304
    tokens = [ask(lab, "/session?off=2") for _ in range(2)]
    assert [got.headers["cache-control"] for got in tokens] == ["no-store", "no-store"]
    assert tokens[0].body != tokens[1].body
    assert [list(json.loads(got.body)) for got in tokens] == [["token"], ["token"]]


def test_without_its_slash_the_lab_redirects_relatively(lab: str):
    got = ask(lab.rstrip("/"), "?off=2%2C4")
    assert got.status == 302
    assert got.headers["location"] == "week3/?off=2%2C4"


def test_what_a_page_carries_is_what_its_state_is_drawn_from():
    state = page_state("lab", "token=2&readout=logit&off=2,4&step=1")
    assert state == choose(default(), token=2, readout="logit")
    assert page_state("lab", "target=1&against=2&alpha=3") == choose(default(), target=0, against=1)
    assert set(LabScreen("lab").opening(state)) == {"place/0/1/zero/2", f"place/0/1/zero/2/logit/{state.target}"}
    state = page_state("lab", "prompt=3&ablation=resample&source=2&reference=1&face=answers&off=3")
    assert state == choose(default(), prompt=3, ablation="resample", source=2)
    assert str(token_key(state)) == "place/0/3/resample-2/5"
    assert str(token_key(state)) in LabScreen("lab").opening(state)
    assert page_state("lab", "prompt=all&reference=1&target=3rd") == choose(default(), prompt=0, target=2)


def test_a_screen_can_be_fetched_as_one_file(lab: str):
    got = ask(lab, "/export/effect.html?toy=tanh&off=2,4&theme=dark&hide=settings")
    assert got.status == 200
    assert got.headers["content-disposition"] == 'attachment; filename="effect.html"'
    state, _ = screens()["effect"].read("toy=tanh&off=2,4")
    wanted = export_html(screens()["effect"], state, (("hide", "settings"), ("theme", "dark")))
    ids = re.compile(rb'"id":"[^"]*"|"target_id":[^,}]*|p\d{4,}|[0-9a-f-]{36}')
    assert ids.sub(b"", got.body) == ids.sub(b"", wanted.encode())
    assert ask(lab, "/export/nothing.html").status == 404
    bad = ask(lab, "/export/effect.html?toy=zzz&off=99")
    assert bad.status == 400
    assert is_readable(bad)
    assert "toy: expected one of" in bad.body.decode()


def test_a_frame_of_no_origin_may_fetch_tables(lab: str):
    assert ask(lab, "/tables/tanh/0/1/zero/5.json").headers["access-control-allow-origin"] == "*"
