"""What a student can choose, and what is chosen when nothing is said. Pure functions; no Panel, no param.

Layers, tokens and prompts count from 1; a sentence that is none of a toy's prompts stands for itself, its words joined
by dots. Words are vocabulary indices from 0 (only an address spells words out, or counts them from 1). What is chosen
when nothing is said:

- the first toy, seed 0, its first prompt, zero ablation, nothing off, compared with the run with all layers on, the
  last token, every step shown, alpha the run's own (None), the paths' sizes, the effect term by term, split with the
  norm's scale frozen, the route through the first layer alone;
- the source of a resample ablation: the first other prompt; `source` is None for every other ablation;
- the readout "lead": the target is the word with the highest score in the base run at that token, against the
  best-ranked word other than the target. `against` is None for every other readout.

What a change brings with it, unless the same change says otherwise:

- another toy starts from that toy's own defaults, but what is shown of it stays: readout, measure, face and split;
- another seed, prompt or token picks that position's own words; what is off and the rest stay;
- a prompt that is the source picks the first other one as the source; all prompts together are compared with their runs
  with all layers on, so there the reference is that;
- a target that equals `against`, or a readout that becomes "lead", picks the best-ranked other word.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from app.state.catalogue import Entry, Prompt, catalogue, prompts_of, sentence, tokens_of, vocab_of
from app.state.runs import ranking
from app.state.vocabulary import ALL_PROMPTS, ALPHAS, FACES, FIRST_ROUTE, MEASURES, READOUTS, SPLITS


@dataclass(frozen=True)
class Selection:
    """One state of the lab, small and comparable; its fields stand in the order of the address."""

    toy: str
    seed: int
    prompt: Prompt
    ablation: str
    source: int | None
    off: tuple[int, ...]
    reference: tuple[int, ...]
    token: int
    readout: str
    target: int
    against: int | None
    step: int
    alpha: int | None
    measure: str = MEASURES[0]
    face: str = FACES[0]
    split: str = SPLITS[0]
    route: tuple[int, ...] = FIRST_ROUTE


FIELDS = tuple(field.name for field in fields(Selection))
LAYERS = ("off", "reference", "route")  # those that name several layers
SHOWN = ("readout", "measure", "face", "split")  # how a toy is looked at, which outlasts the toy


@dataclass(frozen=True)
class Offer:
    """What is on offer: the toys' descriptions by name (as in `catalogue`) and the ranking of their words.

    `ranking(toy, seed, prompt, token)` lists the words by the base run's score at that token, highest first.
    """

    toys: Mapping[str, Entry]
    ranking: Callable[[str, int, Prompt, int], tuple[int, ...]]


EVERYTHING = Offer({entry["name"]: entry for entry in catalogue()}, ranking)


def default(offer: Offer = EVERYTHING, **given: Any) -> Selection:
    """The selection in which every field that is not given is what the module's text says. Fields must be valid."""
    known = dict(given)
    toy = known.setdefault("toy", next(iter(offer.toys)))
    entry = offer.toys[toy]
    seed, prompt = known.setdefault("seed", 0), known.setdefault("prompt", 1)
    ablation = known.setdefault("ablation", entry["ablations"][0])
    known.setdefault("source", first_source(prompt) if ablation == "resample" else None)
    known.setdefault("off", ())
    known.setdefault("reference", ())
    token = known.setdefault("token", len(tokens_of(entry, prompt)))
    readout = known.setdefault("readout", READOUTS[0])
    order = offer.ranking(toy, seed, prompt, token)
    target = known.setdefault("target", order[0])
    known.setdefault("against", best_other(order, target) if readout == "lead" else None)
    known.setdefault("step", len(entry["sublayers"]))
    known.setdefault("alpha", None)
    return Selection(**known)


def first_source(prompt: Prompt) -> int:
    """The first prompt other than the one that is read."""
    return 2 if prompt == 1 else 1


def best_other(order: tuple[int, ...], target: int) -> int:
    """The best-ranked word other than the target."""
    return next(word for word in order if word != target)


def choose(selection: Selection, offer: Offer = EVERYTHING, **changes: Any) -> Selection:
    """The selection after some of its fields changed, with what those changes bring along.

    Raises ValueError with one sentence if a field is not what its toy offers, and TypeError for an unknown field.
    """
    new = replace(selection, **changes)
    _require(new, offer, "toy")
    if new.toy != selection.toy:
        kept = {name: getattr(selection, name) for name in SHOWN}
        new = replace(default(offer, toy=new.toy, **kept), **changes)
    _require(new, offer, "seed", "prompt", "ablation")
    if "source" not in changes:
        sound = new.ablation == "resample" and new.source not in (None, new.prompt)
        usual = first_source(new.prompt) if new.ablation == "resample" else None
        new = replace(new, source=new.source if sound else usual)
    if new.prompt == ALL_PROMPTS and "reference" not in changes:
        new = replace(new, reference=())
    _require(new, offer, "token", "readout")
    order = offer.ranking(new.toy, new.seed, new.prompt, new.token)
    moved = any(getattr(new, name) != getattr(selection, name) for name in ("toy", "seed", "prompt", "token"))
    if moved and "target" not in changes:
        new = replace(new, target=order[0])
    _require(new, offer, "target")
    if changes.get("against") is None:
        keep = not moved and new.against not in (None, new.target)
        against = new.against if keep else best_other(order, new.target)
        new = replace(new, against=against if new.readout == "lead" else None)
    return check(new, offer)


