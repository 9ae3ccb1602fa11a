"""What the benchmarks run against: servers in processes of their own, what they use, and a slow network before them."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from time import monotonic, perf_counter, sleep
from typing import IO, NamedTuple
from urllib.parse import urlsplit
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[2]
BENCH = ROOT / "tests" / "bench"

LAB = ("-m", "app", "serve", "--no-open", "--port", "0")
PLAIN_PANEL = (str(BENCH / "plain_panel.py"), "0")

MB = 1_000_000
DISCARDED_WITHIN = 60  # seconds; Bokeh keeps an unused session for 15 and looks every 17


@contextmanager
def serving(*arguments: str, errors: IO[str] | None = None) -> Iterator[tuple[str, int]]:
    """Run `python ARGUMENTS` until the block ends. Yields the address that its first line ends with, and its pid.

    What the server complains of goes into the file `errors`, if there is one.
    """
    command = [sys.executable, *arguments]
    server = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=errors, text=True)
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        if "http" not in line:
            raise RuntimeError(f"expected `python {' '.join(arguments)}` to print its address, got {line!r}")
        yield "http" + line.partition("http")[2].split()[0], server.pid
    finally:
        server.terminate()
        server.wait()


class Watched(NamedTuple):
    """A server that says how many sessions it holds: its address and its process."""

    url: str
    pid: int

    def sessions(self) -> int:
        """Sessions that the server holds, those that nobody uses any more included."""
        with urlopen(f"{self.url}counts") as answer:
            return json.load(answer)["sessions"]

    def kinds(self) -> dict[str, int]:
        """How many Python objects of each kind the server holds."""
        with urlopen(f"{self.url}kinds") as answer:
            return json.load(answer)

    def all_discarded(self) -> int:
        """Wait until no session is held. Returns how many are left when patience ends, which should be 0."""
        patience = monotonic() + DISCARDED_WITHIN
        while (left := self.sessions()) and monotonic() < patience:
            sleep(1)
        return left

    def resident(self) -> float:
        """Memory that the server's process holds, in MB."""
        pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / MB

    def processor_seconds(self) -> float:
        """Processor time that the server has used."""
        return processor_seconds(self.pid)


@contextmanager
def watched(app: str, errors: IO[str] | None = None) -> Iterator[Watched]:
    """Serve the `lab` or the plain `panel` app, as watched.py does, until the block ends."""
    with serving(str(BENCH / "watched.py"), app, errors=errors) as (url, pid):
        yield Watched(url, pid)


def processor_seconds(pid: int) -> float:
    """Processor time that a process has used, from /proc; wall time where there is none."""
    stat = Path(f"/proc/{pid}/stat")
    if not stat.exists():
        return perf_counter()
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def export(out: Path) -> None:
    """Write the exported lab."""
    subprocess.run([sys.executable, "-m", "app", "export", str(out)], cwd=ROOT, check=True)


@contextmanager
def delayed(url: str, seconds: float) -> Iterator[str]:
    """The same server behind a network that holds every byte back for `seconds` each way. Yields its address there."""
    target = urlsplit(url)
    started: Future[tuple[int, Callable[[], object]]] = Future()

    async def connect(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.CancelledError):
            there = await asyncio.open_connection(target.hostname, target.port)
            await asyncio.gather(_pump(reader, there[1], seconds), _pump(there[0], writer, seconds))

    async def run() -> None:
        loop, stopped = asyncio.get_running_loop(), asyncio.Event()
        proxy = await asyncio.start_server(connect, "localhost", 0)
        port = proxy.sockets[0].getsockname()[1]
        started.set_result((port, lambda: loop.call_soon_threadsafe(stopped.set)))
        await stopped.wait()

    thread = Thread(target=lambda: asyncio.run(run()), daemon=True)
    thread.start()
    port, stop = started.result()
    try:
        yield target._replace(netloc=f"localhost:{port}").geturl()
    finally:
        stop()
        thread.join()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, seconds: float) -> None:
    """Pass on what is read, in order, each piece `seconds` after it came."""
    held: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
    clock = asyncio.get_running_loop().time

    async def send() -> None:
        while True:
            due, data = await held.get()
            await asyncio.sleep(due - clock())
            if not data:
                writer.close()
                return
            writer.write(data)

    sending = asyncio.create_task(send())
    data = b"first"
    while data:
        data = await reader.read(65536)
        held.put_nowait((clock() + seconds, data))
    await sending
