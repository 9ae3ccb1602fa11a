"""Numbers as JSON: what is exact, what is only drawn, and packs of tables."""

import base64
import gzip
import json
import math
from decimal import ROUND_HALF_UP, Decimal

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from app.tables import tables
from app.tables.encoding import chances, drawn, encode, exact, folded, on_log, pack, summed
from app.tables.keys import parse_key
from toy_models import all_worlds, load_toy

KEYS = [
    "place/0/1/zero/5",
    "place/0/2/resample-1/5/lead/3/7",
    "place/0/all/zero/5",
    "place/0/all/zero/5/lead/0/1",
    "tanh/0/1/zero/5",
    "tanh/0/1/zero/5/lead/3/7",
    "sum/0/1/zero/1/lead/0/2",
    "cancel/0/1/zero/1/centred/0",
]


def nearly_a_tie(units: int) -> float:
    """A number a hair below one that rounds away from zero."""
    return math.nextafter((units + 0.5) / 100, 0) - 1e-9


def rounded(number: float | Decimal, to: Decimal) -> Decimal:
    """Ties away from zero."""
    exactly = number if isinstance(number, Decimal) else Decimal(repr(number))
    return exactly.quantize(to, ROUND_HALF_UP)


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


def test_a_pack_holds_every_table_unchanged_and_is_the_same_each_time():
    chosen = {key: tables.table(parse_key(key)) for key in KEYS}
    assert unpack(pack(chosen)) == chosen
    assert pack(chosen) == pack(chosen)


def test_drawn_numbers_are_short_and_right():
    rng = np.random.default_rng(7)
    values = rng.normal(size=400) * 10.0 ** rng.integers(-15, 15, size=400)
    values[:3] = 0.0, -0.0, 1e-310
    shown = drawn(values)
    assert shown[:3] == [0, 0, 0]
    assert math.copysign(1, shown[1]) == 1
    for value, short in zip(values[3:], shown[3:], strict=True):
        places = max(4 - math.floor(math.log10(abs(value))), 4)
        assert abs(short - value) <= 0.5001 * 10.0**-places + 1e-15 * abs(value)
        assert (
            short == float(f"{value:.5g}")
            or abs(value) > 10
            or f"{value:.4e}".partition("e")[0].rstrip("0").endswith("5")
        )


@given(
    st.integers(0, 10**9).map(lambda units: units / 10**7)
    | st.floats(1e-200, 10**4)
    | st.integers(0, 10**5).map(nearly_a_tie),
    st.sampled_from([0.01, 0.0001, 0.001]),
)
def test_rounding_what_was_shortened_is_rounding_the_number(value: float, unit: float):
    """Ties away from zero, to as many decimals as are printed and to three significant digits."""
    (short,) = drawn([value])
    assert rounded(short, Decimal(str(unit))) == rounded(value, Decimal(str(unit)))
    if value:
        third = Decimal(1).scaleb(Decimal(repr(value)).adjusted() - 2)
        assert rounded(short, third) == rounded(value, third)


@given(st.floats(1e-200, 10**9) | st.integers(100, 10**4).map(nearly_a_tie))
def test_a_size_on_a_log_scale_rounds_to_three_digits_as_it_is(value: float):
    (short,) = on_log([value])
    third = Decimal(1).scaleb(Decimal(repr(value)).adjusted() - 2)
    assert rounded(short, third) == rounded(value, third)
    assert len(f"{short:.15g}".replace(".", "").strip("0e-+")) <= 17


@given(st.floats(1e-290, 1) | st.just(0.0) | st.integers(0, 999).map(lambda units: nearly_a_tie(units) / 10))
def test_a_chance_is_printed_as_it_is_and_never_becomes_certain_or_impossible(value: float):
    (short,) = chances([value])
    assert rounded(100 * Decimal(repr(short)), Decimal("0.1")) == rounded(100 * Decimal(repr(value)), Decimal("0.1"))
    assert (0 < short < 1) == (0 < value < 1)
    assert (short < 0.001) == (value < 0.001)
    assert (short > 0.999) == (value > 0.999)


@given(st.floats(-1e200, 1e200))
def test_what_others_are_made_of_is_right_to_twelve_digits(value: float):
    (short,) = summed([value])
    assert short == pytest.approx(value, rel=5.1e-13, abs=1e-300)


@pytest.mark.parametrize("name", ["writes", "sizes"])
def test_folding_keeps_each_different_run_once(name: str):
    worlds = all_worlds(load_toy("place"), "mean")
    whole = worlds.writes[:, :, 4] if name == "writes" else np.linalg.norm(worlds.writes[:, :, 4], axis=-1)
    packed = folded(whole)
    assert [len(runs) for runs in packed] == [2, 3, 5, 9, 17, 33]
    for world, on in enumerate(worlds.on):
        for layer, runs in enumerate(packed):
            place = 1 + world % 2**layer if on[layer] else 0
            assert (runs[place] == whole[world, layer]).all()


def test_undefined_numbers_become_null():
    assert exact([1.0, np.nan]) == [1.0, None]
    assert drawn([[np.nan], [2.0]]) == [[None], [2.0]]
    assert exact(-0.0) == 0
    assert math.copysign(1, exact(np.float64(-0.0))) == 1


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_nothing_undefined_is_encoded(bad: float):
    with pytest.raises(ValueError, match="JSON"):
        encode({"x": [bad]})
