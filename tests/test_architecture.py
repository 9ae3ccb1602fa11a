"""Imports run one way: app → components → toy_models, and toy_models needs NumPy only."""

import ast
import re
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
OURS = {"app", "assets", "components", "toy_models", "tests"}
#: What Panel and Bokeh themselves require, and so is installed wherever they are.
BROUGHT_ALONG = {"jinja2", "markdown_it", "markupsafe", "tornado"}
MAY_IMPORT = {
    "toy_models": {"toy_models", "numpy"},
    "components": {"components", "toy_models", "numpy", "bokeh", "panel", "param"},
    # The scripts that made the shipped weights and signs: nobody imports them, so only they need autograd, fontTools.
    "assets": {"toy_models", "numpy", "autograd", "network", "stories", "fontTools"},
    "app": {"app", "components", "toy_models", "numpy", "bokeh", "panel", "param", *BROUGHT_ALONG},
}
#: What only one file may import, since only its readers need it.
ALONE = {"app/notebook.py": {"anywidget", "traitlets"}}


def imported(source: str) -> set[str]:
    """Top-level names of the packages that a source file imports; a relative import is named "."."""
    tops = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            tops |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            tops.add("." if node.level else (node.module or "").partition(".")[0])
    return tops


def strays(package: str, source: str) -> set[str]:
    """What a file of `package` imports though it may not: anything but the standard library and the list above."""
    return imported(source) - MAY_IMPORT[package] - (set(sys.stdlib_module_names) - OURS)


FILES = [path for package in MAY_IMPORT for path in sorted((ROOT / package).rglob("*.py"))]


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_imports_run_one_way(path):
    place = path.relative_to(ROOT)
    assert strays(place.parts[0], path.read_text(encoding="utf-8")) <= ALONE.get(place.as_posix(), set())


def test_the_check_sees_what_it_should():
    assert strays("toy_models", "import math, numpy as np\nfrom toy_models.toy import Toy") == set()
    assert strays("toy_models", "def f():\n    from components.stream import x") == {"components"}
    assert strays("toy_models", "import panel as pn") == {"panel"}
    assert strays("components", "from app.state import State") == {"app"}
    assert strays("app", "from . import state") == {"."}
    assert strays("toy_models", "from autograd import grad") == {"autograd"}
    assert strays("app", "from assets.toys import train") == {"assets"}


def test_there_is_something_to_check():
    assert any(path.parent.name == "toy_models" for path in FILES)


def test_nothing_moves_unless_it_was_asked_to():
    """No style moves anything, and a script that draws frame after frame asks first whether motion is wanted."""
    for style in ROOT.glob("assets/css/**/*.css"):
        moving = re.findall(
            r"\b(?:transition|animation|scroll-behavior)\b[\w-]*\s*:|@keyframes", style.read_text("utf-8")
        )
        assert moving == [], style.name
    for script in ROOT.glob("assets/js/**/*.js"):
        text = script.read_text("utf-8")
        if "running = requestAnimationFrame" in text:
            assert "prefers-reduced-motion: reduce" in text, script.name
