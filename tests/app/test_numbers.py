"""`numbers`: complete, at full precision, and the hand-checkable toys to the last digit."""

import csv
import io
import json

import numpy as np
import pytest

from app import numbers, tables
from app.address import parse
from app.export import carried
from app.selection import Selection, choose, default
from toy_models import toy_names


def values(query: str) -> dict:
    written = numbers.numbers(parse(query).state)["numbers"]
    return {name: quantity["values"] for name, quantity in written.items()}


STATES = [
    "",
    "off=2,4&alpha=20&step=3",
    "off=1,2,3,4,5,6&token=2",
    "readout=centred&target=bed&seed=9",
    *(f"toy={toy}&off=1" for toy in toy_names()),
]


@pytest.mark.parametrize("query", STATES)
def test_every_quantity_has_its_axes_and_clean_numbers(query: str):
    written = numbers.numbers(parse(query).state)
    assert json.loads(tables.encode(written)) == written
    for name, quantity in written["numbers"].items():
        shape = tuple(len(written["labels"][axis]) for axis in quantity["by"])
        assert np.shape(np.array(quantity["values"], dtype=object)) == shape, name


@pytest.mark.parametrize("query", STATES)
def test_csv_has_the_same_values(query: str):
    written = numbers.numbers(parse(query).state)
    rows = list(csv.DictReader(io.StringIO(numbers.to_csv(written))))
    for name, quantity in written["numbers"].items():
        flat = np.array(quantity["values"], dtype=object).reshape(-1).tolist()
        found = [row for row in rows if row["name"] == name]
        assert [float(row["value"]) if row["value"] else None for row in found] == flat
        if "layer" in quantity["by"] and len(quantity["by"]) == 1:
            assert [row["layer"] for row in found] == written["labels"]["layer"]
    assert {row["name"] for row in rows} == {*written["state"], *written["numbers"]}


def test_the_three_embeddings_by_hand():
    assert values("toy=sum")["sum_now"] == [0.7, 0.5, 0.2]
    reread = values("toy=reread&off=1")
    assert reread["sum_all_on"] == [1, 0, 1]
    assert reread["sum_now"] == [1, 0, 5]
    assert reread["sum_merely_subtracted"] == [3, -2, 1]
    assert values("toy=cancel")["sum_now"] == [0, 0, 0]
    assert values("toy=cancel")["gradient_whole"][0] == 0


def test_parts_add_up():
    shown = values("off=2,4&readout=logit")
    parts = sum(shown["effect_direct"]) + sum(shown["effect_via_layers"]) + shown["effect_via_norm"]
    assert parts == pytest.approx(shown["effect_total"], abs=1e-12)
    assert shown["effect_total"] == pytest.approx(shown["readout_now"] - shown["readout_all_on"], abs=1e-12)
    pieces = [value for name, value in shown.items() if name.startswith("contribution_")]
    assert np.sum(np.hstack(pieces)) == pytest.approx(shown["readout_all_on"], abs=1e-12)
    assert shown["writes"][1] == shown["writes"][3] == [0] * 8
    assert sum(shown["probabilities_now"]) == pytest.approx(1)
    assert sum(shown["path_share"]) == pytest.approx(1)


def test_the_table_on_screen_agrees():
    state = parse("off=2,4&token=3").state
    shown = values("off=2,4&token=3")
    assert state.against is not None
    table = tables.readout_table("tanh", 0, 3, "lead", state.target, state.against)
    world = 0b110101
    assert shown["effect_direct"] == table["direct"][world]
    assert shown["readout_worlds"] == table["readout"]
    assert shown["path_share"] == pytest.approx(table["paths"]["share"][world], rel=1e-4)


def test_alpha_is_the_runs_own_unless_it_is_chosen():
    own, chosen = values("off=1"), values("off=1&alpha=20")
    assert own["path_alpha"] == pytest.approx(
        tables.readout_table("tanh", 0, 5, "lead", 9, 8)["paths"]["alpha"][62], rel=1e-4
    )
    assert chosen["path_alpha"] == 1
    assert chosen["path_binomial"] == pytest.approx([1 / 32, 5 / 32, 10 / 32, 10 / 32, 5 / 32, 1 / 32, 0])
    assert chosen["path_mean_length"] == pytest.approx(2.5)


def offered(state: Selection) -> set[str]:
    return set(carried(state))


def test_an_export_carries_all_readouts_of_the_top_words():
    state = default()
    keys = offered(state)
    order = tables.ranking("tanh", 0, 2)
    for token in range(1, 6):
        assert f"tanh/0/{token}" in keys
    for a, b in ((0, 1), (1, 0), (2, 1)):
        assert f"tanh/0/2/lead/{order[a]}/{order[b]}" in keys
    assert {f"tanh/0/2/{readout}/{order[2]}" for readout in ("logit", "centred")} <= keys
    assert f"tanh/0/2/logit/{order[3]}" not in keys, "at most three words"
    assert {f"{toy}/0/1/lead/0/2" for toy in toy_names() if toy != "tanh"} <= keys
    assert not any(key.startswith("tanh/1/") for key in keys)


def test_an_export_carries_its_own_state():
    state = choose(default(), seed=4, token=2, target=tables.ranking("tanh", 4, 2)[-1])
    keys = offered(state)
    assert f"tanh/4/2/lead/{state.target}/{state.against}" in keys
    assert not any(key.startswith("tanh/0/") for key in keys)
    assert "sum/0/1" in keys


def test_the_tables_of_an_export_stay_small():
    words = tables.ranking("tanh", 0, 5)
    for state in (default(), choose(default(), target=words[-1], against=words[-2])):
        assert len(tables.pack(carried(state))) * 3 / 4 < 600_000
