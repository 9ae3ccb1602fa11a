"""A real server in a process of its own, below a prefix, as a course would run it; and the tests' own helper module."""

import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))

ROOT = Path(__file__).parents[2]
PREFIX = "/course/week3"


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


@contextmanager
def _serving(*options: str) -> Iterator[str]:
    """A lab for as long as it is needed.

    When the tests are over, Ctrl-C must end it quietly, and nothing that was asked of it may have left a traceback.
    """
    command = [sys.executable, "-W", "error", "-m", "app", "serve", "--port", "0", "--no-open", "--prefix", PREFIX]
    command += options
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        found = re.fullmatch(rf"Residual Stream Lab: (http://localhost:\d+{PREFIX}/)\n", line)
        assert found, line + (server.communicate(timeout=5)[1] if server.poll() is not None else "")
        yield found[1]
        server.send_signal(signal.SIGINT)
        out, log = server.communicate(timeout=10)
        assert (server.returncode, out) == (0, "")
        assert "Traceback" not in log, log
        assert "Warning" not in log, log
    finally:
        server.kill()
        server.communicate()
