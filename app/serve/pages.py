"""Pages: `/`, the views beside it, and each screen to embed. None needs a session to be drawn."""

from functools import lru_cache
from typing import Any
from urllib.parse import quote

from app.screens.policy import served_policy
from app.screens.screens import Screen, on_the_menu, screens, served_html
from app.serve.prepared import Prepared, Store, prepare
from app.serve.route import ASK_AGAIN, HTML, NotFound, NotFramed, Route, query_of
from app.serve.workshop import Workshop

LONGEST_QUERY = 500
IN_QUERY = "".join(chr(code) for code in range(0x21, 0x7F))  # what is already spelled as an address, and stays so

STORE = Store(32_000_000)
WORKSHOP = Workshop(256)


class Page(Route):
    """A page that a frame on another site may show only if that site is among those allowed."""

    def prepare(self) -> None:
        super().prepare()
        if self.framing.refuses(self.request.headers):
            raise NotFramed(self.framing)

    async def show(self, screen: Screen, base: str, with_menu: bool = False) -> None:
        """Answer with a screen's page."""
        query = query_of(self.request)
        state, screen = page_state(screen.name, query), screen.showing(query)

        def make() -> Prepared:
            html = served_html(screen, state, base, with_menu)
            return prepare(html.encode(), HTML, served_policy(html))

        key = (screen.name, screen.more, base, state)
        self.send_prepared(await self.from_store(STORE, WORKSHOP, key, make), ASK_AGAIN)


class Embed(Page):
    """`/embed/VIEW?state`: a screen without a session, the same page for everyone who asks for the same tables."""

    async def get(self, name: str) -> None:
        if name not in screens():
            raise NotFound(f"There is no view of that name; there are {', '.join(screens())}.")
        await self.show(screens()[name], "../")


class LabPage(Page):
    """`/`: the lab with the menu, the same page for everyone, which asks for a session once it has drawn."""

    async def get(self) -> None:
        if not self.request.path.endswith("/"):
            # Relative links need the slash. The redirect is relative too: a proxy may have its own prefix.
            last = self.request.path.rpartition("/")[2]
            self.redirect(f"{last}/" + (f"?{self.request.query}" if self.request.query else ""))
            return
        await self.show(screens()["lab"], "./", with_menu=True)


class ViewPage(Page):
    """`/VIEW`: a screen beside the live lab, with the menu that leads to the others."""

    async def get(self, name: str) -> None:
        if name not in on_the_menu()[1:]:
            raise NotFound
        await self.show(screens()[name], "./", with_menu=True)


class Slash(Route):
    """A page's address with a slash behind it: for good, the page's own. Relative, since a proxy may have a prefix."""

    def get(self, below: str, name: str) -> None:
        if name not in (screens() if below else on_the_menu()[1:]):
            raise NotFound
        query = query_of(self.request)
        self.set_header("Cache-Control", "no-store")
        self.redirect(f"../{name}" + (f"?{quote(query, safe=IN_QUERY)}" if query else ""), status=308)


def page_state(name: str, query: str) -> Any:
    """The state whose tables a screen's page must carry. The browser itself reads the rest of the address."""
    return _page_state(name, query) if len(query) <= LONGEST_QUERY else _page_state.__wrapped__(name, query)


@lru_cache(maxsize=4096)
def _page_state(name: str, query: str) -> Any:
    screen = screens()[name]
    return screen.fetched(screen.read(query)[0])
