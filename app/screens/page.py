"""The page: one template for every screen, on a server, in a site and in an exported file.

The view needs no session: figures, tables and words travel inside the HTML, and the browser draws. What differs between
the three is only where scripts and further tables come from, which is a `Form`; what differs between screens is their
`Content`.
"""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Literal

import bokeh
from bokeh.document import Document
from bokeh.embed import json_item
from bokeh.plotting import figure
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup

from app.screens.definitions import definitions
from app.screens.layout import attributes, weights
from app.screens.modules import bundle
from app.screens.policy import sealed
from app.state.queries import PROBLEMS, join
from app.state.vocabulary import shared
from app.tables.encoding import pack
from components import FOLDER, folder, widget

ASSETS = Path(__file__).resolve().parents[2] / "assets"

STYLES = (
    *("symbols", "colours", "ground", "controls", "header", "chosen-prompt", "notices", "dress", "sentence"),
    *("dialogs", "definitions", "share", "print"),
    *("charts", "ladder", "pictures", "grid", "views"),
)
STYLES_OVER_WIDGETS = ("marks", "touch", "forced")


@dataclass(frozen=True)
class Form:
    """Where a page finds what it does not hold.

    `inline` pages offer only the tables they carry, and hold Bokeh too unless `library` says where it lies; `served`
    pages find Bokeh and other tables under `base`, a relative prefix such as "../", and there ask for a `session`, if
    they are to have one. `menu` are the other screens, a link and a name each; `embeds`, those that
    can be embedded in its place; `toys`, by screen, those that each knows with their number of trainings. `kept` says
    how it is dressed where its address says nothing (app/state/queries.py).
    """

    kind: Literal["inline", "served"]
    tables: Mapping[str, Any]
    base: str = ""
    session: bool = False
    menu: Sequence[tuple[str, str]] = ()
    library: str = ""
    kept: Sequence[tuple[str, str]] = ()
    embeds: Sequence[str] = ()
    toys: Mapping[str, Mapping[str, int]] = field(default_factory=dict)


@dataclass(frozen=True)
class Content:
    """What a screen shows: its name, the script that starts it, its widgets, and what that script needs to start.

    settings: the names of those whose lists stand in the header. lessons: texts in assets/text/LANG/ by topic.
    parts: what a link may leave out, by widgets' names; its own widgets unless given. reports: how toys were trained,
    which a page that has a server fetches when somebody asks.
    """

    name: str
    script: Literal["lab", "view"]
    widgets: tuple[str, ...]
    data: Mapping[str, Any]
    settings: Sequence[str] = ()
    lessons: Mapping[str, str] = field(default_factory=dict)
    parts: Sequence[str] = ()
    reports: Mapping[str, Any] = field(default_factory=dict)

    @property
    def in_main(self) -> tuple[str, ...]:
        """Those of its widgets that stand below the header, one of which there must always be."""
        return tuple(kind for kind in self.widgets if kind != "settings")

    @property
    def shown(self) -> tuple[str, ...]:
        """The names of all parts that a link may show or leave out."""
        return ("header", *(self.parts or self.widgets))


def page_html(content: Content, form: Form) -> str:
    """The whole page, with the tables that the form carries."""
    html = template().render(page_variables(content, form))
    return sealed(html, form.library) if form.kind == "inline" else html


def template() -> Any:
    """The page's template, which is given `page_variables`."""
    return _environment().get_template("page.html")


def page_variables(content: Content, form: Form) -> dict[str, Any]:
    """What the template needs."""
    words = strings(tuple(content.parts or content.widgets))
    bokeh_url = _library_url("js/bokeh.min.js", form) if form.kind == "served" else form.library or None
    return {
        "view": content.name,
        "script": content.script,
        "kinds": content.widgets,
        "places": {kind: attributes(kind) for kind in content.widgets},
        "folders": {kind: folder(kind) for kind in content.widgets},
        "settings": content.settings,
        "form": form,
        "kept": join(form.kept),
        "strings": words,
        "css": Markup(_css(content.widgets)),
        "bundle": Markup(_closed(bundle(f"lab/page/{content.script}", content.widgets))),
        "bokeh_js": Markup(_closed(bokeh_js())) if bokeh_url is None else None,
        "bokeh_url": bokeh_url,
        "page": _json(
            {
                "view": content.name,
                "session": form.session,
                "bokeh": bokeh_url,
                "base": None if form.kind == "inline" else form.base,
                "strings": words,
                "vocabulary": {**shared(), "problems": PROBLEMS},
                "kept": form.kept,
                "embeds": form.embeds,
                "toys": form.toys,
                "parts": content.shown,
                "figures": _figures(content.widgets),
                "reports": content.reports if form.kind == "inline" else None,
                **content.data,
            }
        ),
        "tables": pack(form.tables),
        "definitions": definitions(asset("text/en/definitions.md")),
        "stories": {about: lesson(name) for about, name in content.lessons.items()},
        "help": lesson(content.name if _has(f"text/en/{content.name}.md") else "help"),
    }


