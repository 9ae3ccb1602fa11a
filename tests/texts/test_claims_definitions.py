"""What the definitions say a term is, held against what the lab computes under that name: formula by formula, by hand."""

from itertools import permutations
from math import comb

import numpy as np
import pytest
from claims import off, on, said, worlds

from toy_models import (
    add_one_in,
    all_worlds,
    layer_effects,
    leave_one_out,
    load_toy,
    readout_of,
    run_stream,
    shapley_values,
)
from toy_models.worlds.effects import natural_effects, several_off, world_without
from toy_models.worlds.gradients import gradient_sizes
from toy_models.worlds.paths import path_gradients, path_table
from toy_models.worlds.readout import logit_attribution, target_direction
from toy_models.worlds.worlds import Worlds

TEXT = "definitions.md"
EVERY = ("place", "and", "or", "untrained", "tanh", "sum", "reread", "cancel")
ABLATED = (("zero", None), ("mean", None), ("resample", 1))
CASES = [(name, "zero", None) for name in EVERY] + [
    (name, *how) for name in ("place", "and", "or", "untrained") for how in ABLATED[1:]
]


@pytest.fixture(params=CASES, ids=lambda case: "-".join(map(str, case[:2])))
def every(request) -> Worlds:
    name, ablation, source = request.param
    return worlds(name) if ablation == "zero" else all_worlds(load_toy(name), ablation, source)


def read(every: Worlds, x: np.ndarray, scale: float) -> float:
    """A vector read for word 0 over word 1 with the final norm's scale given, without its bias."""
    toy = every.toy
    if toy.norm == "layer":
        x = x - x.mean()
    return float((toy.gamma * x / scale) @ (toy.W_U[:, 0] - toy.W_U[:, 1]))


def finished(every: Worlds, world: int) -> tuple[np.ndarray, float]:
    """The finished stream of the last word and what the norm divides it by."""
    x = every.states[world, -1, -1]
    return x, float(np.sqrt(x.var() + every.toy.eps)) if every.toy.norm == "layer" else 1.0


def test_the_frozen_split(every):
    token, all_on = len(every.toy.tokens) - 1, len(every.on) - 1
    bias = float(every.toy.beta @ target_direction(every.toy.W_U, (0, 1)))
    _, s = finished(every, all_on)
    for world in range(all_on):
        lost = np.flatnonzero(~every.on[world])
        effect = layer_effects(every, lost, token, (0, 1))
        write, before = every.writes[world, :, token], every.writes[-1, :, token]
        direct = sum(-read(every, before[a], s) + read(every, write[a], s) for a in lost)
        later = sum(read(every, write[b] - before[b], s) for b in np.flatnonzero(every.on[world]))
        now = readout_of(every.logits[world, token], (0, 1))
        through = (now - bias) * (1 - finished(every, world)[1] / s)
        assert effect.direct.sum() == pytest.approx(direct, abs=1e-9)
        assert effect.via_layers.sum() == pytest.approx(later, abs=1e-9)
        assert effect.via_norm == pytest.approx(through, abs=1e-9)
        assert effect.total == pytest.approx(direct + later + through, abs=1e-9)
        assert effect.total == pytest.approx(now - readout_of(every.logits[-1, token], (0, 1)))
    said(
        TEXT,
        "a run minus the reference, so off minus on. (A contribution is on minus off.)",
        "total = direct + because later layers write differently + through the final norm",
        "− own contribution in the reference + its stand-in’s (frozen, switched off)",
        "Σ over layers that stay on: (write now − write in the reference), read with the reference’s scale (frozen, switched "
        "off)",
        "(readout now − its bias) · (1 − s now / s in the reference)",
        "With the final norm’s scale frozen a readout is linear in the writes, so an effect splits exactly, layer by layer.",
    )


def test_switched_on_a_layer_counts_directly_with_what_it_writes_alone():
    every = worlds("place")
    none = list(range(6))
    _, s = finished(every, 0)
    effect = layer_effects(every, [], 4, (0, 1), none)
    for layer in none:
        alone = every.writes[on(layer), layer, 4]
        assert effect.direct[layer] == pytest.approx(read(every, alone, s), abs=1e-9)
    said(TEXT, "(and a layer that is switched on counts with what it would write if it alone were)")


