"""The toys by name. A new toy is one file here and one line in TOYS."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from toy_models.checks import whole_number
from toy_models.hand import cancel_toy, reread_toy, sum_toy
from toy_models.tanh import tanh_toy
from toy_models.toy import Toy

#: The seeds that a toy with randomness takes.
SEEDS = range(100)

SEEDED: dict[str, Callable[[int], Toy]] = {"tanh": tanh_toy}
EXACT: dict[str, Callable[[], Toy]] = {"sum": sum_toy, "reread": reread_toy, "cancel": cancel_toy}


def toy_names() -> tuple[str, ...]:
    """The known toys, the opening one first. Each has a stream that is a plain sum of the embedding and the writes."""
    return (*SEEDED, *EXACT)


def _known(name: Any) -> str:
    """`name` if it is a toy's. Raises ValueError listing those that are."""
    if not isinstance(name, str) or name not in toy_names():
        raise ValueError(f"toy must be one of {', '.join(toy_names())}, got {name!r}")
    return name


def toy_is_seeded(name: Any) -> bool:
    """Whether the toy's weights are random, so that a seed makes a difference. Raises ValueError for an unknown toy."""
    return _known(name) in SEEDED


def load_toy(name: Any, seed: Any = 0) -> Toy:
    """The toy of this name; its arrays are read-only, and the same toy may be returned twice.

    seed: 0..99, ignored by toys without randomness. Raises ValueError for an unknown toy or a seed out of range.
    """
    if not toy_is_seeded(name):
        return _load(name, None)
    return _load(name, whole_number(seed, "seed", len(SEEDS)))


@lru_cache(maxsize=128)
def _load(name: str, seed: int | None) -> Toy:
    """Build each toy once."""
    return EXACT[name]() if seed is None else SEEDED[name](seed)
