"""Imports run one way: app → components → toy_models, and inside each from room to room; the maths needs NumPy only."""

import ast
import re
import subprocess
import sys
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from app.screens.lab import WIDGETS
from app.screens.modules import bundle
from app.screens.views import views

ROOT = Path(__file__).resolve().parent.parent
OURS = {"app", "assets", "components", "toy_models", "tests"}
#: What Panel and Bokeh themselves require, and so is installed wherever they are.
BROUGHT_ALONG = {"jinja2", "markdown_it", "markupsafe", "brotli", "tornado"}
MAY_IMPORT = {
    "toy_models": {"toy_models", "numpy"},
    "components": {"components", "toy_models", "numpy", "bokeh", "panel", "param"},
    "assets": {"fontTools"},  # the script that made the shipped signs, which nobody imports
    "app": {"app", "components", "toy_models", "numpy", "bokeh", "panel", "param", *BROUGHT_ALONG},
}
#: What only one file may import, since only its readers need it.
ALONE = {
    "app/notebook.py": {"anywidget", "traitlets"},
    "assets/examples/panel_app.py": {"app", "panel"},
    "toy_models/toys/training/train.py": {"autograd"},
    "toy_models/toys/training/network.py": {"autograd"},
}
#: The rooms of each package: a file may import from its own and from those before it, and files on no floor from all.
ROOMS = {
    "toy_models": ("model", "worlds", "toys", "studies"),
    "app": ("state", "tables", "screens", "serve"),
}


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


def modules(package: str) -> dict[str, set[str]]:
    """By dotted name the modules of a package, with those of the same package that each imports wherever it does."""
    files = {path: path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".") for path in FILES}
    names = {path: name.removesuffix(".__init__") for path, name in files.items() if name.startswith(f"{package}.")}
    found = {}
    for path, name in names.items():
        asked: set[str] = set()
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.module:
                inner = {f"{node.module}.{alias.name}" for alias in node.names} & set(names.values())
                asked |= inner or {node.module}
        found[name] = (asked & set(names.values())) - {name, package}
    return found


def room(package: str, name: str) -> int:
    """Where a module's room stands in its package; after all of them if it is in none."""
    rooms = ROOMS[package]
    first = name.split(".")[1] if "." in name else ""
    return rooms.index(first) if first in rooms else len(rooms)


@pytest.mark.parametrize("package", ROOMS)
def test_rooms_import_from_those_before_them_and_in_no_circle(package):
    graph = modules(package)
    back = [
        f"{name} → {other}" for name in graph for other in graph[name] if room(package, name) < room(package, other)
    ]
    assert back == []
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as circle:
        pytest.fail(" → ".join(circle.args[1]))


def test_every_file_is_in_a_room():
    loose = {package: {path.name for path in (ROOT / package).glob("*.py")} for package in ROOMS}
    assert loose == {
        "toy_models": {"__init__.py"},
        "app": {"__init__.py", "__main__.py", "cli.py", "interrupts.py", "lab.py", "notebook.py"},
    }


def test_a_notebook_and_a_file_need_no_server(tmp_path):
    """Where Python itself runs in a browser there is no tornado; Panel, whose server is built on it, waits too."""
    code = """
import sys
for name in ("brotli", "tornado", "bokeh.server", "panel", "app.serve"):
    sys.modules[name] = None
from app.cli import main
from app.notebook import Lab
assert Lab("toy=sum&off=2").state.off == (2,)
main(["export", sys.argv[1], "--state", "toy=sum"])
"""
    file = tmp_path / "lab.html"
    subprocess.run([sys.executable, "-c", code, str(file)], cwd=ROOT, check=True)
    assert file.stat().st_size > 1_000_000


def test_the_check_sees_what_it_should():
    assert strays("toy_models", "import math, numpy as np\nfrom toy_models.model.toy import Toy") == set()
    assert strays("toy_models", "def f():\n    from components.stream import x") == {"components"}
    assert strays("toy_models", "import panel as pn") == {"panel"}
    assert strays("components", "from app.state.lab_state import State") == {"app"}
    assert strays("app", "from . import state") == {"."}
    assert strays("toy_models", "from autograd import grad") == {"autograd"}
    assert strays("app", "from assets.symbols import make") == {"assets"}


