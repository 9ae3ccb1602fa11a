"""What each toy offers, as a page is told."""

import pytest

from app.state.catalogue import catalogue, prompts_of, ranks, tokens_of, vocab_of
from app.state.vocabulary import ALL_PROMPTS
from app.tables.encoding import encode
from toy_models import ablations_of, load_toy, toy_names, toy_seeds

SEVERAL = ("place", "and", "or", "untrained")


def test_every_toy_is_offered_in_order_as_plain_data():
    assert tuple(entry["name"] for entry in catalogue()) == toy_names()
    assert encode(catalogue())
    fields = [set(entry) for entry in catalogue()]
    assert all(names == fields[0] for names in fields)


@pytest.mark.parametrize("entry", catalogue(), ids=lambda entry: entry["name"])
def test_an_entry_is_what_the_toy_says_of_itself_whatever_the_seed(entry: dict):
    name = entry["name"]
    assert entry["seeds"] == toy_seeds(name)
    for seed in {0, entry["seeds"] - 1}:
        toy = load_toy(name, seed)
        assert (entry["title"], entry["about"], entry["question"]) == (toy.title, toy.about, toy.question)
        assert entry["sublayers"] == list(toy.sublayer_names)
        assert entry["kinds"] == list(toy.kinds)
        assert entry["vocab"] == list(toy.vocab)
        assert (entry["d"], entry["norm"]) == (toy.X0.shape[1], toy.norm)
        assert entry["ablations"] == list(ablations_of(toy))
        for number, tokens in enumerate(entry["prompts"]):
            assert tokens == list(load_toy(name, seed, number).tokens)
            assert len(tokens) == len(entry["prompts"][0])


@pytest.mark.parametrize("entry", catalogue(), ids=lambda entry: entry["name"])
def test_only_toys_with_several_prompts_can_be_averaged(entry: dict):
    several = entry["name"] in SEVERAL
    assert entry["trained"] == several
    assert list(prompts_of(entry)) == (list(range(len(entry["prompts"]) + 1)) if several else [1])
    assert tokens_of(entry, 1) == entry["prompts"][0]
    assert vocab_of(entry, 1) == entry["vocab"]
    if several:
        assert tokens_of(entry, 2) == entry["prompts"][1]
        assert tokens_of(entry, ALL_PROMPTS) == entry["slots"]
        assert vocab_of(entry, ALL_PROMPTS) == entry["ranks"]
        assert len(entry["slots"]) == len(entry["prompts"][0])
        assert len(entry["ranks"]) == len(entry["vocab"])
    else:
        assert entry["slots"] is entry["ranks"] is None


def test_ranks_are_said_as_people_say_them():
    assert ranks(1) == ["top"]
    assert ranks(4) == ["top", "2nd", "3rd", "4th"]
    assert ranks(24)[9:] == [
        *["10th", "11th", "12th", "13th", "14th", "15th", "16th", "17th", "18th", "19th"],
        *["20th", "21st", "22nd", "23rd", "24th"],
    ]
    assert ranks(113)[-3:] == ["111th", "112th", "113th"]
    assert len(set(ranks(200))) == 200
