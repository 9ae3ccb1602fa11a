"""The toys by name. A new toy is one file here and one line in TOYS."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, NamedTuple

from toy_models.model.checks import whole_number
from toy_models.model.sentences import reading
from toy_models.model.toy import Toy
from toy_models.toys.hand import cancel_toy, reread_toy, sum_toy
from toy_models.toys.tanh import tanh_toy
from toy_models.toys.trained import TRAININGS, trained_toy


class Entry(NamedTuple):
    """How a toy is made from a seed and a prompt's number, ignored where there is one, and how many seeds it takes."""

    make: Callable[[int, int], Toy]
    seeds: int = 1


TOYS = {
    **{name: Entry(partial(trained_toy, name), TRAININGS) for name in ("place", "and", "or", "untrained")},
    "tanh": Entry(lambda seed, prompt: tanh_toy(seed), 100),
    "sum": Entry(lambda seed, prompt: sum_toy()),
    "reread": Entry(lambda seed, prompt: reread_toy()),
    "cancel": Entry(lambda seed, prompt: cancel_toy()),
}


def toy_names() -> tuple[str, ...]:
    """The known toys, the opening one first. Each has a stream that is a plain sum of the embedding and the writes."""
    return tuple(TOYS)


def _entry(name: Any) -> Entry:
    """The toy's entry. Raises ValueError listing the toys that there are."""
    if not isinstance(name, str) or name not in TOYS:
        raise ValueError(f"toy must be one of {', '.join(TOYS)}, got {name!r}")
    return TOYS[name]


def toy_seeds(name: Any) -> int:
    """How many seeds the toy takes, counted from 0: draws of random weights, or trainings; 1 for a toy without either.

    Raises ValueError for an unknown toy.
    """
    return _entry(name).seeds


def load_toy(name: Any, seed: Any = 0, prompt: Any = 0) -> Toy:
    """The toy of this name reading one of its prompts; arrays are read-only, and the same toy may be returned twice.

    seed: 0 to `toy_seeds(name)` − 1, ignored by toys with one. prompt: which of `toy.prompts`, from 0, ignored by toys
    that know only one; or the words of another sentence, for a toy that `reads_any`. Raises ValueError for an unknown
    toy, a seed or prompt out of range, or words that the toy does not know.
    """
    entry = _entry(name)
    seed = whole_number(seed, "seed", entry.seeds) if entry.seeds > 1 else 0
    first = _load(name, seed, 0)
    if isinstance(prompt, (tuple, list)):
        return _read(name, seed, tuple(prompt))
    if first.prompts is None:
        return first
    return _load(name, seed, whole_number(prompt, "prompt", len(first.prompts.tokens)))


@lru_cache(maxsize=256)
def _load(name: str, seed: int, prompt: int) -> Toy:
    """Build each toy once."""
    return TOYS[name].make(seed, prompt)


@lru_cache(maxsize=256)
def _read(name: str, seed: int, words: tuple[str, ...]) -> Toy:
    """A toy with a sentence that is none of its prompts."""
    return reading(_load(name, seed, 0), words)
