"""Numbers as JSON: what is exact, what is only drawn, and packs of tables."""

import base64
import gzip
import json
import math

import numpy as np
import pytest

from app import tables
from app.encoding import drawn, encode, exact, pack
from app.keys import parse_key

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
    assert shown == [0.0, 0.0, 0.0, *(float(f"{value:.5g}") for value in values[3:])]
    assert math.copysign(1, shown[1]) == 1


def test_undefined_numbers_become_null():
    assert exact([1.0, np.nan]) == [1.0, None]
    assert drawn([[np.nan], [2.0]]) == [[None], [2.0]]
    assert exact(-0.0) == 0
    assert math.copysign(1, exact(np.float64(-0.0))) == 1


@pytest.mark.parametrize("bad", [math.nan, math.inf])
def test_nothing_undefined_is_encoded(bad: float):
    with pytest.raises(ValueError, match="JSON"):
        encode({"x": [bad]})
