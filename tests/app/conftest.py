"""A real server in a process of its own, below a prefix, as a course would run it; and the tests' own helper module."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO

import pytest

sys.path.insert(0, str(Path(__file__).parent))

ROOT = Path(__file__).parents[2]
PREFIX = "/course/week3"
SECRET = "a secret that the tests may know, 32 bytes of it or more"


@pytest.fixture(scope="session")
def lab() -> Iterator[str]:
    """The address of a running lab, "http://localhost:PORT/course/week3/"."""
    with _serving() as url:
        yield url


@pytest.fixture(scope="session")
def choosy_lab() -> Iterator[str]:
    """The same, of one that only two sites may put into a frame."""
    with _serving("--allow-frame", "Course.example.org", "--allow-frame", "localhost:8000") as url:
        yield url


@pytest.fixture(scope="session")
def secret() -> bytes:
    """With which these labs sign their tokens."""
    return SECRET.encode()


@contextmanager
def _serving(*options: str) -> Iterator[str]:
    """A lab for as long as it is needed.

    When the tests are over, Ctrl-C must end it quietly, and its log may tell of refused origins, of nothing else.
    """
    command = [sys.executable, "-W", "error", "-m", "app", "serve", "--port", "0", "--no-open", "--prefix", PREFIX]
    with TemporaryFile("w+") as log, _running([*command, *options], log) as server:
        assert server.stdout is not None
        line = server.stdout.readline()
        found = re.fullmatch(rf"Residual Stream Lab: (http://localhost:\d+{PREFIX}/)\n", line)
        assert found, line
        yield found[1]
        server.send_signal(signal.SIGINT)
        assert (server.communicate(timeout=10)[0], server.returncode) == ("", 0)
        log.seek(0)
        told = [json.loads(line) for line in log]
        assert [line for line in told if line["level"] != "warning" or "--allow-origin" not in line["message"]] == []


@contextmanager
def _running(command: list[str], log: IO[str]) -> Iterator[subprocess.Popen[str]]:
    known = {**os.environ, "BOKEH_SECRET_KEY": SECRET}
    server = subprocess.Popen(command, cwd=ROOT, env=known, stdout=subprocess.PIPE, stderr=log, text=True)
    try:
        yield server
    finally:
        server.kill()
        server.communicate()
