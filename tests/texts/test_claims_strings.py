"""What the screens' own sentences claim (assets/words, a toy's `about` and `question`), held against the toys."""

import json
import re
from functools import lru_cache

import numpy as np
import pytest
from claims import ROOT, TRAINED, off, worlds

from app.screens.views import stacks
from toy_models import (
    add_one_in,
    all_worlds,
    leave_one_out,
    load_toy,
    logit_attribution,
    readout_of,
    run_stream,
    shapley_values,
)
from toy_models.studies.norm_examples import EXAMPLES, after_layer, exact_norm
from toy_models.studies.slots import broken_slots, language_of
from toy_models.toys.languages import language
from toy_models.toys.trained import TOYS, load_weights
from toy_models.worlds.gradients import gradient_sizes

HAND = ("sum", "reread", "cancel")


@lru_cache
def strings() -> dict:
    """The words of all pages, and those of each widget under its name."""
    every = {
        path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (ROOT / "assets/words/en").glob("*.json")
    }
    return every.pop("page") | every


def printed(sentence: str, *keys: str) -> None:
    """The string of these keys says just this, or has this in it."""
    found = strings()
    for key in keys:
        found = found[key]
    assert isinstance(found, str)
    assert sentence in found


@pytest.mark.parametrize("name", [*TRAINED, "tanh", *HAND])
def test_with_nothing_on_the_gradient_arrives_as_it_left(name):
    printed("The gradient arrives as it left the readout.", "sentence", "onlyPlus")
    toy = load_toy(name)
    for how in (("zero", None), ("mean", None), ("resample", 2)) if toy.prompts else (("zero", None),):
        sizes = gradient_sizes(all_worlds(toy, *how), len(toy.tokens) - 1, (0, 1))
        assert (sizes.whole[0] == sizes.whole[0, -1]).all()


@pytest.mark.parametrize("name", [*TRAINED, "tanh", *HAND])
def test_the_terms_add_up_in_every_run_and_over_all_prompts(name):
    printed("The terms, with the bias, add up to the readout.", "effect", "sum")
    printed("The terms, with the bias, add up to the readout of the run that is measured from.", "effect", "sumThere")
    prompts = range(12) if name in TRAINED else [0]
    gaps = []
    for prompt in prompts:
        every = worlds(name, 0, prompt)
        toy = every.toy
        for world in range(0, len(every.on), 5):
            parts = np.concatenate([toy.X0[None], every.writes[world]])[:, -1]
            terms, bias = logit_attribution(parts, toy.gamma, toy.beta, toy.W_U, (0, 1), toy.eps, norm=toy.norm)
            gaps.append(terms.sum() + bias - readout_of(every.logits[world, -1], (0, 1)))
    np.testing.assert_allclose(gaps, 0, atol=1e-9)


def test_the_three_answers_can_differ_and_need_not():
    printed("They can differ where layers need each other (■) or stand in for each other (□).", "effect", "disagree")

    def apart(name: str) -> float:
        every = worlds(name)
        three = [f(every, len(every.toy.tokens) - 1, (0, 1)) for f in (leave_one_out, shapley_values, add_one_in)]
        return float(np.ptp(three, axis=0).max())

    assert apart("sum") < 1e-12
    assert apart("cancel") < 1e-12
    assert all(apart(name) > 0.1 for name in ("reread", "tanh", "place", "and", "or"))


def test_above_the_topmost_layer_only_the_norm_is_computed_anew():
    for ablation in ("zero", "mean", "resample"):
        printed("; all above is computed anew.", "switchboard", "ablations", ablation, "fixed")
    every = worlds("place")
    for layer in range(6):
        moved = [b for b in range(6) if (every.writes[off(layer), b] != every.writes[63, b]).any()]
        assert moved == list(range(layer, 6))


def test_the_final_norm_centres_divides_and_is_scaled():
    printed(
        "Takes the finished stream’s mean away and divides by its standard deviation, so what a layer adds counts by its "
        "share. A gain and a bias follow.",
        *("switchboard", "tips", "norm", "layer"),
    )
    for name in (*TRAINED, "tanh"):
        every = worlds(name)
        toy, x = every.toy, every.states[-1, -1, -1]
        assert toy.norm == "layer"
        np.testing.assert_allclose(
            ((x - x.mean()) / np.sqrt(x.var() + toy.eps) * toy.gamma + toy.beta) @ toy.W_U, every.logits[-1, -1]
        )
        assert not np.allclose(toy.gamma, 1) or name == "untrained"
    printed("This toy reads the finished stream as it is.", "switchboard", "tips", "norm", "none")
    assert {load_toy(name).norm for name in HAND} == {"none"}