@pytest.mark.parametrize("reference", [(), (0,)])
def test_the_natural_split(every, reference):
    toy, token = every.toy, len(every.toy.tokens) - 1
    start = world_without(reference, len(toy.blocks))
    split = natural_effects(every, token, (0, 1), reference)
    base = readout_of(every.logits[start, token], (0, 1))
    for world in range(len(every.on)):
        x, _ = finished(every, start)
        for layer in np.flatnonzero(every.on[world] != every.on[start]):
            x = x + every.writes[world, layer, token] - every.writes[start, layer, token]
        scale = float(np.sqrt(x.var() + toy.eps)) if toy.norm == "layer" else 1.0
        direct = read(every, x, scale) + float(toy.beta @ (toy.W_U[:, 0] - toy.W_U[:, 1])) - base
        total = readout_of(every.logits[world, token], (0, 1)) - base
        assert split.direct[world] == pytest.approx(direct, abs=1e-9)
        assert split.indirect[world] == pytest.approx(total - direct, abs=1e-9)
    said(
        TEXT,
        "Direct: only the switched layers’ writes are replaced in the reference’s finished sum. Indirect: all the rest.",
        "direct = readout(that sum) − reference, indirect = total − direct",
        "in the finished sum of the reference each is replaced by what the layer writes now, and nobody else’s.",
    )


def test_an_effect_of_one_layer_off_is_minus_its_contribution(every):
    token = len(every.toy.tokens) - 1
    for layer, contribution in enumerate(leave_one_out(every, token, (0, 1))):
        assert layer_effects(every, [layer], token, (0, 1)).total == pytest.approx(-contribution, abs=1e-12)
    said(
        TEXT,
        "with it minus without it, in the finished sum or in the runs, on minus off. (An effect is off minus on.)",
        "What is lost when only this layer is off: a contribution, all others on.",
    )


def test_attribution_is_a_sum_with_a_bias_that_no_component_wrote(every):
    toy, token = every.toy, len(every.toy.tokens) - 1
    parts = np.concatenate([toy.X0[None], every.writes[-1]])[:, token]
    _, s = finished(every, len(every.on) - 1)
    contributions, bias = logit_attribution(parts, toy.gamma, toy.beta, toy.W_U, (0, 1), toy.eps, norm=toy.norm)
    np.testing.assert_allclose(contributions, [read(every, part, s) for part in parts], atol=1e-9)
    assert contributions.sum() + bias == pytest.approx(readout_of(every.logits[-1, token], (0, 1)))
    said(
        TEXT,
        "A readout as the sum of what each component adds to it, the final norm’s scale held as in this run.",
        "The part of a readout that no component wrote: the final norm’s own bias, as the readout reads it.",
    )


def test_the_stream_is_a_plain_sum_of_components(every):
    for world in range(len(every.on)):
        total = every.toy.X0 + every.writes[world].sum(axis=0)
        np.testing.assert_allclose(every.states[world, -1], total, atol=1e-12)
    assert len(every.on) == 2 ** len(every.toy.blocks)
    said(TEXT, "Six sublayers make 2⁶ = 64 worlds, and all are computed.", "x after a layer = x before it + its write")


def test_readouts_and_chances(every):
    logits = every.logits[-1, -1]
    assert readout_of(logits, (0, 1)) == pytest.approx(logits[0] - logits[1])
    assert readout_of(logits, (0, None)) == pytest.approx(logits[0] - logits.mean())
    toy, x = every.toy, every.states[-1, -1, -1]
    y = toy.gamma * (x - x.mean()) / np.sqrt(x.var() + toy.eps) + toy.beta if toy.norm == "layer" else x
    np.testing.assert_allclose(y @ toy.W_U, logits, atol=1e-12)
    said(
        TEXT,
        "logit of the word − logit of the other",
        "the finished stream, after the final norm where there is one, times that word’s unembedding.",
        "a lead, a logit, or a logit above the average word’s.",
    )


def test_paths_parts_and_the_binomial(every):
    toy, token = every.toy, len(every.toy.tokens) - 1
    table = path_table(every, token, (0, 1))
    for world in range(len(every.on)):
        n = int(every.on[world].sum())
        assert table.count[world].sum() == 2**n
        alpha = table.alpha[world]
        if n and np.isfinite(alpha):
            wanted = [comb(n, k) * alpha**k / (1 + alpha) ** n for k in range(n + 1)]
            np.testing.assert_allclose(table.binomial[world, : n + 1], wanted, atol=1e-12)
    g = path_gradients(toy, every.on[-1], token, (0, 1))
    whole = g.sum(axis=0)
    if np.linalg.norm(whole) > 0:
        parts = [float((part * whole).sum() / (whole**2).sum()) for part in g]
        np.testing.assert_allclose(table.share[-1], parts, atol=1e-9)
        assert sum(parts) == pytest.approx(1)
    assert table.size_share[-1].sum() == pytest.approx(1)
    said(
        TEXT,
        "With n layers on there are 2ⁿ.",
        "The parts add up to 1. Below 0 a length works against the whole; above 1 others cancel some of it.",
        "⟨g of length k, g⟩ / ‖g‖²",
        "C(n, k) αᵏ / (1 + α)ⁿ",
    )


