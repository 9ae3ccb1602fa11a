"""The script that makes the shipped weights: its gradient, its optimiser, and that the weights are what it makes."""

import json
from typing import Any

import numpy as np
import pytest

from toy_models import add_one_in, all_worlds, layer_effects, load_toy, run_stream, shapley_values
from toy_models.toys.languages import language
from toy_models.toys.trained import FOLDER, TOYS, TRAININGS, load_weights, logits, one_training
from toy_models.toys.training import network, stories, train

#: How far a training made again may end from what is shipped, in any weight, and in a loss in nats. Rounding to float32
#: moves weights by 1e-7, and a processor without AVX and fused products moved them by 6e-8 at most.
WEIGHT_TOLERANCE, LOSS_TOLERANCE = 1e-5, 1e-5
PLACE = language("place")


def report(name: str) -> dict[str, Any]:
    """What the script wrote about a toy's trainings."""
    return json.loads((FOLDER / f"{name}.json").read_text())


def some_weights(trainings: int, seed: int = 0) -> np.ndarray:
    """Vectors of weights (K, P), every number drawn."""
    draw = np.random.RandomState(seed)
    start = np.stack([train.flattened(train.initial_weights(draw, 16, 5)) for _ in range(trainings)])
    return start + 0.1 * draw.standard_normal(start.shape)


def test_the_script_runs_the_same_transformer_as_the_toys():
    flat = some_weights(2)
    named = train.unflattened(flat, 16, 5)
    prompts = np.stack([PLACE.prompts[::5], PLACE.prompts[1::5]])
    got = network.run(flat, prompts, 16).reshape(2, *prompts.shape[1:], 16)
    for k in range(2):
        np.testing.assert_allclose(got[k], logits(one_training(named, k), prompts[k]), atol=1e-12)


def test_a_dropped_sublayer_writes_nothing():
    flat, named = some_weights(1), train.unflattened(some_weights(1), 16, 5)
    for name in ("W_O", "W_out", "b_out"):
        named[name][:, 1] = 0
    keep = np.ones((6, 1, len(PLACE.prompts)))
    keep[2:4] = 0
    got = network.run(flat, PLACE.prompts[None], 16, keep).reshape(len(PLACE.prompts), 5, 16)
    np.testing.assert_allclose(got, logits(one_training(named, 0), PLACE.prompts), atol=1e-12)


@pytest.mark.parametrize("every_position", [True, False])
@pytest.mark.parametrize("drop", [0.0, 0.3])
def test_the_gradient_equals_finite_differences_in_random_directions(every_position, drop):
    draw, flat = np.random.RandomState(1), some_weights(2)
    sentences = np.stack([PLACE.sample(draw, 4) for _ in range(2)])
    keep = (draw.random_sample((6, 2, 4)) >= drop).astype(float) if drop else None

    def loss(w):
        return network.loss(w, sentences, 16, every_position, keep)

    exact = train.grad(loss)(flat)  # pyright: ignore[reportCallIssue]
    for _ in range(5):
        step = 1e-5 * draw.standard_normal(flat.shape)
        assert (exact * step).sum() == pytest.approx((loss(flat + step) - loss(flat - step)) / 2, rel=1e-5)


def test_the_loss_is_the_next_words_mean_cross_entropy():
    flat, sentences = some_weights(1), PLACE.sample(np.random.RandomState(2), 7)[None]
    score = network.run(flat, sentences[..., :-1], 16).reshape(7, 5, 16)
    nats = np.log(np.exp(score).sum(axis=-1)) - np.take_along_axis(score, sentences[0, :, 1:, None], -1)[..., 0]
    assert network.loss(flat, sentences, 16, True) == pytest.approx(nats.mean())
    assert network.loss(flat, sentences, 16, False) == pytest.approx(nats[:, -1].mean())


def test_adamw_on_paper():
    """The first step is the learning rate, whatever the gradient's size, and each weight decays by rate · decay."""
    adam = train.AdamW(train.Recipe("place", steps=4, rate=0.1, decay=0.5), np.zeros(2), np.zeros(2))
    first = adam.step(np.array([1.0, 2.0]), np.array([3.0, -0.001]))
    assert first == pytest.approx(np.array([1 - 0.1 - 0.05, 2 + 0.1 - 0.1]), abs=1e-5)
    second = adam.step(first, np.array([3.0, -0.001]))
    half_way = 0.1 * (1 + np.cos(np.pi / 4)) / 2
    assert second == pytest.approx(first * (1 - half_way * 0.5) + half_way * np.array([-1, 1]), abs=1e-5)


def test_a_tenth_of_the_sublayers_is_dropped_sentence_by_sentence():
    keep = np.stack([train.kept(np.random.RandomState(seed), 0.1) for seed in range(50)])
    assert set(np.unique(keep)) == {0.0, 1.0}
    assert np.abs(1 - keep.mean(axis=(0, 2)) - 0.1).max() < 0.02
    assert 0 < keep[0].sum(axis=0).min() < 6 == keep[0].sum(axis=0).max()


