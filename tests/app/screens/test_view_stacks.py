"""The view Stacks: its table against the toys' own maths, what it opens on, how long it takes."""

import time

import numpy as np
import pytest

from app.screens.views import stacks, views
from app.tables.encoding import encode
from toy_models.studies.concatenation import draw_layers, gradient_log_sizes, gradient_theory, stream_log_sizes
from toy_models.studies.growth import root_mean_square_step, typical_step
from toy_models.studies.highway import draw_gates, gated_log_sizes
from toy_models.studies.rank import draw_attentions, log_apart
from toy_models.studies.stacks import WIDTH, draw_jacobians, gate, log_sizes, mixture

VIEW = views()["stacks"]
DEPTH = 16


@pytest.fixture(scope="module")
def runs():
    made = VIEW.runs(VIEW.defaults(depth=str(DEPTH)))
    return made.labels, {quantity.name: np.asarray(quantity.values) for quantity in made.quantities}


def settings(runs):
    """Every stack of one factor at every gain: its two places in a table, its wiring, gain and bias."""
    labels, _ = runs
    for i, stack in enumerate(labels["mixture"]):
        wiring, bias = ("highway", stack.removeprefix("highway")) if stack.startswith("highway") else (stack, "")
        for j, gain in enumerate(labels["gain"]):
            yield i, j, wiring, gain, {"-4": -4, "-3": -3, "-2": -2, "-1.1": -np.log(3), "0": 0, "4": 4, "": 0}[bias]


def test_sizes_and_theories_are_those_of_their_own_wiring_gain_and_bias(runs):
    A = draw_jacobians(DEPTH)
    for i, j, wiring, gain, bias in settings(runs):
        c, k = mixture(wiring, gain, DEPTH, bias)
        draws = np.sort(log_sizes(A, np.array([c]), np.array([k]))[0], axis=1)
        np.testing.assert_allclose(runs[1]["gradient"][i, j], draws[:, [31, 6, 57]].T, rtol=1e-12, atol=1e-13)
        assert runs[1]["theory"][i, j].tolist() == [typical_step(c, k, WIDTH), root_mean_square_step(c, k)]


def test_a_concatenation_stands_beside_them_with_a_theory_of_its_own(runs):
    labels, found = runs
    assert labels["stack"] == [*labels["mixture"], "dense"]
    B, gains = draw_layers(DEPTH), labels["gain"]
    draws = np.sort(gradient_log_sizes(B, gains), axis=-1)
    np.testing.assert_array_equal(found["gradient"][-1], np.moveaxis(draws[..., [31, 6, 57]], -1, 1))
    np.testing.assert_array_equal(found["forward"][2], np.sort(stream_log_sizes(B, gains), axis=-1)[..., 31])
    np.testing.assert_array_equal(found["dense_theory"], [gradient_theory(DEPTH, gain) for gain in gains])
    assert found["dense_width"].tolist() == [16 + 2 * layer for layer in range(DEPTH + 1)]


def test_words_apart_are_those_of_their_own_attention_and_gain(runs):
    labels, found = runs
    assert labels["attention"] == ("plain, all", "plain, back", "residual, all", "residual, back")
    for at, (plus, causal) in enumerate(((False, False), (False, True), (True, False), (True, True))):
        draws = np.sort(log_apart(draw_attentions(DEPTH), labels["gain"], plus=plus, causal=causal), axis=-1)
        there = slice(None) if plus else slice(1, None)  # at gain 0 a plain stack has no words
        np.testing.assert_allclose(found["apart"][at][there], draws[there, :, 31], rtol=1e-12)
        assert np.isnan(found["apart"][at][0]).all() == (not plus)


def test_gates_that_read_are_those_of_their_own_bias_and_gain(runs):
    labels, found = runs
    assert labels["bias"] == tuple(stacks.BIASES)
    for i, bias in enumerate(stacks.BIASES.values()):
        for j, gain in enumerate(labels["gain"]):
            draws = gated_log_sizes(draw_jacobians(DEPTH), *draw_gates(DEPTH), [gain], [bias])[0, -1]
            assert found["gated"][i, j] == pytest.approx(np.sort(draws)[31], rel=1e-12)


def test_a_bias_is_offered_by_its_gate():
    (bias,) = (setting for setting in VIEW.settings if setting.name == "bias")
    named = dict(bias.offered({}))
    assert named == {
        "-4": "−4 (t = 0.018)", "-3": "−3 (t = 0.047)", "-2": "−2 (t = 0.12)", "-1.1": "−1.1 (t = 0.25)",
        "0": "0 (t = 0.5)", "4": "4 (t = 0.98)",
    }  # fmt: skip
    assert gate(stacks.BIASES["-1.1"]) == pytest.approx(0.25)
    assert VIEW.defaults()["bias"] == "-3"


def test_links_of_before_are_read_and_a_bad_bias_is_named():
    values, problems, _ = VIEW.parse("gain=1&depth=32&wiring=highway")
    assert (values["gain"], values["bias"], values["measure"], problems) == ("1", "-3", "size", ())
    _, problems, _ = VIEW.parse("bias=-5&measure=both")
    assert [problem.sentence for problem in problems] == [
        "bias: expected one of -4, -3, -2, -1.1, 0, 4, got '-5'.",
        "measure: expected one of size, share, got 'both'.",
    ]
    assert VIEW.format(VIEW.defaults(bias="-4", measure="share")) == "bias=-4&measure=share"


def test_it_opens_on_a_gain_of_at_most_a_half():
    assert float(VIEW.defaults()["gain"]) <= 0.5


def test_the_stream_without_a_norm_is_the_residual_product(runs):
    labels, found = runs
    residual = labels["stack"].index("residual")
    np.testing.assert_array_equal(found["forward"][0], found["gradient"][residual, :, 0])
    assert (found["forward"][1, 3:, -1] < found["forward"][0, 3:, -1]).all()  # from gain ½ on


def test_paths_by_size_and_by_signed_part(runs):
    _, found = runs
    np.testing.assert_allclose(found["paths"].sum(axis=-1), 1)
    np.testing.assert_allclose(found["paths"] @ np.arange(DEPTH + 1), found["paths_mean"])
    np.testing.assert_allclose(found["paths_theory"] @ np.arange(DEPTH + 1), found["paths_theory_mean"])
    gains = np.array(stacks.ALPHAS)
    np.testing.assert_allclose(found["paths_mean"][0], DEPTH * gains / (1 + gains))
    np.testing.assert_allclose(found["paths_theory_mean"], DEPTH * gains**2 / (1 + gains**2))


@pytest.mark.parametrize(("depth", "seconds", "size"), [("64", 0.9, 300_000), ("128", 1.9, 600_000)])
def test_tables_are_small_and_quick(depth, seconds, size):
    stacks._runs.cache_clear()
    start = time.process_time()
    table = VIEW.table(VIEW.defaults(depth=depth))
    assert time.process_time() - start < seconds  # of one core; about 0.4 and 0.8
    assert len(encode(table)) < size