def test_there_is_something_to_check():
    assert any(path.parent.parent.name == "toy_models" for path in FILES)


#: The rooms of the page's own modules, each importing from its own and from those before it.
JS_ROOMS = ("words", "state", "maths", "draw", "views", "page")
#: What a widget may ask of them: it is handed its slice of the state, and knows neither its siblings nor the page.
FOR_WIDGETS = ("words", "maths", "draw", "views")
SCRIPTS = {
    **{f"lab/{p.relative_to(ROOT / 'assets/js').with_suffix('').as_posix()}": p for p in ROOT.glob("assets/js/*/*.js")},
    **{p.relative_to(ROOT).with_suffix("").as_posix(): p for p in ROOT.glob("components/*/*.js")},
}


def scripts_imported(source: str) -> set[str]:
    """The names that a module imports under."""
    return set(re.findall(r'^(?:import|export)\s(?:[\w*{}\s,]*?\sfrom\s)?"([^"]+)"', source, re.M))


def js_back_arrows(name: str, asked: set[str]) -> list[str]:
    """Which of the modules that a module imports it may not."""
    kind, own, *_ = name.split("/")

    def allowed(other: str) -> bool:
        theirs, place, *_ = other.split("/")
        if kind == "components":
            return place in FOR_WIDGETS if theirs == "lab" else place == own
        return theirs == "lab" and JS_ROOMS.index(place) <= JS_ROOMS.index(own)

    return sorted(f"{name} → {other}" for other in asked if not allowed(other))


def test_scripts_import_from_rooms_before_theirs_and_in_no_circle():
    graph = {name: scripts_imported(path.read_text("utf-8")) for name, path in SCRIPTS.items()}
    assert {other for asked in graph.values() for other in asked} <= set(SCRIPTS)
    assert [arrow for name, asked in graph.items() for arrow in js_back_arrows(name, asked)] == []
    try:
        tuple(TopologicalSorter(graph).static_order())
    except CycleError as circle:
        pytest.fail(" → ".join(circle.args[1]))


def test_the_check_of_scripts_sees_what_it_should():
    assert scripts_imported('import { a,\n  b } from "lab/draw/dom"\nexport * from "lab/draw/axis"') == {
        "lab/draw/dom",
        "lab/draw/axis",
    }
    assert js_back_arrows("lab/state/address", {"lab/words/format", "lab/state/query"}) == []
    assert js_back_arrows("lab/state/address", {"lab/page/shell"}) == ["lab/state/address → lab/page/shell"]
    assert js_back_arrows("components/effect/effect", {"components/effect/waterfall", "lab/maths/effect"}) == []
    assert (
        len(
            js_back_arrows(
                "components/effect/effect", {"components/paths/paths", "lab/page/shell", "lab/state/address"}
            )
        )
        == 3
    )


def test_every_script_is_on_some_page():
    pages = [
        *(bundle("lab/page/lab", widgets) for widgets in WIDGETS.values()),
        *(bundle("lab/page/view", view.widgets) for view in views().values()),
    ]
    alone = {"components/base/frame"}  # the script of what frames a page for Python
    there = {name for name in SCRIPTS for page in pages if f"const ${name.replace('/', '_')} =" in page}
    assert set(SCRIPTS) - there == alone


def test_nothing_moves_unless_it_was_asked_to():
    """No style moves anything, and a script that draws frame after frame asks first whether motion is wanted."""
    for style in [*ROOT.glob("assets/css/*.css"), *ROOT.glob("components/*/*.css")]:
        moving = re.findall(
            r"\b(?:transition|animation|scroll-behavior)\b[\w-]*\s*:|@keyframes", style.read_text("utf-8")
        )
        assert moving == [], style.name
    for script in SCRIPTS.values():
        text = script.read_text("utf-8")
        if "running = requestAnimationFrame" in text:
            assert "prefers-reduced-motion: reduce" in text, script.name
