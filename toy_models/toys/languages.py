"""The tiny made-up languages that the trained toys learn. Each sentence's last word depends on an earlier word.

A language is small enough to list: every prompt with its probability and the chances of every last word. So its
entropy, which no model's loss can beat on average, is known exactly, in nats.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from itertools import permutations, product

import numpy as np

from toy_models.model.checks import Array

ANIMALS, PLACES = ("cat", "dog", "bird", "fox"), ("mat", "rug", "nest", "den")
VERBS, PREPOSITIONS = ("sat", "slept", "lay", "hid"), ("on", "in", "by")
#: Never seen in training, with any animal: one pair for each preposition, so that nothing about the animal leaks.
UNSEEN_PAIRS = (("slept", "in"), ("hid", "on"), ("sat", "by"))

COPY_WORDS = ("cat", "mat", "dog", "rug", "bird", "nest", "fox", "den")
#: Never seen in training, in any order: the sets of four words whose numbers, from 0, add to a multiple of this.
UNSEEN_SUM = 8

#: The right word's chance; the other places, or all other words, share the rest evenly.
RIGHT = 0.85


@dataclass(frozen=True, eq=False)
class Language:
    """Every prompt of a language; words are numbers from 0 into `words`.

    words (V,), slots (T,): what stands at each position. prompts (N, T) ints, probability (N,) adding to 1,
    answers (N, V): the last word's distribution, rows adding to 1. held_out (N,) bool: kept from training.
    every_position: whether training scores the next word everywhere, or the last word only.
    shown: the prompts that a lab offers, as indices into prompts.
    """

    name: str
    words: tuple[str, ...]
    slots: tuple[str, ...]
    prompts: Array
    probability: Array
    answers: Array
    held_out: Array
    every_position: bool
    shown: tuple[int, ...]

    def text(self, prompt: int) -> tuple[str, ...]:
        """A prompt's words. Raises IndexError if there is no such prompt."""
        return tuple(self.words[word] for word in self.prompts[prompt])

    def split(self, held_out: bool) -> Array:
        """Probabilities (N,) within the held-out or within the training prompts, adding to 1; 0 for the others."""
        p = np.where(self.held_out == held_out, self.probability, 0.0)
        return p / p.sum()

    def entropy(self) -> float:
        """H(last word | prompt) = −Σ_n p_n Σ_v a_nv ln a_nv, in nats: the least mean loss of the last word."""
        with np.errstate(divide="ignore", invalid="ignore"):
            terms = np.where(self.answers > 0, self.answers * np.log(self.answers), 0.0)
        return float(-self.probability @ terms.sum(axis=1))

    def position_entropies(self) -> Array:
        """H(word t+1 | words to t) of the training prompts, t = 0 … T−1, in nats: the least mean loss there. (T,)."""
        p = self.split(held_out=False)
        steps = []
        for t in range(1, self.prompts.shape[1]):
            steps.append(_entropy_of(self.prompts[:, : t + 1], p) - _entropy_of(self.prompts[:, :t], p))
        return np.array([*steps, self.entropy()])

    def sample(self, draw: np.random.RandomState, n: int) -> Array:
        """n training sentences, prompt and last word, as numbers (n, T+1). Draws 2 n numbers in [0, 1)."""
        u = draw.random_sample((2, n))
        which = np.searchsorted(np.cumsum(self.split(held_out=False)), u[0] * (1 - 1e-12), side="right")
        last = (np.cumsum(self.answers[which], axis=1) < u[1][:, None]).sum(axis=1)
        return np.concatenate([self.prompts[which], last[:, None]], axis=1)


def _entropy_of(rows: Array, p: Array) -> float:
    """The entropy in nats of which row it is, equal rows being one. rows (N, t), p (N,)."""
    _, group = np.unique(rows, axis=0, return_inverse=True)
    q = np.bincount(group.ravel(), p)
    q = q[q > 0]
    return float(-(q * np.log(q)).sum())


