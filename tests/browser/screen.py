"""The lab as its user has it: opened by an address, worked through roles, names and keys, and read."""

import json
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import parse_qsl, urlsplit

from playwright.sync_api import Browser, ConsoleMessage, Error, Locator, Page, Request, Route

SCRIPTS = [Path(__file__).with_name(name) for name in ("reading.js", "audit.js")]
READY = "main:not([aria-busy=true]) [role=status][aria-label=Effect]"
WAIT = 15_000


class Screen:
    """A page with a lab in it.

    `faults` collects what must never happen: errors in the console or in a script, and requests that fail. A request
    that the page itself gave up, as it does when it is loaded anew, is in `given_up`.
    """

    def __init__(self, page: Page, url: str = "") -> None:
        self.page = page
        self.url = url
        self.faults: list[str] = []
        self.given_up: list[str] = []
        self.asked: list[str] = []
        self.shared = False
        self.heard = {
            "console": self._console,
            "pageerror": lambda error: self.faults.append(f"script: {error}"),
            "requestfailed": self._failed,
            "request": lambda request: self.asked.append(request.url[:200]),
        }
        page.set_default_timeout(WAIT)
        for event, hear in self.heard.items():
            page.on(event, hear)  # pyright: ignore[reportCallIssue, reportArgumentType]

    def _console(self, message: ConsoleMessage) -> None:
        if message.type in ("error", "warning"):
            self.faults.append(f"console: {message.text[:300]}")

    def _failed(self, request: Request) -> None:
        where = self.given_up if request.failure == "net::ERR_ABORTED" else self.faults
        where.append(f"request: {request.url[:200]} {request.failure}")

    def open(self, query: str = "") -> "Screen":
        """Go to the lab with an address and wait until it is drawn."""
        self.page.goto(f"{self.url}?{query}" if query else self.url)
        return self.ready()

    def ready(self) -> "Screen":
        self.page.wait_for_selector(READY, state="attached")  # a link may leave the sentence out
        return self.settle()

    def settle(self) -> "Screen":
        self.page.evaluate("reading.settled()")
        return self

    # Controls, by role and name.

    def switch(self, name: str) -> Locator:
        return self.page.get_by_role("switch", name=name, exact=True)

    def button(self, name: str) -> Locator:
        return self.page.get_by_role("button", name=name, exact=True)

    def choice(self, name: str) -> Locator:
        return self.page.get_by_role("combobox", name=name, exact=True)

    def slider(self, name: str) -> Locator:
        return self.page.get_by_role("slider", name=name, exact=True)

    def place(self, control: Locator) -> tuple[float, float]:
        """The middle of a control, where a mouse would press it."""
        box = control.bounding_box()
        assert box is not None, f"{control} is not on the screen"
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    def press(self, *keys: str) -> "Screen":
        for key in keys:
            self.page.keyboard.press(key)
        return self.settle()

    def blur(self) -> "Screen":
        """Put the focus nowhere, so that the page's own keys apply."""
        self.page.evaluate("document.activeElement.blur()")
        return self

    def show(self, toy: str, keys: str = "", readout: str = "lead", target: str | None = None) -> "Screen":
        """Choose a toy and what is explained, then switch all on and press some keys."""
        for name, value in (("Toy", toy), ("explaining", readout)):
            if self.choice(name).input_value() != value:
                self.choice(name).select_option(value)
        if target is not None:
            self.choice("Word explained").select_option(label=target)
        return self.blur().press("0", *keys)

    # What can be read.

    def ask(self, expression: str) -> Any:
        """What an expression is in the page; as JSON, which arrives several times faster than Playwright's own way."""
        return json.loads(self.page.evaluate(f"JSON.stringify({expression})"))

    def read(self) -> dict[str, Any]:
        return self.ask("reading.all()")

    def pieces(self) -> list[dict[str, Any]]:
        return self.ask("reading.screen()")

    def sentence(self) -> dict[str, str]:
        return self.ask("reading.sentence()")

    def effect(self) -> dict[str, float]:
        """The numbers that course scripts read from the effect sentence."""
        data = self.sentence()
        return {name: float(data[name]) for name in ("direct", "viaLayers", "viaNorm", "total")}

    def twins(self) -> dict[str, str]:
        return self.ask("reading.twins()")

    def tables(self, full: bool = False) -> dict[str, dict[str, Any]]:
        """Every chart's numbers, as printed or in full."""
        return self.ask(f"reading.tables({str(full).lower()})")

    def off(self) -> list[str]:
        """The names of the layers that are off."""
        return [switch.get_attribute("aria-label") or "" for switch in self._switches() if _is_off(switch)]

    def _switches(self) -> "list[Locator]":
        return self.page.get_by_role("switch").all()

    def notices(self) -> list[str]:
        """What the page complains about, sentence by sentence."""
        return self.page.evaluate(
            "[...document.querySelectorAll('[aria-live=polite]:not([role=status]) p')].map(reading.text)"
        )

    def query(self) -> dict[str, str]:
        """The address, decoded."""
        return dict(parse_qsl(urlsplit(self.page.url).query, keep_blank_values=True))

    def until(self, holds: Callable[[], bool], seconds: float = 5) -> "Screen":
        """Wait for something that takes a while, such as a table on its way. Fails if it never comes."""
        end = time.monotonic() + seconds
        while True:
            try:
                if holds():
                    return self
            except Error as error:  # the page is being loaded anew
                if "context was destroyed" not in error.message:
                    raise
            assert time.monotonic() < end, f"waited {seconds} s in vain"
            self.page.wait_for_timeout(30)

    def wait_for_query(self, wanted: Callable[[dict[str, str]], bool]) -> dict[str, str]:
        """The address once it is as wanted; the page may write a burst of changes a moment later."""
        for _ in range(100):
            if wanted(self.query()):
                break
            self.page.wait_for_timeout(50)
        return self.query()

    def query_after(self, key: str) -> str | None:
        """What the address says of a key once the page has written it."""
        self.page.wait_for_timeout(250)
        return self.query().get(key)


