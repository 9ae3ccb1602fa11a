"""What breaks when a layer is off, slot by slot of the sentence: the grammar, or only what must be recalled?

At each word the model's top word is its guess at the next. Where the language only says which kind of word comes next,
a guess is good if some sentence that begins like this one goes on so; at the last word it is right if it is the
likeliest answer. Over all prompts of the language, the held-out ones too, each as often as the language has it.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from toy_models.model.checks import Array, frozen
from toy_models.model.stream import added, write_of
from toy_models.model.toy import Toy
from toy_models.model.transformer import embed
from toy_models.studies.gains import logits_at
from toy_models.toys.catalogue import load_toy
from toy_models.toys.languages import Language, language
from toy_models.toys.trained import TOYS, load_weights, one_training
from toy_models.worlds.ablations import replacement_writes

#: How many prompts are worked on at once.
AT_ONCE = 100


def language_of(name: str) -> Language:
    """The language that a trained toy speaks. Raises KeyError for another toy."""
    return language(TOYS[name].language)


@lru_cache(maxsize=16)
def every_embedding(name: str, seed: int) -> Array:
    """The embeddings of all prompts of the toy's language in one training, (N, T, d), read-only."""
    weights = one_training(load_weights(name), seed)
    return frozen(np.add(*embed(weights, language_of(name).prompts)))


@lru_cache
def allowed_next(speech: Language) -> Array:
    """Which words may follow the first t + 1 of each prompt: (N, T, V) bool, read-only.

    Those that follow them in some prompt of the language; after the last, those that have a chance as its answer.
    """
    N, T = speech.prompts.shape
    allowed = np.zeros((N, T, len(speech.words)), dtype=bool)
    for t in range(T - 1):
        _, group = np.unique(speech.prompts[:, : t + 1], axis=0, return_inverse=True)
        together = np.zeros((group.max() + 1, len(speech.words)), dtype=bool)
        together[group.ravel(), speech.prompts[:, t + 1]] = True
        allowed[:, t] = together[group.ravel()]
    allowed[:, T - 1] = speech.answers > 0
    return frozen(allowed)


def tops_without(toy: Toy, X0: Array, replacement: Array) -> Array:
    """The top word at each place of each prompt, all layers on and then each off alone: (S+1, N, T) word numbers.

    X0 (N, T, d) the prompts; replacement (S, T, d): what an off layer writes.
    """
    # In parts that a processor keeps at hand, which for thousands of prompts halves the time.
    parts = np.array_split(X0, max(1, len(X0) // AT_ONCE))
    tops = [logits_at(toy, finals_without(toy, part, replacement)).argmax(axis=-1) for part in parts]
    return np.concatenate(tops, axis=1)


def finals_without(toy: Toy, X0: Array, replacement: Array) -> Array:
    """The final state of each prompt, all layers on and then each off alone: (S+1, N, T, d).

    X0 (N, T, d) the prompts; replacement (S, T, d): what an off layer writes. Runs share what lies below that layer.
    """
    X = X0[None]
    for index, block in enumerate(toy.blocks):
        X = np.concatenate([added(X, write_of(block, index, X), index), added(X[:1], replacement[index], index)])
    return X


def slot_shares(speech: Language, tops: Array) -> tuple[Array, Array]:
    """The share of prompts whose top word is allowed, at each slot, and right, at the last. tops (…, N, T).

    Returns (…, T) and (…), each from 0 to 1.
    """
    allowed = np.take_along_axis(
        np.broadcast_to(allowed_next(speech), (*tops.shape, len(speech.words))), tops[..., None], axis=-1
    )[..., 0]
    right = tops[..., -1] == speech.answers.argmax(axis=1)
    return np.einsum("...nt,n->...t", allowed, speech.probability), right @ speech.probability


def chance_shares(speech: Language) -> tuple[Array, float]:
    """The same for a guess that takes any word alike: (T,) and a number."""
    share = np.einsum("ntv,n->t", allowed_next(speech), speech.probability) / len(speech.words)
    return share, 1.0 / len(speech.words)


@lru_cache(maxsize=16)
def broken_slots(name: str, seed: int) -> tuple[Array, Array]:
    """What breaks in a trained toy: shares allowed (2, S+1, T) and right (2, S+1), off at zero and at the mean.

    In each the first row has all layers on, and row l has layer l off alone.
    """
    toy, speech, X0 = load_toy(name, seed), language_of(name), every_embedding(name, seed)
    shares = [slot_shares(speech, tops_without(toy, X0, replacement_writes(toy, kind))) for kind in ("zero", "mean")]
    return frozen(np.array([each for each, _ in shares])), frozen(np.array([right for _, right in shares]))


@lru_cache(maxsize=16)
def last_states(name: str, seed: int) -> Array:
    """The stream of the last word at every depth, for all prompts of the language: (S+1, N, d), read-only."""
    toy, X = load_toy(name, seed), every_embedding(name, seed)
    states = [X[:, -1]]
    for index, block in enumerate(toy.blocks):
        X = added(X, write_of(block, index, X), index)
        states.append(X[:, -1])
    return frozen(np.array(states))


@lru_cache(maxsize=16)
def early_shares(name: str, seed: int) -> Array:
    """The share of prompts whose last word is right if only the first l sublayers write, l = 0 … S. (S+1,)."""
    speech = language_of(name)
    tops = logits_at(load_toy(name, seed), last_states(name, seed)).argmax(axis=-1)
    return (tops == speech.answers.argmax(axis=1)) @ speech.probability
