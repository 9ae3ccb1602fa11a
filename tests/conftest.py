"""One Hypothesis profile for all tests: the same examples each time, and no clock, since machines are shared."""

import os
from collections.abc import Callable

import pytest
from hypothesis import settings

settings.register_profile("lab", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("lab")


@pytest.fixture(scope="session")
def cases() -> Callable[[int, int], int]:
    """`cases(few, many)`: how many random cases a test draws, few in the suite and many in `make campaign`."""
    return lambda few, many: many if os.environ.get("CAMPAIGN") else few