def _is_off(switch: Locator) -> bool:
    return switch.get_attribute("aria-checked") == "false"


# Pages that were left and wait for another visit to the same place. The lab keeps nothing in a browser, so such a page
# is as good as a new one, and Chromium has the place's scripts compiled. It is not used for ever, since Chromium counts
# no more than 50 entries of its history.
WAITING: dict[tuple[Browser, str], list[Page]] = defaultdict(list)
VISITS: Counter[Page] = Counter()
MOST_VISITS = 12

AnyScreen = TypeVar("AnyScreen", bound=Screen)


def new_screen(browser: Browser, url: str, size: tuple[int, int] = (1366, 768), **options: Any) -> Screen:
    """A screen for one visit, to be left by `close`. With `fresh` or a context's options, its page is nobody else's."""
    return open_screen(Screen, browser, url, size, **options)


def open_screen(kind: type[AnyScreen], browser: Browser, url: str, size: tuple[int, int], **options: Any) -> AnyScreen:
    """`new_screen` for another kind of screen."""
    waiting = [] if options else WAITING[browser, _place(url)]
    page = waiting.pop() if waiting else _new_page(browser, **options)
    page.set_viewport_size({"width": size[0], "height": size[1]})
    screen = kind(page, url)
    screen.shared = not options
    return screen


def _new_page(browser: Browser, fresh: bool = False, **options: Any) -> Page:
    context = browser.new_context(**options)
    for script in SCRIPTS:
        context.add_init_script(path=script)
    return context.new_page()


def _place(url: str) -> str:
    return url.partition("?")[0]


def cut_network(screen: Screen) -> None:
    """Take the network away: a request for anything but a file or what the page holds is refused, and a fault."""
    screen.shared = False
    screen.page.context.set_offline(True)

    def refuse(route: Route) -> None:
        screen.faults.append(f"asked for {route.request.url[:100]}")
        route.abort()

    screen.page.context.route(re.compile(r"^(?!file:|data:|blob:|about:)"), refuse)


def close(screen: Screen) -> None:
    """Leave a screen."""
    page, context = screen.page, screen.page.context
    VISITS[page] += 1
    if not screen.shared or VISITS[page] >= MOST_VISITS or context.pages != [page] or context.browser is None:
        context.close()
        return
    for event, hear in screen.heard.items():
        page.remove_listener(event, hear)
    page.goto("about:blank")
    page.mouse.move(0, 0)
    WAITING[context.browser, _place(screen.url)].append(page)
