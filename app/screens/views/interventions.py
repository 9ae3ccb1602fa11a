"""The view Interventions: what would happen if a layer wrote more, or less, or something else?"""

from functools import cache

import numpy as np

from app.screens.view import Runs, Setting, Values, View
from app.tables.quantities import Quantity
from toy_models import Toy, load_toy, probabilities, readout_of, run_stream, toy_seeds
from toy_models.model.transformer import NAMES
from toy_models.studies.gains import (
    frozen_readouts,
    gains_of_all,
    gains_of_each,
    in_out_cosines,
    logits_at,
    run_scaled,
)
from toy_models.studies.path_patching import path_effects
from toy_models.studies.slots import broken_slots, chance_shares, early_shares, language_of, last_states
from toy_models.studies.steering import early_logits, nearest_distance, runner_up_direction, steered_logits

TOYS = {"place": "Places", "and": "Copying", "or": "Places, dropped", "untrained": "Places, untrained"}
GAINS = tuple(-1 + 0.25 * i for i in range(13))
# All writes at once, read on a log scale.
ALL_GAINS = (0.1, 0.2, 0.3, 0.5, 0.7, 1.0, 1.5, 2.0, 3.0, 4.0, 5.0)
AMOUNTS = GAINS
COMPONENTS = ("Embedding", *NAMES)
DEPTHS = range(len(COMPONENTS))
FACES = (
    ("drop", "drop the deepest"),
    ("runner-up", "steer to the runner-up"),
    ("difference", "steer to the other prompt"),
)
DIRECTIONS = tuple(face for face, _ in FACES[1:])
OFF = ("zero", "mean")
# What is asked for after each word, and whether it is the right one after the last.
SLOTS = {
    "place": ("animal", "verb", "on/in/by", "the", "place", "right place"),
    "and": ("a 2nd word", "a 3rd", "a 4th", "an old one", "any word", "right word"),
}

WRITERS = [("0", COMPONENTS[0]), *((str(i), name) for i, name in enumerate(NAMES, 1))]


def _short(number: float) -> tuple[str, str]:
    """A number as a value and as it is read, with a true minus."""
    return f"{number:g}", f"{number:g}".replace("-", "−")


def _prompts(toy: str) -> list[tuple[str, str]]:
    many = load_toy(toy).prompts
    assert many is not None
    return [(str(number), " ".join(tokens)) for number, tokens in enumerate(many.tokens, 1)]


_PLACES = [(str(depth), f"after {name}" if depth else "embedding") for depth, name in enumerate(COMPONENTS)]
_DROPPED = [(str(depth), str(len(NAMES) - depth)) for depth in reversed(DEPTHS)]

SETTINGS = (
    Setting("toy", {"": list(TOYS.items())}),
    Setting("seed", {toy: [(str(seed), str(seed)) for seed in range(toy_seeds(toy))] for toy in TOYS}, by="toy"),
    Setting("prompt", {toy: _prompts(toy) for toy in TOYS}, by="toy"),
    Setting("source", {toy: _prompts(toy) for toy in TOYS}, by="toy", usual=dict.fromkeys(TOYS, "12")),
    Setting("layer", {"": [*WRITERS, ("all", "all writes")]}, usual={"": "1"}, fetches=False, place="widget"),
    Setting(
        "gain",
        {value: [_short(g) for g in GAINS] for value, _ in WRITERS} | {"all": [_short(g) for g in ALL_GAINS]},
        by="layer",
        usual={**dict.fromkeys([value for value, _ in WRITERS], "0"), "all": "2"},
        fetches=False,
        place="widget",
    ),
    Setting("face", {"": FACES}, usual={"": "runner-up"}, fetches=False, place="widget"),
    Setting(
        "depth",
        {"drop": _DROPPED} | dict.fromkeys(DIRECTIONS, _PLACES),
        by="face",
        usual=dict.fromkeys([face for face, _ in FACES], "4"),
        fetches=False,
        place="widget",
    ),
    Setting("amount", {"": [_short(a) for a in AMOUNTS]}, usual={"": "1"}, fetches=False, place="widget"),
    Setting("off", {"": [("zero", "zero"), ("mean", "its mean")]}, fetches=False, place="widget"),
    # What the sentence is about: the picture that was worked with last.
    Setting(
        "about", {"": [(kind, kind) for kind in ("gain", "depth", "paths", "slots")]}, fetches=False, place="widget"
    ),
)


def runs(values: Values) -> Runs:
    """All that is asked of one toy, reading one prompt beside another; the readout at the last word."""
    return _runs(values["toy"], int(values["seed"]), int(values["prompt"]) - 1, int(values["source"]) - 1)


