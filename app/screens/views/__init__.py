"""The views beside the lab. A view is one file here, found by itself.

Its maths is in toy_models/studies/, its widgets are in components/, their words in assets/words/LANG/, and its help is
assets/text/LANG/VIEW.md.
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
