"""A screen of the lab for a frame that Python drives: the page it opens on, and another when Python asks for more."""

from functools import lru_cache

from app.screens.lab import WIDGETS, LabScreen
from app.screens.page import Form, page_html
from app.state.address import parse
from app.state.selection import Selection
from app.tables.carried import carried_keys
from app.tables.keys import Key, readout_key, token_key


class Framed:
    """One lab's pages. Each carries what an exported file would, and so shows many states without Python."""

    def __init__(self, address: str = "", view: str = "lab") -> None:
        """Open on the state that an address says, such as "toy=or&off=3"; `view` is the lab or one of its widgets.

        Raises ValueError that says what was expected and what came.
        """
        if view not in WIDGETS:
            raise ValueError(f"view: expected one of {', '.join(WIDGETS)}, got {view!r}.")
        asked = parse(address)
        if asked.problems:
            raise ValueError(" ".join(problem.sentence for problem in asked.problems))
        self.start = asked.state
        self._screen, self._kept = LabScreen(view).showing(address), asked.kept
        self._reach: frozenset[Key] = frozenset()

    def page(self, state: Selection) -> str:
        """The page that opens on a state, the latest from here on."""
        html, self._reach = _made(self._screen, state, self._kept)
        return html

    def reaches(self, state: Selection) -> bool:
        """Whether the latest page can show a state."""
        return {token_key(state), readout_key(state)} <= self._reach


# Everybody in a course opens the same few; a page is some two megabytes.
@lru_cache(maxsize=8)
def _made(screen: LabScreen, state: Selection, kept: tuple[tuple[str, str], ...]) -> tuple[str, frozenset[Key]]:
    html = page_html(screen.content(state), Form("inline", screen.carried(state), kept=kept))
    return html, frozenset(carried_keys(state))
