"""A toy with names: three words, six numbers that each mean something, weights written by hand in small numbers.

It answers where an animal sat: the cat on its mat and in its box, the dog on its rug and in its den. No single word
says so. The attention fetches the animal from the first word to the last, and the MLP knows a place by two facts
together, which animal AND on or in. The six numbers, + for what is named first and − for the second:

    cat or dog · on or in · animal here · place next, or on / in · mat or rug · box or den

Worked on paper for the last word of "cat sat on"; there is no norm.

    embedding   on (0, 1, 0, 0, 0, 0) + third place (0, 0, 0, 1, 0, 0) = (0, 1, 0, 1, 0, 0)
    Attention   it asks 3 · (place next) = 3, the words answer with (animal here) = 1, 0, 0: scores 3, 0, 0
                shares 2³ : 2⁰ : 2⁰ = 8 : 1 : 1 = 0.8, 0.1, 0.1 of their (cat or dog) 1, 0, 0: it takes 0.8
                it writes 5/2 · 0.8 into cat or dog: (2, 0, 0, 0, 0, 0)
                sum (2, 1, 0, 1, 0, 0)
    MLP         cat and on    2 + 2 · 1 − 3 = 1       dog and on    −2 + 2 · 1 − 3 = −3
                cat and in    2 − 2 · 1 − 3 = −3      dog and in    −2 − 2 · 1 − 3 = −7
                above 0 is cat and on alone: it writes 3 into mat or rug and takes the animal out: (−2, 0, 0, 0, 3, 0)
                sum (0, 1, 0, 1, 3, 0)
    logits      cat 0, dog 0, it 3, sat 0, on −2, in −2, mat 5, rug −1, box 0, den 0

So it says mat. With the attention off nobody knows the animal, no unit of the MLP wakes, and it says "it": a place is
asked for, mat and rug are alike. With the MLP off it says cat, what was fetched and not used.

The two facts need each other: an AND by a threshold, as in McCulloch & Pitts 1943. An attention that moves a fact from
one word to another: Elhage et al. 2021, "Attention Heads as Information Movement".
"""

from __future__ import annotations

from functools import lru_cache
from itertools import product

import numpy as np

from toy_models.model.blocks import Block
from toy_models.model.checks import Array, frozen, whole_number
from toy_models.model.plain import PlainAttention, ReluMLP
from toy_models.model.toy import Prompts, Toy

DIMENSIONS = ("cat or dog", "on or in", "animal here", "place next, or on / in", "mat or rug", "box or den")
#: Each word, what it starts the stream with, and what its logit reads off the end of it, by the six numbers above.
WORDS = {
    "cat": ((1, 0, 1, 0, 0, 0), (2, 0, 0, 0, 0, 0)),
    "dog": ((-1, 0, 1, 0, 0, 0), (-2, 0, 0, 0, 0, 0)),
    "it": ((0, 0, 1, 0, 0, 0), (0, 0, 0, 3, 0, 0)),
    "sat": ((0, 0, 0, -1, 0, 0), (0, 0, 4, 0, 0, 0)),
    "on": ((0, 1, 0, 0, 0, 0), (0, 0, 0, -2, 0, 0)),
    "in": ((0, -1, 0, 0, 0, 0), (0, 0, 0, -2, 0, 0)),
    "mat": ((0, 0, 0, 0, 1, 0), (0, 1, 0, 1, 1, 0)),
    "rug": ((0, 0, 0, 0, -1, 0), (0, 1, 0, 1, -1, 0)),
    "box": ((0, 0, 0, 0, 0, 1), (0, -1, 0, 1, 0, 1)),
    "den": ((0, 0, 0, 0, 0, -1), (0, -1, 0, 1, 0, -1)),
}
#: The third place is where a place is asked for; the others say nothing.
POSITIONS = ((0, 0, 0, 0, 0, 0), (0, 0, 0, 0, 0, 0), (0, 0, 0, 1, 0, 0))
#: Ask by the fourth number, three times as loud; answer by the third; give the first; write it into the first.
ASK, ANSWER, GIVE, INTO = (0, 0, 0, 3, 0, 0), (0, 0, 1, 0, 0, 0), (1, 0, 0, 0, 0, 0), (2.5, 0, 0, 0, 0, 0)
#: A hidden unit for each pair of facts: what it reads, beside a bias of −3, and what it writes.
PAIRS = {
    "cat and on": ((1, 2, 0, 0, 0, 0), (-2, 0, 0, 0, 3, 0)),
    "dog and on": ((-1, 2, 0, 0, 0, 0), (2, 0, 0, 0, -3, 0)),
    "cat and in": ((1, -2, 0, 0, 0, 0), (-2, 0, 0, 0, 0, 3)),
    "dog and in": ((-1, -2, 0, 0, 0, 0), (2, 0, 0, 0, 0, -3)),
}
THRESHOLD = -3.0
TEXTS = tuple((animal, "sat", where) for where, animal in product(("on", "in"), ("cat", "dog")))
SLOTS = ("animal", "sat", "on/in")


@lru_cache
def named_toy(prompt: int = 0) -> Toy:
    """The toy on one of its four prompts: "cat sat on", "dog sat on", "cat sat in", "dog sat in".

    d = 6, T = 3, two sublayers, ten words; arrays read-only. Raises ValueError for another prompt.
    """
    prompt = whole_number(prompt, "prompt", len(TEXTS))
    embedding, reading = (np.array(rows, dtype=float) for rows in zip(*WORDS.values(), strict=True))
    words = tuple(WORDS)
    token = embedding[[[words.index(word) for word in text] for text in TEXTS]]
    position = np.array(POSITIONS, dtype=float)
    return Toy(
        name="named",
        title="Named numbers, by hand",
        about="Six numbers that each mean something and small weights written by hand, all of it to be done on paper.",
        question="Which layer brings the animal, and which one needs two facts at once?",
        X0=token[prompt] + position,
        token_embedding=token[prompt],
        position_embedding=position,
        vocab_embedding=embedding,
        dimensions=DIMENSIONS,
        blocks=_blocks(),
        sublayer_names=("Attention", "MLP"),
        kinds=("attention", "mlp"),
        norm="none",
        gamma=np.ones(len(DIMENSIONS)),
        beta=np.zeros(len(DIMENSIONS)),
        W_U=reading.T,
        tokens=TEXTS[prompt],
        vocab=words,
        prompts=_prompts(token + position),
        prompt=prompt,
    )


@lru_cache
def _blocks() -> tuple[Block, ...]:
    """The attention and the MLP, the same ones for all prompts."""
    W_Q, W_K, W_V = (frozen(np.array([row]).T) for row in (ASK, ANSWER, GIVE))
    reads, writes = (frozen(np.array(rows)) for rows in zip(*PAIRS.values(), strict=True))
    bias = frozen(np.full(len(PAIRS), THRESHOLD))
    return PlainAttention(W_Q, W_K, W_V, frozen(np.array([INTO]))), ReluMLP(frozen(reads.T), bias, writes)


def _prompts(X0: Array) -> Prompts:
    """All four, each as likely as the others; they are all that the toy knows. X0 (4, T, d).

    The mean of what a layer writes over them is exactly 0, so that here mean ablation is zero ablation.
    """
    return Prompts(tokens=TEXTS, X0=X0, slots=SLOTS, data_X0=X0, data_weights=np.full(len(TEXTS), 1.0 / len(TEXTS)))
