"""Tables: shapes, rounding, and that their numbers are toy_models' own."""

import json
import math
from typing import Any

import numpy as np
import pytest
from unfolding import unfolded

from app.state import runs
from app.state.vocabulary import ALL_PROMPTS
from app.tables import tables
from app.tables.encoding import encode
from app.tables.keys import Key, parse_key
from toy_models import (
    Worlds,
    add_one_in,
    all_worlds,
    gradient_sizes,
    layer_effects,
    leave_one_out,
    load_toy,
    pair_interactions,
    path_table,
    readout_contributions,
    several_off,
    shapley_values,
    toy_names,
)

KEYS = [
    "place/0/1/zero/5",
    "place/11/12/mean/1",
    "place/0/2/resample-1/5/lead/3/7",
    "place/1/3/mean/5/centred/3",
    "place/0/all/zero/5",
    "place/0/all/resample-2/5/lead/0/1",
    "or/0/all/mean/4/centred/2",
    "and/0/1/zero/5/logit/7",
    "untrained/3/all/zero/5/logit/0",
    "tanh/0/1/zero/5",
    "tanh/99/1/zero/1",
    "tanh/0/1/zero/5/lead/3/7",
    "sum/0/1/zero/1/lead/0/2",
    "reread/0/1/zero/1/logit/2",
    "cancel/0/1/zero/1/centred/0",
]


def numbers_in(value: object) -> list[float]:
    if isinstance(value, dict):
        return [number for inner in value.values() for number in numbers_in(inner)]
    if isinstance(value, list):
        return [number for inner in value for number in numbers_in(inner)]
    return [value] if isinstance(value, float) else []


@pytest.mark.parametrize("text", KEYS)
def test_a_table_is_clean_json_and_knows_its_key(text: str):
    table = tables.table(parse_key(text))
    assert table["key"] == text
    assert table["format"] == tables.FORMAT == 3
    assert json.loads(encode(table)) == table, "no NaN, no infinity"
    assert not any(math.copysign(1, number) < 0 and number == 0 for number in numbers_in(table)), "a negative zero"


@pytest.mark.parametrize("prompt", ["1", "all"])
@pytest.mark.parametrize("ablation", ["zero", "resample-3"])
def test_shapes_of_both_kinds_of_table(prompt: str, ablation: str):
    toy = load_toy("place")
    S, d, V = len(toy.blocks), toy.X0.shape[1], len(toy.vocab)
    W = 2**S
    token = tables.table(parse_key(f"place/0/{prompt}/{ablation}/2"))
    assert np.shape(token["embedding"]) == (d,)
    assert np.shape(unfolded(token["writes"])) == (W, S, d)
    assert np.shape(unfolded(token["sizes"])) == (W, S)
    assert np.shape(token["probs"]) == (W, V)
    assert np.shape(token["embedding_size"]) == ()
    assert sorted(token["order"]) == list(range(V))
    readout = tables.table(parse_key(f"place/0/{prompt}/{ablation}/2/lead/1/4"))
    assert np.shape(readout["readout"]) == (W,)
    assert np.shape(unfolded(readout["projected"])) == (W, S)
    assert set(readout["parts"]) == {"token", "position"}
    assert np.shape(readout["pairs"]) == (S, S)
    assert {name: np.shape(values) for name, values in readout["answers"].items()} == {
        name: (S,) for name in ("leave_one_out", "add_one_in", "shapley")
    }
    for values in readout["gradient"].values():
        assert np.shape(values) == (W, S + 1)
    for name in ("share", "size_share", *(("binomial",) if prompt == "all" else ())):
        assert np.shape(readout["paths"][name]) == (W, S + 1)
    assert readout["paths"]["alpha"][0] is None, "with nothing on there is no gain to average"
    assert set(readout["paths"]) == {"share", "size_share", "alpha", *(("binomial", "mean") if prompt == "all" else ())}
    several = {"via_norm", "natural_direct", "lowest", "highest"}
    assert set(readout) & {"scale", *several} == (several if prompt == "all" else {"scale"})
    for name in set(readout) & {"scale", "via_norm", "natural_direct"}:
        assert np.shape(readout[name]) == (W,)


def own_worlds(name: str, number: int) -> tuple[str, Worlds]:
    """A key's beginning, and the worlds that it is about, run by the test itself."""
    if load_toy(name).prompts is None:
        return f"{name}/0/1/zero", all_worlds(load_toy(name))
    ablation, source = [("zero", None), ("mean", None), ("resample", 4)][number]
    spelled = ablation if source is None else f"{ablation}-{source + 1}"
    return f"{name}/1/3/{spelled}", all_worlds(load_toy(name, 1, 2), ablation, source)


@pytest.mark.parametrize("number", range(3), ids=["zero", "mean", "resample"])
@pytest.mark.parametrize("name", toy_names())
def test_numbers_that_are_printed_are_toy_models_own_to_the_last_bit(name: str, number: int):
    start, worlds = own_worlds(name, number)
    table = tables.table(parse_key(f"{start}/1/centred/1"))
    question = worlds, 0, (1, None)
    assert table["answers"]["leave_one_out"] == leave_one_out(*question).tolist()
    assert table["answers"]["add_one_in"] == add_one_in(*question).tolist()
    assert table["answers"]["shapley"] == shapley_values(*question).tolist()
    assert table["pairs"] == pair_interactions(*question).tolist()
    parts = readout_contributions(*question)
    assert table["parts"] == parts.parts
    assert table["bias"] == parts.bias
    assert unfolded(table["projected"])[-1] == parts.writes.tolist()
    logits = worlds.logits[:, 0]
    assert table["readout"] == (logits[:, 1] - logits.mean(axis=1)).tolist()


