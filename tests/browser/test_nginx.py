"""Two processes behind a real nginx, below a prefix, set up as the example says: nobody notices that there are two."""

import os
import ssl
import subprocess
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from email.message import Message
from functools import partial
from http.client import HTTPConnection, HTTPSConnection
from pathlib import Path
from secrets import token_hex
from socket import create_connection, socket
from typing import NamedTuple
from urllib.parse import urlsplit

import pytest
from nginx import find
from screen import Screen, close, new_screen
from servers import ROOT, SELECTED, Server

EXAMPLE = ROOT / "assets" / "examples" / "nginx" / "lab.conf"
WRAPPER = """{user} daemon off; pid {folder}/pid; error_log {folder}/error.log; events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy; fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
    include {folder}/lab.conf;
}}"""

pytestmark = pytest.mark.skipif(find() is None, reason="there is no nginx here, nor Debian's to unpack")


class Course(NamedTuple):
    """A course's address over TLS and without, and the two processes behind it."""

    url: str
    plain: str
    servers: tuple[Server, Server]

    def sessions(self) -> list[int]:
        return [server.sessions() for server in self.servers if server.process is not None]


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A certificate for localhost that nobody vouches for, and its key."""
    folder = tmp_path_factory.mktemp("certificate")
    certificate, key = folder / "fullchain.pem", folder / "privkey.pem"
    made = ("-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost")
    command = ["openssl", "req", *made, "-keyout", str(key), "-out", str(certificate)]
    subprocess.run(command, check=True, capture_output=True)
    return certificate, key


@pytest.fixture
def course(tmp_path: Path, certificate: tuple[Path, Path]) -> Iterator[Course]:
    options = ("--prefix", "/course/week3")
    key = token_hex(32)
    servers = Server(*options, BOKEH_SECRET_KEY=key), Server(*options, BOKEH_SECRET_KEY=key)
    with socket() as one, socket() as other:
        for free in (one, other):
            free.bind(("localhost", 0))
        plain, port = one.getsockname()[1], other.getsockname()[1]
    conf = EXAMPLE.read_text(encoding="utf-8")
    known = {
        "listen 80;": f"listen 127.0.0.1:{plain};",
        "listen 443 ssl": f"listen 127.0.0.1:{port} ssl",
        "/etc/letsencrypt/live/course.example.org/fullchain.pem": str(certificate[0]),
        "/etc/letsencrypt/live/course.example.org/privkey.pem": str(certificate[1]),
        "/var/cache/nginx/lab": str(tmp_path / "kept"),
        **{f":{usual} ": f":{server.port} " for server, usual in zip(servers, ("5006", "5007"), strict=True)},
    }
    for usual, here in known.items():
        assert usual in conf
        conf = conf.replace(usual, here)
    (tmp_path / "lab.conf").write_text(conf, encoding="utf-8")
    (tmp_path / "nginx.conf").write_text(
        WRAPPER.format(folder=tmp_path, user="user root;" if os.geteuid() == 0 else ""), encoding="utf-8"
    )
    nginx = subprocess.Popen([find() or "", "-e", str(tmp_path / "error.log"), "-c", str(tmp_path / "nginx.conf")])
    try:
        _wait(port)
        yield Course(f"https://localhost:{port}/course/week3/", f"http://localhost:{plain}/course/week3/", servers)
    finally:
        nginx.terminate()
        nginx.wait()
        for server in servers:
            server.kill()


def ask(url: str, **headers: str) -> tuple[int, Message, bytes]:
    """What is answered, by a client that trusts any certificate and follows nobody elsewhere."""
    parts = urlsplit(url)
    context = ssl._create_unverified_context()
    kind = partial(HTTPSConnection, context=context) if parts.scheme == "https" else HTTPConnection
    connection = kind(parts.netloc, timeout=10)
    try:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        connection.request("GET", url.removeprefix(f"{parts.scheme}://{parts.netloc}"), headers=named)
        answer = connection.getresponse()
        return answer.status, answer.headers, answer.read()
    finally:
        connection.close()


def rush(url: str, count: int) -> list[tuple[int, bytes]]:
    """What is answered to so many requests, one right after the other."""
    parts, got = urlsplit(url), []
    connection = HTTPSConnection(parts.netloc, timeout=10, context=ssl._create_unverified_context())
    for _ in range(count):
        connection.request("GET", f"{parts.path}?{parts.query}", headers={"Accept-Encoding": "br"})
        answer = connection.getresponse()
        got.append((answer.status, answer.read()))
    connection.close()
    return got


def _wait(port: int) -> None:
    for _ in range(100):
        try:
            create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    pytest.fail("nginx does not listen")


def test_a_killed_process_costs_its_visitor_nothing(chromium, course):
    screen = new_screen(chromium, course.url, ignore_https_errors=True).open("toy=tanh&off=2&seed=3")
    screen.until(lambda: sorted(course.sessions()) == [0, 1], 15)
    screen.page.evaluate("window.sameVisit = true")
    holder = course.servers[course.sessions().index(1)]
    other = next(server for server in course.servers if server is not holder)
    screen.press("5")
    holder.kill()
    screen.press("1")
    screen.until(lambda: other.sessions() == 1, 20)
    assert screen.off() == ["Attention 1", "MLP 1", "Attention 3"]
    screen.until(lambda: screen.page.evaluate(f"{SELECTED}.off.join()") == "1,2,5", 5)
    screen.choice("seed").select_option("9")  # a table that the page does not have
    screen.until(lambda: screen.query().get("seed") == "9")
    assert screen.notices() == []
    assert screen.page.evaluate("window.sameVisit"), "the page was not loaded anew"
    holder.start()
    screen.press("0")
    assert screen.off() == []
    close(screen)
    assert [fault for fault in screen.faults if "WebSocket connection" not in fault] == []


def test_a_session_is_found_again_and_an_embedded_page_makes_none(chromium, course):
    embedded = new_screen(chromium, f"{course.url}embed/lab", ignore_https_errors=True).open("off=3")
    embedded.press("1")
    assert embedded.off() == ["Attention 1", "Attention 2"]
    assert course.sessions() == [0, 0]
    screen = new_screen(chromium, course.url, ignore_https_errors=True).open()
    screen.until(lambda: sum(course.sessions()) == 1, 15)
    for _ in range(6):  # a token is good in either process, whichever gave it
        connect_again(screen)
    screen.until(lambda: sum(course.sessions()) == 1, 5)
    for each in (screen, embedded):
        close(each)
        assert each.faults == []
    for server in course.servers:
        server.kill()
    status, _, said = ask(f"{course.url}embed/effect")
    assert status == 503
    assert b"Reload this page in a moment" in said


def test_what_is_kept_what_is_not_and_what_is_too_much(course):
    status, headers, _ = ask(f"{course.plain}embed/lab?off=3")
    assert (status, headers["Location"]) == (308, "https://localhost/course/week3/embed/lab?off=3")

    page = f"{course.url}embed/lab?toy=tanh"
    codings = ("gzip, deflate, br", "br;q=1, gzip", "gzip")
    sent = [ask(page, Accept_Encoding=coding) for coding in codings]
    assert [headers["X-Cache-Status"] for _, headers, _ in sent] == ["MISS", "HIT", "MISS"]
    assert [headers["Content-Encoding"] for _, headers, _ in sent] == ["br", "br", "gzip"]
    assert sent[0][2] == sent[1][2]
    table = f"{course.url}tables/tanh/0/1/zero/5.json?v=3"
    assert [ask(table)[1]["X-Cache-Status"] for _ in range(2)] == ["MISS", "HIT"]
    tokens = {ask(f"{course.url}session")[2] for _ in range(3)}
    assert len(tokens) == 3, "a session was shared"
    status, headers, made = ask(f"{course.url}export/effect.html?toy=tanh")
    assert (status, headers["X-Cache-Status"]) == (200, None)
    assert made.rstrip().endswith(b"</html>")

    for server in course.servers:
        server.kill()
    assert ask(page, Accept_Encoding="br")[0] == 200, "what is kept is sent while the processes are away"
    with ThreadPoolExecutor(4) as many:
        answers = [answer for each in many.map(lambda _: rush(page, 600), range(4)) for answer in each]
    assert {status for status, _ in answers} == {200, 429}
    assert [status for status, _ in answers].count(200) >= 1200
    assert all(b"Reload this page in a moment" in said for status, said in answers if status == 429)


def connect_again(screen: Screen) -> None:
    """Another session of the same visitor's, which ends at once."""
    screen.page.evaluate(
        """async () => {
             const { token } = await (await fetch("session", { cache: "no-store" })).json()
             const socket = new WebSocket(new URL("ws", location.href.replace("http", "ws")), ["bokeh", token])
             const answered = await new Promise((done) => {
               socket.onmessage = () => done(true)
               socket.onclose = () => done(false)
             })
             socket.close()
             if (!answered) throw new Error("no session for this token")
           }"""
    )
