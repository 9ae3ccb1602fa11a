"""Lets the tests here import their own helper module, without a package that would shadow toy_models."""

import sys
from pathlib import Path

from hypothesis import settings

sys.path.insert(0, str(Path(__file__).parent))

settings.register_profile("lab", deadline=None, derandomize=True, max_examples=60)
settings.load_profile("lab")