@pytest.mark.parametrize("number", range(3), ids=["zero", "mean", "resample"])
@pytest.mark.parametrize("name", toy_names())
def test_what_a_page_takes_apart_is_the_effect_from_any_run(name: str, number: int):
    """As assets/js does it: differences of two rows of `projected`, over the reference's `scale`."""
    start, worlds = own_worlds(name, number)
    table = tables.table(parse_key(f"{start}/1/lead/1/0"))
    readout, scale = (np.array(table[field]) for field in ("readout", "scale"))
    projected = np.array(unfolded(table["projected"]))
    last, S = len(worlds.on) - 1, projected.shape[1]
    for reference in {last, 0, last // 3}:
        before = np.flatnonzero(~worlds.on[reference])
        several = several_off(worlds, 0, (1, 0), before)
        for world in {0, last, last // 2, last // 5}:
            moved = worlds.on[world] != worlds.on[reference]
            rows = np.where(moved, reference ^ (1 << np.arange(S)), reference)
            own = projected[rows, np.arange(S)]
            effects = layer_effects(worlds, np.flatnonzero(~worlds.on[world]), 0, (1, 0), before)
            near: dict[str, Any] = {"rtol": 0, "atol": 1e-9 * (1 + np.abs(projected).max() / scale.min())}
            np.testing.assert_allclose((own - projected[reference]) / scale[reference], effects.direct, **near)
            np.testing.assert_allclose((projected[world] - own) / scale[reference], effects.via_layers, **near)
            norm = (readout[world] - table["bias"]) * (1 - scale[world] / scale[reference])
            np.testing.assert_allclose(norm, effects.via_norm, **near)
            assert readout[world] - readout[reference] == effects.total
            back = readout[world ^ (1 << np.arange(S))] - readout[world]
            assert np.where(moved, back, 0).tolist() == several.back_on[world].tolist()


@pytest.mark.parametrize(("short", "digits"), [(False, 1e-14), (True, 6e-4)])
def test_what_is_drawn_is_right_to_the_digits_that_it_has(short: bool, digits: float):
    worlds = all_worlds(load_toy("place", 0, 1), "resample", 0)
    token, readout = (tables.table(parse_key(f"place/0/2/resample-1/5{rest}"), short) for rest in ("", "/lead/12/13"))
    near: dict[str, Any] = {"rtol": digits, "atol": 1e-14}
    np.testing.assert_allclose(unfolded(token["writes"]), worlds.writes[:, :, 4], rtol=1e-9 if short else 0)
    np.testing.assert_allclose(unfolded(token["sizes"]), np.sqrt((worlds.writes[:, :, 4] ** 2).sum(axis=-1)), **near)
    np.testing.assert_allclose(token["embedding"], worlds.toy.X0[4], **near)
    p = np.exp(worlds.logits[:, 4])
    np.testing.assert_allclose(token["probs"], p / p.sum(axis=1, keepdims=True), rtol=digits, atol=6e-6 if short else 0)
    gradients, paths = gradient_sizes(worlds, 4, (12, 13)), path_table(worlds, 4, (12, 13))
    np.testing.assert_allclose(readout["gradient"]["whole"], gradients.whole, **near)
    np.testing.assert_allclose(readout["gradient"]["layers"], gradients.layers_only, **near)
    np.testing.assert_allclose(readout["paths"]["share"], paths.share, **near)
    np.testing.assert_allclose(readout["paths"]["size_share"], paths.size_share, **near)
    np.testing.assert_allclose(readout["paths"]["alpha"][1:], paths.alpha[1:], **near)


def test_words_are_ranked_by_the_run_with_all_on():
    for prompt in (1, 7):
        logits = all_worlds(load_toy("place", 2, prompt - 1)).logits[-1, 4]
        order = runs.ranking("place", 2, prompt, 5)
        assert list(order) == sorted(range(len(logits)), key=lambda word: -logits[word])
        assert tables.table(parse_key(f"place/2/{prompt}/mean/5"))["order"] == list(order), "whatever off means"
    assert runs.ranking("place", 2, ALL_PROMPTS, 5) == tuple(range(16)), "ranks are in order already"


def test_equal_scores_rank_in_vocabulary_order():
    assert runs.ranking("cancel", 0, 1, 1) == (0, 1, 2)


def test_paths_are_counted():
    grid = tables.binomials(6)
    assert grid["alphas"][10] == 0.5
    assert grid["count"][4] == [1, 4, 6, 4, 1, 0, 0]


@pytest.mark.parametrize("name", toy_names())
def test_tokens_and_words_do_not_depend_on_the_seed(name: str):
    assert load_toy(name, 0).vocab == load_toy(name, 7).vocab
    assert load_toy(name, 0).tokens == load_toy(name, 7).tokens


def test_one_run_serves_many_tables():
    tables.table(parse_key("tanh/5/1/zero/1"))
    before = runs.run.cache_info().misses
    tables.table(parse_key("tanh/5/1/zero/2/logit/3"))
    assert runs.run.cache_info().misses == before
    assert runs.run.cache_info().maxsize is not None


def test_key_leaves_out_what_it_has_not():
    assert str(Key("tanh", 0, 1, "zero", None, 5)) == "tanh/0/1/zero/5"
    assert str(Key("tanh", 0, 1, "zero", None, 5, "logit", 0)) == "tanh/0/1/zero/5/logit/0"
