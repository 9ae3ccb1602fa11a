"""Addresses and table names that nobody would write: long, deep, of other digits, beyond all numbers."""

from itertools import product
from urllib.parse import quote

import pytest
from stranger import INSIDE

LONG = {
    "20,000 parts": "&" * 20_000,
    "10,000 parts of the same name": "off=1&" * 10_000,
    "6,000 names": "&".join(f"x{n}=1" for n in range(6000)),
    "30,000 commas": "off=" + "," * 30_000,
    "10,000 layers": "off=" + ",".join(["2"] * 10_000),
    "one long number": "off=" + "9" * 50_000,
    "one long word": "target=" + "a" * 50_000,
    "dots": "prompt=" + "." * 50_000,
    "words and dots": "prompt=" + "the." * 12_000,
    "blanks": "target=" + "+" * 50_000,
    "signs of percent": "off=" + "%" * 50_000,
    "a colour of 50,000 digits": "ground=" + "f" * 50_000,
    "equals": "off" + "=" * 50_000,
    "brackets": "show=" + "(" * 25_000 + ")" * 25_000,
    "a zero": "toy=%00&off=%00",
    "halves of letters": "off=%ff%fe&toy=%ed%a0%80&target=%f0%9f",
}


@pytest.mark.parametrize("what", LONG)
@pytest.mark.parametrize("path", ["/", "/embed/stacks", "/session"])
def test_a_long_query_takes_no_time(house, path, what):
    """A stranger's one link holds the core for seconds, by a rule that takes squares of its length."""
    got = house.ask(f"{path}?{LONG[what]}")
    assert got.worked < 0.4
    assert got.status in (200, 400, 404, 414, 431, 503)
    assert len(got.body) < 1_000_000
    assert not INSIDE.findall(got.text) or got.status == 200


def test_a_query_of_10_5_parts_takes_no_time(house):
    """A stranger's request of half a megabyte is split and read, part by part, on everybody's loop."""
    got = house.raw(b"GET /?" + b"x=1&" * 100_000 + b" HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
    assert got is None or (got.worked < 0.5 and got.status in (200, 400, 414, 431))
    assert house.ask("/liveness").seconds < 0.3


NUMBERS = [
    *("٣", "３", "²", "1e1", "1_0", "0x1", "+1", "-1", " 1", "1.0", "NaN", "inf", "99999999999999999999", "1" * 5000),
    *("true", "None", "[1]", "1;2", "1%00", "\u200b1", "−1"),
]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_number_is_written_in_plain_digits(house, number):
    """A stranger reaches states that no other link can name, or the code that expects a small number."""
    address = "&".join(f"{name}={quote(number)}" for name in ("off", "seed", "prompt", "token", "step", "alpha"))
    assert house.ask(f"/embed/lab?toy=tanh&{address}").status == 200
    for path in ("/tables/tanh/{}/1/zero/1.json", "/tables/tanh/0/{}/zero/1.json", "/tables/tanh/0/1/zero/{}.json"):
        got = house.ask(path.format(quote(number)))
        assert got.status == 404, path
        assert not INSIDE.findall(got.text)


@pytest.mark.parametrize("three", ["٣", "３", "+3", "-3", "0_3", "3.0", "0x3", "3e0"])
def test_a_session_opens_on_plain_digits_only(house, three):
    """A stranger's link opens on a state that the page, which reads the address too, does not show."""
    assert house.session(house.token("toy=tanh&off=3")).mirror().off() == [3]
    assert house.session(house.token(f"toy=tanh&off={quote(three)}")).mirror().off() == []


@pytest.mark.parametrize(
    "key",
    [
        *("tanh/0/1/NaN/5", "tanh/nan/1/zero/5", "tanh/0/inf/zero/5", "place/0/1/zero/5/6", "tanh//1/zero/5", "///"),
        *("tanh/0/1/zero/5.5", "__class__/0/1/zero/5", "tanh/0/1/__doc__/5", "tanh/0/1/zero/-1", "tanh/-1/1/zero/5"),
        *(
            "tanh/100/1/zero/5",
            "place/0/0/zero/5",
            "place/0/1/resample/5",
            "place/0/1/resample-99/5",
            "%74anh/0/1/zero/5",
        ),
    ],
)
def test_a_table_has_one_name(house, key):
    """A stranger names the same table in endless ways, each of them computed and kept, or one of NaN."""
    got = house.ask(f"/tables/{key}.json")
    assert got.status in (400, 404) or (got.status == 200 and b"NaN" not in got.body)
    assert got.status != 200 or key.startswith("%")
    assert not INSIDE.findall(got.text)


def test_endless_queries_do_not_grow_the_server(house):
    """A stranger fills the stores of pages and tables by addresses that all differ and mean the same."""
    kinds = [
        "/embed/stacks?x={}",
        "/embed/effect?toy=tanh&mine={}",
        "/?toy=tanh&x={}",
        "/tables/tanh/0/1/zero/5.json?x={}",
    ]
    for path, n in product(kinds, range(3)):
        house.ask(path.format(f"warm{n}"))
    before = house.memory()
    for path, n in product(kinds, range(40)):
        assert house.ask(path.format(n)).status in (200, 503)
    assert house.memory() - before < 15


def test_endless_tables_do_not_grow_the_server(house):
    """A stranger asks for every table there is, and the server keeps all of them."""
    for seed in range(100):  # what a store may hold
        house.ask(f"/tables/tanh/{seed}/1/zero/1.json")
    before = house.memory()
    for training, prompt in product(range(10), range(1, 9)):
        assert house.ask(f"/tables/place/{training}/{prompt}/zero/5.json").status in (200, 503)
    assert house.memory() - before < 25