def test_a_gain_is_what_a_layer_passes_on_and_alpha_their_geometric_mean(every):
    toy, token = every.toy, len(every.toy.tokens) - 1
    alphas = path_table(every, token, (0, 1)).alpha
    sizes = gradient_sizes(every, token, (0, 1))
    for world in range(1, len(every.on)):
        g = np.zeros_like(toy.X0)
        states = every.states[world]
        g[token] = top(every, world)
        gains = []
        for layer in reversed(np.flatnonzero(every.on[world])):
            through = toy.blocks[layer].vjp(states[layer], g)
            if np.linalg.norm(g) > 0:
                gains.append(np.linalg.norm(through) / np.linalg.norm(g))
            g = g + through
        assert sizes.whole[world, 0] == pytest.approx(np.linalg.norm(g), rel=1e-6, abs=1e-9)
        assert alphas[world] == pytest.approx(np.prod(gains) ** (1 / len(gains)), rel=1e-6)
    said(
        TEXT,
        "A run’s own α is the geometric mean of what those of its layers pass on that are on.",
        "‖g J‖ / ‖g‖, J the layer’s Jacobian",
        "at each plus it goes on unchanged and also through the layer.",
    )


def top(every: Worlds, world: int) -> np.ndarray:
    """The readout's gradient at the last word's finished stream, by differences."""
    toy, x = every.toy, every.states[world, -1, -1]

    def score(x: np.ndarray) -> float:
        scale = float(np.sqrt(x.var() + toy.eps)) if toy.norm == "layer" else 1.0
        return read(every, x, scale)

    step = 1e-6 * np.eye(len(x))
    return np.array([(score(x + each) - score(x - each)) / 2e-6 for each in step])


def test_the_three_tracks(every):
    sizes = gradient_sizes(every, len(every.toy.tokens) - 1, (0, 1))
    for world in range(len(every.on)):
        lost = np.flatnonzero(~every.on[world])
        assert (sizes.plus_alone[world] == sizes.whole[world, -1]).all()
        if lost.size:
            assert (sizes.layers_only[world, : lost.max() + 1] == 0).all()
    said(
        TEXT,
        "it stays as it left the readout.",
        "Of an off layer, whose write is fixed, it is 0.",
        "it is multiplied by each layer’s own Jacobian, one after another.",
    )


def test_what_stands_in_for_a_layer():
    toy = load_toy("place")
    assert toy.prompts is not None
    elsewhere = run_stream(toy.prompts.X0[1], toy.blocks)[1]
    data = run_stream(toy.prompts.data_X0, toy.blocks)[1]
    means = np.einsum("n,sntd->std", toy.prompts.data_weights, data)
    for ablation, source, wanted in (("zero", None, 0 * means), ("mean", None, means), ("resample", 1, elsewhere)):
        every = all_worlds(toy, ablation, source)
        for world in range(64):
            lost = ~every.on[world]
            np.testing.assert_allclose(every.writes[world, lost], wanted[lost], atol=1e-12)
    said(
        TEXT,
        "What an off layer writes in place of its own write: zero, its mean over the toy’s data, or what it writes on another "
        "prompt. It is fixed;",
        "An off layer writes its mean over the toy’s data, place by place.",
    )


def test_shapley_is_a_mean_over_orders_and_adds_up():
    every = worlds("reread")
    readout = readout_of(every.logits[:, -1], (0, 1))
    orders = list(permutations(range(2)))
    mean = np.zeros(2)
    for order in orders:
        world = 0
        for layer in order:
            mean[layer] += (readout[world | 1 << layer] - readout[world]) / len(orders)
            world |= 1 << layer
    values = shapley_values(every, 0, (0, 1))
    np.testing.assert_allclose(values, mean)
    assert values.sum() == pytest.approx(readout[-1] - readout[0])
    np.testing.assert_allclose(add_one_in(every, 0, (0, 1)), [readout[1] - readout[0], readout[2] - readout[0]])
    said(
        TEXT,
        "The mean of what a layer adds, over all orders in which the layers can be switched on. The values of all layers add "
        "up to the whole.",
        "What is gained when only this layer is on.",
    )


def test_an_interaction_is_beyond_the_sum_of_alone():
    every = worlds("place")
    readout = readout_of(every.logits[:, -1], (0, 1))
    told = several_off(every, 4, (0, 1)).interaction
    for pair in ((0, 1), (0, 2), (3, 5)):
        alone = sum(readout[off(layer)] - readout[63] for layer in pair)
        assert told[off(*pair)] == pytest.approx(readout[off(*pair)] - readout[63] - alone)
    said(TEXT, "What several layers do together beyond the sum of what each does alone.")
