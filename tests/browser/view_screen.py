"""A view's screen as its user has it: any screen that has no lab's effect in it."""

from collections.abc import Iterator
from typing import Any

from playwright.sync_api import Browser
from screen import Screen, close, open_screen

READY = "main:not([aria-busy=true]) [role=status]"


class ViewScreen(Screen):
    """A page with a view in it; see `Screen`."""

    def ready(self) -> "ViewScreen":
        self.page.wait_for_selector(READY)
        self.settle()
        return self

    def choose(self, values: dict[str, str]) -> "ViewScreen":
        """Change settings all at once, as a script on the page would."""
        self.page.locator("#lab").evaluate(
            "(lab, values) => lab.dispatchEvent(new CustomEvent('lab:select', { detail: values }))", values
        )
        return self

    def said(self) -> str:
        """The sentence on top."""
        return self.page.locator("[role=status]").inner_text().replace("\n", " ")

    def shown(self) -> dict[str, Any]:
        """All that the screen says of a state: the sentence, the charts' twins and their numbers."""
        return {"said": self.said(), "twins": self.twins(), "tables": self.tables()}

    def painted(self) -> dict[str, str]:
        """Everything painted, chart by chart."""
        return {name: self.ask(f"reading.canvases({name!r})") for name in self.twins()}


def new_view_screen(browser: Browser, url: str, size: tuple[int, int] = (1366, 768), **options: Any) -> ViewScreen:
    """As `new_screen`."""
    return open_screen(ViewScreen, browser, url, size, **options)


def one_view(browser: Browser, url: str) -> Iterator[ViewScreen]:
    """One open view for the tests of a file, which must not have complained of anything by their end."""
    screen = new_view_screen(browser, url)
    screen.open()
    yield screen
    close(screen)
    assert screen.faults == [], "\n".join(screen.faults)
