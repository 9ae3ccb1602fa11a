"""Arguments checked once, with sentences that say what was expected and what came."""

from __future__ import annotations

import operator
from collections.abc import Iterable
from typing import Any, TypeAlias

import numpy as np

Array: TypeAlias = np.ndarray
Target: TypeAlias = "int | tuple[int, int] | tuple[int, None]"

NORMS = ("layer", "rms", "none")


def whole_number(value: Any, what: str, size: int) -> int:
    """`value` as an int in 0..size−1 (Python or NumPy integers, not bools). Raises ValueError naming `what`."""
    expected = f"{what} must be a whole number from 0 to {size - 1}"
    if isinstance(value, (bool, np.bool_)):
        raise ValueError(f"{expected}, got {value!r}")
    try:
        number = operator.index(value)
    except TypeError:
        raise ValueError(f"{expected}, got {value!r}") from None
    if not 0 <= number < size:
        raise ValueError(f"{expected}, got {number}")
    return number


def finite(array: Array, what: str) -> Array:
    """`array` itself. Raises ValueError naming `what`, and the first place (from 0) that holds NaN or an infinity."""
    if not np.isfinite(array).all():
        place = tuple(int(i) for i in np.argwhere(~np.isfinite(array))[0])
        where = f" at [{', '.join(map(str, place))}]" if place else ""
        raise ValueError(f"{what} must be finite, got {array[place]}{where}")
    return array


def lengths(X: Array, what: str) -> Array:
    """L2 norm over the last axis. (…, d) -> (…). Raises ValueError if squares overflow, since that divides to 0."""
    with np.errstate(over="ignore"):
        return finite(np.linalg.norm(X, axis=-1), f"the length of {what}")


def numbers(value: Any, what: str, shape: tuple[int | str, ...]) -> Array:
    """`value` as a finite float64 array of `shape`; a str in it names an axis of any length. Raises ValueError."""
    try:
        array = np.asarray(value, dtype=np.float64)
    except (TypeError, ValueError):
        raise ValueError(f"{what} must be numbers, got {type(value).__name__}") from None
    fits = array.ndim == len(shape) and all(
        isinstance(want, str) or got == want for got, want in zip(array.shape, shape, strict=True)
    )
    if not fits:
        wanted = ", ".join(str(size) for size in shape) + ("," if len(shape) == 1 else "")
        raise ValueError(f"{what} must have shape ({wanted}), got {array.shape}")
    return finite(array, what)


def not_negative(value: Any, what: str) -> float:
    """`value` as a float, finite and 0 or more. Raises ValueError naming `what`."""
    number = float(numbers(value, what, ()))
    if number < 0:
        raise ValueError(f"{what} must be a finite number, 0 or more, got {number}")
    return number


def norm_name(norm: Any) -> str:
    """`norm` if it is one of NORMS. Raises ValueError."""
    if not isinstance(norm, str) or norm not in NORMS:
        raise ValueError(f"norm must be one of {', '.join(map(repr, NORMS))}, got {norm!r}")
    return norm


def target_words(target: Any, vocabulary: int) -> Target:
    """`target` with its words as plain ints: v, (v, w) or (v, None). Raises ValueError."""
    if isinstance(target, (tuple, list, np.ndarray)) and np.ndim(target) == 1:
        if len(target) != 2:
            raise ValueError(f"a target pair must be (v, w) or (v, None), got {len(target)} items: {target!r}")
        first = whole_number(target[0], "the target's word", vocabulary)
        if target[1] is None:
            return (first, None)
        second = whole_number(target[1], "the word the target is compared with", vocabulary)
        if first == second:
            raise ValueError(f"a target pair must name two different words, got {first} twice")
        return (first, second)
    return whole_number(target, "the target's word", vocabulary)


def switches(on: Any, sublayers: int) -> Array:
    """`on` as a bool array (S,). Takes bools, or 0 and 1. Raises ValueError."""
    array = np.asarray(on)
    if array.shape != (sublayers,):
        raise ValueError(f"on must have one switch for each of the {sublayers} sublayers, got shape {array.shape}")
    if sublayers and not (array.dtype.kind in "biuf" and np.isin(array, (0, 1)).all()):
        raise ValueError(f"on must hold only True and False, got {on!r}")
    return array.astype(bool)


def sublayers_off(off: Any, sublayers: int) -> tuple[int, ...]:
    """`off` as a sorted tuple of different sublayers, counted from 0. Raises ValueError."""
    if isinstance(off, (str, bytes)) or not isinstance(off, Iterable):
        raise ValueError(f"off must be several sublayers counted from 0, such as (1, 3) or (), got {off!r}")
    return tuple(sorted({whole_number(item, "a sublayer that is off", sublayers) for item in off}))


def frozen(array: Array) -> Array:
    """A read-only copy, so that a toy can be shared without anyone changing it for the others."""
    copy = np.array(array, dtype=np.float64)
    copy.flags.writeable = False
    return copy