def test_what_each_trained_toy_is_about():
    told = {name: f"{load_toy(name).about} {load_toy(name).question}" for name in TRAINED}
    for name in ("place", "and"):
        numbers = sum(weight[0].size for weight in load_weights(name).values())
        assert f"A transformer of {numbers:,} numbers" in told[name]
    for name in ("place", "and"):
        right = language(TOYS[name].language).answers.max(axis=1)
        assert re.findall(r"(\d+) % of the time", told[name]) == [f"{100 * right[0]:.0f}"]
        np.testing.assert_allclose(right, right[0])
    recipe = json.loads((ROOT / "assets" / "weights" / "or.json").read_text())["recipe"]
    assert recipe["drop"] == 0.1
    assert "while it learned, each layer was left out with a chance of one in ten." in told["or"]
    assert "The transformer of “Places, trained” as it was before training" in told["untrained"]


def test_the_questions_have_an_answer_in_every_training():
    """Some layers carry the animal and some layers copy, since all is right with them and not without."""
    assert load_toy("place").question == "Which layers carry the animal to the last word?"
    assert load_toy("and").question == "Which layers must work together to copy a word?"
    for name in ("place", "and"):
        report = json.loads((ROOT / "assets" / "weights" / f"{name}.json").read_text())
        for seed, training in enumerate(report["trainings"]):
            assert min(training["accuracy"].values()) > 0.99
            tops = [worlds(name, seed, prompt).logits[off(0, 2, 4), -1].argmax() for prompt in range(12)]
            right = [worlds(name, seed, prompt).logits[-1, -1].argmax() for prompt in range(12)]
            assert tops != right


def test_what_the_hand_toys_are_about():
    assert load_toy("sum").about.startswith(
        "Three layers each write a fixed vector of three numbers, whatever they read"
    )
    toy = load_toy("sum")
    np.testing.assert_array_equal([block(toy.X0 + 7) for block in toy.blocks], [block(toy.X0) for block in toy.blocks])
    assert len(toy.blocks) == 3
    assert "a run without F is not the finished sum with F's write taken away from it." in load_toy("reread").about
    reread = worlds("reread")
    assert not np.allclose(reread.states[2, -1], reread.states[3, -1] - reread.writes[3, 0])
    assert "so stream and gradient both end at zero, in spite of the plus." in load_toy("cancel").about
    cancel = worlds("cancel")
    assert (cancel.states[1, -1] == 0).all()
    assert gradient_sizes(cancel, 0, 0).whole[1, 0] == 0


def test_no_training_beats_the_entropy_and_all_come_near():
    printed("the language’s own entropy, which no model can beat, is {entropy}.", "about", "training")
    printed("nats down to near the entropy of {entropy}", "about", "curve")
    printed("Before its first step, training {seed} has the last word right", "about", "draw")
    printed("All twelve, over all prompts of the language.", "about", "caption")
    for name in TRAINED:
        report = json.loads((ROOT / "assets" / "weights" / f"{name}.json").read_text())
        assert len(report["trainings"]) == 12
        for training in report["trainings"]:
            assert min(training["loss"].values()) > report["entropy"]
            assert ("curve" in training) == (name != "untrained")
            for losses in training.get("curve", {}).values():
                assert losses[-1] < report["entropy"] + 0.02


def test_the_deepest_layers_are_read_by_none_that_stays():
    printed(
        "No layer below reads what the deepest write, so leaving them out is the logit lens at that depth.",
        *("interventions", "dropSecond"),
    )
    for name in TRAINED:
        every = worlds(name)
        for left in range(6):
            world = off(*range(left, 6))
            np.testing.assert_array_equal(every.states[world, -1], every.states[-1, left])


def test_how_many_prompts_the_languages_have():
    counts = strings()["interventions"]["count"]
    for name in TRAINED:
        assert counts[name] == f"{len(language_of(name).prompts):,}"


@pytest.mark.parametrize("name", ["place", "or"])
def test_what_fell_by_its_printed_share_fell_and_what_did_not_did_not(name):
    outcomes = strings()["interventions"]["outcomes"]
    assert outcomes["recall"] == "recall fell, the grammar did not"
    for seed in range(12):
        allowed, right = broken_slots(name, seed)
        for share in (allowed.mean(axis=-1), right):
            percent = np.floor(100 * share + 0.5)
            np.testing.assert_array_equal(percent[:, 1:] < percent[:, :1], share[:, 1:] < share[:, :1] - 1e-12)


