"""The page: one template for the live lab, the embed route and the exported file.

The view needs no session: figures, tables and words travel inside the HTML, and the browser draws. What differs between
the three is only where scripts and further tables come from, which is a `Form`.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal
from urllib.parse import quote

import bokeh
import panel
from bokeh.embed import json_item
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup

from app.address import PROBLEMS
from app.catalogue import catalogue
from app.encoding import pack
from app.selection import Selection, to_fields
from app.tables import ALPHAS, Table, binomials
from components import (
    Effect,
    Gradient,
    Paths,
    Says,
    Sentence,
    Settings,
    Stream,
    Switchboard,
    Widget,
    WorldsMap,
)

ASSETS = Path(__file__).resolve().parent.parent / "assets"

# A view is the widgets of one screen. Every view can be switched and says what that did.
FRAME: tuple[type[Widget], ...] = (Settings, Sentence, Switchboard)
VIEWS: dict[str, tuple[type[Widget], ...]] = {
    "lab": (*FRAME, Effect, Gradient, Stream, Says, WorldsMap, Paths),
    "stream": (*FRAME, Stream),
    "effect": (*FRAME, Effect),
    "gradient": (*FRAME, Gradient),
    "paths": (*FRAME, Paths),
}

STYLES = ("colours", "page", "sentence", "dialogs", "charts", "ladder", "switchboard", "pictures", "grid")

# What the page tells of a training.
REPORTED = ("accuracy", "loss", "largest", "clash", "patched", "share", "total", "direct", "curve")

# What needs no escape in a data address; "%", "#" and line ends do.
PLAIN_IN_DATA = "".join(chr(code) for code in range(0x20, 0x7F) if chr(code) not in "%#")

# What the mirror of a live session needs beside Bokeh itself; it loads after the lab, which needs none of it.
SESSION_SCRIPTS = (
    "js/bokeh-widgets.min.js",
    "js/bokeh-tables.min.js",
    "extensions/panel/panel.min.js",
)


@dataclass(frozen=True)
class Form:
    """Where a page finds what it does not hold.

    `inline` pages hold Bokeh too and offer only the tables they carry; `served` pages find Bokeh and other tables
    under `base`, a relative prefix such as "../", and `live` ones also hold a session, which mirrors the selection.
    """

    kind: Literal["inline", "served", "live"]
    tables: Mapping[str, Table]
    base: str = ""


def page_html(view: str, state: Selection, form: Form) -> str:
    """The whole page of a view, opening on a state whose tables the form carries.

    Raises KeyError for an unknown view.
    """
    return template().render(page_variables(view, state, form))


def template() -> Any:
    """The page's template; a live session's document is given it together with `page_variables`."""
    return _environment().get_template("page.html")


def page_variables(view: str, state: Selection, form: Form) -> dict[str, Any]:
    """What the template needs, apart from what a live session adds (`roots`, `plot_script`)."""
    kinds = [widget.kind for widget in VIEWS[view]]
    return {
        "view": view,
        "kinds": kinds,
        "form": form,
        "strings": strings(),
        "css": Markup("\n".join(asset(f"css/{name}.css") for name in STYLES)),
        "import_map": _json({"imports": _modules(tuple(kinds))}),
        "session_scripts": [_library_url(name, form) for name in SESSION_SCRIPTS] if form.kind == "live" else [],
        "bokeh_js": Markup(_closed(_bokeh_js())) if form.kind == "inline" else None,
        "bokeh_url": _library_url("js/bokeh.min.js", form),
        "page": _json(_page_data(view, state, form)),
        "tables": pack(form.tables),
        "stories": {toy["name"]: _lesson(f"toys/{toy['name']}") for toy in catalogue()},
        "help": _lesson("help"),
    }


@cache
def _lesson(name: str) -> Markup:
    """The lesson text of this name as HTML."""
    return Markup(MarkdownIt().enable("table").render(asset(f"text/{name}.md")))


def _page_data(view: str, state: Selection, form: Form) -> dict[str, Any]:
    """What the browser's modules need to start, besides the tables."""
    toys = catalogue()
    return {
        "view": view,
        "live": form.kind == "live",
        "base": None if form.kind == "inline" else form.base,
        "start": to_fields(state),
        "catalogue": toys,
        "alphas": len(ALPHAS),
        "binomials": {str(layers): binomials(layers) for layers in sorted({len(toy["sublayers"]) for toy in toys})},
        "strings": strings(),
        "problems": PROBLEMS,
        "reports": _reports(),
        "figures": _figures(view),
    }


@cache
def _reports() -> dict[str, Any]:
    """How the trained toys' trainings went, as the script that made them wrote it down, as far as the page tells it."""
    told = {path.stem: json.loads(path.read_text(encoding="utf-8")) for path in sorted(ASSETS.glob("toys/*.json"))}
    for report in told.values():
        report["trainings"] = [{key: one[key] for key in REPORTED if key in one} for one in report["trainings"]]
    return told


@cache
def _figures(view: str) -> dict[str, Any]:
    """The empty figures of a view's widgets, as Bokeh's JSON."""
    figures = {widget.kind: widget().figure() for widget in VIEWS[view]}
    return {kind: json_item(figure) for kind, figure in figures.items() if figure is not None}


@cache
def _modules(kinds: tuple[str, ...]) -> dict[str, str]:
    """The page's own ES modules, as data, by the names that they import each other under.

    They travel in the page: two dozen small files would cost a distant reader more in round trips than in bytes.
    """
    paths = [*sorted(ASSETS.glob("js/*.js")), *(ASSETS / f"js/widgets/{kind}.js" for kind in kinds)]
    names = {path.relative_to(ASSETS / "js").with_suffix("").as_posix(): path for path in paths}
    return {f"lab/{name}": _data_url(path.read_text(encoding="utf-8")) for name, path in names.items()}


def _data_url(script: str) -> str:
    return "data:text/javascript;charset=utf-8," + quote(script, safe=PLAIN_IN_DATA)


def _library_url(name: str, form: Form) -> str:
    """A script of Bokeh or Panel; the versions in the address let browsers keep it for ever."""
    return f"{form.base}static/{name}?v={bokeh.__version__}-{panel.__version__}"


@cache
def asset(name: str) -> str:
    """The text of a file in assets/."""
    return (ASSETS / name).read_text(encoding="utf-8")


@cache
def strings() -> dict[str, Any]:
    """The words of the screen."""
    return json.loads(asset("strings.json"))


@cache
def _environment() -> Environment:
    return Environment(loader=FileSystemLoader(ASSETS), autoescape=True, undefined=StrictUndefined, trim_blocks=True)


@cache
def _bokeh_js() -> str:
    """Bokeh's script without the addresses of scripts elsewhere, which the lab never asks for."""
    script = (Path(bokeh.__file__).parent / "server/static/js/bokeh.min.js").read_text(encoding="utf-8")
    return re.sub(r'\.src="https?://[^"]*"', '.src=""', script)


def _json(data: object) -> Markup:
    """JSON that can stand inside a script element."""
    return Markup(json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c"))


def _closed(script: str) -> str:
    """A script that no text inside it can end early."""
    return script.replace("</script", "<\\/script")