def check(selection: Selection, offer: Offer = EVERYTHING) -> Selection:
    """The selection itself if its toy offers all of it; else ValueError with one sentence about the first bad field."""
    _require(selection, offer, *FIELDS)
    return selection


def from_fields(raw: object, offer: Offer = EVERYTHING) -> Selection:
    """A selection from a browser's mapping of all fields (lists for tuples). Raises ValueError on anything else."""
    if not isinstance(raw, Mapping) or set(raw) != set(FIELDS):
        raise ValueError(f"selection: expected the fields {', '.join(FIELDS)}.")
    tuples = {name: tuple(raw[name]) for name in LAYERS if isinstance(raw[name], list | tuple)}
    return check(Selection(**{**raw, **tuples}), offer)


def to_fields(selection: Selection) -> dict[str, Any]:
    """The inverse of `from_fields`: plain JSON values, lists for tuples."""
    return {name: list(value) if isinstance(value, tuple) else value for name, value in asdict(selection).items()}


def _require(selection: Selection, offer: Offer, *names: str) -> None:
    for name in names:
        expected, holds = _rule(name, selection, offer.toys)
        if not holds:
            raise ValueError(f"{name}: expected {expected}, got {_shown(getattr(selection, name))}.")


def _rule(name: str, selection: Selection, toys: Mapping[str, Entry]) -> tuple[str, bool]:
    """What is expected of a field, in words, and whether it holds. The fields before it must have passed."""
    value = getattr(selection, name)
    if name == "toy":
        return _one_of(value, tuple(toys))
    entry = toys[selection.toy]
    layers = len(entry["sublayers"])
    if name == "seed":
        return _number(value, 0, entry["seeds"] - 1)
    if name == "prompt":
        return _prompt(value, entry)
    if name == "ablation":
        return _one_of(value, entry["ablations"])
    if name == "source" and selection.ablation != "resample":
        return "nothing, since the ablation is not resample", value is None
    if name == "source":
        return _another(_number(value, 1, len(entry["prompts"])), "prompt", value, selection.prompt)
    if name == "reference" and selection.prompt == ALL_PROMPTS:
        return "nothing, since all prompts are compared with their runs with all layers on", value == ()
    if name in LAYERS:
        sound = isinstance(value, tuple) and all(_whole(layer, 1, layers) for layer in value)
        return f"rising layer numbers from 1 to {layers}", sound and list(value) == sorted(set(value))
    if name == "token":
        return _number(value, 1, len(tokens_of(entry, selection.prompt)))
    if name == "against" and selection.readout != "lead":
        return "nothing, since the readout is not lead", value is None
    if name in ("target", "against"):
        word = _number(value, 0, len(vocab_of(entry, selection.prompt)) - 1)
        return word if name == "target" else _another(word, "word", value, selection.target)
    if name == "step":
        return _number(value, 0, layers)
    if name == "alpha":
        expected, holds = _number(value, 0, len(ALPHAS) - 1)
        return f"nothing or {expected}", value is None or holds
    return _one_of(value, {"readout": READOUTS, "measure": MEASURES, "face": FACES, "split": SPLITS}[name])


def _one_of(value: object, names: Sequence[str]) -> tuple[str, bool]:
    return f"one of {', '.join(names)}", isinstance(value, str) and value in names


def _prompt(value: object, entry: Entry) -> tuple[str, bool]:
    offered = prompts_of(entry)
    expected, holds = _number(value, offered[0], offered[-1])
    if not entry["reads_any"]:
        return expected, holds
    is_sentence = isinstance(value, str) and sentence(entry, value) == value
    return (
        f"{expected}, or {len(entry['slots'])} of its words joined by dots, no prompt of its own",
        holds or is_sentence,
    )


def _number(value: object, low: int, high: int) -> tuple[str, bool]:
    return f"a whole number from {low} to {high}", _whole(value, low, high)


def _another(rule: tuple[str, bool], what: str, value: object, taken: object) -> tuple[str, bool]:
    expected, holds = rule
    return f"{expected}, another {what} than {taken}", holds and value != taken


def _whole(value: object, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _shown(value: object, most: int = 40) -> str:
    text = repr(value)
    return text if len(text) <= most else text[: most - 1] + "…"
