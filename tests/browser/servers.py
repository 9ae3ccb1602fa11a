"""A lab that is really served: started by the command line in a process of its own, and killed without warning."""

import json
import os
import re
import subprocess
import sys
import time
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parents[2]
# The selection as the page's session has it.
SELECTED = "JSON.parse(Bokeh.documents.flatMap((held) => held.roots()).findLast((root) => root.selection).selection)"


class Server:
    """`python -m app serve` on a port that stays the same when it is started again."""

    def __init__(self, *options: str, **environment: str) -> None:
        self.options = options
        self.environment = environment
        self.process: subprocess.Popen[str] | None = None
        self.port = 0
        self.path = "/"
        self.start()

    @property
    def url(self) -> str:
        return f"http://localhost:{self.port}{self.path}"

    def start(self) -> None:
        command = [sys.executable, "-m", "app", "serve", "--no-open", "--port", str(self.port), *self.options]
        environment = {**os.environ, **self.environment}
        self.process = subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        found = re.search(r"http://localhost:(\d+)(/\S*)", line)
        assert found, f"The server did not start; it said '{line}'."
        self.port, self.path = int(found[1]), found[2]
        self._wait()

    def sessions(self) -> int:
        """The server's own count."""
        with urlopen(f"{self.url}liveness", timeout=5) as answer:
            return json.load(answer)["sessions"]

    def kill(self) -> None:
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None

    def _wait(self, seconds: float = 20) -> None:
        end = time.monotonic() + seconds
        while True:
            try:
                with urlopen(f"{self.url}liveness", timeout=2):
                    return
            except (URLError, TimeoutError):
                if time.monotonic() > end:
                    raise
                time.sleep(0.05)
