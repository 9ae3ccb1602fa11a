"""A server that also says what it holds: run `python tests/bench/watched.py lab|panel`.

The lab, or the plain Panel app that it is compared with, and two routes more. `/counts` answers `{"sessions": 3}`: the
server's own count, with those that nobody uses any more and that are not discarded yet. `/kinds` answers how many
Python objects there are of each kind: `{"bokeh.document.document.Document": 3, …}`. The first line printed ends with
the address. Run by sizes.py, class_arrives.py and soak.py.
"""

from __future__ import annotations

import gc
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import plain_panel
from panel.io.server import Server
from tornado.web import RequestHandler

from app.serve.server import make_server

SERVERS = {"lab": make_server, "panel": plain_panel.make_server}


class Counts(RequestHandler):
    """`/counts`: how many sessions there are."""

    def initialize(self, server: Server) -> None:
        """Take the server that is counted."""
        self.server = server

    def get(self) -> None:
        self.finish({"sessions": len(self.server.get_sessions("/"))})


class Kinds(RequestHandler):
    """`/kinds`: what the garbage collector must keep, by kind."""

    def get(self) -> None:
        gc.collect()
        kinds = (type(thing) for thing in gc.get_objects())
        self.finish(dict(Counter(f"{kind.__module__}.{kind.__qualname__}" for kind in kinds)))


def main() -> None:
    """Serve until stopped."""
    server = SERVERS[sys.argv[1]]()
    # Routes that are added for any host come before the application's own.
    server._tornado.add_handlers(".*", [("/counts", Counts, {"server": server}), ("/kinds", Kinds)])
    print(f"Watched: http://localhost:{server.port}/", flush=True)
    server.start()
    server.io_loop.start()


if __name__ == "__main__":
    main()