@cache
def _css(kinds: tuple[str, ...]) -> str:
    """The page's style: what all pages share, each widget's own, and over both what holds for all of them.

    Without comments and indents, as the modules are.
    """
    shared, over = ([asset(f"css/{name}.css") for name in names] for names in (STYLES, STYLES_OVER_WIDGETS))
    own = [path.read_text(encoding="utf-8") for kind in kinds for path in _of(kind, "css")]
    rules = re.sub(r"/\*.*?\*/", "", "\n".join([*shared, weights(kinds), *own, *over]), flags=re.DOTALL)
    return "\n".join(line for line in map(str.strip, rules.splitlines()) if line)


@cache
def lesson(name: str) -> Markup:
    """The lesson text of this name as HTML."""
    return Markup(MarkdownIt().enable("table").render(asset(f"text/en/{name}.md")))


@cache
def _figures(kinds: tuple[str, ...]) -> dict[str, Any]:
    """The widgets' empty figures, as Bokeh's JSON."""
    figures = {kind: widget(kind).figure() for kind in kinds}
    return _renumbered({kind: _as_json(plot) for kind, plot in figures.items() if plot is not None})


def _as_json(plot: figure) -> dict[str, Any]:
    """A figure as Bokeh's JSON, from a document of its own: Bokeh would else ask the current one, whosever that is.

    Definitions of models that this process happens to know beside Bokeh's own are left out.
    """
    document = Document()
    document.add_root(plot)
    item: dict[str, Any] = {**json_item(plot)}
    item["doc"].pop("defs", None)
    return item


def _renumbered(figures: dict[str, Any]) -> dict[str, Any]:
    """Figures whose models are named in the order in which they stand.

    Bokeh counts models in each process; a page, and so its tag, must be the same from any process, at any start.
    """
    names: dict[str, str] = {}
    text = re.sub(r'"p\d+"', lambda found: names.setdefault(found[0], f'"f{len(names)}"'), json.dumps(figures))
    return json.loads(text)


def _of(kind: str, ending: str) -> list[Path]:
    """The files of a widget that end so."""
    return sorted((FOLDER / folder(kind)).glob(f"*.{ending}"))


def _library_url(name: str, form: Form) -> str:
    """A script of Bokeh's; the version in the address lets browsers keep it for ever."""
    return f"{form.base}static/{name}?v={bokeh.__version__}"


@cache
def asset(name: str) -> str:
    """The text of a file in assets/."""
    return (ASSETS / name).read_text(encoding="utf-8")


def _has(name: str) -> bool:
    return (ASSETS / name).is_file()


@cache
def strings(kinds: tuple[str, ...]) -> dict[str, Any]:
    """The words of a screen: those of every page, and those of each of its widgets under the widget's name."""
    own = {kind: json.loads(asset(f"words/en/{kind}.json")) for kind in kinds if _has(f"words/en/{kind}.json")}
    return {**json.loads(asset("words/en/page.json")), **own}


@cache
def _environment() -> Environment:
    markup = FileSystemLoader([ASSETS / "page", FOLDER])
    return Environment(loader=markup, autoescape=True, undefined=StrictUndefined, trim_blocks=True)


@cache
def bokeh_js() -> str:
    """Bokeh's script without the addresses of scripts elsewhere, which the lab never asks for."""
    script = (Path(bokeh.__file__).parent / "server/static/js/bokeh.min.js").read_text(encoding="utf-8")
    return re.sub(r'\.src="https?://[^"]*"', '.src=""', script)


def _json(data: object) -> Markup:
    """JSON that can stand inside a script element."""
    return Markup(json.dumps(data, ensure_ascii=False, allow_nan=False, separators=(",", ":")).replace("<", "\\u003c"))


def _closed(script: str) -> str:
    """A script that no text inside it can end early."""
    return script.replace("</script", "<\\/script")
