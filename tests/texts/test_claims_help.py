"""What the lab's help claims about the toys and about the quantities that it explains."""

import json

import numpy as np
import pytest
from claims import ROOT, TRAINED, off, pair, said, worlds

from toy_models import (
    add_one_in,
    all_worlds,
    layer_effects,
    leave_one_out,
    load_toy,
    pair_interactions,
    readout_of,
    shapley_values,
)
from toy_models.toys.languages import language
from toy_models.worlds.paths import path_gradients

HELP = "help.md"


def natural_direct(name: str, seed: int, prompt: int, layer: int) -> float:
    """What the lead does if one write is left out of the finished sum and the norm is computed anew, by hand."""
    every, (first, second) = worlds(name, seed, prompt), pair(name, seed, prompt)
    toy, x = every.toy, every.states[-1, -1, -1]

    def lead(x: np.ndarray) -> float:
        y = toy.gamma * (x - x.mean()) / np.sqrt(x.var() + toy.eps) + toy.beta
        return float(y @ (toy.W_U[:, first] - toy.W_U[:, second]))

    return lead(x - every.writes[-1, layer, -1]) - lead(x)


def test_the_two_directs_differ_in_sign():
    differ = cases = 0
    for seed in range(12):
        for prompt in range(12):
            for layer in range(6):
                frozen = layer_effects(worlds("place", seed, prompt), [layer], 4, pair("place", seed, prompt)).direct
                differ += frozen[layer] * natural_direct("place", seed, prompt, layer) < 0
                cases += 1
    said(
        HELP,
        f"On Places, trained the two directs differ in sign in {differ} of {cases} cases (twelve trainings, twelve prompts, "
        "six layers; the lead of the first word over the second)",
    )


def test_what_the_toys_have_met_in_training():
    dropped = {
        name: json.loads((ROOT / "assets" / "weights" / f"{name}.json").read_text())["recipe"]["drop"]
        for name in ("place", "and", "or")
    }
    assert dropped == {"place": 0, "and": 0, "or": 0.1}
    said(
        HELP,
        "No layer of Places, trained or Copying, trained ever met a stream without it in training; those of Places, layers "
        "dropped did, since a tenth of the layers wrote zero while it learned, and the other toys were never trained.",
    )


def test_only_the_shapley_value_is_sure_to_add_up_to_the_whole():
    others = []
    for name in (*TRAINED, "tanh", "sum"):
        every = all_worlds(load_toy(name))
        token, target = len(every.toy.tokens) - 1, (0, 1)
        readout = readout_of(every.logits[:, token], target)
        whole = readout[-1] - readout[0]
        assert shapley_values(every, token, target).sum() == pytest.approx(whole)
        others += [abs(f(every, token, target).sum() - whole) > 0.01 for f in (leave_one_out, add_one_in)]
    assert any(others)
    assert not all(others)
    said(HELP, "Only the last is sure to add up to the whole.")


@pytest.mark.parametrize("name", TRAINED)
def test_a_full_square_is_more_than_the_sum_of_what_each_adds_without_the_other(name):
    every, target = worlds(name), pair(name)
    readout = readout_of(every.logits[:, -1], target)
    squares = pair_interactions(every, 4, target)
    for i in range(6):
        for j in range(i):
            neither = readout[off(i, j)]
            together = readout[-1] - neither
            each = readout[off(j)] - neither + readout[off(i)] - neither
            assert (squares[i, j] > 0) == (together > each)
    said(
        HELP,
        "a full square: with all others on, two are worth more together than the sum of what each adds without the other) or "
        "stand in for each other (a hollow one: less)",
    )


def test_the_norm_moves_confidence_and_not_the_order():
    for name in TRAINED:
        every = worlds(name)
        toy = every.toy
        scores = every.logits[-1, -1] - toy.beta @ toy.W_U
        for factor in (0.1, 3.0):
            assert (np.argsort(factor * scores) == np.argsort(scores)).all()
    said(
        HELP,
        "the norm rescales all scores alike. That moves confidence, not the order of words (but for the norm’s own bias).",
    )


@pytest.mark.parametrize("name", [*TRAINED, "tanh"])
def test_signed_parts_add_to_1_and_may_be_below_0_or_above_1(name):
    toy = load_toy(name)
    g = path_gradients(toy, np.ones(6, dtype=bool), 4, (0, 1)).reshape(7, -1)
    whole = g.sum(axis=0)
    parts = g @ whole / (whole @ whole)
    assert parts.sum() == pytest.approx(1)
    said(
        HELP,
        "The parts add to 1; a length below 0 works against the whole, and one above 1 is partly cancelled by others.",
    )
    # Where one is above 1 the others add up to less than nothing.
    for part in parts[parts > 1]:
        assert parts.sum() - part < 0


def test_the_average_is_over_each_prompts_own_ranking():
    words = {pair("place", 0, prompt)[0] for prompt in range(12)}
    assert len(words) == len(language("place").answers[0].nonzero()[0])
    said(
        HELP, "“All prompts, averaged” shows the mean of every number over the prompts", "by each prompt’s own ranking."
    )
