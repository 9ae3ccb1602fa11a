"""All prompts together: every number is a mean of the single prompts' numbers, each with its own words and worlds."""

from typing import Any

import numpy as np
import pytest
from unfolding import unfolded

from app.tables import tables
from app.tables.keys import parse_key
from toy_models import (
    Worlds,
    all_worlds,
    gradient_sizes,
    layer_effects,
    load_toy,
    natural_effects,
    path_table,
    readout_contributions,
)

ABLATIONS = {"zero": ("zero", None), "mean": ("mean", None), "resample-3": ("resample", 2)}
TOKEN, RANKS = 5, (0, 2)  # the top word's lead over the third


def runs(name: str, ablation: str) -> list[tuple[Worlds, list[int]]]:
    """Each prompt's worlds, and its words from the highest score of its own base run to the lowest."""
    prompts = load_toy(name).prompts
    assert prompts is not None
    found = []
    for number in range(len(prompts.tokens)):
        worlds = all_worlds(load_toy(name, 0, number), *ABLATIONS[ablation])
        score = worlds.logits[-1, TOKEN - 1]
        found.append((worlds, sorted(range(len(score)), key=lambda word: -score[word])))
    return found


def readout(worlds: Worlds, words: list[int]) -> np.ndarray:
    logits = worlds.logits[:, TOKEN - 1]
    return logits[:, words[RANKS[0]]] - logits[:, words[RANKS[1]]]


def mean(values: list[Any]) -> np.ndarray:
    return np.sum([np.array(value) for value in values], axis=0) / len(values)


each_kind = pytest.mark.parametrize(("name", "ablation"), [("place", a) for a in ABLATIONS] + [("and", "resample-3")])


@each_kind
def test_the_token_table_is_the_mean_of_the_prompts(name: str, ablation: str):
    table = tables.table(parse_key(f"{name}/0/all/{ablation}/{TOKEN}"))
    every = runs(name, ablation)
    near: dict[str, Any] = {"rtol": 6e-5, "atol": 1e-12}
    writes = [worlds.writes[:, :, TOKEN - 1] for worlds, _ in every]
    np.testing.assert_allclose(unfolded(table["writes"]), mean(writes), **near)
    sizes = [np.sqrt((write**2).sum(axis=-1)) for write in writes]
    np.testing.assert_allclose(unfolded(table["sizes"]), mean(sizes), **near)
    np.testing.assert_allclose(table["embedding"], mean([worlds.toy.X0[TOKEN - 1] for worlds, _ in every]), **near)
    probs = []
    for worlds, words in every:
        p = np.exp(worlds.logits[:, TOKEN - 1])
        probs.append((p / p.sum(axis=1, keepdims=True))[:, words])
    np.testing.assert_allclose(table["probs"], mean(probs), **near)
    assert table["order"] == list(range(len(every[0][1])))
    assert np.sum(table["probs"], axis=1) == pytest.approx(1, abs=1e-3)


@each_kind
def test_the_readout_table_is_the_mean_of_the_prompts_with_the_extremes(name: str, ablation: str):
    table = tables.table(parse_key(f"{name}/0/all/{ablation}/{TOKEN}/lead/{RANKS[0]}/{RANKS[1]}"))
    every = [readout(worlds, words) for worlds, words in runs(name, ablation)]
    near: dict[str, Any] = {"rtol": 1e-9, "atol": 1e-9}
    np.testing.assert_allclose(table["readout"], mean(every), **near)
    totals = [one - one[-1] for one in every]
    np.testing.assert_allclose(table["lowest"]["total"], np.min(totals, axis=0), **near)
    np.testing.assert_allclose(table["highest"]["total"], np.max(totals, axis=0), **near)
    bits = 1 << np.arange(6)
    out, added = [one[-1] - one[63 - bits] for one in every], [one[bits] - one[0] for one in every]
    for answer, values in {"leave_one_out": out, "add_one_in": added}.items():
        np.testing.assert_allclose(table["answers"][answer], mean(values), **near)
        np.testing.assert_allclose(table["lowest"][answer], np.min(values, axis=0), **near)
        np.testing.assert_allclose(table["highest"][answer], np.max(values, axis=0), **near)
    shapley = np.array(table["answers"]["shapley"])
    assert shapley.sum() == pytest.approx(table["readout"][-1] - table["readout"][0], abs=1e-9)
    assert (np.array(table["lowest"]["shapley"]) <= shapley).all()
    assert (shapley <= np.array(table["highest"]["shapley"])).all()
    pairs = [[[one[-1] - one[63 - i] - one[63 - j] + one[63 - (i | j)] for j in bits] for i in bits] for one in every]
    off_diagonal = ~np.eye(6, dtype=bool)
    np.testing.assert_allclose(np.array(table["pairs"])[off_diagonal], mean(pairs)[off_diagonal], **near)


