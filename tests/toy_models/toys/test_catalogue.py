"""Toys by name."""

import numpy as np
import pytest

from toy_models import ablations_of, load_toy, toy_names, toy_seeds

NAMES = ("place", "and", "or", "untrained", "tanh", "sum", "reread", "cancel")
TRAINED = NAMES[:4]


def test_the_known_toys():
    assert toy_names() == NAMES
    assert [toy_seeds(name) for name in NAMES] == [12, 12, 12, 12, 100, 1, 1, 1]


@pytest.mark.parametrize("name", NAMES)
def test_every_toy_says_what_it_is(name):
    toy = load_toy(name)
    assert toy.name == name
    assert toy.title
    assert toy.about.endswith(".")
    assert toy.about.count(". ") == 0
    assert set(toy.kinds) <= {"attention", "mlp", "layer"}
    assert toy.question == "" or toy.question.endswith("?")


def test_the_lab_opens_on_a_sentence_about_a_cat():
    toy = load_toy(toy_names()[0])
    assert " ".join(toy.tokens) == "the cat sat on the"
    assert toy.question


@pytest.mark.parametrize("ask", [load_toy, toy_seeds])
@pytest.mark.parametrize("name", ["gpt", "", None, 3, ["tanh"]])
def test_an_unknown_toy_lists_the_known_ones(ask, name):
    with pytest.raises(ValueError, match=f"^toy must be one of {', '.join(NAMES)}, got "):
        ask(name)


@pytest.mark.parametrize("seed", [-1, 100, 1.0, "3", None, True, np.nan])
def test_a_seed_out_of_range_is_refused(seed):
    with pytest.raises(ValueError, match=r"^seed must be a whole number from 0 to 99, got "):
        load_toy("tanh", seed)


@pytest.mark.parametrize("name", TRAINED)
def test_a_training_or_prompt_out_of_range_is_refused(name):
    with pytest.raises(ValueError, match=r"^seed must be a whole number from 0 to 11, got 12$"):
        load_toy(name, 12)
    last = len(several(name).tokens) - 1
    for bad in (-1, last + 1, 1.0, "0", None, True):
        with pytest.raises(ValueError, match=f"^prompt must be a whole number from 0 to {last}, got "):
            load_toy(name, 0, bad)


def test_numpy_seeds_are_seeds_and_hand_toys_ignore_them():
    assert load_toy("tanh", np.int64(7)).seed == 7
    assert load_toy("place", np.int64(3), np.int16(2)) is load_toy("place", 3, 2)
    assert load_toy("sum", 12345) is load_toy("sum")
    assert load_toy("sum", 0, 12345) is load_toy("sum"), "nor do they know another prompt"
    assert load_toy("tanh", 0, "x") is load_toy("tanh")


def several(name):
    prompts = load_toy(name).prompts
    assert prompts is not None
    return prompts


@pytest.mark.parametrize("name", TRAINED)
def test_every_prompt_of_every_training_can_be_read(name):
    prompts = several(name)
    assert len(set(prompts.tokens)) == len(prompts.tokens) > 1
    for seed in (0, 5, 11):
        for number, tokens in enumerate(prompts.tokens):
            toy = load_toy(name, seed, number)
            assert (toy.tokens, toy.prompt, toy.seed) == (tokens, number, seed)
            assert toy.vocab == load_toy(name).vocab
            assert toy.prompts is not None
            assert toy.prompts.tokens == prompts.tokens, "what can be read does not depend on the training"
            assert set(tokens) <= set(toy.vocab)
    assert np.abs(load_toy(name, 1).X0 - load_toy(name).X0).max() > 0.01


@pytest.mark.parametrize("name", NAMES)
def test_only_a_toy_that_reads_several_prompts_offers_more_than_zero(name):
    everything = ("zero", "mean", "resample")
    assert ablations_of(load_toy(name)) == (everything if name in TRAINED else everything[:1])


@pytest.mark.parametrize("name", [*TRAINED, "tanh"])
def test_an_early_token_does_not_depend_on_later_ones(name):
    """Every toy reads this and earlier tokens only, so a prefix of the prompt has the same stream."""
    from toy_models import run_stream

    toy = load_toy(name, 5)
    changed = np.array(toy.X0)
    changed[3:] += 1
    before, after = (run_stream(X0, toy.blocks)[0] for X0 in (toy.X0, changed))
    assert (before[:, :3] == after[:, :3]).all()
