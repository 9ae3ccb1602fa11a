"""The lens: at the last depth the model itself, before it plain loops, and its two conventions told apart."""

import numpy as np
import pytest
from hypothesis import given
from random_toys import plain_logits, plain_run, plain_scale, toys

from toy_models import all_worlds, load_toy, probabilities
from toy_models.studies.attribution import word_attribution
from toy_models.studies.lens import CONVENTIONS, lens_logits

NAMES = ("place", "and", "or", "untrained", "tanh")


@pytest.mark.parametrize("convention", CONVENTIONS)
@pytest.mark.parametrize("name", NAMES)
def test_at_the_last_depth_it_is_the_model(name, convention):
    for prompt in range(1 if name == "tanh" else 12):
        toy = load_toy(name, seed=prompt, prompt=prompt)
        np.testing.assert_allclose(lens_logits(toy, convention)[-1], all_worlds(toy).logits[-1], atol=1e-10)


@given(toys())
def test_recomputed_it_is_the_model_stopped_there(toy):
    """The same as running only the sublayers below, all others off: every state's own norm."""
    states, _ = plain_run(toy, [True] * len(toy.blocks))
    plain = [[plain_logits(toy, x) for x in state] for state in states]
    np.testing.assert_allclose(lens_logits(toy), plain, atol=1e-8)
    worlds = all_worlds(toy)
    first_l_on = [2**depth - 1 for depth in range(len(toy.blocks) + 1)]
    np.testing.assert_allclose(lens_logits(toy), worlds.logits[first_l_on], atol=1e-8)


@given(toys())
def test_with_the_scale_kept_it_is_the_attribution_so_far(toy):
    _, said = word_attribution(toy)
    *parts, bias = said
    so_far = np.cumsum(parts, axis=0) + bias
    np.testing.assert_allclose(lens_logits(toy, "kept"), so_far, atol=1e-8)


@given(toys())
def test_the_two_differ_by_the_ratio_of_the_scales(toy):
    """Without the bias, kept / recomputed = s(x_l) / s(x_S)."""
    states, _ = plain_run(toy, [True] * len(toy.blocks))
    bias = toy.beta @ toy.W_U
    for depth, state in enumerate(states):
        for token, x in enumerate(state):
            ratio = plain_scale(toy, x) / plain_scale(toy, states[-1][token])
            recomputed, kept = (lens_logits(toy, convention)[depth, token] - bias for convention in CONVENTIONS)
            np.testing.assert_allclose(kept, recomputed * ratio, atol=1e-8)


def test_chances_are_a_softmax():
    p = probabilities(np.array([[0.0, np.log(2.0), np.log(5.0)], [900.0, 900.0, -900.0]]))
    np.testing.assert_allclose(p, [[1 / 8, 2 / 8, 5 / 8], [0.5, 0.5, 0.0]], atol=1e-15)


def test_another_convention_is_refused():
    with pytest.raises(ValueError, match="convention must be one of 'recomputed', 'kept', got 'both'"):
        lens_logits(load_toy("tanh"), "both")
