"""Files made to order: the most costly answer, so the one that a stranger asks for, again and again."""

import time
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count

import pytest
from stranger import INSIDE, is_guarded

SEEDS = count(10)


@pytest.fixture(scope="module")
def shop(serve):
    """A server that is asked for files, and for nothing else meanwhile."""
    with serve() as running:
        made(running)
        yield running


def fresh() -> str:
    """A file that nobody has asked for."""
    return f"/export/effect.html?toy=tanh&seed={next(SEEDS)}"


def made(shop) -> float:
    got = shop.ask(fresh())
    assert got.status == 200
    return got.seconds


def cost(shop) -> float:
    """The processor time of one file."""
    before = shop.processor()
    made(shop)
    return shop.processor() - before


def abort(shop, path: str, after: float = 0.0) -> None:
    """Ask, and leave."""
    line = shop.connect()
    line.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
    time.sleep(after)
    line.close()


def spent(shop, seconds: float) -> float:
    """What the server works during a time in which nobody waits for anything."""
    before = shop.processor()
    time.sleep(seconds)
    return shop.processor() - before


def test_head_computes_nothing(shop):
    """A stranger has files made at no cost of their own, not even of receiving them."""
    one, before = cost(shop), shop.processor()
    heads = [shop.ask(fresh(), "HEAD") for _ in range(4)]
    assert shop.processor() - before < one
    assert [head.status for head in heads] == [200] * 4


def test_head_of_what_is_not_there_says_so(shop):
    """A stranger's link checker (or a course's) is told that a bad link is good."""
    assert shop.ask("/export/nothing.html", "HEAD").status == 404


def test_a_file_that_nobody_waits_for_is_not_made(shop):
    """A stranger who leaves at once has the server work for them for minutes."""
    waited, one = made(shop), cost(shop)
    for _ in range(12):
        abort(shop, fresh(), 0.005)
    assert spent(shop, 6 * waited) < 4 * one, "two may have been begun, no more"


def test_three_who_left_do_not_delay_the_next(shop):
    """A stranger's three closed tabs cost the next student half a minute."""
    calm = made(shop)
    for _ in range(3):
        abort(shop, fresh(), 0.15)
    assert made(shop) < 2.5 * calm + 0.2, "one that was begun may be finished"


def test_what_is_pending_is_bounded(shop):
    """A stranger lines up thousands of files, and everybody after them waits for an hour."""
    lines = []
    for _ in range(60):
        line = shop.connect(0.5)
        line.sendall(f"GET {fresh()} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        lines.append(line)
    end, refused, waiting = time.monotonic() + 3, 0, list(lines)
    for line in lines:
        line.setblocking(False)
    while refused < 60 - 16 and time.monotonic() < end:
        time.sleep(0.1)
        for line in list(waiting):
            with suppress(BlockingIOError):
                refused += line.recv(100).startswith(b"HTTP/1.1 503")
                waiting.remove(line)
    full = shop.ask(fresh(), patience=1) if refused else None
    for line in lines:
        line.close()
    assert refused >= 60 - 16
    assert full is not None
    assert full.status == 503
    assert int(full.headers["retry-after"]) > 0
    assert is_guarded(full)
    assert 0 < len(full.body) < 2000
    assert not INSIDE.findall(full.text)


def test_after_the_rush_files_are_made_again(shop):
    """A stranger's rush shuts the shop for good."""
    end = time.monotonic() + 3
    while (got := shop.ask(fresh(), patience=3)).status == 503 and time.monotonic() < end:
        time.sleep(0.1)
    assert got.status == 200


def test_the_same_file_asked_for_at_once_is_made_once(shop):
    """A stranger (or a class that presses the same link together) pays for one file and has it made thirty times."""
    one, path, before = cost(shop), fresh(), shop.processor()
    with ThreadPoolExecutor(8) as many:
        answers = list(many.map(lambda _: shop.ask(path), range(8)))
    assert {answer.status for answer in answers} <= {200, 503}
    assert len({answer.body for answer in answers if answer.status == 200}) == 1
    assert shop.processor() - before < 3 * one + 0.3


def test_a_file_does_not_carry_what_is_no_dress(shop):
    """A stranger sends a link to the lab's own server whose file says or does what they want."""
    got = shop.ask(fresh() + "&theme=%22%3E%3Cscript%3Emine%3C/script%3E&ground=red;}mine{&mine=%3C/script%3E")
    assert got.status in (200, 400, 404)
    assert b"<script>mine" not in got.body
    assert b"}mine{" not in got.body
    name = got.headers.get("content-disposition", "")
    assert "\n" not in name
    assert "mine" not in name
