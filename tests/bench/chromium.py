"""The browser that the benchmarks measure in: the system's Chromium, or, where there is none, Playwright's own."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

FLAGS = ["--no-sandbox", "--disable-background-networking", "--disable-component-update"]
SCREEN = {"width": 1366, "height": 768}
READY = "main:not([aria-busy])"


@contextmanager
def chromium() -> Iterator[Browser]:
    """A headless browser."""
    with sync_playwright() as playwright:
        path = shutil.which("chromium") or shutil.which("google-chrome")
        browser = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


def new_visitor(browser: Browser) -> BrowserContext:
    """A visitor with nothing cached, in a renderer process of their own."""
    return browser.new_context(viewport={"width": SCREEN["width"], "height": SCREEN["height"]})


def open_lab(page: Page, url: str) -> None:
    """Open the lab and wait until it is drawn."""
    page.goto(url)
    page.locator(READY).wait_for()
