"""A class arrives, without browsers: the load generator of class_arrives.py, to be run in a process of its own."""

from __future__ import annotations

import asyncio
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass, field
from statistics import quantiles
from time import perf_counter, process_time
from urllib.parse import urljoin

from serving import Watched
from visitor import Session, Visitor

LIVENESS_EVERY = 0.2


@dataclass
class Arrival:
    """What was found, in seconds and MB.

    page: each page's, with its scripts. opened: each page's, with its session if it opens one. alive: each answer's of
    `/liveness`. took: until all had come. asking and serving: processor time of the generator, which must stay well
    below `took`, and of the server. resident and sessions: what the server held while all were there.
    """

    page: list[float] = field(default_factory=list)
    opened: list[float] = field(default_factory=list)
    alive: list[float] = field(default_factory=list)
    errors: Counter[str] = field(default_factory=Counter)
    took: float = 0
    asking: float = 0
    serving: float = 0
    resident: float = 0
    sessions: int = 0

    def note(self, error: Exception) -> None:
        """Count an error."""
        self.errors[f"{type(error).__name__}: {error}"] += 1


def p50(times: list[float]) -> float:
    """The median."""
    return percentile(times, 50)


def p95(times: list[float]) -> float:
    """The 95th percentile."""
    return percentile(times, 95)


def percentile(times: list[float], percent: int) -> float:
    """A percentile; of one time that time, of none NaN."""
    if len(times) < 2:
        return times[0] if times else float("nan")
    return quantiles(times, n=100, method="inclusive")[percent - 1]


def arrive(server: Watched, path: str, opens: int, seconds: float) -> Arrival:
    """Open a page so many times, spread evenly, and stay until all have come. What is held then is noted as well."""
    return asyncio.run(_arrive(server, path, opens, seconds))


async def _arrive(server: Watched, path: str, opens: int, seconds: float) -> Arrival:
    found = Arrival()
    visitor, begun = Visitor(), perf_counter()
    asking, serving = process_time(), server.processor_seconds()
    probe = asyncio.create_task(_probe(found, visitor, urljoin(server.url, "liveness")))
    coming = (_open(found, visitor, server.url + path, begun + seconds * n / opens) for n in range(opens))
    sessions = [session for session in await asyncio.gather(*coming) if session]
    found.took = perf_counter() - begun
    found.asking, found.serving = process_time() - asking, server.processor_seconds() - serving
    found.resident, found.sessions = server.resident(), server.sessions()
    probe.cancel()
    with suppress(asyncio.CancelledError):
        await probe
    for session in sessions:
        session.close()
    await asyncio.sleep(1)  # the sockets' last words
    return found


async def _open(found: Arrival, visitor: Visitor, url: str, due: float) -> Session | None:
    """Open a page when it is due, and its session if it has one. Time counts from when it was due."""
    await asyncio.sleep(due - perf_counter())
    try:
        page = await visitor.page(url)
        found.page.append(perf_counter() - due)
        session = await visitor.session(url, page)
        if session:
            await session.pull()
        found.opened.append(perf_counter() - due)
        if session:  # what a browser says once it has drawn costs the server time as well
            await session.ready()
        return session
    except Exception as error:  # whatever it was, somebody waited in vain
        found.note(error)


async def _probe(found: Arrival, visitor: Visitor, url: str) -> None:
    """Ask again and again whether the server lives."""
    while True:
        asked = perf_counter()
        try:
            await visitor.fetch(url)
        except Exception as error:
            found.note(error)
        found.alive.append(perf_counter() - asked)
        await asyncio.sleep(LIVENESS_EVERY)
