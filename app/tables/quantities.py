"""Numbers with names and axes, for a notebook, a spreadsheet or a marker's eye.

They are written as JSON (nested lists beside the axes' labels) or as CSV in long format (one value a row).
"""

import csv
import io
from collections.abc import Iterator
from typing import Any, NamedTuple


class Quantity(NamedTuple):
    """Values by axes: `by` names one axis for each dimension of `values`, none for a single number.

    Logarithms name how many `decimals` travel to the page: five digits in all would be too few to print sizes by.
    """

    name: str
    by: tuple[str, ...]
    values: Any
    decimals: int | None = None


def to_csv(written: dict[str, Any]) -> str:
    """What a screen's `numbers` are in long format: name, one column an axis (empty where it has none), value."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    axes = list(written["labels"])
    rows.writerow(["name", *axes, "value"])
    for name, value in written["state"].items():
        shown = ", ".join(value) if isinstance(value, list) else value
        rows.writerow([name, *[""] * len(axes), "" if shown is None else shown])
    for name, quantity in written["numbers"].items():
        for place, value in _cells(quantity["values"]):
            labels = {axis: written["labels"][axis][i] for axis, i in zip(quantity["by"], place, strict=True)}
            shown = "" if value is None else repr(value)
            rows.writerow([name, *(labels.get(axis, "") for axis in axes), shown])
    return text.getvalue()


def _cells(values: Any, place: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:
    if not isinstance(values, list):
        yield place, values
        return
    for i, inner in enumerate(values):
        yield from _cells(inner, (*place, i))
