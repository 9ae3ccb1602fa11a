"""Firefox, driven by WebDriver BiDi, which it speaks itself on a websocket."""

import asyncio
import json
import os
import re
import shutil
import subprocess
from base64 import b64decode
from pathlib import Path
from typing import Any

from driven_browser import Browser, NoBrowser
from tornado.websocket import WebSocketClientConnection, websocket_connect

NONE = "test-browsers needs Firefox: install Debian's firefox-esr, or set FIREFOX to the executable of another."


def find() -> str:
    """The path of an executable. Raises NoBrowser."""
    asked = os.environ.get("FIREFOX")
    found = [shutil.which(name) for name in ([asked] if asked else ["firefox-esr", "firefox"])]
    path = next(filter(None, found), None)
    if path is None:
        raise NoBrowser(NONE)
    return path


class Firefox(Browser):
    def __init__(self, profile: Path) -> None:
        self.faults = []
        self._asked = 0
        self._runner = asyncio.Runner()
        command = [find(), "--headless", "--no-remote", "--profile", str(profile), "--remote-debugging-port", "0"]
        environment = {**os.environ, "HOME": str(profile)}
        self._process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
        )
        self._socket = self._runner.run(self._connect(f"{self._listening()}/session"))
        self.version = self._do("session.new", capabilities={})["capabilities"]["browserVersion"]
        self._do("session.subscribe", events=["log.entryAdded"])
        self._top = self._page = self._tree()[0]["context"]

    def _listening(self) -> str:
        assert self._process.stderr is not None
        said = ""
        for line in self._process.stderr:
            said += line
            if found := re.search(r"ws://\S+", line):
                return found[0]
        raise AssertionError(f"Firefox did not start; it said:\n{said}")

    async def _connect(self, url: str) -> WebSocketClientConnection:
        return await websocket_connect(url, max_message_size=100_000_000)

    def _do(self, method: str, **params: Any) -> Any:
        return self._runner.run(self._answer(method, params))

    async def _answer(self, method: str, params: dict[str, Any]) -> Any:
        self._asked += 1
        await self._socket.write_message(json.dumps({"id": self._asked, "method": method, "params": params}))
        while True:
            message = await self._socket.read_message()
            assert message is not None, "Firefox has gone"
            said = json.loads(message)
            if said["type"] == "event":
                self._hear(said["params"])
            elif said["id"] == self._asked:
                assert said["type"] == "success", f"{method}: {said['message']}"
                return said["result"]

    def _hear(self, entry: dict[str, Any]) -> None:
        if entry.get("level") == "error":
            self.faults.append(entry["text"])

    def _tree(self, **params: Any) -> list[dict[str, Any]]:
        return self._do("browsingContext.getTree", **params)["contexts"]

    def go(self, url: str) -> None:
        self.leave()
        self._do("browsingContext.navigate", context=self._top, url=url, wait="complete")

    def resize(self, width: int, height: int) -> None:
        self._do("browsingContext.setViewport", context=self._top, viewport={"width": width, "height": height})

    def enter(self, frame: int) -> None:
        self.until(f"frames.length > {frame}")
        self._page = self._tree(root=self._top)[0]["children"][frame]["context"]

    def leave(self) -> None:
        self._page = self._top

    def evaluate(self, expression: str) -> Any:
        return self._evaluated(expression).get("value")

    def _evaluated(self, expression: str) -> dict[str, Any]:
        done = self._do("script.evaluate", expression=expression, target={"context": self._page}, awaitPromise=False)
        assert done["type"] == "success", f"{expression}: {done['exceptionDetails']['text']}"
        return done["result"]

    def click(self, selector: str) -> None:
        find = f"document.querySelector({json.dumps(selector)})"
        self.ask(f"{find}.scrollIntoView({{ block: 'nearest' }})")
        element = {"sharedId": self._evaluated(find)["sharedId"]}
        move = {"type": "pointerMove", "x": 0, "y": 0, "origin": {"type": "element", "element": element}}
        press = [{"type": kind, "button": 0} for kind in ("pointerDown", "pointerUp")]
        self.perform([{"type": "pointer", "id": "mouse", "actions": [move, *press]}])

    def perform(self, sources: list[dict[str, Any]]) -> None:
        self._do("input.performActions", context=self._page, actions=sources)

    def picture(self, file: Path) -> None:
        file.write_bytes(b64decode(self._do("browsingContext.captureScreenshot", context=self._top)["data"]))

    def close(self) -> None:
        self._socket.close()
        self._runner.close()
        self._process.terminate()
        self._process.communicate(timeout=20)
