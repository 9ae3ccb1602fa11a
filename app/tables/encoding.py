"""Numbers as JSON for a page: exact, or as short as they can be printed from, and many tables in one text."""

import base64
import gzip
import json
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

DIGITS = 5  # significant ones of a number that is drawn and printed from
DECIMALS = 4  # the most that are printed of one
SUMMED = 13  # digits of a number that further ones are made of, whose sums and differences a program may read
OF_CHANCES = 5  # decimals of a chance, printed in per cent with one
NEVER, ALWAYS = 0.001, 0.999  # below and above these a chance is printed as "<0.1 %" and ">99.9 %" (words/format.js)
ON_LOG = 4  # digits of a size that is drawn on a log scale and printed in three


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


def drawn(values: Any, digits: int = DIGITS, decimals: int | None = None, at_least: int = DECIMALS) -> Any:
    """The nearest numbers with so many significant digits, or `at_least` decimals if those are finer; short as JSON.

    With `decimals`, so many after the point: for what is drawn only.

    What is printed of them in fewer digits, ties away from zero, is the exact number so rounded: rounding twice goes
    wrong only where the short number is a tie that the exact one lies below, and there more digits stand, or all.
    """
    numbers = np.asarray(values, dtype=float)
    if decimals is not None:
        return exact(np.round(numbers, decimals))
    short = np.array(_rounded(numbers, digits, at_least))
    wrong = np.isnan(short)
    longer = _rounded(numbers[wrong], 2 * digits, at_least)
    short[wrong] = np.where(np.isnan(longer), numbers[wrong], longer)
    return exact(short)


def summed(values: Any) -> Any:
    """Numbers that further ones are made of, with `SUMMED` significant digits."""
    numbers = np.asarray(values, dtype=float)
    power = 10.0 ** np.clip(SUMMED - 1 - _exponent(np.abs(numbers)), -300, 300)
    with np.errstate(over="ignore", invalid="ignore"):
        rounded = np.rint(numbers * power) / power
    return exact(np.where(np.isfinite(rounded), rounded, numbers))


def on_log(values: Any) -> Any:
    """Sizes that are drawn on a log scale, with `ON_LOG` significant digits, which round to fewer as the sizes do."""
    return drawn(values, ON_LOG, at_least=0)


def chances(values: Any) -> Any:
    """Chances with `OF_CHANCES` decimals, but for those that would cross a bound of what is printed (NEVER, ALWAYS)."""
    numbers = np.asarray(values, dtype=float)
    short = np.asarray(drawn(numbers, 1, at_least=OF_CHANCES), dtype=float)
    sides = [(short < bound) != (numbers < bound) for bound in (NEVER, 1.0)] + [(short > ALWAYS) != (numbers > ALWAYS)]
    return exact(np.where(np.any(sides, axis=0), numbers, short))


class Digits(NamedTuple):
    """How a table's numbers are written: what is drawn, what others are made of, sizes on a log scale, and chances."""

    drawn: Callable[[Any], Any]
    summed: Callable[[Any], Any]
    on_log: Callable[[Any], Any]
    chances: Callable[[Any], Any]


EXACT = Digits(exact, exact, exact, exact)
SHORT = Digits(drawn, summed, on_log, chances)


def _rounded(numbers: Any, digits: int, at_least: int) -> Any:
    """Numbers with so many digits, NaN where rounding them again could go wrong."""
    size = np.abs(numbers)
    wanted = digits - 1 - _exponent(size)
    power = np.clip(np.maximum(wanted, at_least) if at_least else wanted, -300, 300)
    scale = 10.0**power
    with np.errstate(over="ignore", invalid="ignore"):
        units = np.abs(np.rint(numbers * scale))
        short = np.copysign(units / scale, numbers)
        tie = np.any([units % 10**k == 5 * 10 ** (k - 1) for k in range(1, 10)], axis=0)
    return np.where((tie & (size < np.abs(short))) | ~np.isfinite(short), np.nan, short)


def up_to(sublayers: Mapping[int, Any]) -> dict[str, Any]:
    """What depends on the switches up to a sublayer l, by sublayer: (W, …) each, of which the first 2^(l + 1) differ.

    A world's is found by its lowest l + 1 bits.
    """
    return {str(layer): values[: 2 << layer] for layer, values in sublayers.items()}


def folded(values: Any) -> list[Any]:
    """What each sublayer does in all worlds (W, S, …), each different run once: S lists of 1 + 2^l of them.

    What sublayer l does depends on the l switches below it alone, and on none where it is off. First stands what it
    does when off, then what it does when on, by the bits of the world below its own.
    """
    values = np.asarray(values, dtype=float)
    return [[values[0, at], *values[1 << at : 2 << at, at]] for at in range(values.shape[1])]


def _exponent(size: Any) -> Any:
    return np.nan_to_num(np.floor(np.log10(size, where=size > 0, out=np.zeros_like(size))))
