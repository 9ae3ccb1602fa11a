"""Two processes behind a real nginx, below a prefix, set up as the example says: nobody notices that there are two."""

import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from socket import create_connection, socket
from typing import NamedTuple
from urllib.error import HTTPError
from urllib.request import urlopen

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
    """A course's address, and the two processes behind it."""

    url: str
    servers: tuple[Server, Server]

    def sessions(self) -> list[int]:
        return [server.sessions() for server in self.servers if server.process is not None]


@pytest.fixture
def course(tmp_path: Path) -> Iterator[Course]:
    options = ("--prefix", "/course/week3")
    key = token_hex(32)
    servers = Server(*options, BOKEH_SECRET_KEY=key), Server(*options, BOKEH_SECRET_KEY=key)
    with socket() as free:
        free.bind(("localhost", 0))
        port = free.getsockname()[1]
    conf = EXAMPLE.read_text(encoding="utf-8").replace("listen 80;", f"listen 127.0.0.1:{port};")
    for server, usual in zip(servers, ("5006", "5007"), strict=True):
        conf = conf.replace(f":{usual} ", f":{server.port} ")
    (tmp_path / "lab.conf").write_text(conf, encoding="utf-8")
    (tmp_path / "nginx.conf").write_text(
        WRAPPER.format(folder=tmp_path, user="user root;" if os.geteuid() == 0 else ""), encoding="utf-8"
    )
    nginx = subprocess.Popen([find() or "", "-e", str(tmp_path / "error.log"), "-c", str(tmp_path / "nginx.conf")])
    try:
        _wait(port)
        yield Course(f"http://localhost:{port}/course/week3/", servers)
    finally:
        nginx.terminate()
        nginx.wait()
        for server in servers:
            server.kill()


def _wait(port: int) -> None:
    for _ in range(100):
        try:
            create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            time.sleep(0.05)
    pytest.fail("nginx does not listen")


def test_a_killed_process_costs_its_visitor_nothing(chromium, course):
    screen = new_screen(chromium, course.url).open("toy=tanh&off=2&seed=3")
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
    embedded = new_screen(chromium, f"{course.url}embed/lab").open("off=3")
    embedded.press("1")
    assert embedded.off() == ["Attention 1", "Attention 2"]
    assert course.sessions() == [0, 0]
    screen = new_screen(chromium, course.url).open()
    screen.until(lambda: sum(course.sessions()) == 1, 15)
    for _ in range(6):  # a token is good in either process, whichever gave it
        connect_again(screen)
    screen.until(lambda: sum(course.sessions()) == 1, 5)
    for each in (screen, embedded):
        close(each)
        assert each.faults == []
    for server in course.servers:
        server.kill()
    with pytest.raises(HTTPError, match="503") as away:
        urlopen(f"{course.url}embed/lab", timeout=5)
    assert b"Reload this page in a moment" in away.value.read()
    away.value.close()


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
