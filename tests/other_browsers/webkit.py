"""WebKit, driven by its WebDriver over HTTP, on a screen and a session bus of its own."""

import json
import os
import random
import shutil
import signal
import subprocess
import time
from base64 import b64decode
from pathlib import Path
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from driven_browser import WAIT, Browser, NoBrowser

NEEDED = {"WebKitWebDriver": "webkit2gtk-driver", "xvfb-run": "xvfb", "xauth": "xauth", "dbus-run-session": "dbus"}
NONE = "test-browsers needs WebKit: install {packages} (Debian's names)."
PORTS = range(20_000, 30_000)
SCREEN = "-screen 0 1600x1200x24"


def find() -> str:
    """The path of the browser that comes with the driver. Raises NoBrowser where it or a command is missing."""
    found = [*Path("/usr/lib").glob("*/webkit*/MiniBrowser"), *Path("/usr/libexec").glob("webkit*/MiniBrowser")]
    missing = [package for command, package in NEEDED.items() if shutil.which(command) is None]
    if missing or not found:
        raise NoBrowser(NONE.format(packages=", ".join(missing or NEEDED.values())))
    return str(max(found))


class WebKit(Browser):
    """`faults` stays empty: its WebDriver tells nothing of the console."""

    def __init__(self) -> None:
        self.faults = []
        browser = {"binary": find(), "args": ["--automation"]}
        self._start()
        made = self._send("session", capabilities={"alwaysMatch": {"webkitgtk:browserOptions": browser}})
        self._session = f"session/{made['sessionId']}"
        self.version = made["capabilities"]["browserVersion"]

    def _start(self) -> None:
        """On a port that nobody has: it ends at once where somebody has it."""
        end = time.monotonic() + WAIT
        while True:
            self._port = random.choice(PORTS)
            driver = ["dbus-run-session", "--", "WebKitWebDriver", f"--port={self._port}"]
            self._process = subprocess.Popen(
                ["xvfb-run", "--auto-servernum", "--server-args", SCREEN, *driver],
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                start_new_session=True,
            )
            while self._process.poll() is None:
                try:
                    self._send("status")
                    return
                except (URLError, ConnectionError):
                    assert time.monotonic() < end, "WebKit did not start"
                    time.sleep(0.1)
            assert time.monotonic() < end, "WebKit did not start"

    def _send(self, path: str, **body: Any) -> Any:
        read = path == "status" or path.endswith("/screenshot")
        url = f"http://127.0.0.1:{self._port}/{path}"
        request = Request(url, None if read else json.dumps(body).encode(), {"Content-Type": "application/json"})
        try:
            with urlopen(request, timeout=60) as answer:
                return json.load(answer)["value"]
        except HTTPError as refused:
            said = json.load(refused)["value"]
            raise AssertionError(f"{path}: {said['error']}. {said['message']}") from None

    def _do(self, path: str, **body: Any) -> Any:
        return self._send(f"{self._session}/{path}", **body)

    def go(self, url: str) -> None:
        self.leave()
        self._do("url", url=url)

    def resize(self, width: int, height: int) -> None:
        self._do("window/rect", width=width, height=height)
        room = self.ask("[innerWidth, innerHeight]")
        self._do("window/rect", width=2 * width - room[0], height=2 * height - room[1])

    def enter(self, frame: int) -> None:
        self._do("frame", id=frame)

    def leave(self) -> None:
        self._do("frame", id=None)

    def evaluate(self, expression: str) -> Any:
        return self._do("execute/sync", script=f"return {expression}", args=[])

    def click(self, selector: str) -> None:
        (element,) = self._do("element", using="css selector", value=selector).values()
        self._do(f"element/{element}/click")

    def perform(self, sources: list[dict[str, Any]]) -> None:
        self._do("actions", actions=sources)

    def picture(self, file: Path) -> None:
        file.write_bytes(b64decode(self._do("screenshot")))

    def close(self) -> None:
        os.killpg(self._process.pid, signal.SIGTERM)
        self._process.wait(timeout=20)
