"""The toy with names: the trace that its docstring tells, digit by digit, its story in every world, and other axes."""

from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from brute_force import every_path
from hypothesis import given
from hypothesis import strategies as st
from random_toys import kept_worlds, plain_logits, plain_run

from toy_models import (
    all_worlds,
    effects_in_all_worlds,
    gradient_sizes,
    pair_interactions,
    path_gradients,
    readout_contributions,
    replacement_writes,
    shapley_values,
    single_paths,
)
from toy_models.model.plain import PlainAttention
from toy_models.studies.basis import turned
from toy_models.studies.heads import head_patterns, projected_heads
from toy_models.studies.trace import trace
from toy_models.toys import named
from toy_models.toys.named import DIMENSIONS, PAIRS, POSITIONS, WORDS, named_toy

RIGHT = {("cat", "on"): "mat", ("dog", "on"): "rug", ("cat", "in"): "box", ("dog", "in"): "den"}
BOTH_OFF, ATTENTION_ONLY, MLP_ONLY, ALL_ON = range(4)
every_prompt = pytest.mark.parametrize("prompt", range(4))


def digits(number: float) -> str:
    """As one writes on paper: a true minus, and no zeros that say nothing."""
    exact = Fraction(float(number)).limit_denominator(10**6)
    assert float(exact) == number, "the float is not the number on paper"
    return f"{float(exact):g}".replace("-", "−")


def row(numbers: Any) -> str:
    return f"({', '.join(map(digits, numbers))})"


def told() -> str:
    """The docstring in one line."""
    assert named.__doc__
    return " ".join(named.__doc__.split())


def test_the_trace_that_the_docstring_tells_is_the_toys_to_the_last_digit():
    toy = named_toy(0)
    assert toy.tokens == ("cat", "sat", "on")
    assert toy.token_embedding is not None
    assert toy.position_embedding is not None
    worlds = all_worlds(toy)
    fetch, combine = (trace(worlds, layer, 2) for layer in range(2))
    attention = toy.blocks[0]
    assert isinstance(attention, PlainAttention)
    asks, answers, gives, _ = (part[0] for part in attention.read(worlds.states[ALL_ON, 0]))
    assert fetch.inside.pattern is not None
    assert fetch.inside.taken is not None
    assert combine.inside.hidden is not None
    scores, shares = asks[2] * answers[:, 0], fetch.inside.pattern[ALL_ON, 0]
    taken = fetch.inside.taken[ALL_ON, 0, 0]
    hidden = combine.inside.hidden[ALL_ON]
    a, p = fetch.sums[ALL_ON, :2]
    units = [
        f"{unit} {digits(sign_a * a)} {'+' if sign_p > 0 else '−'} {abs(sign_p):g} · {digits(p)} − 3 = {digits(h)}"
        for (unit, ((sign_a, sign_p, *_), _)), h in zip(PAIRS.items(), hidden, strict=True)
    ]
    says = ", ".join(f"{word} {digits(logit)}" for word, logit in zip(toy.vocab, worlds.logits[ALL_ON, 2], strict=True))
    for line in (
        f"embedding on {row(toy.token_embedding[2])} + third place {row(toy.position_embedding[2])} = {row(toy.X0[2])}",
        f"it asks 3 · (place next) = {digits(asks[2, 0])}",
        f"(animal here) = {', '.join(map(digits, answers[:, 0]))}: scores {', '.join(map(digits, scores))}",
        f"8 : 1 : 1 = {', '.join(map(digits, shares))} of their (cat or dog) {', '.join(map(digits, gives[:, 0]))}",
        f"it takes {digits(taken)} it writes 5/2 · {digits(taken)} into cat or dog: {row(fetch.writes[ALL_ON])}",
        f"sum {row(fetch.sums[ALL_ON])} MLP {units[0]} {units[1]} {units[2]} {units[3]}",
        f"takes the animal out: {row(combine.writes[ALL_ON])} sum {row(combine.sums[ALL_ON])}",
        f"logits {says}",
    ):
        assert line in told(), line
    assert [float(2.0**score) for score in scores] == [8, 1, 1]
    assert (combine.reads[ALL_ON] == fetch.sums[ALL_ON]).all()


def test_the_docstring_lists_the_dimensions():
    assert " · ".join(DIMENSIONS) in told()
    assert named_toy().dimensions == DIMENSIONS


@every_prompt
def test_the_right_answer_and_which_wrong_one_without_each_layer(prompt):
    toy = named_toy(prompt)
    animal, _, where = toy.tokens
    logits = all_worlds(toy).logits[:, 2]
    says = [toy.vocab[word] for word in logits.argmax(axis=1)]
    assert says == ["it", animal, "it", RIGHT[animal, where]]
    ordered = np.sort(logits, axis=1)
    assert (ordered[:, -1] - ordered[:, -2]).tolist() == [1, 1, 1, 2], "nobody is ever on a tie"


@every_prompt
def test_before_the_last_word_it_says_what_may_come_next(prompt):
    toy = named_toy(prompt)
    logits = dict(zip(toy.vocab, all_worlds(toy).logits[ALL_ON, :2].T, strict=True))
    assert max(logits, key=lambda word: logits[word][0]) == "sat"
    second = sorted(logits, key=lambda word: -logits[word][1])
    assert set(second[:2]) == {"on", "in"}
    assert logits["on"][1] == logits["in"][1] > logits[second[2]][1]