@cache
def _runs(name: str, seed: int, prompt: int, source: int) -> Runs:
    toy, other, speech = load_toy(name, seed, prompt), load_toy(name, seed, source), language_of(name)
    token = len(toy.tokens) - 1
    logits, says = early_logits(toy, token), _top(early_logits(other, token)[-1])
    first, second = (int(word) for word in np.argsort(-logits[-1], kind="stable")[:2])
    right = int(speech.answers[speech.shown[prompt]].argmax())
    # Towards what the source prompt makes it say; where that is the same word, towards the runner-up.
    pair = (says if says != first else second, first)
    labels = {
        "component": COMPONENTS,
        "kind": toy.kinds,
        "gain": GAINS,
        "all_gain": ALL_GAINS,
        "depth": DEPTHS,
        "word": [toy.vocab[word] for word in (first, second, right, says)],
        "direction": DIRECTIONS,
        "amount": AMOUNTS,
        "receiver": (*NAMES, "readout"),
        "reading": ("this prompt", "source"),
        "pair": [toy.vocab[word] for word in pair],
        "off": OFF,
        "run": ("all on", *NAMES),
        "slot": SLOTS[speech.name],
    }
    return Runs(
        labels,
        [
            Quantity("lead", (), readout_of(logits[-1], (first, second))),
            Quantity("chances", ("word",), probabilities(logits[-1])[[first, second, right, says]]),
            *_gains(toy, token, (first, second)),
            Quantity("early", ("depth",), readout_of(logits, (first, second))),
            Quantity("early_chances", ("depth", "word"), probabilities(logits)[:, [first, second, right, says]]),
            Quantity("early_right", ("depth",), early_shares(name, seed)),
            *_steering(toy, other, (first, second, right, says)),
            *_paths(toy, other, token, pair),
            *_slots(name, seed),
        ],
    )


def _gains(toy: Toy, token: int, target: tuple[int, int]) -> list[Quantity]:
    """The readout against the gain of each component, and of all writes: recomputed, and frozen in two ways."""
    quantities = []
    for name, by, gains in (
        ("gain", ("component", "gain"), gains_of_each(toy, GAINS)),
        ("all", ("all_gain",), gains_of_all(toy, ALL_GAINS)),
    ):
        logits = logits_at(toy, run_scaled(toy, gains)[..., token, :])
        quantities += [
            Quantity(name, by, readout_of(logits, target)),
            Quantity(f"{name}_chance", by, probabilities(logits)[..., target[0]]),
            Quantity(f"{name}_frozen", by, frozen_readouts(toy, gains, token, target)),
            Quantity(f"{name}_renormed", by, frozen_readouts(toy, gains, token, target, norm_frozen=False)),
        ]
    return [
        *quantities,
        Quantity("all_cosine", ("all_gain",), in_out_cosines(toy, gains_of_all(toy, ALL_GAINS), token)),
    ]


def _steering(toy: Toy, other: Toy, words: tuple[int, int, int, int]) -> list[Quantity]:
    """The readout against the amount, in both directions at every depth; how far outside the data the stream then is.

    Towards the runner-up an amount of 1 is as long as the stream itself; towards the other prompt it is its state.
    """
    token, target = len(toy.tokens) - 1, (words[0], words[1])
    here, there = (run_stream(each.X0, each.blocks)[0][:, token] for each in (toy, other))
    size = np.linalg.norm(here, axis=-1)
    directions = np.array([size[:, None] * runner_up_direction(toy, target), there - here])
    pushes = np.array(AMOUNTS)[:, None] * directions[:, :, None]
    logits = [steered_logits(toy, token, depth, pushes[:, depth]) for depth in DEPTHS]
    cloud = last_states(toy.name, toy.seed or 0)
    outside = [nearest_distance(here[depth] + pushes[:, depth], cloud[depth]) / size[depth] for depth in DEPTHS]
    logits, outside = (np.moveaxis(np.array(each), 0, 1) for each in (logits, outside))
    by = ("direction", "depth", "amount")
    return [
        Quantity("steer", by, readout_of(logits, target)),
        Quantity("steer_chances", (*by, "word"), probabilities(logits)[..., list(words)]),
        Quantity("steer_outside", by, outside),
    ]


def _paths(toy: Toy, other: Toy, token: int, pair: tuple[int, int]) -> list[Quantity]:
    """Paths patched alone, all of a sender's, and its write replaced for everyone: changes of the pair's lead."""
    effects = path_effects(toy, other.X0, token, pair)
    leads = [readout_of(early_logits(each, token)[-1], pair) for each in (toy, other)]
    return [
        Quantity("pair_lead", ("reading",), leads),
        Quantity("paths", ("component", "receiver"), effects.paths),
        Quantity("paths_joint", ("component",), effects.joint),
        Quantity("paths_whole", ("component",), effects.whole),
    ]


def _slots(name: str, seed: int) -> list[Quantity]:
    """The share of prompts whose top word is allowed at each slot, and right at the last."""
    (allowed, right), (by_chance, right_by_chance) = broken_slots(name, seed), chance_shares(language_of(name))
    return [
        Quantity("slots", ("off", "run", "slot"), np.concatenate([allowed, right[..., None]], axis=-1)),
        Quantity("slots_guess", ("slot",), [*by_chance, right_by_chance]),
    ]


def _top(logits: np.ndarray) -> int:
    return int(np.argmax(logits))


VIEW = View(
    name="interventions",
    order=2,
    settings=SETTINGS,
    runs=runs,
    widgets=("interventions", "write-gain", "stop-or-steer", "write-paths", "what-breaks"),
    carries=("toy", "seed", "prompt", "source"),
)
