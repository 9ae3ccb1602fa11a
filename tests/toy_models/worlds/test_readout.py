"""Targets and direct logit attribution."""

import numpy as np
import pytest
from hypothesis import given
from random_toys import plain_logits, plain_readout, toys_with_target

from toy_models import all_worlds, load_toy, logit_attribution, readout_contributions, readout_of, toy_names


def test_three_kinds_of_target_on_paper():
    logits = np.array([[1.0, 2.0, 6.0], [0.0, 3.0, 0.0]])
    assert readout_of(logits, 2).tolist() == [6, 0]
    assert readout_of(logits, (2, 1)).tolist() == [4, -3]
    assert readout_of(logits, (2, None)).tolist() == [3, -1]


@pytest.mark.parametrize("target", [np.int64(2), np.uint8(2), (np.int32(2), 0), [2, 0], np.array([2, 0])])
def test_numpy_integers_and_lists_are_targets_too(target):
    pair = not np.isscalar(target)
    assert readout_of(np.array([1.0, 0.0, 5.0]), target) == (4 if pair else 5)


@pytest.mark.parametrize(
    ("target", "sentence"),
    [
        (3, "the target's word must be a whole number from 0 to 2, got 3"),
        (-1, "the target's word must be a whole number from 0 to 2, got -1"),
        (1.0, "the target's word must be a whole number from 0 to 2, got 1.0"),
        (True, "the target's word must be a whole number from 0 to 2, got True"),
        ("mat", "the target's word must be a whole number from 0 to 2, got 'mat'"),
        (None, "the target's word must be a whole number from 0 to 2, got None"),
        ((None, 1), "the target's word must be a whole number from 0 to 2, got None"),
        ((0, 7), "the word the target is compared with must be a whole number from 0 to 2, got 7"),
        ((1, 1), "a target pair must name two different words, got 1 twice"),
        ((0, 1, 2), r"a target pair must be \(v, w\) or \(v, None\), got 3 items"),
        ((), r"a target pair must be \(v, w\) or \(v, None\), got 0 items"),
    ],
)
def test_a_bad_target_is_refused_in_words(target, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}"):
        readout_of(np.zeros(3), target)


@given(toys_with_target())
def test_contributions_and_bias_add_to_the_readout(case):
    toy, token, target = case
    parts = np.concatenate([toy.X0[None], all_worlds(toy).writes[-1]])[:, token]
    contrib, bias = logit_attribution(parts, toy.gamma, toy.beta, toy.W_U, target, toy.eps, norm=toy.norm)
    assert contrib.shape == (len(toy.blocks) + 1,)
    assert isinstance(bias, float)
    expected = plain_readout(toy, [True] * len(toy.blocks), token, target)
    size = max(map(abs, plain_logits(toy, parts.sum(axis=0))))
    assert contrib.sum() + bias == pytest.approx(expected, rel=1e-9, abs=1e-9 * (1 + size + np.abs(contrib).sum()))


def test_attribution_by_hand_with_layer_norm():
    contrib, bias = logit_attribution([[1, 3], [2, -2]], [1, 1], [0, 5], np.eye(2), 1, eps=0.0)
    # x = (3, 1), centred (1, −1), s = 1; centred parts (−1, 1) and (2, −2)
    assert contrib.tolist() == [1, -2]
    assert bias == 5


def test_layer_norm_and_eps_are_the_defaults():
    parts, ones, zeros, W_U = np.array([[0.01, 0.03]]), np.ones(2), np.zeros(2), np.eye(2)
    default = logit_attribution(parts, ones, zeros, W_U, 0)[0]
    assert default[0] == pytest.approx(-0.01 / np.sqrt(1e-4 + 1e-5))


def test_attribution_names_sizes_that_do_not_match():
    ones = np.ones(3)
    with pytest.raises(ValueError, match=r"gamma must have shape \(3,\), got \(2,\)"):
        logit_attribution(np.ones((2, 3)), np.ones(2), ones, np.eye(3), 0)
    with pytest.raises(ValueError, match=r"W_U must have shape \(3, V\), got \(2, 3\)"):
        logit_attribution(np.ones((2, 3)), ones, ones, np.ones((2, 3)), 0)
    with pytest.raises(ValueError, match=r"parts must have shape \(C, d\), got \(3,\)"):
        logit_attribution(ones, ones, ones, np.eye(3), 0)
    with pytest.raises(ValueError, match="norm must be one of 'layer', 'rms', 'none', got 'batch'"):
        logit_attribution(np.ones((2, 3)), ones, ones, np.eye(3), 0, norm="batch")
    with pytest.raises(ValueError, match=r"eps must be a finite number, 0 or more, got -1"):
        logit_attribution(np.ones((2, 3)), ones, ones, np.eye(3), 0, eps=-1)


@pytest.mark.parametrize("name", toy_names())
@pytest.mark.parametrize("target", [1, (0, 2), (2, None)])
def test_the_base_runs_parts_add_to_its_readout(name, target):
    toy = load_toy(name)
    worlds = all_worlds(toy)
    for token in range(len(toy.tokens)):
        parts = readout_contributions(worlds, token, target)
        assert set(parts.parts) == ({"embedding"} if name in ("sum", "reread", "cancel") else {"token", "position"})
        total = sum(parts.parts.values()) + parts.writes.sum() + parts.bias
        assert total == pytest.approx(readout_of(worlds.logits[-1, token], target), abs=1e-12)
        stream = np.concatenate([toy.X0[None], worlds.writes[-1]])[:, token]
        contrib, bias = logit_attribution(stream, toy.gamma, toy.beta, toy.W_U, target, toy.eps, norm=toy.norm)
        assert parts.writes == pytest.approx(contrib[1:], abs=1e-12)
        assert sum(parts.parts.values()) == pytest.approx(contrib[0], abs=1e-12)
        assert parts.bias == bias


@pytest.mark.parametrize("token", [5, -1, 1.5, "the", True])
def test_a_token_out_of_range_is_refused(token):
    with pytest.raises(ValueError, match=r"^token must be a whole number from 0 to 4, got "):
        readout_contributions(all_worlds(load_toy("tanh")), token, 0)
