"""The views beside the lab. A view is one file here, found by itself.

Its maths, widgets, words and styles have files of their own: toy_models/, components/ and assets/js/widgets/,
assets/strings/VIEW.json, assets/css/views/VIEW*.css and assets/text/VIEW.md.
"""

from functools import cache
from importlib import import_module
from pkgutil import iter_modules

from app.screens.view import View


@cache
def views() -> dict[str, View]:
    """All views by name, in the order of the menu."""
    found = [import_module(f"{__name__}.{module.name}").VIEW for module in iter_modules(__path__)]
    return {view.name: view for view in sorted(found, key=lambda view: view.order)}
