"""Profiles by plain loops, what leaves them as they are, and in which sense trained ones are spiky and others flat."""

from dataclasses import replace
from functools import lru_cache
from math import sqrt

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from random_toys import plain_logits, plain_replacement, plain_run, toys

from toy_models import load_toy
from toy_models.studies.profile import Profile, output_changes, profile
from toy_models.toys.named import named_toy


def plain_changes(toy, ablation: str) -> list[float]:
    """Each layer's change, run by run and word by word."""
    S = len(toy.blocks)
    replacement = plain_replacement(toy, ablation, None)

    def output(on) -> list[float]:
        logits = plain_logits(toy, plain_run(toy, on, replacement)[0][-1][-1])
        return [logit - sum(logits) / len(logits) for logit in logits]

    whole = output([True] * S)
    size = sqrt(sum(y * y for y in whole))
    changes = []
    for layer in range(S):
        without = output([other != layer for other in range(S)])
        changes.append(sqrt(sum((a - b) ** 2 for a, b in zip(without, whole, strict=True))) / size)
    return changes


@given(toys(with_prompts=True), st.sampled_from(["zero", "mean"]))
def test_any_toy_number_by_number(toy, ablation):
    found = output_changes([toy], ablation)
    assert found.shape == (1, len(toy.blocks))
    assert found[0] == pytest.approx(plain_changes(toy, ablation), rel=1e-6, abs=1e-7)


TRAINED = [("place", 0), ("and", 5), ("or", 11), ("untrained", 3)]


@pytest.mark.parametrize(
    ("name", "seed", "ablation"),
    [*((*each, "zero") for each in (*TRAINED, ("tanh", 8))), *((*each, "mean") for each in TRAINED)],
)
def test_the_catalogues_toys(name, seed, ablation):
    many = [load_toy(name, seed, prompt) for prompt in ((0,) if name == "tanh" else (0, 4, 11))]
    found = output_changes(many, ablation)
    for toy, row in zip(many, found, strict=True):
        assert row == pytest.approx(plain_changes(toy, ablation))
    told = profile(many, ablation)
    assert told.mean == pytest.approx([sum(column) / len(many) for column in found.T])
    assert told.low.tolist() == [min(column) for column in found.T]
    assert told.high.tolist() == [max(column) for column in found.T]
    assert (told.tallest, told.uneven) == pytest.approx((max(told.mean), max(told.mean) * 6 / sum(told.mean)))


@given(toys(), st.floats(0.1, 10), st.floats(-5, 5))
def test_a_number_added_to_all_logits_or_a_scale_of_them_changes_nothing(toy, scale, added):
    """W_U scaled, and one vector added to every word's column."""
    shift = added * np.random.RandomState(0).standard_normal((len(toy.gamma), 1))
    other = replace(toy, W_U=scale * toy.W_U + shift)
    np.testing.assert_allclose(output_changes([other]), output_changes([toy]), rtol=1e-6, atol=1e-6)


def test_on_paper():
    """sum says (.7, .5, .2), mean .4667; without its first layer (.7, 0, .2): ‖(.167, −.333, .167)‖ / ‖(.233, …)‖."""
    found = output_changes([load_toy("sum")])[0]
    size = sqrt(0.7**2 + 0.5**2 + 0.2**2 - 1.4**2 / 3)
    change = [sqrt(write**2 * 2 / 3) / size for write in (0.5, 0.2, 0.3)]
    assert found == pytest.approx(change)
    assert np.isnan(output_changes([load_toy("cancel")])).all(), "an output of nothing has no size to compare with"
    by_hand = output_changes([named_toy(prompt) for prompt in range(4)])
    # cat sat on, all on: 0 0 3 0 −2 −2 5 −1 0 0; attention off: 2 and 2 in the place of 5 and −1; MLP off: 4 −4 too.
    y = np.array([0, 0, 3, 0, -2, -2, 5, -1, 0, 0]) - 0.3
    expected = [sqrt(3**2 + 3**2) / np.linalg.norm(y), sqrt(4**2 + 4**2 + 3**2 + 3**2) / np.linalg.norm(y)]
    assert by_hand == pytest.approx(np.array([expected] * 4))


def test_an_ablation_must_be_offered():
    with pytest.raises(ValueError, match=r"^ablation must be one of 'zero' for this toy, got 'mean'$"):
        output_changes([load_toy("tanh")], "mean")


# Spiky and flat.


@lru_cache
def profiles(name: str, ablation: str = "zero") -> list[Profile]:
    """Of each training, over its twelve prompts."""
    return [profile([load_toy(name, seed, prompt) for prompt in range(12)], ablation) for seed in range(12)]


def between(values, low: float, high: float) -> bool:
    """The least and the largest are these, as printed."""
    return (round(min(values), 3), round(max(values), 3)) == (low, high)


def test_by_height_trained_ones_are_spiky_and_untrained_or_dropped_ones_flat():
    tallest = {name: [each.tallest for each in profiles(name)] for name in ("place", "and", "or", "untrained")}
    assert between(tallest["place"], 0.311, 0.914)
    assert between(tallest["and"], 1.042, 1.430)
    assert between(tallest["or"], 0.116, 0.217)
    assert between(tallest["untrained"], 0.134, 0.263)
    for name, spiky in {"place": True, "and": True, "or": False, "untrained": False}.items():
        assert {each.spiky for each in profiles(name)} == {spiky}
    for name in ("place", "and"):
        before = zip(tallest[name], tallest["untrained"], strict=True)
        assert all(trained > start for trained, start in before)


def test_also_by_how_far_the_layers_lie_apart():
    apart = {name: [each.mean.std() for each in profiles(name)] for name in ("place", "and", "or", "untrained")}
    assert min(*apart["place"], *apart["and"]) > 0.065 > max(*apart["or"], *apart["untrained"])


def test_but_not_by_shape_alone():
    """The tallest beside the mean of all: the trained are no more uneven than chance made the untrained."""
    uneven = {name: [each.uneven for each in profiles(name)] for name in ("place", "and", "or", "untrained")}
    assert between(uneven["place"], 1.356, 2.214)
    assert between(uneven["untrained"], 1.186, 1.853)
    pairs = list(zip(uneven["place"], uneven["untrained"], strict=True))
    assert sum(trained > start for trained, start in pairs) == 8
    for name in ("and", "or"):
        assert min(uneven[name]) < max(uneven["untrained"])
        assert max(uneven[name]) > min(uneven["untrained"])


def test_with_the_mean_in_its_place_the_threshold_is_another_and_or_is_no_longer_as_flat():
    """Much of what a dropped layer takes away is what it always writes: with that kept, all changes are smaller."""
    tallest = {name: [each.tallest for each in profiles(name, "mean")] for name in ("place", "and", "or", "untrained")}
    assert between(tallest["place"], 0.256, 0.441)
    assert between(tallest["or"], 0.158, 0.252)
    assert between(tallest["untrained"], 0.056, 0.132)
    assert min(tallest["and"]) > 0.9


def test_prompts_differ_more_than_layers_do():
    """How far one layer's change ranges over the prompts, beside its mean: as far as the mean itself."""
    ranges = [np.mean((each.high - each.low) / each.mean) for each in profiles("place")]
    assert np.mean(ranges) == pytest.approx(1.11, abs=0.006)
