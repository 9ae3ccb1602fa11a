"""What a student can choose, and what is chosen when nothing is said. Pure functions; no Panel, no param.

Layers and tokens count from 1, words are vocabulary indices from 0 (only an address spells words out, or counts them
from 1). What is chosen when nothing is said:

- the first toy, seed 0, nothing off, the last token, every step shown, alpha the run's own (None), the paths' signed
  share;
- the readout "lead": the target is the word with the highest score in the base run at that token, against the
  best-ranked word other than the target. `against` is None for every other readout.

What a change brings with it, unless the same change says otherwise:

- another toy starts from that toy's own defaults, but the readout stays;
- another seed or token picks that position's own words; what is off, the readout, step, alpha and measure stay;
- a target that equals `against`, or a readout that becomes "lead", picks the best-ranked other word.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from app.tables import ALPHAS, MEASURES, READOUTS, catalogue, ranking
from toy_models import SEEDS


@dataclass(frozen=True)
class Selection:
    """One state of the lab, small and comparable; its fields stand in the order of the address."""

    toy: str
    seed: int
    off: tuple[int, ...]
    token: int
    readout: str
    target: int
    against: int | None
    step: int
    alpha: int | None
    measure: str = MEASURES[0]


FIELDS = tuple(field.name for field in fields(Selection))


@dataclass(frozen=True)
class Choices:
    """What is on offer: the toys' descriptions by name (as in `tables.catalogue`) and the ranking of their words.

    `ranking(toy, seed, token)` lists the vocabulary indices by the base run's score at that token, highest first.
    """

    toys: Mapping[str, Mapping[str, Any]]
    ranking: Callable[[str, int, int], tuple[int, ...]]


ALL = Choices({entry["name"]: entry for entry in catalogue()}, ranking)


def default(
    toy: str | None = None,
    seed: int = 0,
    token: int | None = None,
    readout: str = "lead",
    target: int | None = None,
    choices: Choices = ALL,
) -> Selection:
    """The selection in which everything that is not given is what the module's text says. Arguments must be valid."""
    toy = next(iter(choices.toys)) if toy is None else toy
    entry = choices.toys[toy]
    token = len(entry["tokens"]) if token is None else token
    order = choices.ranking(toy, seed, token)
    target = order[0] if target is None else target
    against = best_other(order, target) if readout == "lead" else None
    return Selection(toy, seed, (), token, readout, target, against, len(entry["sublayers"]), None)


def best_other(order: tuple[int, ...], target: int) -> int:
    """The best-ranked word other than the target."""
    return next(word for word in order if word != target)


def choose(selection: Selection, choices: Choices = ALL, **changes: Any) -> Selection:
    """The selection after some of its fields changed, with what those changes bring along.

    Raises ValueError with one sentence if a field is not what its toy offers, and TypeError for an unknown field.
    """
    new = replace(selection, **changes)
    _require(new, choices, "toy")
    if new.toy != selection.toy:
        new = replace(default(new.toy, readout=selection.readout, choices=choices), **changes)
    _require(new, choices, "seed", "token", "readout")
    order = choices.ranking(new.toy, new.seed, new.token)
    moved = (new.toy, new.seed, new.token) != (selection.toy, selection.seed, selection.token)
    if moved and "target" not in changes:
        new = replace(new, target=order[0])
    _require(new, choices, "target")
    if changes.get("against") is None:
        keep = not moved and new.against not in (None, new.target)
        against = new.against if keep else best_other(order, new.target)
        new = replace(new, against=against if new.readout == "lead" else None)
    return check(new, choices)


def check(selection: Selection, choices: Choices = ALL) -> Selection:
    """The selection itself if its toy offers all of it; else ValueError with one sentence about the first bad field."""
    _require(selection, choices, *FIELDS)
    return selection


def from_fields(raw: object, choices: Choices = ALL) -> Selection:
    """A selection from a browser's mapping of all fields (`off` as a list). Raises ValueError on anything else."""
    if not isinstance(raw, Mapping) or set(raw) != set(FIELDS):
        raise ValueError(f"selection: expected the fields {', '.join(FIELDS)}.")
    off = raw["off"]
    return check(Selection(**{**raw, "off": tuple(off) if isinstance(off, list | tuple) else off}), choices)


def to_fields(selection: Selection) -> dict[str, Any]:
    """The inverse of `from_fields`: plain JSON values, `off` as a list."""
    return {**asdict(selection), "off": list(selection.off)}


def _require(selection: Selection, choices: Choices, *names: str) -> None:
    for name in names:
        expected, holds = _rule(name, selection, choices)
        if not holds:
            raise ValueError(f"{name}: expected {expected}, got {_shown(getattr(selection, name))}.")


def _rule(name: str, selection: Selection, choices: Choices) -> tuple[str, bool]:
    """What is expected of a field, in words, and whether it holds. The fields before it must have passed."""
    value = getattr(selection, name)
    if name == "toy":
        return f"one of {', '.join(choices.toys)}", isinstance(value, str) and value in choices.toys
    entry = choices.toys[selection.toy]
    layers, words = len(entry["sublayers"]), len(entry["vocab"])
    if name == "seed":
        last = SEEDS[-1] if entry["seeded"] else 0
        return f"a whole number from 0 to {last}", _whole(value, 0, last)
    if name == "off":
        sound = isinstance(value, tuple) and all(_whole(layer, 1, layers) for layer in value)
        return f"rising layer numbers from 1 to {layers}", sound and list(value) == sorted(set(value))
    if name == "token":
        return f"a whole number from 1 to {len(entry['tokens'])}", _whole(value, 1, len(entry["tokens"]))
    if name == "readout":
        return f"one of {', '.join(READOUTS)}", isinstance(value, str) and value in READOUTS
    if name == "target":
        return f"a word's index from 0 to {words - 1}", _whole(value, 0, words - 1)
    if name == "against" and selection.readout != "lead":
        return "nothing, since the readout is not lead", value is None
    if name == "against":
        return f"another word's index from 0 to {words - 1}", _whole(value, 0, words - 1) and value != selection.target
    if name == "step":
        return f"a whole number from 0 to {layers}", _whole(value, 0, layers)
    if name == "measure":
        return f"one of {', '.join(MEASURES)}", isinstance(value, str) and value in MEASURES
    return f"nothing or a grid index from 0 to {len(ALPHAS) - 1}", value is None or _whole(value, 0, len(ALPHAS) - 1)


def _whole(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _shown(value: object, most: int = 40) -> str:
    text = repr(value)
    return text if len(text) <= most else text[: most - 1] + "…"
