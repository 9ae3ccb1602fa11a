"""A page's ES modules as one script: only those that it imports, each once, those that others need first.

The files stand as they are in assets/js/ and components/, without a build. In the page they are one inline module,
which its policy allows by its hash: no script is allowed by an address that somebody could write into the page, and no
browser needs an import map. A module becomes a function that runs at once and returns its exports, so imports must be
of names, and exports functions, classes or constants; `bundle` refuses anything else.
"""

import re
from collections.abc import Sequence
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

from components import FOLDER, folder

SCRIPTS = Path(__file__).resolve().parents[2] / "assets/js"

IMPORT = re.compile(r'^import \{([^}]*)\} from "([^"]+)";?$', re.M)
EXPORT = re.compile(r"^export ((?:async )?function\*?|class|const) (\w+)", re.M)
OTHER = re.compile(r"^(?:import|export)\b.*|\bimport\(.*", re.M)
COMMENT = re.compile(r"^/\*.*?\*/\s*$", re.M | re.S)


@cache
def bundle(start: str, kinds: tuple[str, ...]) -> str:
    """The script that opens a page: `open` of the module `start`, given how each kind of widget is made."""
    widgets = {kind: f"components/{folder(kind)}/{folder(kind)}" for kind in kinds}
    order = _order((*widgets.values(), start))
    made = ", ".join(f'"{kind}": {_variable(name)}.create' for kind, name in widgets.items())
    return "\n".join([*(_module(name) for name in order), f"await {_variable(start)}.open({{ {made} }})"])


def _order(wanted: Sequence[str]) -> list[str]:
    """These modules and all that they import, each after what it imports. Raises CycleError."""
    asked: dict[str, list[str]] = {}
    left = list(wanted)
    while left:
        name = left.pop()
        if name not in asked:
            asked[name] = [other for _, other in IMPORT.findall(source(name))]
            left += asked[name]
    return list(TopologicalSorter({name: asked[name] for name in sorted(asked)}).static_order())


@cache
def source(name: str) -> str:
    """The text of the module that others import under this name."""
    kind, _, rest = name.partition("/")
    return ((SCRIPTS if kind == "lab" else FOLDER) / f"{rest}.js").read_text(encoding="utf-8")


def _module(name: str) -> str:
    text = source(name)
    exported = [own for _, own in EXPORT.findall(text)]
    text = IMPORT.sub(lambda found: f"const {{ {_renamed(found[1]).strip()} }} = {_variable(found[2])}", text)
    text = _bare(EXPORT.sub(r"\1 \2", text))
    left = OTHER.search(text)
    if left:
        raise ValueError(f"{name}: expected imports and exports by name, got {left[0]!r}")
    return f"const {_variable(name)} = (() => {{\n{text}\nreturn {{ {', '.join(exported)} }}\n}})()"


def _renamed(names: str) -> str:
    return re.sub(r"(\w+) as (\w+)", r"\1: \2", names)


def _variable(name: str) -> str:
    return "$" + re.sub(r"\W", "_", name)


def _bare(text: str) -> str:
    """A script without lines that only comment, and without indents; not so inside a text of several lines."""
    kept, inside = [], False
    for line in COMMENT.sub("", text).splitlines():
        bare = line if inside else line.strip()
        if inside or (bare and not bare.startswith("//")):
            kept.append(bare)
            inside ^= line.count("`") % 2 == 1
    return "\n".join(kept)
