"""The view Reading: what does the stream say, and who said it? Attribution, lens, sizes and angles, and other axes."""

from functools import lru_cache

import numpy as np

from app.screens.view import Runs, Setting, Values, View
from app.tables.quantities import Quantity
from toy_models import Toy, Worlds, all_worlds, load_toy, probabilities, toy_seeds
from toy_models.studies.attribution import stream_parts, word_attribution
from toy_models.studies.basis import mean_keeping_rotation, turned
from toy_models.studies.geometry import (
    joining_cosines,
    position_cosines,
    run_without_plus,
    start_cosines,
    step_cosines,
    write_shares,
)
from toy_models.studies.lens import CONVENTIONS, lens_logits
from toy_models.studies.virtual_weights import virtual_weights

TOYS = ("place", "and", "or", "untrained", "tanh")
SEEDS = 12
# Rotations by their seeds; the first is none.
ROTATIONS = 6
FACES = (
    ("size", "size and contribution"),
    ("share", "share and angle"),
    ("cosine", "what is kept"),
    ("weights", "virtual weights"),
)
# The toys whose layers have matrices to multiply; behind a tanh there is none.
WIRED = ("place", "and", "or", "untrained")


def _prompts(toy: str) -> list[tuple[str, ...]]:
    first = load_toy(toy)
    return list(first.prompts.tokens) if first.prompts else [first.tokens]


def _named(words: tuple[str, ...]) -> str:
    """A prompt's value: its words with hyphens, so that what it offers does not depend on the toy that reads it."""
    return "-".join(words)


PROMPTS = {toy: _prompts(toy) for toy in TOYS}
EVERY = [prompt for prompts in PROMPTS.values() for prompt in prompts]
LAYERS = load_toy("place").sublayer_names
WORDS = {toy: [(word, word) for word in load_toy(toy).vocab] for toy in TOYS}

SETTINGS = (
    Setting("toy", {"": [(toy, load_toy(toy).title) for toy in TOYS]}),
    Setting("seed", {toy: [(str(k), str(k)) for k in range(min(SEEDS, toy_seeds(toy)))] for toy in TOYS}, by="toy"),
    Setting("prompt", {toy: [(_named(p), " ".join(p)) for p in PROMPTS[toy]] for toy in TOYS}, by="toy"),
    Setting(
        "token",
        {_named(p): [(str(t), f"{t} {word}") for t, word in enumerate(p, 1)] for p in EVERY},
        by="prompt",
        usual={_named(p): str(len(p)) for p in EVERY},
        fetches=False,
    ),
    Setting("target", {t: [("top", "its top word"), *WORDS[t]] for t in TOYS}, by="toy", fetches=False, place="widget"),
    Setting(
        "against",
        {t: [("next", "the runner-up"), ("mean", "the average word"), ("none", "nothing"), *WORDS[t]] for t in TOYS},
        by="toy",
        fetches=False,
        place="widget",
    ),
    Setting(
        "depth",
        {"": [("0", "embedding"), *((str(depth), name) for depth, name in enumerate(LAYERS, 1))]},
        usual={"": str(len(LAYERS))},
        fetches=False,
        place="widget",
    ),
    Setting(
        "lens",
        {"": list(zip(CONVENTIONS, ("norm recomputed there", "final scale kept"), strict=True))},
        fetches=False,
        place="widget",
    ),
    Setting(
        "face",
        {toy: FACES if toy in WIRED else FACES[:-1] for toy in TOYS},
        by="toy",
        fetches=False,
        place="widget",
    ),
    Setting(
        "axes",
        {"": [("0", "the model’s own"), *((str(r), f"turned at random, {r}") for r in range(1, ROTATIONS))]},
        fetches=False,
        place="widget",
    ),
)


def runs(values: Values) -> Runs:
    """Everything about one toy's run on one prompt, at every token and for every word."""
    prompt = [_named(p) for p in PROMPTS[values["toy"]]].index(values["prompt"])
    return _runs(values["toy"], int(values["seed"]), prompt)


