"""A small set of choices in which every two values of different settings that can meet do meet."""

import random
from collections.abc import Callable
from itertools import combinations, product

Case = dict[str, str]


def all_pairs(settings: dict[str, list[str]], possible: Callable[[Case], bool], seed: int = 1) -> list[Case]:
    """Cases, one value a setting, that cover every pair that any possible case holds; greedy, the same each time."""
    draw = random.Random(seed)
    missing = {((a, x), (b, y)) for a, b in combinations(settings, 2) for x, y in product(settings[a], settings[b])}
    cases: list[Case] = []
    while missing:
        wanted = min(missing)
        tries = [_filled(settings, dict(wanted), draw) for _ in range(60)]
        tries = [case for case in tries if possible(case)]
        if not tries:
            missing.discard(wanted)
            continue
        best = max(tries, key=lambda case: len(missing & _pairs(case)))
        missing -= _pairs(best)
        cases.append(best)
    return cases


def _filled(settings: dict[str, list[str]], known: Case, draw: random.Random) -> Case:
    return {name: known.get(name) or draw.choice(values) for name, values in settings.items()}


def _pairs(case: Case) -> set[tuple[tuple[str, str], tuple[str, str]]]:
    return set(combinations(case.items(), 2))
