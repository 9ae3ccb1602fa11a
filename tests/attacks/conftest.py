"""One server for all tests here, and others for those that would leave it worse than they found it."""

import os
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

from stranger import House

ROOT = Path(__file__).resolve().parents[2]
SECRET = "a secret that the tests may know, 32 bytes of it or more"


@pytest.fixture(scope="session")
def houses() -> list[House]:
    """All servers that run."""
    return []


@pytest.fixture(autouse=True)
def leave(houses: list[House]) -> Iterator[None]:
    """Whoever came in a test goes when it is over."""
    before = [(house, len(house.lines)) for house in houses]
    yield
    for house, kept in before:
        house.hang_up(kept)


@pytest.fixture(scope="session")
def serve(houses: list[House], tmp_path_factory: pytest.TempPathFactory) -> Callable[..., object]:
    """`with serve("--option") as house:` is a server of one's own."""

    @contextmanager
    def serving(*options: str, secret: str = SECRET) -> Iterator[House]:
        command = [sys.executable, "-m", "app", "serve", "--no-open", "--port", "0", *options]
        log = tmp_path_factory.mktemp("house") / "log"
        known = {**os.environ, "BOKEH_SECRET_KEY": secret}
        with log.open("w") as written:
            process = subprocess.Popen(command, cwd=ROOT, env=known, stdout=subprocess.PIPE, stderr=written, text=True)
        try:
            assert process.stdout is not None
            line = process.stdout.readline()
            found = re.search(r"http://localhost:(\d+)/", line)
            assert found, f"The server did not start; it said {log.read_text()[-300:]!r}."
            running = House(int(found[1]), process.pid, log)
            houses.append(running)
            yield running
            assert process.poll() is None, "the server is gone"
            houses.remove(running)
            running.hang_up()
        finally:
            process.kill()
            process.communicate()

    return serving


@pytest.fixture(scope="session")
def house(serve) -> Iterator[House]:
    with serve() as running:
        yield running
