"""Every screen by name, the lab's own and the views beside it, and the pages they make."""

from collections.abc import Hashable, Mapping, Sequence
from functools import cache
from typing import Any, Protocol

from app.screens.lab import BESIDE, WIDGETS, LabScreen
from app.screens.page import Content, Form, page_html, strings
from app.screens.views import views
from app.state.catalogue import catalogue
from app.state.queries import Problem


class Screen(Protocol):
    """What a page, a file and the command line need of a screen. A state is what `read` makes of an address."""

    @property
    def name(self) -> str:
        """What addresses call it."""
        ...

    @property
    def more(self) -> tuple[str, ...]:
        """The parts that it has beside its own, since an address asks for them."""
        ...

    def showing(self, query: str) -> "Screen":
        """This screen with what an address asks to see beside its own parts; itself where it asks for nothing more."""
        ...

    def read(self, query: str) -> tuple[Any, tuple[Problem, ...]]:
        """The state that an address asks for, and the problems found in it. Never raises."""
        ...

    def fetched(self, state: Any) -> Hashable:
        """The part of a state that decides which tables a page must carry, as a state with the rest at its defaults."""
        ...

    def opening(self, state: Any) -> Mapping[str, Any]:
        """The tables that a state is drawn from, by key."""
        ...

    def carried(self, state: Any) -> Mapping[str, Any]:
        """The tables that an exported file opening on a state holds, by key."""
        ...

    def content(self, state: Any) -> Content:
        """What the page shows."""
        ...

    def numbers(self, state: Any) -> dict[str, Any]:
        """What the screen shows, at full precision."""
        ...


@cache
def screens() -> dict[str, Screen]:
    """All screens; the lab first."""
    return {**{name: LabScreen(name) for name in WIDGETS}, **views()}


@cache
def menu(home: str = "./", ending: str = "") -> tuple[tuple[str, str], ...]:
    """The whole lab, its screens beside it and the views, a link from the lab's page and a title each."""
    labs = strings(())["labs"]
    titles = {name: labs[name] for name in BESIDE} | {name: strings((name,))[name]["title"] for name in views()}
    return (home, labs["lab"]), *((f"{name}{ending}", title) for name, title in titles.items())


@cache
def on_the_menu() -> tuple[str, ...]:
    """The names of the screens that the menu leads to, in its order."""
    return ("lab", *BESIDE, *views())


@cache
def known_toys() -> dict[str, dict[str, int]]:
    """By the name of each screen that reads toys, those it knows with their number of trainings (or draws)."""
    known = {name: {entry["name"]: entry["seeds"] for entry in catalogue()} for name in ("lab", *BESIDE)}
    for name, view in views().items():
        settings = {setting.name: setting for setting in view.settings}
        if "toy" in settings:
            toys = [value for value, _ in settings["toy"].offered({})]
            known[name] = {toy: len(settings["seed"].offered({"toy": toy})) for toy in toys}
    return known


def embeds(name: str) -> tuple[str, ...]:
    """The screens that a page can be embedded as: a view itself, the lab also one widget at a time."""
    return tuple(WIDGETS) if name in WIDGETS else (name,)


def export_html(screen: Screen, state: Any, kept: Sequence[tuple[str, str]] = ()) -> str:
    """A screen as one file: everything that it offers travels inside, and it asks nobody for anything."""
    return page_html(screen.content(state), Form("inline", screen.carried(state), kept=kept))


def served_html(screen: Screen, state: Any, base: str, with_menu: bool = False) -> str:
    """The page of a screen that fetches what it does not carry from `base`, a relative prefix such as "../".

    The lab with the menu of screens is the live one, which has a session.
    """
    links, toys = (menu(), known_toys()) if with_menu else ((), {})
    known = {"base": base, "menu": links, "embeds": embeds(screen.name), "toys": toys}
    form = Form("served", screen.opening(state), session=with_menu and screen.name == "lab", **known)
    return page_html(screen.content(state), form)
