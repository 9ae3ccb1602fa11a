"""The view Reading's tables: every number against the model run by hand here, not by the modules that the view uses."""

import numpy as np
import pytest

from app.screens.views.reading import PROMPTS, TOYS, VIEW
from toy_models import all_worlds, load_toy


def numbers(**values: str) -> dict[str, np.ndarray]:
    runs = VIEW.runs(VIEW.defaults(**values))
    return {quantity.name: np.asarray(quantity.values, dtype=float) for quantity in runs.quantities}


def cosine(a, b) -> float:
    return float(a @ b / np.sqrt((a @ a) * (b @ b)))


@pytest.mark.parametrize("toy", TOYS)
def test_every_prompt_and_training_that_is_offered_is_the_toys_own(toy):
    model = load_toy(toy)
    offered = VIEW.settings[2].offered({"toy": toy})
    assert [label for _, label in offered] == [" ".join(words) for words in PROMPTS[toy]]
    assert PROMPTS[toy] == (list(model.prompts.tokens) if model.prompts else [model.tokens])
    for place, (value, _) in enumerate(offered):
        run = load_toy(toy, seed=5, prompt=place)
        found = numbers(toy=toy, seed="5", prompt=value)
        np.testing.assert_allclose(found["logit"], all_worlds(run).logits[-1], atol=1e-12)
        np.testing.assert_allclose(found["contribution"].sum(axis=1), found["logit"], atol=1e-10)


@pytest.mark.parametrize("toy", TOYS)
def test_the_numbers_of_one_run(toy):
    model = load_toy(toy, seed=3)
    found = numbers(toy=toy, seed="3")
    states, plain = [model.X0], [model.X0]
    for block in model.blocks:
        states.append(states[-1] + block(states[-1]))
        plain.append(block(plain[-1]))
    last = states[-1]
    for token in range(len(model.tokens)):
        for depth, state in enumerate(states):
            x = state[token]
            for convention, norm in enumerate((x, last[token])):
                y = model.gamma * (x - x.mean()) / np.sqrt(norm.var() + model.eps) + model.beta
                chance = np.exp(y @ model.W_U)
                np.testing.assert_allclose(found["lens_chance"][convention, depth, token], chance / chance.sum())
            for column, run in enumerate((states, plain)):
                assert found["start_cosine"][column, depth, token] == pytest.approx(
                    cosine(run[0][token], run[depth][token])
                )
                if depth:
                    joined = cosine(run[depth - 1][token], run[depth][token])
                    assert found["next_cosine"][column, depth - 1, token] == pytest.approx(joined)
            assert found["pair_cosine"][depth, token, 0] == pytest.approx(cosine(x, state[0]))
        for layer, block in enumerate(model.blocks):
            write = block(states[layer])[token]
            size, after = np.sqrt(write @ write), states[layer + 1][token]
            assert found["size"][token, layer + 2] == pytest.approx(size)
            assert found["write_share"][layer, token] == pytest.approx(size / np.sqrt(after @ after))
            assert found["write_cosine"][layer, token] == pytest.approx(cosine(write, states[layer][token]))


@pytest.mark.parametrize("toy", TOYS)
def test_other_axes_are_the_same_vectors_and_say_the_same(toy):
    """Rotations keep every angle between two writers, and the runs are the model's own, all on and each layer off."""
    found = numbers(toy=toy, seed="7")
    worlds = all_worlds(load_toy(toy, seed=7))
    own = found["coordinate"][0]
    for axes in range(1, len(found["coordinate"])):
        turned = found["coordinate"][axes]
        assert abs(turned - own).max(axis=(0, 1)).min() > 0.05, "an axis was left as it is"
        np.testing.assert_allclose(turned @ turned.swapaxes(-1, -2), own @ own.swapaxes(-1, -2), atol=1e-10)
        np.testing.assert_allclose(turned.sum(axis=-1), own.sum(axis=-1), atol=1e-10)
        np.testing.assert_allclose(found["turned_logit"][axes], worlds.logits[-1], atol=1e-10)
        for layer in range(6):
            without = worlds.logits[63 - (1 << layer)]
            np.testing.assert_allclose(found["turned_without"][axes, layer], without, atol=1e-10)
    assert found["difference"][0] == -np.inf
    assert (found["difference"][1:] < -12).all()


def test_scores_are_there_where_there_are_matrices():
    """A row for each that has a later reader, a column for each that has an earlier writer."""
    runs = VIEW.runs(VIEW.defaults(toy="and"))
    labels, found = runs.labels, numbers(toy="and")
    assert (len(labels["wire_from"]), len(labels["wire_to"])) == found["composition"].shape == (8, 15)
    at = labels["wire_from"].index("Attention 1 head 2"), labels["wire_to"].index("Attention 2 head 1 K")
    assert found["composition"][at] == np.nanmax(found["composition"]) == pytest.approx(0.564, abs=0.0005)
    assert np.isfinite(found["composition"]).sum() == 69
    for name in ("composition_low", "composition_high"):
        assert (np.isfinite(found[name]) == np.isfinite(found["composition"])).all()
    assert "weights" in [value for value, _ in VIEW.settings[-2].offered({"toy": "and"})]
    assert "weights" not in [value for value, _ in VIEW.settings[-2].offered({"toy": "tanh"})]


def test_the_opening_run():
    found = numbers()
    vocabulary = load_toy("place").vocab
    mat, nest = vocabulary.index("mat"), vocabulary.index("nest")
    assert found["logit"][4].argmax() == mat
    assert found["logit"][4, mat] - found["logit"][4, nest] == pytest.approx(2.77, abs=0.005)


@pytest.mark.parametrize("toy", TOYS)
def test_a_difference_of_what_is_sent_is_printed_as_the_true_one(toy):
    """Every lead of one word over another, from the page's table and from the model: the same two decimals."""
    sent = np.array(VIEW.table(VIEW.defaults(toy=toy, seed="6"))["turned_without"])[0, :, -1]
    true = np.array([all_worlds(load_toy(toy, seed=6)).logits[63 - (1 << layer), -1] for layer in range(6)])
    leads = [each[:, :, None] - each[:, None, :] for each in (sent, true)]
    printed = [np.vectorize("{:.2f}".format)(lead + 0.0) for lead in leads]
    assert (printed[0] == printed[1]).all()
