"""What is told to stop leaves quietly: a server sends what it has begun to, an export leaves nothing half written."""

import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[3]
# More answers than a system's buffers hold, so that one is always on its way.
LARGE = b"GET /static/js/bokeh.min.js HTTP/1.1\r\nHost: localhost\r\n\r\n" * 12


@pytest.fixture
def server() -> Iterator[subprocess.Popen]:
    command = [sys.executable, "-W", "error", "-m", "app", "serve", "--port", "0", "--no-open"]
    running = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    yield running
    running.kill()
    running.communicate()


def place(server: subprocess.Popen) -> tuple[str, int]:
    assert server.stdout is not None
    found = re.search(r"localhost:(\d+)/", server.stdout.readline())
    assert found
    return "localhost", int(found[1])


@contextmanager
def slow_reader(where: tuple[str, int]) -> Iterator[tuple[socket.socket, bytes]]:
    """Somebody who has asked for more than fits into the pipes, and has read no more than the first of it."""
    with socket.socket() as reader:
        reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        reader.settimeout(10)
        reader.connect(where)
        reader.sendall(LARGE)
        first = reader.recv(1000)
        time.sleep(1)  # until the pipes are full
        yield reader, first


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_what_was_begun_is_sent(server: subprocess.Popen, how: signal.Signals):
    where = place(server)
    with slow_reader(where) as (reader, got):
        length = re.search(rb"Content-Length: (\d+)", got)
        assert length
        server.send_signal(how)
        with pytest.raises(subprocess.TimeoutExpired):
            server.wait(1)
        with pytest.raises(ConnectionRefusedError):
            socket.create_connection(where, timeout=2)
        one = got.index(b"\r\n\r\n") + 4 + int(length[1])
        while more := reader.recv(100_000):
            got += more
    assert len(got) % one == 0, "an answer is cut off"
    assert server.communicate(timeout=10) == ("", "")
    assert server.returncode == 0


def test_a_second_signal_waits_for_nobody(server: subprocess.Popen):
    with slow_reader(place(server)):
        server.send_signal(signal.SIGTERM)
        with pytest.raises(subprocess.TimeoutExpired):
            server.wait(1)
        server.send_signal(signal.SIGTERM)
        assert server.wait(2) == -signal.SIGTERM


def test_with_nothing_to_send_it_is_gone_at_once(server: subprocess.Popen):
    place(server)
    server.send_signal(signal.SIGTERM)
    assert server.communicate(timeout=5) == ("", "")
    assert server.returncode == 0


@pytest.mark.parametrize("how", [signal.SIGTERM, signal.SIGINT])
def test_an_export_leaves_nothing_behind(tmp_path: Path, how: signal.Signals):
    command = [sys.executable, "-m", "app", "export", "--site", str(tmp_path / "site")]
    with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        deadline = time.monotonic() + 60
        try:
            while not any(tmp_path.glob(".site.*.part/*")):
                assert running.poll() is None
                assert time.monotonic() < deadline
                time.sleep(0.02)
            running.send_signal(how)
            assert running.communicate(timeout=10) == (b"", b"")
        finally:
            running.kill()
        assert running.returncode == 128 + how
    assert list(tmp_path.iterdir()) == []


def test_a_command_that_has_hardly_begun_says_nothing():
    for wait in (0.15, 0.4):
        command = [sys.executable, "-m", "app", "serve", "--port", "0", "--no-open"]
        with subprocess.Popen(command, cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) as running:
            time.sleep(wait)
            running.send_signal(signal.SIGINT)
            try:
                assert running.communicate(timeout=10)[1] == b""
            finally:
                running.kill()  # where SIGINT is ignored, as under nohup, it would be waited for in vain
