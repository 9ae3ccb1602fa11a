"""The lab as an application, in four rooms, each built on those before it: state, tables, screens, serve.

`from app import Lab` is the lab as a component of Panel's, which only then is loaded.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from app.lab import Lab

__all__ = ["Lab"]


def __getattr__(name: str) -> Any:
    if name == "Lab":
        from app.lab import Lab

        return Lab
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
