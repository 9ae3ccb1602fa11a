"""Who gets a session: bounded in number, by a token of this server, still good, from a page of its own."""

import base64
import json
import re
import subprocess
import sys
import time
import zlib

import pytest
from bokeh.util.token import generate_jwt_token, generate_session_id
from conftest import ROOT, SECRET
from stranger import INSIDE, is_guarded

FEW = 3


@pytest.fixture(scope="module")
def small(serve):
    """A server with three seats."""
    with serve("--most-sessions", str(FEW)) as running:
        yield running


def signed(seconds: int = 300, secret: str = SECRET) -> str:
    key = secret.encode()
    return generate_jwt_token(generate_session_id(key, True), secret_key=key, signed=True, expiration=seconds)


def test_the_number_of_sessions_has_a_stated_bound():
    """A stranger opens sessions until the server is out of memory, and nobody was told to set a limit."""
    said = subprocess.run([sys.executable, "-m", "app", "serve", "--help"], cwd=ROOT, capture_output=True, text=True)
    told = re.search(r"--most-sessions N?.*", said.stdout, re.S)
    assert told
    assert "default" in told[0][:300]


def test_a_full_house_says_so_and_shows_the_page(small):
    """A stranger with a hundred tabs takes the lesson from the class, whose pages need no session at all."""
    token, seats = small.token(), [small.session() for _ in range(FEW)]
    got = small.ask("/session?toy=tanh")
    assert got.status == 503
    assert int(got.headers["retry-after"]) > 0
    assert got.headers["cache-control"] == "no-store"
    assert is_guarded(got)
    assert 0 < len(got.body) < 1000
    assert not INSIDE.findall(got.text)
    assert small.ask("/").status == small.ask("/embed/lab").status == 200
    assert not small.socket("bokeh", token).is_open(), "a token from before gets one in all the same"
    assert small.liveness()["sessions"] == FEW
    for seat in seats:
        seat.close()
    end = time.monotonic() + 5
    while small.ask("/session").status == 503 and time.monotonic() < end:
        time.sleep(0.1)
    assert small.session().document(), "whoever leaves makes room"


def test_a_reload_does_not_use_up_seats(small):
    """A stranger locks the class out by pressing reload, while the sessions they left are waited for."""
    for _ in range(3 * FEW):
        session = small.session()
        session.document()
        session.close()
        time.sleep(0.15)


def test_asking_for_tokens_costs_no_session(house):
    """A stranger fills the seats by requests alone, without opening a single session."""
    before, sessions = house.memory(), house.liveness()["sessions"]
    for _ in range(100):
        assert house.ask("/session").status == 200
    assert house.liveness()["sessions"] <= sessions
    assert house.memory() - before < 3


def test_a_token_for_all_opens_one_session_at_most(house):
    """A stranger multiplies one token into as many sessions as they have sockets."""
    token, before = house.token(), house.liveness()["sessions"]
    sockets = [house.socket("bokeh", token) for _ in range(30)]
    assert sum(socket.is_open() for socket in sockets) >= 1
    assert house.liveness()["sessions"] <= before + 1
    for socket in sockets:
        socket.close()


def test_two_strangers_with_one_token_do_not_share_a_screen(house):
    """A stranger who sees a token (on a projector, in a log) drives or reads that person's session."""
    token = house.token()
    student = house.session(token)
    assert not house.socket("bokeh", token).is_open()
    assert student.document(), "and the first is not thrown out by the second"


def forged(token: str, **changes: str) -> str:
    """The same signature over something else."""
    payload, _, signature = token.partition(".")
    told = json.loads(base64.urlsafe_b64decode(payload + "=="))
    return base64.urlsafe_b64encode(json.dumps({**told, **changes}).encode()).decode().rstrip("=") + f".{signature}"


BAD = {
    "another server's": lambda token: signed(secret="the secret of somebody else, also 32 bytes or more"),
    "expired": lambda token: signed(-10),
    "unsigned": lambda token: token.partition(".")[0],
    "with an empty signature": lambda token: token.partition(".")[0] + ".",
    "cut short": lambda token: token[:-5],
    "with another session in it": lambda token: forged(token, session_id="mine"),
    "that never expires": lambda token: forged(token, session_expiry="99999999999"),
    "of one letter": lambda token: "x",
    "of dots": lambda token: "." * 100,
    "of JSON that is a list": lambda token: base64.urlsafe_b64encode(b"[]").decode().rstrip("="),
    "of 20 kB": lambda token: "x" * 20_000,
}


@pytest.mark.parametrize("what", BAD)
def test_a_token_that_is_not_ours_opens_nothing(house, what):
    """A stranger makes sessions without asking, for ever, or under a name of their choice."""
    sessions = house.liveness()["sessions"]
    socket = house.socket("bokeh", BAD[what](house.token()))
    assert not socket.is_open()
    assert not INSIDE.findall(socket.answer.text)
    assert house.liveness()["sessions"] <= sessions
    assert "Traceback" not in house.log.read_text()


def test_a_token_that_unpacks_to_20_mb_is_not_unpacked(house):
    """A stranger has the server unpack a bomb before it looks whose token that is."""
    before, bomb = house.memory(), zlib.compress(b'{"x": "' + b"x" * 20_000_000 + b'"}', 9)
    told = {"session_id": "x", "session_expiry": 99999999999, "__bk__zlib_": base64.b64encode(bomb).decode()}
    token = base64.urlsafe_b64encode(json.dumps(told).encode()).decode().rstrip("=") + ".x"
    begun = time.monotonic()
    for _ in range(3):
        assert not house.socket("bokeh", token).is_open()
    assert time.monotonic() - begun < 1
    assert house.memory() - before < 15


@pytest.mark.parametrize(
    "protocols",
    [(), ("bokeh",), ("chat", "{token}"), ("{token}", "bokeh"), ("bokeh", "{token}", "x"), ("{token}",), ("bokeh", "")],
)
def test_a_wrong_subprotocol_opens_nothing(house, protocols):
    """A stranger speaks to the session's reader in a form that it never checked."""
    token = house.token()
    socket = house.socket(*(part.replace("{token}", token) for part in protocols))
    assert not socket.is_open()


@pytest.mark.parametrize(
    "origin",
    [
        *("null", "http://evil.com", "http://localhost:{port}.evil.com", "http://evil.com/localhost:{port}"),
        *("http://localhost:1", "http://localhost:{port}@evil.com", "file://", "localhost:{port}.evil.com", "http://"),
        "http://localhost:{port} http://evil.com",
    ],
)
def test_a_page_of_another_site_opens_nothing(house, origin):
    """A stranger's page, opened by a student, uses up seats in the student's name and from their network."""
    socket = house.socket("bokeh", house.token(), Origin=origin.replace("{port}", str(house.port)))
    assert socket.answer.status in (400, 403)
    assert is_guarded(socket.answer)


def test_another_site_cannot_read_a_token(house):
    """A stranger's page asks for a token with the student's browser and reads it."""
    got = house.ask("/session?toy=tanh", Origin="http://evil.com")
    assert "access-control-allow-origin" not in got.headers
    if got.status == 200:
        assert got.headers["cache-control"] == "no-store"
        assert got.headers["content-type"].startswith("application/json")
    assert not house.ask("/session?callback=mine").text.startswith("mine")
    assert house.ask("/session").status == 200
