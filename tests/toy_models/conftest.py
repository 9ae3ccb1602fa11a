"""Lets the tests here import their own helper modules, without a package that would shadow toy_models."""

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))
