"""Tables: keys, shapes, rounding, and that a text from anywhere is refused with a sentence."""

import base64
import gzip
import json
import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app import tables
from app.tables import Key, parse_key
from toy_models import all_worlds, layer_effects, load_toy, toy_names

KEYS = [
    "tanh/0/5",
    "tanh/99/1",
    "tanh/0/5/lead/3/7",
    "tanh/0/5/logit/3",
    "tanh/0/5/centred/3",
    "sum/0/1/lead/0/2",
    "reread/0/1/logit/2",
    "cancel/0/1/centred/0",
]


def numbers_in(value: object) -> list[float]:
    if isinstance(value, dict):
        return [number for inner in value.values() for number in numbers_in(inner)]
    if isinstance(value, list):
        return [number for inner in value for number in numbers_in(inner)]
    return [value] if isinstance(value, float) else []


def unpack(text: str) -> dict[str, dict]:
    """What the page does with `pack`."""
    unpacked: dict[str, dict] = {}
    for group in json.loads(gzip.decompress(base64.b64decode(text))):
        for i, key in enumerate(group["keys"]):
            whole = unpacked[key] = {}
            for path, values in group["columns"].items():
                name, _, inner = path.partition(".")
                if inner:
                    whole.setdefault(name, {})[inner] = values[i]
                else:
                    whole[name] = values[i]
    return unpacked


@pytest.mark.parametrize("text", KEYS)
def test_a_key_reads_back_and_its_table_is_clean_json(text: str):
    key = parse_key(text)
    assert str(key) == text
    table = tables.table(key)
    assert table["key"] == text
    assert table["format"] == 1
    assert json.loads(tables.encode(table)) == table
    assert not any(math.copysign(1, number) < 0 and number == 0 for number in numbers_in(table)), "a negative zero"


@given(st.text(max_size=60) | st.lists(st.sampled_from([*KEYS, "lead", "/", "0", "-1", "٣", "1e9", "%"])).map("/".join))
@example("tanh/0/5/lead/3/3")
@example("tanh/0/6")
@example("tanh/100/1")
@example("tanh/00/1")
@example("tanh/0/0")
@example("tanh/0/5/logit/12")
@example("sum/1/1")
@example("tanh/0/5/lead/3")
@example("tanh/0/5/logit/3/4")
@example("tanh/0/" + "9" * 5000)
def test_any_other_text_is_refused_with_one_sentence(text: str):
    if text in KEYS:
        return
    with pytest.raises(ValueError, match=r"^table: expected .{,150}\.$"):
        parse_key(text)


def test_shapes_of_both_kinds_of_table():
    toy = load_toy("tanh")
    S, d, V = len(toy.blocks), toy.X0.shape[1], len(toy.vocab)
    W = 2**S
    token = tables.token_table("tanh", 0, 2)
    assert np.shape(token["embedding"]) == (d,)
    assert np.shape(token["writes"]) == (W, S, d)
    assert np.shape(token["sizes"]) == (W, S)
    assert np.shape(token["probs"]) == (W, V)
    assert sorted(token["order"]) == list(range(V))
    readout = tables.readout_table("tanh", 0, 2, "lead", 1, 4)
    for name in ("readout", "via_norm", "total", "interaction"):
        assert np.shape(readout[name]) == (W,)
    for name in ("direct", "via_layers"):
        assert np.shape(readout[name]) == (W, S)
    assert np.shape(readout["contributions"]) == (S,)
    for values in readout["gradient"].values():
        assert np.shape(values) == (W, S + 1)
    for name in ("count", "share", "size_share", "binomial"):
        assert np.shape(readout["paths"][name]) == (W, S + 1)
    assert readout["paths"]["alpha"][0] is None, "with nothing on there is no gain to average"


@pytest.mark.parametrize("toy", toy_names())
def test_effects_are_toy_models_own_to_the_last_bit(toy: str):
    worlds = all_worlds(load_toy(toy))
    readout = tables.readout_table(toy, 0, 1, "centred", 1)
    for world in range(len(worlds.on)):
        off = np.flatnonzero(~worlds.on[world])
        effects = layer_effects(worlds, off, 0, (1, None))
        assert readout["direct"][world] == effects.direct.tolist()
        assert readout["total"][world] == effects.total


def test_drawn_numbers_are_short_and_right():
    rng = np.random.default_rng(7)
    values = rng.normal(size=400) * 10.0 ** rng.integers(-15, 15, size=400)
    values[:3] = 0.0, -0.0, 1e-310
    drawn = tables.drawn(values)
    assert drawn == [0.0, 0.0, 0.0, *(float(f"{value:.5g}") for value in values[3:])]
    assert math.copysign(1, drawn[1]) == 1


def test_undefined_numbers_become_null():
    assert tables.exact([1.0, np.nan]) == [1.0, None]
    assert tables.drawn([[np.nan], [2.0]]) == [[None], [2.0]]


def test_equal_scores_rank_in_vocabulary_order():
    assert tables.ranking("cancel", 0, 1) == (0, 1, 2)


def test_a_pack_holds_every_table_unchanged_and_is_the_same_each_time():
    chosen = {key: tables.table(parse_key(key)) for key in KEYS}
    assert unpack(tables.pack(chosen)) == chosen
    assert tables.pack(chosen) == tables.pack(chosen)


def test_binomials_follow_the_formula():
    grid = tables.binomials(6)
    assert grid["alphas"][10] == 0.5
    ones = [math.comb(4, k) * 0.5**k for k in range(5)]
    expected = [one / sum(ones) for one in ones] + [0, 0]
    assert grid["weights"][10][4] == pytest.approx(expected, rel=1e-4)
    assert grid["mean"][10][4] == pytest.approx(4 * 0.5 / 1.5, rel=1e-4)


def test_tokens_and_words_do_not_depend_on_the_seed():
    assert load_toy("tanh", 0).vocab == load_toy("tanh", 63).vocab
    assert load_toy("tanh", 0).tokens == load_toy("tanh", 63).tokens


def test_one_run_serves_many_tables():
    tables.token_table("tanh", 5, 1)
    before = tables.run.cache_info().misses
    tables.readout_table("tanh", 5, 2, "logit", 3)
    assert tables.run.cache_info().misses == before
    assert tables.run.cache_info().maxsize is not None


def test_key_leaves_out_what_it_has_not():
    assert str(Key("tanh", 0, 5)) == "tanh/0/5"
    assert str(Key("tanh", 0, 5, "logit", 0)) == "tanh/0/5/logit/0"