@each_kind
def test_its_terms_add_up_to_the_mean_effect(name: str, ablation: str):
    """The page's own sum: rows of `projected` beside the base run's, plus `via_norm`, are the change of `readout`."""
    table = tables.table(parse_key(f"{name}/0/all/{ablation}/{TOKEN}/lead/{RANKS[0]}/{RANKS[1]}"))
    projected, readouts = np.array(unfolded(table["projected"])), np.array(table["readout"])
    terms = projected - projected[-1]
    np.testing.assert_allclose(terms.sum(axis=1) + table["via_norm"], readouts - readouts[-1], rtol=0, atol=1e-9)
    assert sum(table["parts"].values()) + projected[-1].sum() + table["bias"] == pytest.approx(readouts[-1], abs=1e-9)
    for off in ((2,), (0, 5), range(6)):
        world = 63 - sum(1 << layer for layer in off)
        effects = [
            layer_effects(worlds, off, TOKEN - 1, (words[RANKS[0]], words[RANKS[1]]))
            for worlds, words in runs(name, ablation)
        ]
        direct, via = mean([one.direct for one in effects]), mean([one.via_layers for one in effects])
        np.testing.assert_allclose(terms[world], direct + via, rtol=0, atol=1e-9)
        assert table["via_norm"][world] == pytest.approx(mean([one.via_norm for one in effects]), abs=1e-9)
        natural = [
            natural_effects(worlds, TOKEN - 1, (words[RANKS[0]], words[RANKS[1]])).direct[world]
            for worlds, words in runs(name, ablation)
        ]
        assert table["natural_direct"][world] == pytest.approx(mean(natural), abs=1e-12)


def test_gradients_paths_and_contributions_are_means_too():
    table = tables.table(parse_key(f"place/0/all/mean/{TOKEN}/centred/1"))
    every = [(worlds, TOKEN - 1, (words[1], None)) for worlds, words in runs("place", "mean")]
    near: dict[str, Any] = {"rtol": 6e-5, "atol": 1e-12}
    gradients, paths = [gradient_sizes(*one) for one in every], [path_table(*one) for one in every]
    np.testing.assert_allclose(table["gradient"]["whole"], mean([one.whole for one in gradients]), **near)
    np.testing.assert_allclose(table["gradient"]["layers"], mean([one.layers_only for one in gradients]), **near)
    np.testing.assert_allclose(table["paths"]["share"], mean([one.share for one in paths]), **near)
    np.testing.assert_allclose(table["paths"]["size_share"], mean([one.size_share for one in paths]), **near)
    np.testing.assert_allclose(table["paths"]["alpha"][1:], mean([one.alpha for one in paths])[1:], **near)
    np.testing.assert_allclose(table["paths"]["binomial"][1:], mean([one.binomial for one in paths])[1:], **near)
    np.testing.assert_allclose(table["paths"]["mean"][1:], mean([one.mean for one in paths])[1:], **near)
    parts = [readout_contributions(*one) for one in every]
    np.testing.assert_allclose(
        unfolded(table["projected"])[-1], mean([one.writes for one in parts]), rtol=0, atol=1e-12
    )
    assert table["bias"] == pytest.approx(mean([one.bias for one in parts]))
    for part in ("token", "position"):
        assert table["parts"][part] == pytest.approx(mean([one.parts[part] for one in parts]))


def test_the_mean_of_one_prompt_is_that_prompt_bit_for_bit():
    numbers = {"a": np.array([0.1, 0.2]), "b": {"c": 1 / 3}}
    assert tables.averaged([numbers])["a"] is numbers["a"]
    assert tables.averaged([numbers])["b"] == {"c": 1 / 3}
