"""The definitions of terms that open in place: assets/text/en/definitions.md, one heading a term.

Under a heading stand the forms in which screens print the term, with commas between them, then the definition: plain
words first, a formula behind them.
"""

import re
from functools import cache
from typing import NamedTuple

from markdown_it import MarkdownIt
from markupsafe import Markup


class Definition(NamedTuple):
    """A term, its id in the page, the forms it is printed in, and what it means, as HTML."""

    term: str
    id: str
    forms: tuple[str, ...]
    html: Markup


@cache
def definitions(text: str) -> tuple[Definition, ...]:
    """The definitions in a text."""
    return tuple(map(_definition, re.split(r"^## ", text, flags=re.MULTILINE)[1:]))


def _definition(text: str) -> Definition:
    term, forms, body = text.split("\n", 2)
    name = re.sub(r"\W+", "-", term.lower())
    return Definition(term, f"define-{name}", tuple(forms.split(", ")), Markup(MarkdownIt().render(body)))
