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
from app.tables.encoding import drawn, encode, exact, folded, pack
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

    def rounded(number: float, to: Decimal) -> Decimal:
        return Decimal(repr(number)).quantize(to, ROUND_HALF_UP)

    (short,) = drawn([value])
    assert rounded(short, Decimal(str(unit))) == rounded(value, Decimal(str(unit)))
    if value:
        third = Decimal(1).scaleb(Decimal(repr(value)).adjusted() - 2)
        assert rounded(short, third) == rounded(value, third)


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
