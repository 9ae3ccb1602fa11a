"""The tiny languages: their prompts, chances and entropies, counted again by hand."""

import math
from collections import Counter

import numpy as np
import pytest

from toy_models.toys.languages import COPY_WORDS, UNSEEN_PAIRS, language

PLACE, AND = language("place"), language("and")
BOTH = pytest.mark.parametrize("speech", [PLACE, AND], ids=lambda speech: speech.name)
HOME = {"cat": "mat", "dog": "rug", "bird": "nest", "fox": "den"}


@BOTH
def test_prompts_are_all_different_and_the_chances_add_to_one(speech):
    assert len({tuple(prompt) for prompt in speech.prompts}) == len(speech.prompts)
    assert speech.prompts.shape[1] == len(speech.slots)
    assert speech.probability.sum() == pytest.approx(1)
    np.testing.assert_allclose(speech.answers.sum(axis=1), 1)
    assert (speech.answers >= 0).all()


@BOTH
def test_words_fit_a_label(speech):
    assert max(len(slot.split()) for slot in speech.slots) <= 2
    assert len(set(speech.words)) == len(speech.words)


def test_the_languages_are_as_large_as_told():
    assert (len(PLACE.words), len(PLACE.prompts)) == (16, 48)
    assert (len(AND.words), len(AND.prompts)) == (8, 8 * 7 * 6 * 5 * 2)
    assert (PLACE.every_position, AND.every_position) == (True, False)


def test_each_animal_has_its_own_place():
    for index, chances in enumerate(PLACE.answers):
        words = PLACE.text(index)
        assert (words[0], words[4]) == ("the", "the")
        expected = {place: 0.85 if HOME[words[1]] == place else 0.05 for place in HOME.values()}
        assert {word: p for word, p in zip(PLACE.words, chances, strict=True) if p} == pytest.approx(expected)


@pytest.mark.parametrize("held_out", [True, False])
def test_verb_and_preposition_say_nothing_about_the_animal(held_out):
    p = PLACE.split(held_out)
    company: dict[str, Counter] = {animal: Counter() for animal in HOME}
    for index in np.flatnonzero(p).tolist():
        _, animal, verb, preposition, _ = PLACE.text(index)
        company[animal][verb, preposition] += round(p[index] * 1e6)
    assert len({tuple(sorted(counter.items())) for counter in company.values()}) == 1


def test_held_out_places_are_whole_pairs_one_for_each_preposition():
    held_out = {PLACE.text(index)[2:4] for index in np.flatnonzero(PLACE.held_out).tolist()}
    assert held_out == set(UNSEEN_PAIRS)
    assert sorted(preposition for _, preposition in UNSEEN_PAIRS) == ["by", "in", "on"]
    assert PLACE.held_out.sum() == 4 * len(UNSEEN_PAIRS)


def test_copying_repeats_what_followed():
    for index in range(0, len(AND.prompts), 7):
        *pairs, asked = AND.text(index)
        assert len(set(pairs)) == 4
        right = pairs[1] if asked == pairs[0] else pairs[3]
        expected = {word: 0.85 if word == right else 0.15 / 7 for word in AND.words}
        assert dict(zip(AND.words, AND.answers[index], strict=True)) == pytest.approx(expected)


def test_held_out_copies_are_whole_sets_of_words_whose_pairs_all_occur_in_training():
    sets = {held_out: set() for held_out in (True, False)}
    pairs = set()
    for index, held_out in enumerate(AND.held_out):
        words = AND.text(index)[:4]
        sets[held_out].add(frozenset(words))
        if not held_out:
            pairs |= {words[:2], words[2:]}
    assert not sets[True] & sets[False]
    assert (len(sets[True]), len(sets[False])) == (9, 61)
    assert len(pairs) == len(COPY_WORDS) * (len(COPY_WORDS) - 1)


def test_the_last_words_entropy_on_paper():
    assert PLACE.entropy() == pytest.approx(-0.85 * math.log(0.85) - 3 * 0.05 * math.log(0.05))
    assert AND.entropy() == pytest.approx(-0.85 * math.log(0.85) - 0.15 * math.log(0.15 / 7))


def test_entropies_of_every_position_on_paper():
    """9 of 12 pairs are in training: 2, 2, 2 and 3 for the four verbs, and each animal is alike."""
    verb = -3 * (2 / 9) * math.log(2 / 9) - (3 / 9) * math.log(3 / 9)
    preposition = (6 / 9) * math.log(2) + (3 / 9) * math.log(3)
    np.testing.assert_allclose(
        PLACE.position_entropies(), [math.log(4), verb, preposition, 0, PLACE.entropy()], atol=1e-12
    )
    assert AND.position_entropies()[-1] == AND.entropy()
    assert AND.position_entropies()[3] == pytest.approx(math.log(2))


@BOTH
def test_shown_prompts_are_different_and_some_are_held_out(speech):
    assert len(set(speech.shown)) == 12
    assert speech.held_out[list(speech.shown)].sum() == 3
    assert not speech.held_out[speech.shown[0]]


def test_shown_prompts_are_a_spread():
    assert PLACE.text(PLACE.shown[0]) == ("the", "cat", "sat", "on", "the")
    assert AND.text(AND.shown[0]) == ("cat", "mat", "dog", "rug", "cat")
    columns = list(zip(*(PLACE.text(index) for index in PLACE.shown), strict=True))
    assert [sorted(Counter(column).values()) for column in columns[1:4]] == [[3] * 4, [3] * 4, [4] * 3]
    asked_first = [AND.text(index)[4] == AND.text(index)[0] for index in AND.shown]
    assert 3 <= sum(asked_first) <= 9


@BOTH
def test_the_sampler_follows_the_chances_and_leaves_held_out_prompts_alone(speech):
    sentences = speech.sample(np.random.RandomState(0), 40_000)
    number = {tuple(prompt): index for index, prompt in enumerate(speech.prompts)}
    which = np.array([number[tuple(sentence)] for sentence in sentences[:, :-1]])
    assert not speech.held_out[which].any()
    share = np.bincount(which, minlength=len(speech.prompts)) / len(which)
    assert np.abs(share - speech.split(held_out=False)).max() < 5 * math.sqrt(share.max() / len(which))
    chance = speech.answers[which, sentences[:, -1]]
    for p in np.unique(speech.answers[speech.answers > 0]):
        expected = float((speech.answers[0] == p).sum() * p)
        assert (chance == p).mean() == pytest.approx(expected, abs=0.01)


def test_the_sampler_is_a_frozen_stream():
    once, again = (PLACE.sample(np.random.RandomState(7), 3) for _ in range(2))
    assert (once == again).all()
    assert [" ".join(PLACE.words[word] for word in sentence) for sentence in once] == [
        "the cat slept on the mat",
        "the fox sat in the den",
        "the dog lay by the rug",
    ]


def test_an_unknown_language_is_named():
    with pytest.raises(ValueError, match="language must be one of place, and, got 'or'"):
        language("or")
