"""Toys by name."""

import numpy as np
import pytest

from toy_models import SEEDS, load_toy, toy_is_seeded, toy_names


def test_the_known_toys():
    assert toy_names() == ("tanh", "sum", "reread", "cancel")
    assert [toy_is_seeded(name) for name in toy_names()] == [True, False, False, False]
    assert list(SEEDS) == list(range(100))


@pytest.mark.parametrize("name", toy_names())
def test_every_toy_says_what_it_is(name):
    toy = load_toy(name)
    assert toy.name == name
    assert toy.title
    assert toy.about.endswith(".")
    assert toy.about.count(". ") == 0
    assert set(toy.kinds) <= {"attention", "mlp", "layer"}


@pytest.mark.parametrize("ask", [load_toy, toy_is_seeded])
@pytest.mark.parametrize("name", ["gpt", "", None, 3, ["tanh"]])
def test_an_unknown_toy_lists_the_known_ones(ask, name):
    with pytest.raises(ValueError, match=r"^toy must be one of tanh, sum, reread, cancel, got "):
        ask(name)


@pytest.mark.parametrize("seed", [-1, 100, 1.0, "3", None, True, np.nan])
def test_a_seed_out_of_range_is_refused(seed):
    with pytest.raises(ValueError, match=r"^seed must be a whole number from 0 to 99, got "):
        load_toy("tanh", seed)


def test_numpy_seeds_are_seeds_and_hand_toys_ignore_them():
    assert load_toy("tanh", np.int64(7)).seed == 7
    assert load_toy("sum", 12345) is load_toy("sum")


def test_an_early_token_does_not_depend_on_later_ones():
    """Every toy reads this and earlier tokens only, so a prefix of the prompt has the same stream."""
    from toy_models import run_stream

    toy = load_toy("tanh", 5)
    changed = np.array(toy.X0)
    changed[3:] += 1
    assert (run_stream(toy.X0, toy.blocks)[0][:, :3] == run_stream(changed, toy.blocks)[0][:, :3]).all()
