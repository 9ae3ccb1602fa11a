"""What the benchmarks run against: servers in processes of their own, and a slow network in front of them."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from contextlib import contextmanager, suppress
from pathlib import Path
from threading import Thread
from urllib.parse import urlsplit

ROOT = Path(__file__).resolve().parents[2]
BENCH = ROOT / "tests" / "bench"

LAB = ("-m", "app", "serve", "--no-open", "--port", "0")
PLAIN_PANEL = (str(BENCH / "plain_panel.py"), "0")


@contextmanager
def serving(*arguments: str) -> Iterator[tuple[str, int]]:
    """Run `python ARGUMENTS` until the block ends. Yields the address that its first line ends with, and its pid."""
    server = subprocess.Popen([sys.executable, *arguments], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    try:
        assert server.stdout is not None
        line = server.stdout.readline()
        if "http" not in line:
            raise RuntimeError(f"expected `python {' '.join(arguments)}` to print its address, got {line!r}")
        yield "http" + line.partition("http")[2].split()[0], server.pid
    finally:
        server.terminate()
        server.wait()


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
