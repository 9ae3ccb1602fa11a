"""One event loop serves everybody: nothing that one asks for may make another wait.

The limit is generous, since machines are shared; how long the loop is held is measured by hand, in tests/bench.
"""

import threading
import time
from itertools import count

import pytest

LIMIT = 0.25
COLD = {
    "tables": "/tables/{toy}/{n}/all/zero/5.json",
    "more tables": "/tables/tanh/{n}/1/zero/1.json",
    "pages": "/embed/lab?toy={toy}&seed={n}&off=2",
    "live pages": "/?toy={toy}&seed={n}&off=3",
    "views": "/embed/{view}",
    "files": "/export/effect.html?toy={toy}&seed={n}",
    "tokens": "/session?toy={toy}&seed={n}",
}
NUMBERS = count()
VIEWS = ("reading", "interventions", "stacks", "norms")


@pytest.fixture(scope="module")
def cold(serve):
    """A server that has computed nothing yet."""
    with serve() as running:
        yield running


@pytest.mark.parametrize("what", COLD)
def test_what_is_computed_keeps_nobody_waiting(cold, what):
    """A stranger's requests, each new, hold up every other answer and every session by as long as they take."""
    calm = max(cold.ask("/liveness").seconds for _ in range(10))
    ended, worst = threading.Event(), [0.0]

    def watch() -> None:
        while not ended.is_set():
            worst[0] = max(worst[0], cold.ask("/liveness").seconds)
            time.sleep(0.005)

    watching = threading.Thread(target=watch)
    watching.start()
    try:
        for n in range(4):
            toy = ("and", "or", "place")[n % 3]
            cold.ask(COLD[what].format(toy=toy, n=next(NUMBERS), view=VIEWS[n % len(VIEWS)]))
    finally:
        ended.set()
        watching.join()
    assert worst[0] < LIMIT + 3 * calm
