"""What a page makes of a field that travels folded, each different run of a layer once (app/tables/encoding.py)."""

from typing import Any


def unfolded(packed: list[list[Any]]) -> list[list[Any]]:
    """One row a world."""
    worlds = range(2 ** len(packed))
    return [[runs[1 + w % 2**layer if w >> layer & 1 else 0] for layer, runs in enumerate(packed)] for w in worlds]
