"""What breaks when a layer is off: against one prompt and one run at a time."""

import numpy as np
import pytest
from random_toys import plain_replacement, plain_run

from toy_models import load_toy
from toy_models.studies.gains import logits_at
from toy_models.studies.slots import (
    allowed_next,
    broken_slots,
    chance_shares,
    early_shares,
    every_embedding,
    language_of,
    last_states,
    slot_shares,
    tops_without,
)
from toy_models.toys.languages import language

TOYS = ["place", "and", "or", "untrained"]


@pytest.mark.parametrize("name", ["place", "and"])
def test_what_may_follow_is_what_some_prompt_with_this_beginning_goes_on_with(name):
    speech = language(name)
    allowed = allowed_next(speech)
    rows = [tuple(prompt) for prompt in speech.prompts.tolist()]
    for number in range(0, len(rows), max(1, len(rows) // 40)):
        for t in range(4):
            follows = {row[t + 1] for row in rows if row[: t + 1] == rows[number][: t + 1]}
            assert set(np.flatnonzero(allowed[number, t]).tolist()) == follows
        assert set(np.flatnonzero(allowed[number, 4]).tolist()) == set(np.flatnonzero(speech.answers[number]).tolist())


def test_in_the_language_of_places_only_the_kind_of_word_is_fixed():
    speech = language("place")
    kinds = [{"cat", "dog", "bird", "fox"}, {"sat", "slept", "lay", "hid"}, {"on", "in", "by"}, {"the"}]
    kinds.append({"mat", "rug", "nest", "den"})
    for t, kind in enumerate(kinds):
        expected = [word in kind for word in speech.words]
        assert (allowed_next(speech)[:, t] == expected).all()


@pytest.mark.parametrize("name", TOYS)
@pytest.mark.parametrize("seed", [0, 7])
@pytest.mark.parametrize("number", [0, 1])
def test_every_share_is_counted_one_prompt_at_a_time(name, seed, number):
    """Some prompts of each language, one run each with no batch, no sharing and NumPy's plain argmax."""
    toy, speech, X0 = load_toy(name, seed), language_of(name), every_embedding(name, seed)
    replacement = plain_replacement(toy, ("zero", "mean")[number], None)
    some = np.arange(0, len(X0), max(1, len(X0) // 48))
    tops = tops_without(toy, X0, np.array(replacement))[:, some]
    for off in range(7):
        on = [layer != off - 1 for layer in range(6)]
        plain = [
            [int(np.argmax(logits_at(toy, x))) for x in plain_run(toy, on, replacement, X0=X0[prompt])[0][-1]]
            for prompt in some
        ]
        assert plain == tops[off].tolist()
        if len(some) == len(X0):
            counted = [
                sum(allowed_next(speech)[n, t, row[t]] for n, row in enumerate(plain)) / len(plain) for t in range(5)
            ]
            right = sum(row[4] == speech.answers[n].argmax() for n, row in enumerate(plain)) / len(plain)
            allowed, found = broken_slots(name, seed)
            np.testing.assert_allclose(allowed[number, off], counted, atol=1e-12)
            assert found[number, off] == pytest.approx(right, abs=1e-12)


@pytest.mark.parametrize("name", TOYS)
def test_prompts_are_embedded_as_the_toy_embeds_its_own(name):
    speech = language_of(name)
    for prompt in (0, 5, 11):
        toy = load_toy(name, 3, prompt)
        assert (every_embedding(name, 3)[speech.shown[prompt]] == toy.X0).all()


@pytest.mark.parametrize("name", TOYS)
def test_stopping_early_is_counted_prompt_by_prompt(name):
    toy, speech = load_toy(name, 1), language_of(name)
    X0, states = every_embedding(name, 1), last_states(name, 1)
    some = range(0, len(X0), max(1, len(X0) // 48))
    right = np.zeros(7)
    for prompt in some:
        plain = plain_run(toy, [True] * 6, X0=X0[prompt])[0]
        for depth in range(7):
            np.testing.assert_allclose(states[depth, prompt], plain[depth][-1], atol=1e-12)
            right[depth] += np.argmax(logits_at(toy, plain[depth][-1])) == speech.answers[prompt].argmax()
    if len(some) == len(X0):
        np.testing.assert_allclose(early_shares(name, 1), right / len(some), atol=1e-12)
    assert early_shares(name, 1)[6] == pytest.approx(broken_slots(name, 1)[1][0, 0])
    # Dropping the deepest one is that layer off alone at zero.
    assert early_shares(name, 1)[5] == pytest.approx(broken_slots(name, 1)[1][0, 6])


def test_a_guess_at_random_is_right_as_often_as_its_words_allow():
    allowed, right = chance_shares(language("place"))
    np.testing.assert_allclose(allowed, [4 / 16, 4 / 16, 3 / 16, 1 / 16, 4 / 16])
    assert right == 1 / 16
    allowed, right = chance_shares(language("and"))
    np.testing.assert_allclose(allowed, [7 / 8, 6 / 8, 5 / 8, 2 / 8, 1])
    assert right == 1 / 8


def test_shares_keep_leading_axes():
    speech = language("place")
    tops = np.broadcast_to(speech.answers.argmax(axis=1)[:, None], (2, 3, 48, 5))
    allowed, right = slot_shares(speech, tops)
    assert (allowed.shape, right.shape) == ((2, 3, 5), (2, 3))
    np.testing.assert_allclose([allowed[..., 4], right], 1)
    assert (allowed[..., 0] == 0).all()


def test_recall_breaks_and_grammar_does_not():
    """What the first training of "Places" tells: without Attention 1 it still knows that a place must come."""
    allowed, right = broken_slots("place", 0)
    assert right[0, 0] == pytest.approx(1)
    assert right[0, 1] < 0.5
    assert allowed[0, 1] == pytest.approx(1)
