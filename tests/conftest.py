"""For all tests: one Node, and one Hypothesis profile: the same examples each time, and no clock."""

import os
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

from node import Node

settings.register_profile("lab", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("lab")


@pytest.fixture(scope="session")
def cases() -> Callable[[int, int], int]:
    """`cases(few, many)`: how many random cases a test draws, few in the suite and many in `make campaign`."""
    return lambda few, many: many if os.environ.get("CAMPAIGN") else few


@pytest.fixture(scope="session")
def node() -> Iterator[Node]:
    """The page's modules, to be asked."""
    running = Node()
    yield running
    running.close()
