"""The lab's widgets, a folder each: its class with its empty figure, its ES module, its markup and its style.

A widget draws one thing, does no maths and never knows its siblings.
"""

from importlib import import_module
from pathlib import Path

from components.base.widget import Widget

FOLDER = Path(__file__).resolve().parent


def folder(kind: str) -> str:
    """The folder of a widget: its name with "_" for "-", as Python wants it."""
    return kind.replace("-", "_")


def widget(kind: str) -> Widget:
    """A widget by its name. Raises ModuleNotFoundError if there is none."""
    module = import_module(f"components.{folder(kind)}")
    (found,) = [one for one in vars(module).values() if isinstance(one, type) and one.__module__ == module.__name__]
    return found()
