"""Whether memory grows: run `python tests/bench/soak.py [SESSIONS] [--kinds]`, by default 500 after a warm-up of 100.

Live sessions are opened, used and closed, at most 20 at a time, by the visitors of visitor.py: each fetches the page,
opens its session, pulls the document, says that it is ready, and selects as the page does. After each 100 the server is
left alone until it has discarded the sessions that nobody uses any more, and its memory is read.

Printed: the memory at each reading; its growth from the first reading, after the warm-up, to the last, which is to stay
within 10 %; sessions left and errors, which are to be 0; and how much the server wrote to its standard error, which is
to be nothing. With `--kinds` also of which kinds of Python objects there are more than at the reading before.
"""

from __future__ import annotations

import asyncio
import json
import random
import sys
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from tempfile import TemporaryFile
from typing import IO, Any

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

from serving import Watched, watched
from visitor import Visitor

from app.serve.mirror import NAME
from app.state.selection import choose, default, to_fields

AT_A_TIME, BETWEEN_READINGS = 20, 100
SELECTIONS = 5
LAYERS = 6
MOST_GROWTH = 10
COMPLAINTS = ("owned by only a single document", "Traceback")


async def live(server: Watched, draw: random.Random) -> None:
    """One visitor's life, from the page to the closed tab."""
    visitor = Visitor()
    page = (await visitor.fetch(server.url, unpack=True)).decode()
    session = await visitor.session(server.url, page)
    if session is None:
        raise RuntimeError("expected the live lab's page to ask for a session, and it does not")
    mirror = mirror_of(await session.pull())
    await session.ready()
    for _ in range(SELECTIONS):
        off = tuple(sorted(draw.sample(range(1, LAYERS + 1), draw.randrange(LAYERS))))
        new = json.dumps(to_fields(choose(default(), off=off)), separators=(",", ":"))
        await session.patch({"kind": "ModelChanged", "model": mirror, "attr": "selection", "new": new})
    session.close()


def mirror_of(document: Mapping[str, Any]) -> dict[str, str]:
    """A reference to the model that carries the selection."""
    (root,) = (root for root in document["roots"] if root["attributes"].get("name") == NAME)
    return {"id": root["id"]}


async def all_live(server: Watched, sessions: int, draw: random.Random) -> Counter[str]:
    """So many lives, some of them at the same time. Returns what went wrong."""
    room = asyncio.Semaphore(AT_A_TIME)

    async def one() -> None:
        async with room:
            await live(server, draw)

    ends = await asyncio.gather(*(one() for _ in range(sessions)), return_exceptions=True)
    return Counter(f"{type(end).__name__}: {end}" for end in ends if end)


def soak(server: Watched, sessions: int, with_kinds: bool) -> list[float]:
    """The server's memory after the warm-up and after each hundred more. Prints each reading."""
    draw, memory = random.Random(0), []
    kinds = Counter[str]()
    for done in range(BETWEEN_READINGS, sessions + 2 * BETWEEN_READINGS, BETWEEN_READINGS):
        errors = asyncio.run(all_live(server, BETWEEN_READINGS, draw))
        left = server.all_discarded()
        memory.append(server.resident())
        print(f"{done:8}{memory[-1]:12.1f}{left:12}{errors.total():10}", flush=True)
        for error, times in errors.items():
            print(f"         {times} times {error}")
        if with_kinds:
            now = Counter(server.kinds())
            grown = (now - kinds).most_common(12) if kinds else []
            print("".join(f"         {more:+6} {kind}\n" for kind, more in grown), end="")
            kinds = now
    return memory


def complaints(errors: IO[str]) -> str:
    """What the server wrote to its standard error, in one line."""
    errors.seek(0)
    lines = errors.readlines()
    found = (f"“{text}” {sum(text in line for line in lines)} times" for text in COMPLAINTS)
    return f"standard error: {len(lines)} lines; {', '.join(found)}"


def main() -> None:
    """Soak and print."""
    sessions = next((int(text) for text in sys.argv[1:] if text.isdigit()), 500)
    with TemporaryFile("w+") as errors:
        with watched("lab", errors) as server:
            print(f"started with {server.resident():.1f} MB")
            print(f"{'sessions':>8}{'memory, MB':>12}{'held after':>12}{'errors':>10}")
            first, *_, last = soak(server, sessions, "--kinds" in sys.argv)
        growth = 100 * (last / first - 1)
        print(f"growth {growth:+.1f} %, wanted at most {MOST_GROWTH} %{'  missed' if growth > MOST_GROWTH else ''}")
        print(complaints(errors))


if __name__ == "__main__":
    main()