@lru_cache
def language(name: str) -> Language:
    """The language "place" or "and". Raises ValueError for another name."""
    if name not in LANGUAGES:
        raise ValueError(f"language must be one of {', '.join(LANGUAGES)}, got {name!r}")
    return LANGUAGES[name]()


def place_language() -> Language:
    """ "the ANIMAL VERB PREPOSITION the" and then a place: the animal's own with 85 %, each other with 5 %.

    4 animals × 4 verbs × 3 prepositions = 48 prompts, all alike likely; verb and preposition say nothing about the
    animal. Held out: the 12 prompts with a verb and preposition of UNSEEN_PAIRS.
    """
    words = ("the", *ANIMALS, *VERBS, *PREPOSITIONS, *PLACES)
    triples = list(product(range(len(ANIMALS)), VERBS, PREPOSITIONS))
    answers = np.zeros((len(triples), len(words)))
    for row, (animal, _, _) in zip(answers, triples, strict=True):
        row[-len(PLACES) :] = (1.0 - RIGHT) / (len(PLACES) - 1)
        row[words.index(PLACES[animal])] = RIGHT
    texts = [("the", ANIMALS[animal], verb, preposition, "the") for animal, verb, preposition in triples]
    # Each verb with each preposition once, the animals in turn.
    pairs = enumerate(product(VERBS, PREPOSITIONS))
    shown = [triples.index((k % len(ANIMALS), verb, preposition)) for k, (verb, preposition) in pairs]
    return Language(
        name="place",
        words=words,
        slots=("the", "animal", "verb", "on/in/by", "the"),
        prompts=_numbers(texts, words),
        probability=np.full(len(texts), 1.0 / len(texts)),
        answers=answers,
        held_out=np.array([(verb, preposition) in UNSEEN_PAIRS for _, verb, preposition in triples]),
        every_position=True,
        shown=tuple(shown),
    )


#: The copying prompts a lab offers; the sixth, seventh and tenth are held out.
COPY_SHOWN = (
    "cat mat dog rug cat",
    "cat mat dog rug dog",
    "fox den bird nest fox",
    "mat bird dog cat mat",
    "nest fox rug bird rug",
    "den cat rug fox rug",
    "dog fox mat den dog",
    "bird cat nest mat nest",
    "cat rug nest den cat",
    "rug dog den bird rug",
    "mat fox cat nest cat",
    "bird den fox dog bird",
)


def copy_language() -> Language:
    """ "A B C D A" or "A B C D C", four different words of eight, and then the queried word's partner.

    The word that followed the queried word before (B or D) has 85 %, and the seven others share 15 % evenly.
    8 · 7 · 6 · 5 · 2 = 3,360 prompts, all alike likely. Held out: 9 of the 70 sets of four words, in every order, see
    UNSEEN_SUM; every pair of words still occurs in training, in other company.
    """
    V = len(COPY_WORDS)
    rows = [(*four, four[query]) for four in permutations(range(V), 4) for query in (0, 2)]
    prompts = np.array(rows)
    right = np.where(prompts[:, 4] == prompts[:, 0], prompts[:, 1], prompts[:, 3])
    answers = np.full((len(prompts), V), (1.0 - RIGHT) / (V - 1))
    answers[np.arange(len(prompts)), right] = RIGHT
    shown = _numbers([tuple(text.split()) for text in COPY_SHOWN], COPY_WORDS)
    return Language(
        name="and",
        words=COPY_WORDS,
        slots=("first", "its partner", "second", "its partner", "asked again"),
        prompts=prompts,
        probability=np.full(len(prompts), 1.0 / len(prompts)),
        answers=answers,
        held_out=prompts[:, :4].sum(axis=1) % UNSEEN_SUM == 0,
        every_position=False,
        shown=tuple(rows.index(tuple(row)) for row in shown.tolist()),
    )


def _numbers(texts: list[tuple[str, ...]], words: tuple[str, ...]) -> Array:
    """Prompts as numbers into words, (N, T)."""
    return np.array([[words.index(word) for word in text] for text in texts])


LANGUAGES = {"place": place_language, "and": copy_language}
