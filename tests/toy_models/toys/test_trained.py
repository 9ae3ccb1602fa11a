"""The trained toys: what they are, how well each knows its language, and the stories that they are shown for."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from toy_models import CausalAttention, GeluMLP, all_worlds, run_stream
from toy_models.model.transformer import shapes
from toy_models.toys.languages import language
from toy_models.toys.trained import TOYS, TRAININGS, last_word, load_weights, logits, one_training, trained_toy

FOLDER = Path(__file__).resolve().parents[3] / "assets" / "weights"
TOLD: dict[str, list[dict[str, Any]]] = {
    name: json.loads((FOLDER / f"{name}.json").read_text())["trainings"] for name in TOYS
}
NAMES = pytest.mark.parametrize("name", TOYS)


@NAMES
def test_a_toy_is_one_sentence_and_one_question_about_twelve_prompts(name):
    toy = trained_toy(name, 0, 3)
    assert (toy.name, toy.seed, toy.prompt) == (name, 0, 3)
    assert toy.about.count(".") == toy.question.count("?") == 1
    assert len(toy.title) < 25
    prompts = toy.prompts
    assert prompts is not None
    assert len(prompts.tokens) == 12
    assert toy.tokens == prompts.tokens[3]
    np.testing.assert_allclose(toy.X0, prompts.X0[3], atol=1e-15)
    assert toy.sublayer_names == ("Attention 1", "MLP 1", "Attention 2", "MLP 2", "Attention 3", "MLP 3")
    assert [type(block) for block in toy.blocks] == [CausalAttention, GeluMLP] * 3


@NAMES
def test_about_names_the_right_number_of_weights(name):
    count = sum(array[0].size for array in load_weights(name).values())
    assert count == {16: 2832, 8: 2704}[len(trained_toy(name, 0).vocab)]
    if "numbers" in TOYS[name].about:
        assert f"{count:,} numbers" in TOYS[name].about


@NAMES
def test_the_data_is_the_training_prompts(name):
    toy, speech = trained_toy(name, 0), language(TOYS[name].language)
    assert toy.prompts is not None
    assert len(toy.prompts.data_X0) == (~speech.held_out).sum()
    np.testing.assert_allclose(toy.prompts.data_X0[0], toy.prompts.X0[0], atol=1e-15)


@NAMES
def test_every_training_has_every_weight(name):
    speech, weights = language(TOYS[name].language), load_weights(name)
    expected = shapes(len(speech.words), len(speech.slots))
    assert {key: array.shape for key, array in weights.items()} == {
        key: (TRAININGS, *shape) for key, shape in expected.items()
    }
    assert all(np.isfinite(array).all() for array in weights.values())


def test_a_toy_is_made_once_and_cannot_be_changed():
    toy = trained_toy("place", 2, 1)
    assert trained_toy("place", 2, 1) is toy
    block = toy.blocks[0]
    assert isinstance(block, CausalAttention)
    for array in (toy.X0, toy.W_U, block.W_Q):
        with pytest.raises(ValueError, match="read-only"):
            array[0] = 1


@pytest.mark.parametrize(
    ("bad", "sentence"),
    [
        (("nor", 0, 0), "a trained toy must be one of place, and, or, untrained, got 'nor'"),
        (("place", 12, 0), "seed must be a whole number from 0 to 11, got 12"),
        (("place", 0, 12), "prompt must be a whole number from 0 to 11, got 12"),
    ],
)
def test_what_does_not_exist_is_named(bad, sentence):
    with pytest.raises(ValueError, match=sentence):
        trained_toy(*bad)


@NAMES
def test_the_toys_last_state_gives_the_languages_logits(name):
    speech, weights = language(TOYS[name].language), one_training(load_weights(name), 5)
    at_once = logits(weights, speech.prompts[list(speech.shown)])
    for prompt in range(0, 12, 5):
        worlds = all_worlds(trained_toy(name, 5, prompt))
        np.testing.assert_allclose(worlds.logits[-1], at_once[prompt], atol=1e-12)


def test_last_word_on_paper():
    """Of a model that always says the same, the loss is the cross-entropy with that, and a quarter is right."""
    speech, weights = language("place"), dict(one_training(load_weights("place"), 0))
    weights |= {"gamma": np.zeros(8), "beta": np.ones(8), "W_U": np.zeros((8, 16))}
    weights["W_U"][:, speech.words.index("rug")] = np.log(2) / 8
    accuracy, loss = last_word(weights, speech, held_out=True)
    assert accuracy == pytest.approx(0.25)
    assert loss == pytest.approx(np.log(17) - np.log(2) / 4)


@pytest.mark.parametrize(("name", "accurate", "close"), [("place", 1.0, 0.01), ("or", 1.0, 0.01), ("and", 0.99, 0.02)])
@pytest.mark.parametrize("held_out", [True, False])
def test_every_training_knows_the_right_word_and_comes_close_to_the_languages_entropy(name, accurate, close, held_out):
    """In nats a prompt, of 0.588 for the places and 0.715 for copying; no loss can be below."""
    speech = language(TOYS[name].language)
    for seed in range(TRAININGS):
        accuracy, loss = last_word(one_training(load_weights(name), seed), speech, held_out)
        assert accuracy >= accurate
        assert 0 < loss - speech.entropy() < close


def test_place_the_shown_training_has_one_attention_that_carries_the_animal():
    shown = TOLD["place"][0]
    assert shown["largest"] in (0, 2, 4)
    assert shown["patched"] == 1
    assert shown["share"][shown["largest"]] > 0.5
    assert max(share for at, share in enumerate(shown["share"]) if at != shown["largest"]) < 0.15


def test_place_trainings_differ():
    largest = [entry["largest"] for entry in TOLD["place"]]
    assert len(set(largest)) >= 4
    assert 6 <= sum(layer % 2 == 0 for layer in largest) <= 11
    assert 3 <= sum(entry["passes"] for entry in TOLD["place"]) <= 6
    assert all(0.1 < entry["clash"] < 0.4 for entry in TOLD["place"])


def test_and_the_shown_training_is_an_induction_circuit():
    """Attention 1 writes nothing that the readout sees, but a later attention needs it (Olsson et al. 2022)."""
    shown = TOLD["and"][0]
    leave_one_out, shapley, add_one_in = -shown["total"][0], shown["shapley"][0], shown["add_one_in"][0]
    assert abs(shown["direct"][0]) < 0.02 * leave_one_out
    assert shown["direct_size"][0] < 0.15 * shown["size"][0]
    assert leave_one_out > 2 * shapley > 1
    assert abs(add_one_in) < 0.05 * shapley
    assert shown["falling"][0] > 0.85
    assert shown["direct"][2] < -1 > shown["total"][2]


def test_and_every_training_needs_two_attentions_together():
    """The two attentions missed most, in each of the twelve: leave-one-out > Shapley > add-one-in, and the first of the
    two writes nothing that the readout sees."""
    for entry in TOLD["and"]:
        first, second = sorted(sorted((0, 2, 4), key=lambda layer: entry["total"][layer])[:2])
        for layer in (first, second):
            assert -entry["total"][layer] > 1.8 * entry["shapley"][layer] > 0
            assert entry["shapley"][layer] > 2 * entry["add_one_in"][layer]
        assert abs(entry["direct"][first]) < 0.05 * -entry["total"][first]


def test_or_the_shown_training_has_two_layers_that_stand_in_for_each_other():
    shown = TOLD["or"][0]
    able = np.argsort(shown["add_one_in"])[-2:]
    for layer in able:
        assert abs(shown["total"][layer]) < 0.1 * shown["shapley"][layer]
        assert shown["shapley"][layer] < 0.8 * shown["add_one_in"][layer]
        assert shown["rising"][layer] > 0.9
    assert max(shown["size"]) < 0.2 * shown["add_one_in"][able[0]]


def test_or_no_layer_is_missed_in_any_training():
    """Nor the layer that can do most alone: leave-one-out < Shapley in all twelve, < add-one-in in nine of them."""
    rising = 0
    for entry in TOLD["or"]:
        best = int(np.argmax(entry["add_one_in"]))
        assert max(np.abs(entry["total"])) < 0.4 * entry["add_one_in"][best]
        assert -entry["total"][best] < 0.3 * entry["shapley"][best]
        rising += entry["shapley"][best] < entry["add_one_in"][best]
    assert rising >= 9


def test_untrained_no_layer_stands_out():
    """Over the words, and over the twelve draws, each of six layers has about a sixth; and effects are small."""
    shares = np.array([entry["share_of_every_word"] for entry in TOLD["untrained"]])
    assert shares[0].max() < 0.25
    assert shares.max() < 0.35
    assert np.abs(shares.mean(axis=0) - 1 / 6).max() < 0.04
    assert max(TOLD["untrained"][0]["size"]) < 0.2 * max(TOLD["place"][0]["size"])


def test_untrained_it_knows_nothing():
    for seed in range(TRAININGS):
        accuracy, loss = last_word(one_training(load_weights("untrained"), seed), language("place"), True)
        assert accuracy <= 0.3
        assert loss > 2


@NAMES
def test_no_number_is_lost_on_the_way_down(name):
    """Every stream of every training stays finite and of a readable size."""
    for seed in range(TRAININGS):
        toy = trained_toy(name, seed)
        assert toy.prompts is not None
        states = run_stream(toy.prompts.X0, toy.blocks)[0]
        assert 0 < np.abs(states).max() < 30
