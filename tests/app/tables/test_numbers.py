"""`numbers`: complete, at full precision, and the hand-checkable toys to the last digit."""

import csv
import io
import json
from typing import Any

import numpy as np
import pytest
from unfolding import unfolded

from app.state.address import parse
from app.tables import numbers, tables
from app.tables.encoding import encode
from app.tables.keys import readout_key, token_key
from app.tables.quantities import to_csv
from toy_models import all_worlds, layer_effects, load_toy, toy_names


def values(query: str) -> dict:
    written = numbers.numbers(parse(query).state)["numbers"]
    return {name: quantity["values"] for name, quantity in written.items()}


STATES = [
    "",
    "off=2,4&alpha=20&step=3",
    "off=1,2,3,4,5,6&token=2&reference=1,2,3,4,5,6",
    "prompt=3&ablation=mean&off=3&reference=1,2&face=answers",
    "prompt=2&ablation=resample&source=5&off=3,4&reference=4",
    "prompt=all&off=3&target=2nd&against=4th",
    "toy=and&prompt=all&ablation=resample&off=1&readout=centred&alpha=3",
    "toy=tanh&readout=centred&target=bed&seed=9",
    *(f"toy={toy}&off=1" for toy in toy_names()),
]


@pytest.mark.parametrize("query", STATES)
def test_every_quantity_has_its_axes_and_clean_numbers(query: str):
    parsed = parse(query)
    assert parsed.problems == ()
    written = numbers.numbers(parsed.state)
    assert written["format"] == 2
    assert json.loads(encode(written)) == written
    assert parse(written["address"]).state == parsed.state
    for name, quantity in written["numbers"].items():
        shape = tuple(len(written["labels"][axis]) for axis in quantity["by"])
        assert np.shape(np.array(quantity["values"], dtype=object)) == shape, name


@pytest.mark.parametrize("query", STATES)
def test_csv_has_the_same_values(query: str):
    written = numbers.numbers(parse(query).state)
    rows = list(csv.DictReader(io.StringIO(to_csv(written))))
    for name, quantity in written["numbers"].items():
        flat = np.array(quantity["values"], dtype=object).reshape(-1).tolist()
        found = [row for row in rows if row["name"] == name]
        assert [float(row["value"]) if row["value"] else None for row in found] == flat
        if quantity["by"] == ["layer"]:
            assert [row["layer"] for row in found] == written["labels"]["layer"]
        if quantity["by"] == ["layer", "other_layer"]:
            layers = written["labels"]["layer"]
            assert [(row["layer"], row["other_layer"]) for row in found] == [(a, b) for a in layers for b in layers]
    assert {row["name"] for row in rows} == {*written["state"], *written["numbers"]}


@pytest.mark.parametrize("query", STATES)
def test_the_tables_on_screen_say_the_same(query: str):
    """What a page reads off its two tables: rows of worlds, and differences of rows."""
    state, shown = parse(query).state, values(query)
    token, readout = tables.table(token_key(state)), tables.table(readout_key(state))
    last = len(readout["readout"]) - 1
    now, before = (last - sum(1 << (layer - 1) for layer in off) for off in (state.off, state.reference))
    assert shown["readout_worlds"] == readout["readout"]
    said = [shown[f"readout_{run}"] for run in ("now", "reference", "all_on")]
    assert said == pytest.approx([readout["readout"][world] for world in (now, before, last)], rel=1e-14, abs=1e-14)
    for name in ("leave_one_out", "add_one_in", "shapley"):
        assert shown[name] == readout["answers"][name]
    assert shown["pair_interactions"] == readout["pairs"]
    assert {name: shown[f"contribution_{name}"] for name in readout["parts"]} == readout["parts"]
    assert shown["contribution_writes"] == pytest.approx(unfolded(readout["projected"])[last], abs=1e-12)
    assert shown["contribution_bias"] == readout["bias"]
    near: dict[str, Any] = {"rel": 1e-12, "abs": 1e-12}
    assert shown["embedding"] == pytest.approx(token["embedding"], **near)
    assert np.array(shown["writes"]) == pytest.approx(np.array(unfolded(token["writes"])[now]), **near)
    assert shown["write_sizes"] == pytest.approx(unfolded(token["sizes"])[now], **near)
    assert shown["write_sizes_reference"] == pytest.approx(unfolded(token["sizes"])[before], **near)
    assert shown["probabilities_now"] == pytest.approx(token["probs"][now], **near)
    assert shown["probabilities_reference"] == pytest.approx(token["probs"][before], **near)
    assert shown["gradient_whole"] == pytest.approx(readout["gradient"]["whole"][now], **near)
    assert shown["gradient_layers_only"] == pytest.approx(readout["gradient"]["layers"][now], **near)
    for name in ("share", "size_share"):
        in_table, own = (np.array(one, dtype=float) for one in (readout["paths"][name][now], shown[f"path_{name}"]))
        np.testing.assert_allclose(own, in_table, rtol=1e-12, atol=1e-12)