@every_prompt
def test_each_layer_writes_what_its_story_says(prompt):
    toy = named_toy(prompt)
    worlds = all_worlds(toy)
    sign = 1 if toy.tokens[0] == "cat" else -1
    axis = 4 if toy.tokens[2] == "on" else 5
    fetched, answer = np.zeros(6), np.zeros(6)
    fetched[0], answer[0], answer[axis] = 2 * sign, -2 * sign, 3 * sign
    assert worlds.writes[ALL_ON, :, 2].tolist() == [fetched.tolist(), answer.tolist()]
    assert (worlds.writes[MLP_ONLY, 1, 2] == 0).all(), "one fact alone wakes no unit"
    np.testing.assert_allclose(head_patterns(worlds, 0)[ALL_ON, 0, 2], [0.8, 0.1, 0.1])
    right = toy.vocab.index(RIGHT[toy.tokens[0], toy.tokens[2]])
    target = (right, toy.vocab.index("it"))
    assert projected_heads(worlds, 0, 2, target)[ALL_ON].tolist() == [0], "the animal itself is no answer"
    assert effects_in_all_worlds(worlds, 2, target).total.tolist() == [-3, -3, -3, 0]
    assert pair_interactions(worlds, 2, target)[0, 1] == 3, "each needs the other"
    assert shapley_values(worlds, 2, target).tolist() == [1.5, 1.5]


@every_prompt
def test_it_is_computed_like_any_toy(prompt):
    toy = named_toy(prompt)
    worlds = all_worlds(toy)
    for world, on in enumerate(worlds.on):
        states, writes = plain_run(toy, on)
        np.testing.assert_array_equal(worlds.states[world], states)
        np.testing.assert_array_equal(worlds.writes[world], writes)
        for token in range(3):
            np.testing.assert_allclose(worlds.logits[world, token], plain_logits(toy, states[-1][token]), atol=1e-12)
        found = single_paths(worlds, 2, (6, 2))
        for path, g in every_path(toy, on, 2, (6, 2)).items():
            number = sum(1 << layer for layer in path)
            assert found.size[world, number] == pytest.approx(float(np.linalg.norm(g)), abs=1e-12)


def test_prompts_and_vocabulary():
    toys = [named_toy(prompt) for prompt in range(4)]
    first = toys[0]
    assert first.prompts is not None
    assert {(toy.tokens[0], toy.tokens[2]) for toy in toys} == set(RIGHT)
    assert [toy.tokens for toy in toys] == list(first.prompts.tokens)
    assert first.vocab_embedding is not None
    np.testing.assert_array_equal(first.vocab_embedding, [start for start, _ in WORDS.values()])
    assert first.position_embedding is not None
    np.testing.assert_array_equal(first.position_embedding, POSITIONS)
    assert all(toy.blocks is first.blocks for toy in toys)
    assert (replacement_writes(first, "mean") == 0).all()
    with pytest.raises(ValueError, match=r"^prompt must be a whole number from 0 to 3, got 4$"):
        named_toy(4)


def test_every_weight_is_a_small_whole_number_or_a_half():
    toy = named_toy(0)
    for block in toy.blocks:
        for weights in vars(block).values():
            assert (2 * weights == np.round(2 * weights)).all()
            assert abs(weights).max() <= 3
    assert (np.round(toy.W_U) == toy.W_U).all()
    assert abs(toy.W_U).max() <= 4


def orthogonal(seed: int) -> np.ndarray:
    """Any orthogonal matrix (6, 6), reflections too."""
    return np.linalg.qr(np.random.RandomState(seed).standard_normal((6, 6)))[0]


@given(st.integers(0, 10**6), st.integers(0, 3))
def test_the_names_dissolve_and_the_bookkeeping_stays(seed, prompt):
    toy, R = named_toy(prompt), orthogonal(seed)
    other = turned(toy, R)
    ours, theirs = kept_worlds(toy), all_worlds(other)
    same = {"rtol": 0, "atol": 1e-12}
    assert other.dimensions == ()
    np.testing.assert_allclose(theirs.logits, ours.logits, **same)
    np.testing.assert_allclose(theirs.states, ours.states @ R, **same)
    for part in ("states", "writes"):
        sizes = (np.linalg.norm(getattr(worlds, part), axis=-1) for worlds in (theirs, ours))
        np.testing.assert_allclose(*sizes, **same)
    np.testing.assert_allclose(head_patterns(theirs, 0), head_patterns(ours, 0), **same)
    for target in (6, (6, 2), (0, None)):
        for kind in ("direct", "via_layers", "via_norm", "total"):
            one, two = (getattr(effects_in_all_worlds(worlds, 2, target), kind) for worlds in (ours, theirs))
            np.testing.assert_allclose(two, one, **same)
        one, two = (readout_contributions(worlds, 2, target) for worlds in (ours, theirs))
        np.testing.assert_allclose(two.writes, one.writes, **same)
        np.testing.assert_allclose(list(two.parts.values()), list(one.parts.values()), **same)
        for layer in range(3):
            one, two = (gradient_sizes(worlds, 2, target).whole[:, layer] for worlds in (ours, theirs))
            np.testing.assert_allclose(two, one, rtol=0, atol=1e-11)
    paths = [path_gradients(each, [True, True], 2, (6, 2)) for each in (toy, other)]
    np.testing.assert_allclose(paths[1], paths[0] @ R, rtol=0, atol=1e-11)
    assert toy.vocab_embedding is not None
    assert other.vocab_embedding is not None
    np.testing.assert_allclose(other.vocab_embedding, toy.vocab_embedding @ R)
    mixed = np.abs(theirs.states[-1, -1, 2]) > 1e-6
    assert mixed.sum() > (ours.states[-1, -1, 2] != 0).sum(), "and no number means one thing any more"
