"""Sentences of a reader's own: every one of the language and many beyond it are run as the weights alone run them."""

from random import Random

import numpy as np
import pytest

from app.state.address import format, parse
from app.state.catalogue import catalogue, sentence
from app.state.runs import run
from app.state.selection import choose, default
from app.tables.keys import parse_key, readout_key, token_key
from app.tables.tables import table
from toy_models import load_toy
from toy_models.toys.languages import language
from toy_models.toys.trained import load_weights, logits, one_training, says

ENTRIES = {entry["name"]: entry for entry in catalogue()}
TRAINED = [name for name, entry in ENTRIES.items() if entry["trained"] and entry["reads_any"]]


def sentences(name: str, beyond: int) -> list[tuple[str, ...]]:
    """All that a toy's language says, as far as they are few, and random ones of its words."""
    draw, entry = Random(name), ENTRIES[name]
    speech = language({"or": "place", "untrained": "place"}.get(name, name))
    own = [speech.text(number) for number in range(len(speech.prompts))]
    others = [tuple(draw.choices(entry["vocab"], k=len(entry["slots"]))) for _ in range(beyond)]
    return [*(own if len(own) < 100 else draw.sample(own, 100)), *others]


@pytest.mark.parametrize("name", TRAINED)
@pytest.mark.parametrize("seed", [0, 7])
def test_every_sentence_is_run_as_the_weights_alone_run_it(name: str, seed: int):
    weights, vocab = one_training(load_weights(name), seed), ENTRIES[name]["vocab"]
    for words in sentences(name, 500 if (name, seed) == ("place", 0) else 50):
        prompt = sentence(ENTRIES[name], ".".join(words))
        assert prompt is not None
        expected = logits(weights, np.array([[vocab.index(word) for word in words]]))[0]
        np.testing.assert_allclose(run(name, seed, prompt).logits[-1], expected, atol=1e-9)


@pytest.mark.parametrize(
    "query",
    ["prompt=the.dog.hid.by.the", "toy=and&prompt=cat.cat.cat.mat.cat&off=1", "toy=or&prompt=mat.mat.mat.mat.mat"],
)
def test_an_address_and_a_table_name_it(query: str):
    parsed = parse(query)
    assert not parsed.problems
    assert parse(format(parsed.state)).state == parsed.state
    for key in (token_key(parsed.state), readout_key(parsed.state)):
        assert parse_key(str(key)) == key
        assert table(key)["key"] == str(key)


def test_a_sentence_that_is_a_prompt_is_that_prompt():
    toy = load_toy("place")
    assert toy.prompts is not None
    for number, words in enumerate(toy.prompts.tokens, 1):
        assert parse(f"prompt={'.'.join(words)}").state == choose(default(), prompt=number)


def test_a_table_says_whether_its_language_ever_says_the_sentence():
    said = {
        text: table(token_key(parse(f"prompt={text}").state))["said"]
        for text in ("the.dog.hid.by.the", "mat.the.the.the.the")
    }
    assert said == {"the.dog.hid.by.the": True, "mat.the.the.the.the": False}
    assert "said" not in table(token_key(default()))
    assert says("place", ("the", "fox", "hid", "on", "the"))  # held out from training, yet said
    with pytest.raises(ValueError, match="trained toy"):
        says("sum", ("x",))


@pytest.mark.parametrize("ablation", ["zero", "mean", "resample"])
def test_what_an_off_layer_writes_does_not_depend_on_how_the_sentence_is_named(ablation: str):
    """A prompt read by its words is the same run."""
    source = 5 if ablation == "resample" else None
    by_number = run("place", 0, 2, ablation, source)
    toy = by_number.toy
    by_words = run("place", 0, ".".join(toy.tokens), ablation, source)
    np.testing.assert_array_equal(by_words.logits, by_number.logits)


@pytest.mark.parametrize(
    "text", ["the.dog", "the.dog.hid.by.cow", ".....", "the.dog.hid.by.the.the", "the..hid.by.the"]
)
def test_what_is_no_sentence_is_refused(text: str):
    assert [problem.kind for problem in parse(f"prompt={text}").problems] == ["prompt-words"]
    with pytest.raises(ValueError, match="expected a prompt"):
        parse_key(f"place/0/{text}/zero/5")
    with pytest.raises(ValueError, match="prompt: expected"):
        choose(default(), prompt=text)
    with pytest.raises(ValueError, match="a sentence must be 5 words"):
        load_toy("place", 0, text.split("."))


def test_a_toy_that_knows_one_prompt_reads_no_other():
    with pytest.raises(ValueError, match="reads its own prompts only"):
        load_toy("tanh", 0, ("the",) * 5)
    assert [problem.kind for problem in parse("toy=tanh&prompt=a.b").problems] == ["prompt-one"]
