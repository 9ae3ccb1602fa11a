"""Heads by plain loops over words, what they add to a readout, and the two scores on patterns made by hand."""

from math import isnan

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_heads import plain_heads
from random_toys import cases, kept_worlds, plain_project, plain_scale

from toy_models import CausalAttention, TanhAttention, load_toy, projected_writes
from toy_models.studies.heads import (
    attention_layers,
    head_patterns,
    head_writes,
    induction_score,
    previous_word_score,
    projected_heads,
)

ASKED = [("place", 0, 0, "zero"), ("and", 3, 5, "mean"), ("or", 7, 2, "resample"), ("untrained", 1, 4, "zero")]
WORLDS = (0, 5, 42, 62, 63)


def asked(name, seed, prompt, ablation):
    return kept_worlds(load_toy(name, seed, prompt), ablation, 8 if ablation == "resample" else None)


@pytest.mark.parametrize("case", ASKED)
@pytest.mark.parametrize("layer", [0, 2, 4])
def test_patterns_and_writes_by_plain_loops(case, layer):
    worlds = asked(*case)
    block = worlds.toy.blocks[layer]
    assert isinstance(block, CausalAttention)
    patterns, writes = head_patterns(worlds, layer), head_writes(worlds, layer)
    assert patterns.shape == (64, 2, 5, 5)
    assert writes.shape == (64, 2, 5, 8)
    for world in WORLDS:
        expected = plain_heads(block, worlds.states[world, layer])
        np.testing.assert_allclose(patterns[world], expected.patterns, atol=1e-12)
        np.testing.assert_allclose(writes[world], expected.writes, atol=1e-11)


@given(cases())
def test_heads_add_to_the_write_and_so_does_what_they_add_to_the_readout(case):
    worlds = case.worlds
    projected = projected_writes(worlds, case.token, case.target)
    for layer in attention_layers(worlds.toy):
        on = worlds.on[:, layer]
        together = head_writes(worlds, layer).sum(axis=1)
        np.testing.assert_allclose(together[on], worlds.writes[on, layer], atol=1e-12)
        np.testing.assert_allclose(together, worlds.toy.blocks[layer](worlds.states[:, layer]), atol=1e-12)
        added = projected_heads(worlds, layer, case.token, case.target)
        np.testing.assert_allclose(added[on].sum(axis=1), projected[on, layer], atol=1e-10)
        assert np.isnan(added[~on]).all()


@pytest.mark.parametrize("case", ASKED)
@pytest.mark.parametrize("target", [1, (2, 5), (4, None)])
def test_what_heads_add_in_the_trained_toys(case, target):
    worlds = asked(*case)
    for layer in (0, 2, 4):
        writes = head_writes(worlds, layer)
        for token in (1, 4):
            found, s = (
                projected_heads(worlds, layer, token, target),
                plain_scale(worlds.toy, worlds.states[-1, -1, token]),
            )
            for world in WORLDS:
                for head in range(2):
                    expected = plain_project(worlds.toy, writes[world, head, token], s, target)
                    on = world >> layer & 1
                    assert found[world, head] == pytest.approx(expected if on else np.nan, abs=1e-10, nan_ok=True)
            sums = projected_writes(worlds, token, target)[:, layer]
            on = worlds.on[:, layer]
            np.testing.assert_allclose(found[on].sum(axis=1), sums[on], atol=1e-10)


def test_the_tanh_toys_attention_is_one_head_with_a_fixed_pattern():
    toy = load_toy("tanh", 3)
    worlds = kept_worlds(toy)
    assert attention_layers(toy) == (0, 2, 4)
    for layer in (0, 2, 4):
        block = toy.blocks[layer]
        assert isinstance(block, TanhAttention)
        patterns = head_patterns(worlds, layer)
        assert patterns.shape == (64, 1, 5, 5)
        assert (patterns == block.A).all()
        writes = head_writes(worlds, layer)
        for world in WORLDS:
            mixed = [sum(block.A[t, u] * worlds.states[world, layer, u] for u in range(5)) for t in range(5)]
            np.testing.assert_allclose(writes[world, 0], np.tanh(np.array(mixed) @ block.W), atol=1e-12)


