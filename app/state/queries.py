"""What every address is read by: its decoding, the parts that belong to the page, and the sentences about bad parts.

- Decoding is a browser's own (URLSearchParams): "&" separates, "+" is a space, %XX is UTF-8, faults become U+FFFD.
- A key given twice: the first one counts, and the repetition is a problem. Any key that is not known is a problem.
- `KEPT` are the page's own: kept as they are, once each; the page itself judges them (dress.js, parts.js and look.js in
  assets/js/page/).
- At most `MOST_PROBLEMS` sentences; the last of them then counts the rest.

The browser reads by the same rules (assets/js/state/query.js).
"""

import re
from collections.abc import Sequence
from typing import NamedTuple
from urllib.parse import parse_qsl, quote

# What encodeURIComponent leaves alone, and the comma, which needs no escape in a query.
UNESCAPED = "-_.!~*'(),"
KEPT = ("show", "hide", "theme", "size", "ground", "ink", "accent", "font")
MOST_PROBLEMS = 8
MOST_SHOWN = 24

# The browser repeats these word for word. `got` arrives quoted and shortened.
PROBLEMS = {
    "toy": "toy: expected one of {toys}, got {got}.",
    "seed": "seed: expected a number from 0 to {seeds}, got {got}.",
    "seedless": "seed: expected 0, since this toy has nothing random, got {got}.",
    "prompt": "prompt: expected a number from 1 to {prompts}, or all, got {got}.",
    "prompt-one": "prompt: expected 1, since this toy knows only one, got {got}.",
    "ablation": "ablation: expected one of {ablations}, got {got}.",
    "source": "source: expected a number from 1 to {prompts}, got {got}.",
    "source-prompt": "source: expected another prompt than the one that is read, got {got}.",
    "source-ablation": "source: expected nothing, since the ablation is not resample, got {got}.",
    "off": "off: expected layer numbers from 1 to {layers}, got {got}.",
    "reference": "reference: expected layer numbers from 1 to {layers}, got {got}.",
    "reference-all": "reference: expected nothing, since all prompts are averaged, got {got}.",
    "token": "token: expected a number from 1 to {tokens}, got {got}.",
    "readout": "readout: expected one of {readouts}, got {got}.",
    "target": "target: expected a word of this toy or its number from 1 to {words}, got {got}.",
    "against": "against: expected a word of this toy or its number from 1 to {words}, got {got}.",
    "against-target": "against: expected another word than the target, got {got}.",
    "against-readout": "against: expected nothing, since the readout is not lead, got {got}.",
    "step": "step: expected a number from 0 to {layers}, got {got}.",
    "measure": "measure: expected one of {measures}, got {got}.",
    "face": "face: expected one of {faces}, got {got}.",
    "split": "split: expected one of {splits}, got {got}.",
    "choice": "{key}: expected one of {options}, got {got}.",
    "alpha": "alpha: expected a grid number from 0 to {alphas}, got {got}.",
    "parts": "{key}: expected some of {parts}, got {got}.",
    "no-parts": "{key}: expected some part of the page to be left, got {got}.",
    "colour": "{key}: expected three or six hexadecimal digits, as in fdf6e3, got {got}.",
    "contrast": "{key}: expected a contrast of at least {least} : 1 with the {other}, got {got} with {ratio} : 1.",
    "repeated": "{key}: expected once, got {times} times; the first one counts.",
    "unknown": "address: expected one of {keys}, got {got}.",
    "more": "{count} more parts of the address could not be read.",
}


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
