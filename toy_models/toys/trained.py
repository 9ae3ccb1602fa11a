"""The trained toys: weights from assets/weights, made by training/train.py, each with eleven other trainings beside it.

Weights are read from a file and never drawn, so that a toy's numbers stay what they are.
"""

from __future__ import annotations

from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from toy_models.model.blocks import Block
from toy_models.model.checks import Array, frozen, whole_number
from toy_models.model.norms import normalise
from toy_models.model.stream import run_stream
from toy_models.model.toy import Prompts, Toy
from toy_models.model.transformer import KINDS, NAMES, build_blocks, embed
from toy_models.toys.languages import Language, language

FOLDER = Path(__file__).resolve().parents[2] / "assets" / "weights"
#: How many trainings of each toy there are; seed k is the k-th by the toy's rule, and seed 0 the one shown.
TRAININGS = 12


class Told(NamedTuple):
    """What is said of a toy: its language, its title, itself and a question (a sentence each), and how it was chosen.

    rule: by which its trainings are ordered, so that seed 0 is the first; as code it is `rank` in training/train.py.
    """

    language: str
    title: str
    about: str
    question: str
    rule: str


TOYS = {
    "place": Told(
        "place",
        "Places, trained",
        "A transformer of 2,832 numbers, trained on sentences in which each animal is in its own place 85 % of the "
        "time.",
        "Which layers carry the animal to the last word?",
        "First come trainings in which the layer with the largest mean effect over all prompts is an attention that, "
        "patched in from another animal’s prompt, brings that animal’s place in at least 99 % of the pairs; "
        "within these and within the others, the larger that layer’s share of all effects, the earlier.",
    ),
    "and": Told(
        "and",
        "Copying, trained",
        "A transformer of 2,704 numbers, trained on lists such as “cat mat dog rug cat mat”, which repeat themselves "
        "85 % of the time.",
        "Which layers must work together to copy a word?",
        "First come trainings that get at least 95 % of the prompts right, held-out ones too, and in which the direct "
        "effect of Attention 1 is on average at most a tenth of its whole effect; within these and within the others, "
        "the more prompts on which its leave-one-out is above its Shapley value and that above its add-one-in, the "
        "earlier.",
    ),
    "or": Told(
        "place",
        "Places, layers dropped",
        "The transformer and sentences of “Places, trained”, but while it learned, each layer was left out with a "
        "chance of one in ten.",
        "Is there a layer that the others cannot replace?",
        "The earlier, the more the second-best layer adds alone, beyond what the most missed layer’s absence changes.",
    ),
    "untrained": Told(
        "place",
        "Places, untrained",
        "The transformer of “Places, trained” as it was before training, so its words mean nothing.",
        "Does any layer matter more than the others before training?",
        "Each is what the training of “Places, trained” with the same number started from.",
    ),
}


@lru_cache
def load_weights(name: str) -> dict[str, Array]:
    """All trainings of a toy, float64, read-only: each weight of `transformer.shapes` with a leading axis (12,)."""
    with np.load(FOLDER / f"{name}.npz", allow_pickle=False) as file:
        return {key: frozen(file[key]) for key in file.files}


@lru_cache
def _prompts(name: str, seed: int) -> Prompts:
    """What this training can read, and the data it was trained on (for the untrained twin: would have been)."""
    speech, weights = language(TOYS[name].language), one_training(load_weights(name), seed)
    shown, seen = list(speech.shown), ~speech.held_out
    return Prompts(
        tokens=tuple(speech.text(index) for index in shown),
        X0=np.add(*embed(weights, speech.prompts[shown])),
        slots=speech.slots,
        data_X0=np.add(*embed(weights, speech.prompts[seen])),
        data_weights=speech.split(held_out=False)[seen],
    )


def one_training(weights: dict[str, Array], seed: int) -> dict[str, Array]:
    """Training number `seed` of stacked weights."""
    return {name: stacked[seed] for name, stacked in weights.items()}


@lru_cache
def _blocks(name: str, seed: int) -> tuple[Block, ...]:
    """This training's sublayers, the same ones for all its prompts."""
    return build_blocks(one_training(load_weights(name), seed))


@lru_cache(maxsize=256)
def trained_toy(name: str, seed: int, prompt: int = 0) -> Toy:
    """The toy `name`, its training `seed`, on one of its prompts; arrays read-only, the same toy each time.

    name: "place", "and", "or" or "untrained". seed: 0..11. prompt: from 0, into `Toy.prompts`.
    Raises ValueError if one is unknown or out of range.
    """
    if name not in TOYS:
        raise ValueError(f"a trained toy must be one of {', '.join(TOYS)}, got {name!r}")
    seed = whole_number(seed, "seed", TRAININGS)
    told = TOYS[name]
    speech, weights = language(told.language), one_training(load_weights(name), seed)
    prompt = whole_number(prompt, "prompt", len(speech.shown))
    token, position = embed(weights, speech.prompts[speech.shown[prompt]])
    return Toy(
        name=name,
        title=told.title,
        about=told.about,
        question=told.question,
        seed=seed,
        X0=token + position,
        token_embedding=token,
        position_embedding=position,
        vocab_embedding=weights["token_embedding"],
        blocks=_blocks(name, seed),
        sublayer_names=NAMES,
        kinds=KINDS,
        norm="layer",
        gamma=weights["gamma"],
        beta=weights["beta"],
        W_U=weights["W_U"],
        tokens=speech.text(speech.shown[prompt]),
        vocab=speech.words,
        prompts=_prompts(name, seed),
        prompt=prompt,
    )


def says(name: str, words: tuple[str, ...]) -> bool:
    """Whether the language that a trained toy learned ever says this prompt. Raises ValueError for another toy."""
    if name not in TOYS:
        raise ValueError(f"a trained toy must be one of {', '.join(TOYS)}, got {name!r}")
    speech = language(TOYS[name].language)
    return any(speech.text(int(prompt)) == words for prompt in np.flatnonzero(speech.probability > 0))


def logits(weights: dict[str, Array], prompts: Array) -> Array:
    """One training's logits for prompts (N, T) of word numbers, at every position. (N, T, V)."""
    states, _ = run_stream(np.add(*embed(weights, prompts)), build_blocks(weights))
    return normalise(states[-1], "layer", weights["gamma"], weights["beta"], 1e-5) @ weights["W_U"]


def last_word(weights: dict[str, Array], speech: Language, held_out: bool) -> tuple[float, float]:
    """How well one training knows the last word of the held-out, or of the training, prompts.

    Returns accuracy, the share of prompts whose top word is the language's likeliest, and the mean cross-entropy
    −Σ_v a_v ln p_v in nats against the language's own chances a, never below the language's entropy.
    """
    asked = speech.held_out == held_out
    share, chances = speech.split(held_out)[asked], speech.answers[asked]
    score = logits(weights, speech.prompts[asked])[:, -1]
    log_p = score - score.max(axis=1, keepdims=True)
    log_p = log_p - np.log(np.exp(log_p).sum(axis=1, keepdims=True))
    right = score.argmax(axis=1) == chances.argmax(axis=1)
    return float(share @ right), float(-share @ (chances * log_p).sum(axis=1))