def test_a_write_that_points_against_its_stream_need_not_erase_a_part_of_it():
    """So the sentence says where it points, and no more."""
    said = strings()["reading-size"]["share"]["said"]
    assert "writes point against the stream they join. Shares need not add to 1." in said
    past = 0
    for name in TRAINED:
        for seed in range(12):
            toy = load_toy(name, seed)
            states, writes = run_stream(toy.X0, toy.blocks)
            past += int(((writes * states[:-1]).sum(-1) < -((states[:-1] ** 2).sum(-1))).sum())
    assert past > 0


@pytest.mark.parametrize("depth", ["2", "54", "128"])
def test_where_no_draw_differs_theory_says_the_same(depth):
    printed("No draw differs, and theory says the same.", "stacks", "certain")
    runs = stacks.VIEW.runs({**stacks.VIEW.defaults(), "depth": depth})
    gradient, theory, dense = (
        next(np.array(q.values, dtype=float) for q in runs.quantities if q.name == name)
        for name in ("gradient", "theory", "dense_theory")
    )
    ends = np.concatenate([int(depth) * theory, dense[None, ..., -1]])
    median, low, high = (gradient[:, :, i, -1] for i in range(3))
    same = (low == high) | ~np.isfinite(median)
    assert same.any()
    for end in (ends[..., 0], ends[..., 1]):
        np.testing.assert_allclose(median[same], end[same], atol=1e-6)


def test_norms_by_hand():
    words = strings()["norm-hand"]
    layer, rms, none = (exact_norm(norm) for norm in ("layer", "rms", "none"))
    one_three, tenfold, shifted, flipped, equal, hand = (np.array(x, dtype=float) for x in EXAMPLES)
    for N in (layer, rms):
        np.testing.assert_allclose(N(tenfold), N(one_three))
        np.testing.assert_allclose(N(flipped), -N(one_three))
    assert words["inputs"]["tenfold"] == "Ten times (1, 3): both norms forget the size."
    np.testing.assert_allclose(layer(shifted), layer(one_three))
    assert not np.allclose(rms(shifted), rms(one_three))
    assert words["inputs"]["shifted"] == "10 more than (1, 3): LayerNorm forgets the mean, RMSNorm does not."
    assert (layer(equal) == 0).all()
    np.testing.assert_allclose(rms(equal), 1)
    assert hand @ hand == 6
    np.testing.assert_array_equal(after_layer(hand, "turn", "pre", "none"), [0, 1, 1])
    assert words["inputs"]["hand"].startswith(
        "Of length √6. With F(x) = (−x₁, 2, 0) and no norm it becomes (0, 1, 1), of length √2"
    )
    for x in (one_three, shifted, hand):
        for placement in ("pre", "sandwich", "parallel"):
            for norm in ("layer", "rms"):
                np.testing.assert_array_equal(after_layer(x, "zero", placement, norm), x)
        for placement in ("post", "mistake"):
            np.testing.assert_allclose(after_layer(x, "zero", placement, "layer"), layer(x))
        for placement, same, minus in (
            ("pre", 2, 0), ("post", 2, 0), ("sandwich", 2, 0), ("mistake", 2, 0), ("parallel", 3, -1),
        ):  # fmt: skip
            np.testing.assert_array_equal(after_layer(x, "same", placement, "none"), same * x)
            np.testing.assert_array_equal(after_layer(x, "minus", placement, "none"), minus * x)
    assert words["branches"] == {
        "zero": "A branch that writes 0 leaves x in pre-norm, sandwich and parallel, N(x) in the other two.",
        "same": "F(x) = x doubles x without a norm (in parallel, thrice x).",
        "minus": "F(x) = −x leaves nothing without a norm, in spite of the plus (in parallel, −x).",
        "turn": "F reads the first number only.",
    }
    assert (none(hand) == hand).all()


def test_the_readmes_quiz_asks_for_the_first_layer():
    """On what a file of the lab opens on, the layer that matters most is the one whose number the quiz compares."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert "Switch off the layer that matters most." in readme
    assert 'String(data.state.off) === "1"' in readme
    every = worlds("place")
    first, second = np.argsort(-every.logits[-1, -1])[:2]
    assert np.abs(leave_one_out(every, 4, (int(first), int(second)))).argmax() == 0
