"""A toy's own checks."""

from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

from toy_models import load_toy


def test_a_toy_cannot_be_changed_in_place():
    toy = load_toy("tanh")
    with pytest.raises(FrozenInstanceError):
        toy.norm = "none"  # type: ignore[misc]
    in_blocks = [array for block in (*toy.blocks, *load_toy("sum").blocks) for array in vars(block).values()]
    for array in (toy.X0, toy.W_U, toy.gamma, toy.beta, *in_blocks):
        with pytest.raises(ValueError, match=r"read-only"):
            array[0] = 1


def test_a_toys_arrays_are_not_the_callers():
    gamma = np.ones(3)
    toy = replace(load_toy("sum"), gamma=gamma)
    gamma[0] = 5
    assert toy.gamma.tolist() == [1, 1, 1]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"gamma": np.ones(4)}, r"gamma must have shape \(3,\), got \(4,\)"),
        ({"W_U": np.ones((3, 2))}, r"W_U must have shape \(3, 3\), got \(3, 2\)"),
        ({"X0": np.ones((2, 3))}, r"X0 must have shape \(1, 3\), got \(2, 3\)"),
        ({"tokens": ("a", "b")}, r"X0 must have shape \(2, 3\), got \(1, 3\)"),
        ({"beta": "abc"}, "beta must be numbers, got str"),
        ({"eps": -1}, "eps must be a finite number, 0 or more, got -1.0"),
        ({"norm": "batch"}, "norm must be one of 'layer', 'rms', 'none', got 'batch'"),
        ({"sublayer_names": ("F",)}, "sublayer_names must have one entry for each of 3 blocks, got 1"),
        ({"kinds": ("mlp",)}, "kinds must have one entry for each of 3 blocks, got 1"),
        ({"token_embedding": np.ones((1, 3))}, "token_embedding and position_embedding must both be given, or neither"),
        (
            {"token_embedding": np.ones((1, 3)), "position_embedding": np.ones((1, 3))},
            "token_embedding and position_embedding must add to X0, and they do not",
        ),
    ],
)
def test_sizes_that_do_not_match_are_named(change, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        replace(load_toy("sum"), **change)