def test_only_attentions_have_heads():
    worlds = kept_worlds(load_toy("place"))
    assert attention_layers(load_toy("reread")) == ()
    with pytest.raises(ValueError, match=r"^sublayer 2 must be an attention to have heads, got GeluMLP$"):
        head_patterns(worlds, 1)
    with pytest.raises(ValueError, match=r"^layer must be a whole number from 0 to 5, got 6$"):
        head_writes(worlds, 6)
    with pytest.raises(ValueError, match=r"^token must "):
        projected_heads(worlds, 0, 5, 1)


# The two scores.


def looking(*places: int) -> np.ndarray:
    """A pattern in which each word looks at one place only."""
    return np.eye(len(places))[list(places)]


def test_scores_of_patterns_made_by_hand():
    words = ("cat", "mat", "dog", "rug", "cat")
    assert previous_word_score(looking(0, 0, 1, 2, 3)) == 1
    assert previous_word_score(looking(0, 1, 2, 3, 4)) == 0
    assert previous_word_score(looking(0, 0, 1, 3, 4)) == 0.5
    assert induction_score(looking(0, 0, 1, 2, 1), words) == 1
    assert induction_score(looking(0, 0, 1, 2, 0), words) == 0
    even = np.tri(5) / np.arange(1, 6)[:, None]
    assert previous_word_score(even) == pytest.approx((1 / 2 + 1 / 3 + 1 / 4 + 1 / 5) / 4)
    assert induction_score(even, words) == pytest.approx(1 / 5)
    # a b a a: the third word looks for b; the last for b and, since a stood twice, for itself.
    assert induction_score(even[:4, :4], ("a", "b", "a", "a")) == pytest.approx((1 / 3 + 2 / 4) / 2)


def test_where_nothing_comes_before_there_is_no_score():
    assert isnan(previous_word_score(np.ones((1, 1))))
    assert np.isnan(previous_word_score(np.ones((3, 2, 1, 1)))).tolist() == [[True, True]] * 3
    assert np.isnan(induction_score(np.ones((3, 2, 4, 4)), ("a", "b", "c", "d"))).all()
    with pytest.raises(ValueError, match=r"^tokens must be 4 words, as many as the pattern has rows, got 1$"):
        induction_score(np.ones((4, 4)), ("a",))


@given(st.integers(0, 9999), st.lists(st.sampled_from("abc"), min_size=2, max_size=6))
def test_scores_number_by_number(seed, words):
    T = len(words)
    A = np.tril(np.random.RandomState(seed).random_sample((2, 3, T, T)) + 0.01)
    A /= A.sum(axis=-1, keepdims=True)
    before = [t for t in range(T) if words[t] in words[:t]]
    for i, j in np.ndindex(2, 3):
        back = sum(A[i, j, t, t - 1] for t in range(1, T)) / (T - 1)
        assert previous_word_score(A)[i, j] == pytest.approx(back)
        found = induction_score(A, words)[i, j]
        if not before:
            assert isnan(found)
            continue
        shares = [sum(A[i, j, t, s + 1] for s in range(t) if words[s] == words[t]) for t in before]
        assert found == pytest.approx(sum(shares) / len(before))
        assert 0 <= found <= 1 + 1e-12


def test_copying_the_first_attention_looks_at_the_word_before_and_the_second_at_the_partner():
    """In the training shown, over its twelve prompts; the partners are the second and the fourth word."""
    asked = [kept_worlds(load_toy("and", 0, prompt)) for prompt in range(12)]
    first = np.array([head_patterns(worlds, 0)[-1][:, [1, 3], [0, 2]] for worlds in asked])
    second = np.array([induction_score(head_patterns(worlds, 2)[-1], worlds.toy.tokens) for worlds in asked])
    np.testing.assert_allclose(first.mean(axis=0), [[0.926, 0.936], [0.906, 0.911]], atol=0.0006)
    assert first.min() == pytest.approx(0.842, abs=0.0006)
    np.testing.assert_allclose(second.mean(axis=0), [0.709, 0.815], atol=0.0006)
    assert (second.min(), second.max()) == pytest.approx((0.395, 0.989), abs=0.0006)
    earlier = [previous_word_score(head_patterns(worlds, 2)[-1]).mean() for worlds in asked]
    assert np.mean(earlier) < 0.4
