"""The page's modules as one script: each becomes a function that returns its exports, in the order of their imports.

One inline script is allowed by its hash, where a module a file would need addresses that a policy must let through, and
a round trip each. It knows what the modules are written in, no more: imports are `import { a, b as c } from "name"` on
one line, exports are functions, classes and constants where they are declared, and nothing stands in a circle; a test
holds them to it. Comments of their own line and indents are left out.
"""

import re
from collections.abc import Mapping
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path

from components import FOLDER, folder

SCRIPTS = Path(__file__).resolve().parents[2] / "assets" / "js"

IMPORT = re.compile(r'^import \{ ([\w, ]+) \} from "([\w/-]+)"$', re.MULTILINE)
EXPORT = re.compile(r"^export ((?:async )?function|class|const) (\w+)", re.MULTILINE)
LEFT_OUT = re.compile(r"^[ \t]+|^[ \t]*//.*\n|^\n", re.MULTILINE)
WIDGETS = "lab/widgets"  # no file: what a page's own widgets are made by, under their names


@cache
def bundle(start: str, kinds: tuple[str, ...]) -> str:
    """The script that runs the module `start`, such as "lab/page/lab", on a page with these widgets."""
    sources = _with_imports(start, {kind: f"components/{folder(kind)}/{folder(kind)}" for kind in kinds})
    order = TopologicalSorter({name: _imported(source) for name, source in sources.items()}).static_order()
    return "".join(_wrapped(name, sources[name]) for name in order if name != start) + _body(sources[start])


def module(name: str) -> str:
    """The text of a module by the name that it is imported under."""
    room, _, rest = name.partition("/")
    return ((SCRIPTS if room == "lab" else FOLDER) / f"{rest}.js").read_text(encoding="utf-8")


def _with_imports(start: str, widgets: Mapping[str, str]) -> dict[str, str]:
    """The texts of a module and all that it imports, by name."""
    imports = "".join(f'import {{ create as {_variable(kind)} }} from "{name}"\n' for kind, name in widgets.items())
    made_by = ", ".join(f'"{kind}": {_variable(kind)}' for kind in widgets)
    sources = {WIDGETS: f"{imports}export const widgets = {{ {made_by} }}\n"}
    waiting = [start, WIDGETS]
    while waiting:
        name = waiting.pop()
        if name not in sources:
            sources[name] = module(name)
        waiting += [asked for asked in _imported(sources[name]) if asked not in sources]
    return sources


def _imported(source: str) -> list[str]:
    return [name for _, name in IMPORT.findall(source)]


def _wrapped(name: str, source: str) -> str:
    exports = ", ".join(exported for _, exported in EXPORT.findall(source))
    return f"const {_variable(name)} = (() => {{\n{_body(source)}return {{ {exports} }}\n}})()\n"


def _body(source: str) -> str:
    """A module's text with imports taken from what the others have returned."""
    asked = IMPORT.sub(lambda found: f"const {{ {found[1].replace(' as ', ': ')} }} = {_variable(found[2])}", source)
    return LEFT_OUT.sub("", EXPORT.sub(r"\1 \2", asked))


def _variable(name: str) -> str:
    return re.sub(r"\W", "_", name)
