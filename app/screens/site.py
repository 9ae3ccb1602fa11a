"""The lab as a folder of plain files, which any web server hands out below any path, and which opens from disk too.

Addresses are the live server's with ".html" behind them. Each page carries the tables that a file of its screen would:
all those that a server could be asked for are nine million, or some eighty gigabytes.
"""

import os
import shutil
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path

from app.screens.lab import LabScreen
from app.screens.page import Form, bokeh_js, page_html
from app.screens.screens import known_toys, menu, on_the_menu, screens


def write_site(out: Path) -> None:
    """Write the site into a folder, each file whole. Raises OSError and ValueError.

    Other files there are left alone; nothing is touched before all pages are made.
    """
    out = out.resolve()  # a link keeps pointing at its folder
    # Inside a folder that is there, since that may be a disk of its own, and the only place where one may write.
    part = (out if out.is_dir() else out.parent) / f".{out.name}.{os.getpid()}.part"
    part.mkdir()
    try:
        names = []
        for name, text in site_files():
            _below(part, name).write_text(text, encoding="utf-8", newline="\n")
            names.append(name)
        for name in names:
            _check(out, name)
        for name in names:
            os.replace(part / name, _below(out, name))
    finally:
        shutil.rmtree(part, ignore_errors=True)


def site_files() -> Iterator[tuple[str, str]]:
    """Every file's name below the folder, and its text."""
    script = bokeh_js()
    # What lies under this name never changes, so a server may let browsers keep it for ever.
    library = f"static/bokeh-{sha256(script.encode()).hexdigest()[:16]}.min.js"
    yield library, script
    links = menu("index.html", ".html")
    lab = screens()["lab"]
    for_labs = lab.carried(
        lab.read("")[0]
    )  # a widget's own page opens on the same state, and so carries the same, if no part of it wants more
    for name, screen in screens().items():
        state, _ = screen.read("")
        same = isinstance(screen, LabScreen) and not screen.own
        content, tables = screen.content(state), for_labs if same else screen.carried(state)
        yield f"embed/{name}.html", page_html(content, Form("inline", tables, library=f"../{library}"))
        if name in on_the_menu():
            home = "index" if name == "lab" else name
            form = Form("inline", tables, menu=links, library=library, toys=known_toys())
            yield f"{home}.html", page_html(content, form)


def _check(out: Path, name: str) -> None:
    """Raise ValueError, naming the place, where a folder stands in a file's or something else in a folder's."""
    path = out / name
    if path.is_dir():
        raise ValueError(f"expected a file or nothing at {str(path)!r}, where a folder is")
    for folder in path.relative_to(out).parents:
        if (out / folder).exists() and not (out / folder).is_dir():
            raise ValueError(f"expected a folder or nothing at {str(out / folder)!r}, where something else is")


def _below(folder: Path, name: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    return path
