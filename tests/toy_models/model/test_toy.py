"""A toy's own checks."""

from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest

from toy_models import Prompts, load_toy


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
        ({"vocab_embedding": np.ones((2, 3))}, r"vocab_embedding must have shape \(3, 3\), got \(2, 3\)"),
        ({"dimensions": ("up", "down")}, "dimensions must name each of 3 numbers, or none, got 2"),
    ],
)
def test_sizes_that_do_not_match_are_named(change, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        replace(load_toy("sum"), **change)


TWO = {
    "tokens": (("a", "b"), ("c", "d")),
    "X0": np.arange(12.0).reshape(2, 2, 3),
    "slots": ("first", "second"),
    "data_X0": np.ones((4, 2, 3)),
    "data_weights": np.full(4, 0.25),
}


def test_prompts_cannot_be_changed_in_place_and_are_not_the_callers():
    X0 = np.array(TWO["X0"])
    prompts = Prompts(**{**TWO, "X0": X0})
    X0 += 1
    assert prompts.X0[0, 0].tolist() == [0, 1, 2]
    for array in (prompts.X0, prompts.data_X0, prompts.data_weights):
        with pytest.raises(ValueError, match=r"read-only"):
            array[0] = 1


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"X0": np.ones((3, 2, 3))}, r"X0 must have shape \(2, 2, 3\), got \(3, 2, 3\)"),
        ({"tokens": (("a", "b"),)}, r"X0 must have shape \(1, 2, 3\), got \(2, 2, 3\)"),
        ({"tokens": (("a", "b"), ("c",))}, "prompt 1 must have one word for each of 2 slots, got 1"),
        ({"slots": ("first",)}, r"X0 must have shape \(2, 1, 3\), got \(2, 2, 3\)"),
        ({"data_X0": np.ones((4, 2, 5))}, r"data_X0 must have shape \(4, 2, 3\), got \(4, 2, 5\)"),
        ({"data_weights": np.full(5, 0.2)}, r"data_X0 must have shape \(5, 2, 3\), got \(4, 2, 3\)"),
        ({"data_weights": np.ones(4)}, "data_weights must add to 1, got 4.0"),
    ],
)
def test_prompts_whose_sizes_do_not_match_are_named(change, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        Prompts(**{**TWO, **change})


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"prompt": 1}, "prompt 1 of prompts must be the toy's own tokens and X0, and it is not"),
        ({"prompt": 99}, r"prompt must be a whole number from 0 to \d+, got 99"),
        ({"prompt": None}, r"prompt must be a whole number from 0 to \d+, got None"),
        ({"tokens": ("a",) * 5}, "prompt 0 of prompts must be the toy's own tokens and X0, and it is not"),
    ],
)
def test_a_toy_reads_the_prompt_that_it_says_it_reads(change, sentence):
    with pytest.raises(ValueError, match=f"^{sentence}$"):
        replace(load_toy("place"), **change)


def test_the_vocabularys_embedding_is_the_tokens_own():
    toy = load_toy("place")
    assert toy.vocab_embedding is not None
    changed = toy.vocab_embedding + 1.0 * (np.array(toy.vocab) == "cat")[:, None]
    with pytest.raises(
        ValueError, match=r"^vocab_embedding must embed 'cat' as token_embedding does, and it does not$"
    ):
        replace(toy, vocab_embedding=changed)
    with pytest.raises(
        ValueError, match=r"^vocab_embedding must embed 'the' as token_embedding does, and it does not$"
    ):
        replace(toy, vocab=("a", *toy.vocab[1:]))
    for name in ("place", "and", "or", "untrained"):
        for prompt in range(12):
            toy = load_toy(name, 4, prompt)
            assert toy.vocab_embedding is not None
            words = [toy.vocab.index(token) for token in toy.tokens]
            assert (toy.vocab_embedding[words] == toy.token_embedding).all()