@lru_cache(maxsize=128)
def _runs(name: str, seed: int, prompt: int) -> Runs:
    toy = load_toy(name, seed, prompt)
    worlds = all_worlds(toy)
    states, plain = worlds.states[-1], run_without_plus(toy.X0, toy.blocks)
    names, parts = stream_parts(toy)
    writers, said = word_attribution(toy)
    positions = [str(t) for t in range(1, len(toy.tokens) + 1)]
    labels = {
        "position": positions,
        "other": positions,
        "writer": writers,
        "part": names,
        "layer": toy.sublayer_names,
        "depth": ("embedding", *toy.sublayer_names),
        "word": toy.vocab,
        "lens": CONVENTIONS,
        "plus": ("with", "without"),
        "axes": range(ROTATIONS),
        "dimension": range(1, toy.X0.shape[-1] + 1),
    }
    quantities = [
        Quantity("logit", ("position", "word"), worlds.logits[-1]),
        Quantity("contribution", ("position", "writer", "word"), said.swapaxes(0, 1)),
        Quantity(
            "lens_chance",
            ("lens", "depth", "position", "word"),
            [probabilities(lens_logits(toy, c)) for c in CONVENTIONS],
        ),
        Quantity("size", ("position", "part"), np.linalg.norm(parts, axis=-1).T),
        Quantity("write_share", ("layer", "position"), write_shares(toy)),
        Quantity("write_cosine", ("layer", "position"), joining_cosines(toy)),
        Quantity("next_cosine", ("plus", "layer", "position"), [step_cosines(x) for x in (states, plain)]),
        Quantity("start_cosine", ("plus", "depth", "position"), [start_cosines(x) for x in (states, plain)]),
        Quantity("pair_cosine", ("depth", "position", "other"), position_cosines(states)),
        *_in_other_axes(worlds),
    ]
    writing, reading, wires = _wires(toy)
    return Runs(labels | {"wire_from": writing, "wire_to": reading}, quantities + wires)


def _wires(toy: Toy) -> tuple[list[str], list[str], list[Quantity]]:
    """The virtual weights: the names of what writes and of what reads later, the scores, and where chance lies."""
    found, layers = virtual_weights(toy.blocks), toy.sublayer_names
    rows, columns = (np.flatnonzero(np.isfinite(found.scores).any(axis=axis)) for axis in (1, 0))
    writing, reading = (
        [f"{layers[each[i][0]]} {each[i][1]}".strip() for i in kept]
        for each, kept in ((found.writers, rows), (found.readers, columns))
    )
    tables = {"composition": found.scores, "composition_low": found.low, "composition_high": found.high}
    by = ("wire_from", "wire_to")
    return writing, reading, [Quantity(name, by, each[rows][:, columns]) for name, each in tables.items()]


def _in_other_axes(worlds: Worlds) -> list[Quantity]:
    """The turned models, run anew: their parts, and their logits with all layers on and with each one off.

    `difference`: log10 of the largest difference between any logit in any of the 64 worlds and the model's own.
    """
    toy = worlds.toy
    toys = [turned(toy, mean_keeping_rotation(toy.X0.shape[-1], r)) if r else toy for r in range(ROTATIONS)]
    each = [all_worlds(one) for one in toys]
    base = len(worlds.logits) - 1
    one_off = base - (1 << np.arange(len(toy.blocks)))
    gaps = np.array([abs(one.logits - worlds.logits).max() for one in each])
    return [
        Quantity(
            "coordinate",
            ("axes", "position", "part", "dimension"),
            [stream_parts(one)[1].swapaxes(0, 1) for one in toys],
        ),
        Quantity("turned_logit", ("axes", "position", "word"), [one.logits[base] for one in each]),
        Quantity("turned_without", ("axes", "layer", "position", "word"), [one.logits[one_off] for one in each]),
        Quantity("difference", ("axes",), np.log10(gaps, out=np.full(len(gaps), -np.inf), where=gaps > 0)),
    ]


VIEW = View(
    name="reading",
    order=1,
    settings=SETTINGS,
    runs=runs,
    widgets=("reading", "reading-who", "reading-lens", "reading-size", "reading-axes"),
    carries=("toy", "seed", "prompt"),
    digits=9,
)