def test_the_three_embeddings_by_hand():
    assert values("toy=sum")["sum_now"] == [0.7, 0.5, 0.2]
    reread = values("toy=reread&off=1")
    assert reread["sum_reference"] == [1, 0, 1]
    assert reread["sum_now"] == [1, 0, 5]
    assert reread["sum_nothing_recomputed"] == [3, -2, 1]
    assert values("toy=cancel")["sum_now"] == [0, 0, 0]
    assert values("toy=cancel")["gradient_whole"][0] == 0


def test_from_another_run_by_hand():
    """F(x) = (−x1, 2, 0) off: (1, 0, 5). On again and G not recomputed: F's own write is added to it, (−1, 2, 5)."""
    back = values("toy=reread&reference=1&readout=logit&target=third")
    assert back["sum_reference"] == [1, 0, 5]
    assert back["sum_now"] == [1, 0, 1]
    assert back["sum_nothing_recomputed"] == [-1, 2, 5]
    assert (back["readout_reference"], back["readout_now"], back["effect_total"]) == (5, 1, -4)
    assert (back["effect_direct"], back["effect_via_layers"], back["effect_via_norm"]) == ([0, 0], [0, -4], 0)


@pytest.mark.parametrize("query", STATES)
def test_parts_add_up(query: str):
    shown = values(query)
    parts = sum(shown["effect_direct"]) + sum(shown["effect_via_layers"]) + shown["effect_via_norm"]
    assert parts == pytest.approx(shown["effect_total"], abs=1e-9)
    split = shown["natural_direct"] + shown["natural_indirect"]
    assert split == pytest.approx(shown["effect_total"], abs=1e-12)
    assert shown["effect_total"] == pytest.approx(shown["readout_now"] - shown["readout_reference"], abs=1e-9)
    pieces = [value for name, value in shown.items() if name.startswith("contribution_")]
    assert np.sum(np.hstack(pieces)) == pytest.approx(shown["readout_all_on"], abs=1e-9)
    assert sum(shown["shapley"]) == pytest.approx(shown["readout_all_on"] - shown["readout_worlds"][0], abs=1e-9)
    assert sum(shown["probabilities_now"]) == pytest.approx(1)
    total = np.array(shown["embedding"]) + np.sum(shown["writes"], axis=0)
    assert shown["sum_now"] == pytest.approx(total, abs=1e-9)
    if shown["path_share"][0] is not None:
        assert sum(shown["path_share"]) == pytest.approx(1)


def test_an_off_layer_writes_what_the_ablation_says():
    assert values("off=2,4")["writes"][1] == values("off=2,4")["writes"][3] == [0] * 8
    source = all_worlds(load_toy("place", 0, 6))
    resampled = values("off=2,4&ablation=resample&source=7")
    assert resampled["writes"][1] == pytest.approx(source.writes[-1, 1, 4], abs=1e-12)
    assert resampled["writes"][3] == pytest.approx(source.writes[-1, 3, 4], abs=1e-12)
    assert values("off=2&ablation=mean")["writes"][1] == values("prompt=9&off=2&ablation=mean")["writes"][1]


def test_effects_from_another_run_are_toy_models_own():
    shown, state = values("off=3,5&reference=5&prompt=2&ablation=mean"), parse("prompt=2").state
    worlds = all_worlds(load_toy("place", 0, 1), "mean")
    effects = layer_effects(worlds, [2, 4], 4, (state.target, state.against), reference=[4])
    assert shown["effect_direct"] == effects.direct.tolist()
    assert shown["effect_via_layers"] == effects.via_layers.tolist()
    assert shown["effect_total"] == effects.total


def test_the_state_is_said_in_words():
    said = numbers.numbers(parse("prompt=2&ablation=resample&source=5&off=3&reference=1,2&token=2").state)["state"]
    fifth, second = load_toy("place", prompt=4), load_toy("place", prompt=1)
    assert (said["prompt"], said["prompt_words"], said["token_word"]) == (2, list(second.tokens), second.tokens[1])
    assert (said["ablation"], said["source"], list(said["source_words"])) == ("resample", 5, list(fifth.tokens))
    assert (said["off"], said["reference_off"]) == (["Attention 2"], ["Attention 1", "MLP 1"])
    said = numbers.numbers(parse("prompt=all&face=answers").state)["state"]
    assert (said["prompt"], said["target"], said["against"], said["source"]) == ("all", "top", "2nd", None)
    assert said["face"] == "answers"


def test_alpha_is_the_runs_own_unless_it_is_chosen():
    own, chosen = values("toy=tanh&off=1"), values("toy=tanh&off=1&alpha=20")
    state = parse("toy=tanh&off=1").state
    assert own["path_alpha"] == pytest.approx(tables.table(readout_key(state))["paths"]["alpha"][62], rel=1e-12)
    assert chosen["path_alpha"] == 1
    assert chosen["path_binomial"] == pytest.approx([1 / 32, 5 / 32, 10 / 32, 10 / 32, 5 / 32, 1 / 32, 0])
    assert chosen["path_mean_length"] == pytest.approx(2.5)
