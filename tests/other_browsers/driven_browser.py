"""A real browser with one page, asked and moved by WebDriver: what firefox.py and webkit.py have in common."""

import json
import time
from abc import ABC, abstractmethod
from pathlib import Path
from typing import Any

# WebDriver's own characters for keys without a letter.
KEYS = {"Control": "\ue009", "Escape": "\ue00c", "ArrowLeft": "\ue012", "ArrowRight": "\ue014", "Tab": "\ue004"}
WAIT = 20


class NoBrowser(Exception):
    """A browser that the tests need is not on this machine; the sentence says what to install."""


class Browser(ABC):
    """`enter` and `leave` say whose page is meant by the rest: that of a frame, or the top one.

    `faults` are the errors in the console of a browser that tells them.
    """

    faults: list[str]
    version: str

    @abstractmethod
    def go(self, url: str) -> None:
        """Open an address in the top page and wait until it is loaded."""

    @abstractmethod
    def resize(self, width: int, height: int) -> None:
        """Give the top page this much room."""

    @abstractmethod
    def enter(self, frame: int) -> None:
        """Go into a frame of the top page."""

    @abstractmethod
    def leave(self) -> None:
        """Go back to the top page."""

    @abstractmethod
    def evaluate(self, expression: str) -> Any:
        """A text, number or truth value from the page."""

    @abstractmethod
    def click(self, selector: str) -> None:
        """Press the middle of an element with a mouse."""

    @abstractmethod
    def perform(self, sources: list[dict[str, Any]]) -> None:
        """Do what WebDriver calls actions."""

    @abstractmethod
    def picture(self, file: Path) -> None:
        """Write what is seen of the top page as PNG."""

    @abstractmethod
    def close(self) -> None:
        """End the browser."""

    def ask(self, expression: str) -> Any:
        """What an expression is in the page."""
        return json.loads(self.evaluate(f"JSON.stringify({expression}) ?? 'null'"))

    def until(self, expression: str) -> Any:
        """Wait until an expression holds; what it then is."""
        end = time.monotonic() + WAIT
        while not (value := self.ask(expression)):
            assert time.monotonic() < end, f"waited {WAIT} s in vain for {expression}"
            time.sleep(0.03)
        return value

    def press(self, keys: str) -> None:
        """Press a key, or several at once, such as "Control+z"."""
        held = [KEYS.get(key, key) for key in keys.split("+")]
        strokes = [("keyDown", key) for key in held] + [("keyUp", key) for key in reversed(held)]
        self.perform(
            [{"type": "key", "id": "keys", "actions": [{"type": kind, "value": key} for kind, key in strokes]}]
        )