def test_trainings_side_by_side_do_not_touch_each_other():
    alone = train.train(train.RECIPES["or"], [3], stop=8)
    beside = train.train(train.RECIPES["or"], [1, 3], stop=8)
    for name, array in alone.weights.items():
        np.testing.assert_allclose(beside.weights[name][1], array[0], atol=1e-12)
    assert np.abs(beside.weights["W_U"][0] - beside.weights["W_U"][1]).max() > 0.1


def test_the_opening_toys_weights_are_what_the_script_makes():
    first = report("place")["trainings"][0]
    made = train.train(train.RECIPES["place"], [first["random_state"]])
    for name, array in load_weights("place").items():
        np.testing.assert_allclose(made.weights[name][0], array[0], rtol=0, atol=WEIGHT_TOLERANCE, err_msg=name)
    for split, got in (("training", made.training_loss), ("held_out", made.held_out_loss)):
        np.testing.assert_allclose(got[0], first["curve"][split], rtol=0, atol=LOSS_TOLERANCE)


@pytest.mark.parametrize("name", ["and", "or", "place"])
@pytest.mark.parametrize("seed", [0, 11])
def test_every_toys_loss_curve_begins_as_the_script_makes_it(name, seed):
    told = report(name)
    entry, until = told["trainings"][seed], told["curve_steps"][1]
    made = train.train(train.RECIPES[name], [entry["random_state"]], stop=until)
    assert made.steps == told["curve_steps"][:2]
    np.testing.assert_allclose(made.training_loss[0], entry["curve"]["training"][:2], rtol=0, atol=LOSS_TOLERANCE)
    np.testing.assert_allclose(made.held_out_loss[0], entry["curve"]["held_out"][:2], rtol=0, atol=LOSS_TOLERANCE)


def test_the_untrained_twin_is_where_each_training_of_place_began():
    order = [entry["random_state"] for entry in report("place")["trainings"]]
    assert [entry["random_state"] for entry in report("untrained")["trainings"]] == order
    begun = train.train(train.RECIPES["place"], order, stop=0).weights
    for name, array in load_weights("untrained").items():
        np.testing.assert_array_equal(array, begun[name].astype(np.float32))


@pytest.mark.parametrize("name", TOYS)
def test_the_report_is_about_the_shipped_weights(name):
    told, speech = report(name), language(TOYS[name].language)
    assert told["entropy"] == pytest.approx(speech.entropy(), abs=1e-5)
    assert sorted(entry["random_state"] for entry in told["trainings"]) == list(range(TRAININGS))
    # All twelve but for copying, whose thousands of prompts take seconds each.
    for seed in (0, 7) if name == "and" else range(TRAININGS):
        entry = told["trainings"][seed]
        again = train.printed(stories.story(one_training(load_weights(name), seed), speech))
        assert again.keys() <= entry.keys()
        for key, value in again.items():
            assert entry[key] == pytest.approx(value, abs=2e-5), key


@pytest.mark.parametrize("name", ["place", "and", "or"])
def test_trainings_stand_in_the_order_of_the_rule(name):
    told = report(name)["trainings"]
    ranks = [train.rank(name, entry) for entry in told]
    assert ranks == sorted(ranks, reverse=True)
    assert [entry["passes"] for entry in told] == [passes for passes, _ in ranks]
    assert [entry["ranked_by"] for entry in told] == pytest.approx([number for _, number in ranks], abs=1e-4)
    assert ranks[0][0]


@pytest.mark.parametrize("name", ["place", "and"])
def test_the_stories_numbers_equal_the_labs_own(name):
    speech, weights = language(name), one_training(load_weights(name), 0)
    told = stories.answers(weights, speech.prompts[list(speech.shown)])
    for prompt in range(0, 12, 4):
        worlds = all_worlds(load_toy(name, 0, prompt))
        second, first = np.argsort(worlds.logits[-1, -1])[-2:]
        at = (4, (int(first), int(second)))
        np.testing.assert_allclose(told.shapley[prompt], shapley_values(worlds, *at), atol=1e-10)
        np.testing.assert_allclose(told.add_one_in[prompt], add_one_in(worlds, *at), atol=1e-10)
        for layer in range(6):
            effect = layer_effects(worlds, (layer,), *at)
            assert told.total[prompt, layer] == pytest.approx(effect.total, abs=1e-10)
            assert told.direct[prompt, layer] == pytest.approx(effect.direct[layer], abs=1e-10)


def test_patching_in_equals_running_each_prompt_with_the_others_writes():
    weights, layer = one_training(load_weights("place"), 1), 2
    blocks, start = stories.build_blocks(weights), np.add(*stories.embed(weights, PLACE.prompts))
    states, writes = run_stream(start, blocks)
    right, hits = PLACE.answers.argmax(axis=1), []
    for into in range(48):
        X = states[layer][into] + writes[layer]
        for block in blocks[layer + 1 :]:
            X = X + block(X)
        brought = stories.last_logits(weights, X).argmax(axis=1) == right
        hits.extend(brought[right != right[into]])
    assert len(hits) == 48 * 36
    assert stories.patched_in(weights, PLACE, layer) == pytest.approx(np.mean(hits))
