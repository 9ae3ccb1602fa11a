"""The live lab: goes on without its server and says so, comes back by itself, belongs to one visitor, hears Python."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from secrets import token_hex
from urllib.parse import urlsplit
from urllib.request import urlopen

import pytest
from screen import Screen, close, new_screen
from servers import SELECTED, Server

DRIVEN = Path(__file__).with_name("driven.py")


@pytest.fixture
def mortal() -> Iterator[Server]:
    """A server of this test's own, to be killed."""
    server = Server()
    yield server
    server.kill()


def says_offline(screen: Screen) -> bool:
    return any(re.search(r"server does not answer|offline", notice, re.I) for notice in screen.notices())


def test_a_lost_server_costs_no_switch_and_is_said_and_comes_back(chromium, mortal):
    screen = new_screen(chromium, mortal.url).open("toy=tanh&off=2&seed=3")
    assert not says_offline(screen)
    mortal.kill()
    screen.press("5")
    assert screen.off() == ["MLP 1", "Attention 3"]
    screen.until(lambda: says_offline(screen), 10)
    assert any("does not answer" in piece["text"] for piece in screen.pieces())
    screen.press("1", "ArrowLeft")
    assert screen.off() == ["Attention 1", "MLP 1", "Attention 3"]
    assert screen.effect()["total"] != 0
    before = screen.read()["tables"]
    screen.page.get_by_role("radio", name="Word 2: cat").click()  # a table that is not here
    screen.until(lambda: len(screen.notices()) == 2)
    assert screen.read()["tables"] == before
    assert screen.page.get_by_role("radio", name="Word 5: the").is_checked()
    mortal.start()
    screen.until(lambda: not says_offline(screen), 15)
    screen.ready()
    assert screen.off() == ["Attention 1", "MLP 1", "Attention 3"]
    assert screen.query()["seed"] == "3"
    assert screen.read()["tables"] == before
    screen.page.get_by_role("radio", name="Word 2: cat").check()
    screen.until(lambda: screen.query().get("token") == "2")
    assert [fault for fault in screen.faults if fault.startswith("script:")] == []
    close(screen)


def test_a_page_that_is_given_no_session_says_so_and_goes_on(chromium, server):
    """As a tab does that was put away for longer than its token lives."""
    screen = new_screen(chromium, server.url, fresh=True)
    screen.page.route_web_socket("**/ws*", lambda socket: socket.close(code=1008))
    screen.open("toy=tanh&off=2")
    screen.press("5")
    screen.until(lambda: any("reload to start one" in notice for notice in screen.notices()), 20)
    assert screen.press("1").off() == ["Attention 1", "MLP 1", "Attention 3"]
    screen.wait_for_query(lambda query: query.get("off") == "1,2,5")
    screen.button("Dismiss").click()
    assert screen.notices() == []
    screen.page.reload()
    assert screen.ready().off() == ["Attention 1", "MLP 1", "Attention 3"]
    close(screen)


def test_two_visitors_do_not_affect_each_other(visit):
    first, second = visit("toy=tanh&off=1", "live"), visit("off=2", "live")
    first.press("5")
    second.choice("Toy").select_option("sum")
    second.until(lambda: second.query()["toy"] == "sum")
    second.page.wait_for_timeout(300)
    assert first.off() == ["Attention 1", "Attention 3"]
    assert first.query()["toy"] == "tanh"
    third = visit("", "live")
    assert third.off() == []


def test_the_first_load_asks_its_own_server_for_little_and_a_switch_for_nothing(chromium, server):
    screen = new_screen(chromium, server.url, fresh=True)
    sizes: list[float] = []
    network = screen.page.context.new_cdp_session(screen.page)
    network.send("Network.enable")
    network.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
    screen.open("off=3").page.wait_for_timeout(1500)
    strangers = [url for url in screen.asked if not url.startswith((server.url, "data:", "blob:"))]
    assert strangers == []
    assert len([url for url in screen.asked if url.startswith("http")]) <= 5
    assert 100_000 < sum(sizes) <= 500_000
    screen.asked.clear()
    screen.press("1", "2", "3", "0", "ArrowLeft")  # all worlds are here already
    assert [url for url in screen.asked if "liveness" not in url] == []
    assert screen.faults == [], "\n".join(screen.faults)
    close(screen)


class Driven:
    """A live lab whose Python side answers step 1 by switching layers 1 and 3 off."""

    def __init__(self) -> None:
        self.key = token_hex(32)
        self.start(0)

    def start(self, port: int) -> None:
        command = [sys.executable, str(DRIVEN), str(port)]
        known = os.environ | {"BOKEH_SECRET_KEY": self.key}
        self.process = subprocess.Popen(command, env=known, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        self.url = self.process.stdout.readline().strip()

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()

    def connected(self) -> bool:
        with urlopen(f"{self.url}liveness", timeout=5) as answer:
            return json.load(answer)["sessions"] == 1


@pytest.fixture
def driven() -> Iterator[Driven]:
    running = Driven()
    yield running
    running.kill()


def test_python_drives_the_page_of_another_process_that_it_comes_back_to(chromium, driven):
    screen = new_screen(chromium, driven.url).open("toy=tanh&off=6&step=2")
    screen.until(driven.connected, 10)
    driven.kill()
    screen.press("4")
    driven.start(urlsplit(driven.url).port or 0)
    screen.until(driven.connected, 20)
    screen.until(lambda: screen.page.evaluate(f"{SELECTED}.off.join()") == "4,6", 5)
    screen.press("ArrowLeft")
    screen.until(lambda: screen.off() == ["Attention 1", "Attention 2"], 8)
    close(screen)


def test_python_sees_and_drives_the_selection(chromium, driven):
    screen = new_screen(chromium, driven.url).open("toy=tanh&off=6&step=2")
    screen.until(driven.connected, 10)
    screen.press("ArrowLeft")
    screen.until(lambda: screen.off() == ["Attention 1", "Attention 2"], 8)
    assert screen.wait_for_query(lambda query: query.get("off") == "1,3")["step"] == "1"
    assert "Without Attention 1 and Attention 2" in screen.sentence()["text"]
    screen.press("2")
    screen.page.wait_for_timeout(500)
    assert screen.off() == ["Attention 1", "MLP 1", "Attention 2"]  # the browser has the last word
    close(screen)
