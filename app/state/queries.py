"""What every address is read by: its decoding, the parts that belong to the page, and the sentences about bad parts.

- Decoding is a browser's own (URLSearchParams): "&" separates, "+" is a space, %XX is UTF-8, faults become U+FFFD.
- A key given twice: the first one counts, and the repetition is a problem. Any key that is not known is a problem.
- `KEPT` are the page's own: kept as they are, once each; the page itself judges them (dress.js, parts.js and look.js in
  assets/js/page/).
- At most `MOST_PROBLEMS` sentences; the last of them then counts the rest.

The browser reads by the same rules (assets/js/state/query.js).
"""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qsl, quote

from app.state.vocabulary import KEPT, MOST_PROBLEMS, MOST_SHOWN

# What encodeURIComponent leaves alone, and the comma, which needs no escape in a query.
UNESCAPED = "-_.!~*'(),"
WORDS = Path(__file__).resolve().parents[2] / "assets/words/en"

# What is said of bad parts, by kind. The browser says the same. `got` arrives quoted and shortened.
PROBLEMS: dict[str, str] = json.loads((WORDS / "problems.json").read_text(encoding="utf-8"))


class Problem(NamedTuple):
    """A part of an address that could not be read: its kind (a key of `PROBLEMS`) and the sentence."""

    kind: str
    sentence: str


class Split(NamedTuple):
    """A query's known parts, the first of each key; what is wrong with the keys; and the page's own parts."""

    given: dict[str, str]
    problems: list[Problem]
    kept: tuple[tuple[str, str], ...]


def split(query: str, keys: Sequence[str]) -> Split:
    """The parts of a query, which may be any text, with or without "?"."""
    text = re.sub("[\ud800-\udfff]", "\ufffd", query).removeprefix("?")
    values: dict[str, list[str]] = {}
    for key, value in parse_qsl(text, keep_blank_values=True):
        values.setdefault(key, []).append(value)
    problems = []
    for key, given in values.items():
        if key not in (*keys, *KEPT):
            problems.append(problem("unknown", key, keys=", ".join((*keys, *KEPT))))
        elif len(given) > 1:
            problems.append(problem("repeated", key=key, times=len(given)))
    kept = tuple((key, values[key][0]) for key in KEPT if key in values)
    return Split({key: values[key][0] for key in keys if key in values}, problems, kept)


def join(parts: Sequence[tuple[str, str]]) -> str:
    """Parts as a query."""
    return "&".join(f"{key}={quote(value, safe=UNESCAPED)}" for key, value in parts)


def problem(kind: str, got: str | None = None, **facts: object) -> Problem:
    """The sentence about a bad part."""
    shown = {} if got is None else {"got": f"'{_shorten(got)}'"}
    return Problem(kind, PROBLEMS[kind].format(**facts, **shown))


def at_most(problems: Sequence[Problem]) -> tuple[Problem, ...]:
    """The first few problems, and how many more there are."""
    if len(problems) <= MOST_PROBLEMS:
        return tuple(problems)
    shown = problems[: MOST_PROBLEMS - 1]
    return (*shown, problem("more", count=len(problems) - len(shown)))


def _shorten(text: str) -> str:
    """At most MOST_SHOWN characters, with controls, line breaks and direction marks made visible."""
    clean = re.sub("[\x00-\x1f\x7f-\x9f\u2028-\u202e\u2066-\u2069]", "\ufffd", text[:MOST_SHOWN])
    return clean if len(text) <= MOST_SHOWN else clean[:-1] + "…"
