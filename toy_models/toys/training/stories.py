"""What a training tells, in numbers over all prompts of its language; train.py orders the trainings by them.

Everything is about the last token and the lead there: the base run's top word minus its runner-up, by zero ablation.
An effect is off minus on, a contribution on minus off, as everywhere in the lab. Kept apart from toy_models' own
functions, which know one prompt at a time, since thousands are run here; a test compares the two.
"""

from __future__ import annotations

from dataclasses import astuple, dataclass
from math import comb

import numpy as np

from toy_models.model.checks import Array
from toy_models.model.norms import normalise, projection, scale
from toy_models.model.transformer import SUBLAYERS, build_blocks, embed
from toy_models.toys.languages import Language
from toy_models.toys.trained import last_word

EPS = 1e-5
#: Prompts run at a time; more would not fit a small machine's memory.
CHUNK = 240


@dataclass(frozen=True)
class Answers:
    """How much each sublayer matters to each prompt, (N, S) each.

    total, direct: effects of that sublayer off, all others on; direct is what is due to its own missing write.
    add_one_in = readout(only it on) − readout(all off), shapley: contributions; leave-one-out is −total.
    every_word: |total| for each word's logit minus the mean of all, in place of the lead; the mean over all words.
    """

    total: Array
    direct: Array
    add_one_in: Array
    shapley: Array
    every_word: Array


def answers(weights: dict[str, Array], prompts: Array) -> Answers:
    """All answers for prompts (N, T) of word numbers, from the 64 worlds of each."""
    chunks = [_answers(weights, prompts[at : at + CHUNK]) for at in range(0, len(prompts), CHUNK)]
    return Answers(*(np.concatenate(parts) for parts in zip(*map(astuple, chunks), strict=True)))


def _answers(weights: dict[str, Array], prompts: Array) -> Answers:
    """The same for as many prompts as fit in memory."""
    token, position = embed(weights, prompts)
    X = (token + position)[None]
    own = []
    for block in build_blocks(weights):
        write = block(X)
        own.append(write[-1, :, -1])
        X = np.concatenate([X, X + write])
    logits = last_logits(weights, X)
    n, (next_best, top) = np.arange(len(prompts)), np.argsort(logits[-1], axis=1)[:, -2:].T
    readout = logits[:, n, top] - logits[:, n, next_best]
    direction = (weights["W_U"][:, top] - weights["W_U"][:, next_best]).T
    row = projection(direction, scale(X[-1, :, -1], "layer", EPS), "layer", weights["gamma"])
    bits = 1 << np.arange(SUBLAYERS)
    one_off = len(readout) - 1 - bits
    moved = logits[one_off] - logits[-1]
    return Answers(
        total=(readout[one_off] - readout[-1]).T,
        direct=-np.einsum("snd,nd->ns", np.array(own), row),
        add_one_in=(readout[bits] - readout[0]).T,
        shapley=_shapley(readout).T,
        every_word=np.abs(moved - moved.mean(axis=-1, keepdims=True)).mean(axis=-1).T,
    )


def last_logits(weights: dict[str, Array], X: Array) -> Array:
    """Logits of the last token from the final state. (…, T, d) -> (…, V)."""
    return normalise(X[..., -1, :], "layer", weights["gamma"], weights["beta"], EPS) @ weights["W_U"]


def _shapley(readout: Array) -> Array:
    """Σ_{w without l} n! (S−1−n)! / S! (readout(w with l) − readout(w)), n on in w (Shapley 1953). (W, N) -> (S, N)."""
    worlds = np.arange(len(readout))
    values = []
    for layer in range(SUBLAYERS):
        without = worlds[(worlds >> layer) & 1 == 0]
        weight = [1.0 / (SUBLAYERS * comb(SUBLAYERS - 1, int(w).bit_count())) for w in without]
        values.append(weight @ (readout[without | (1 << layer)] - readout[without]))
    return np.array(values)


def patched_in(weights: dict[str, Array], speech: Language, layer: int) -> float:
    """Resample ablation of one sublayer between every two prompts with different right words.

    It writes what it writes in the other prompt, at every token, and all later sublayers read that. Returns the share
    of ordered pairs in which the other prompt's right word is then on top.
    """
    blocks = build_blocks(weights)
    token, position = embed(weights, speech.prompts)
    X = token + position
    for block in blocks[:layer]:
        X = X + block(X)
    X = X[:, None] + blocks[layer](X)
    for block in blocks[layer + 1 :]:
        X = X + block(X)
    right = speech.answers.argmax(axis=1)
    brought = last_logits(weights, X).argmax(axis=-1) == right
    return float(brought[right[:, None] != right].mean())


def story(weights: dict[str, Array], speech: Language) -> dict:
    """One training's numbers. Lists hold one number a sublayer, means over all prompts in units of the readout.

    accuracy and loss: of the last word, see `last_word`. size: of |total|; share: of Σ|total|; largest: the sublayer,
    from 0, with the largest; share_of_every_word: the same with each word's logit for the lead.
    falling, rising: on how large a share of prompts leave-one-out > Shapley > add-one-in, or < twice.
    clash: how often, over prompts and sublayers, direct and total differ in sign.
    patched: see `patched_in`, of the largest; None for "and", where one write carries no answer on its own.
    """
    told = answers(weights, speech.prompts)
    size, every_word = np.abs(told.total).mean(axis=0), told.every_word.mean(axis=0)
    largest = int(size.argmax())
    accuracy, loss = zip(*(last_word(weights, speech, held_out) for held_out in (False, True)), strict=True)
    lists = {
        "share": size / size.sum(),
        "share_of_every_word": every_word / every_word.sum(),
        "size": size,
        "total": told.total.mean(axis=0),
        "direct": told.direct.mean(axis=0),
        "direct_size": np.abs(told.direct).mean(axis=0),
        "shapley": told.shapley.mean(axis=0),
        "add_one_in": told.add_one_in.mean(axis=0),
        "falling": ((-told.total > told.shapley) & (told.shapley > told.add_one_in)).mean(axis=0),
        "rising": ((-told.total < told.shapley) & (told.shapley < told.add_one_in)).mean(axis=0),
    }
    return {
        "accuracy": {"training": accuracy[0], "held_out": accuracy[1]},
        "loss": {"training": loss[0], "held_out": loss[1]},
        "largest": largest,
        "clash": float((told.direct * told.total < 0).mean()),
        "patched": patched_in(weights, speech, largest) if speech.name == "place" else None,
        **{name: values.tolist() for name, values in lists.items()},
    }
