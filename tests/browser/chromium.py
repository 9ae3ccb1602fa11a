"""Find the Chromium that the tests drive; `python tests/browser/chromium.py` finds one, or else installs one.

The environment variable CHROMIUM comes first, then a Chromium or Chrome on the PATH, then the one that Playwright
installed.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

ON_PATH = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
NONE = "The browser tests need a Chromium or Chrome: install one, or set CHROMIUM to its executable."


class NoChromium(Exception):
    """There is no browser to test in."""


def find(playwrights_own: str) -> str:
    """The path of an executable. Raises NoChromium with a sentence that says what to do."""
    asked = os.environ.get("CHROMIUM")
    if asked:
        found = shutil.which(asked)
        if found is None:
            raise NoChromium(f"CHROMIUM: expected an executable, got '{asked}'.")
        return found
    for name in ON_PATH:
        found = shutil.which(name)
        if found is not None:
            return found
    if Path(playwrights_own).is_file():
        return playwrights_own
    raise NoChromium(NONE)


def install() -> None:
    """Install the system's own package, where that needs nobody's password; else Playwright's Chromium."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        subprocess.run(["apt-get", "update", "-qq"], check=False)
        if subprocess.run(["apt-get", "install", "-y", "-qq", "chromium"], check=False).returncode == 0:
            return
    subprocess.run([sys.executable, "-m", "playwright", "install", "chromium"], check=False)


def main() -> int:
    """Print the path of a Chromium, after installing one if there is none."""
    with sync_playwright() as playwright:
        own = playwright.chromium.executable_path
    try:
        print(find(own))
    except NoChromium as missing:
        if os.environ.get("CHROMIUM"):
            print(missing, file=sys.stderr)
            return 2
        install()
        try:
            print(find(own))
        except NoChromium as still_missing:
            print(still_missing, file=sys.stderr)
            return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
