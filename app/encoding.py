"""Numbers as JSON for a page: what is exact, what is only drawn, and many tables packed into one text."""

import base64
import gzip
import json
from collections.abc import Mapping
from typing import Any

import numpy as np

DIGITS = 5  # significant ones of what is only drawn


def encode(value: object) -> bytes:
    """Compact JSON in UTF-8. Raises ValueError if a NaN or an infinity was left in it."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def pack(tables: Mapping[str, dict[str, Any]]) -> str:
    """Many tables as one text for a page: base64 of gzip of JSON, the same text for the same tables.

    The JSON is a list of groups {"keys": [...], "columns": {"readout": [one per key], "gradient.whole": [...], ...}}:
    a field stands beside the same field of its neighbours, since gzip sees no further than 32 KB back. For a lab of
    three words this takes a quarter off.
    """
    groups: dict[tuple[str, ...], dict[str, Any]] = {}
    for key, whole in tables.items():
        flat = _flat(whole)
        group = groups.setdefault(tuple(flat), {"keys": [], "columns": {path: [] for path in flat}})
        group["keys"].append(key)
        for path, values in flat.items():
            group["columns"][path].append(values)
    return base64.b64encode(gzip.compress(encode(list(groups.values())), 9, mtime=0)).decode("ascii")


def _flat(whole: dict[str, Any]) -> dict[str, Any]:
    """Fields by name, and those of a nested part by "part.name"."""
    flat: dict[str, Any] = {}
    for name, value in whole.items():
        flat |= {f"{name}.{inner}": v for inner, v in value.items()} if isinstance(value, dict) else {name: value}
    return flat


def exact(values: Any) -> Any:
    """Numbers as JSON: full precision, null where undefined, no -0."""
    numbers = np.array(np.asarray(values, dtype=float) + 0.0)  # + 0.0 turns -0.0 into 0.0
    defined = np.isfinite(numbers)
    if defined.all():
        return numbers.tolist()
    mixed = numbers.astype(object)
    mixed[~defined] = None
    return mixed.tolist()


def drawn(values: Any, digits: int = DIGITS) -> Any:
    """The nearest numbers with so many significant digits, so that their JSON is short; an exact 0 stays 0."""
    numbers = np.asarray(values, dtype=float)
    size = np.abs(numbers)
    exponent = np.floor(np.log10(size, where=size > 0, out=np.zeros_like(size)))
    power = np.clip(digits - 1 - np.nan_to_num(exponent), -300, 300)
    scale = 10.0 ** np.abs(power)
    # Dividing by a power of ten gives the very float that the short decimal reads back as; multiplying by 0.1 does not.
    with np.errstate(over="ignore"):
        return exact(np.where(power >= 0, np.rint(numbers * scale) / scale, np.rint(numbers / scale) * scale))
