"""Addresses: the cases shared with the page, published links, and that any text is read without an exception."""

import json
from pathlib import Path
from string import Formatter

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from selections import selections

from app.state import address, queries
from app.state.catalogue import Prompt, catalogue, vocab_of
from app.state.selection import Offer, Selection, check, from_fields
from app.state.vocabulary import ALL_PROMPTS, KEPT, MOST_PROBLEMS, shared
from toy_models import toy_names

TESTS = Path(__file__).parents[2]
SHARED = json.loads((TESTS / "address_cases.json").read_text(encoding="utf-8"))
LINKS = [line for line in (TESTS / "links.txt").read_text().splitlines() if line and not line.startswith("#")]
TOYS = {toy["name"]: toy for toy in SHARED["toys"]}


def shared_ranking(toy: str, seed: int, prompt: Prompt, token: int) -> tuple[int, ...]:
    return tuple(SHARED["orders"].get(f"{toy}/{seed}/{prompt}/{token}", range(len(vocab_of(TOYS[toy], prompt)))))


CHOICES = Offer(TOYS, shared_ranking)
VOCABULARY = {**shared(), "problems": queries.PROBLEMS}


@pytest.mark.parametrize("case", SHARED["cases"], ids=lambda case: case["query"][:40] or "empty")
def test_shared_case(case: dict):
    parsed = address.parse(case["query"], CHOICES)
    assert parsed.state == from_fields(case["state"], CHOICES)
    assert [problem.kind for problem in parsed.problems] == case["problems"]
    assert [problem.sentence for problem in parsed.problems] == case["sentences"]
    assert [list(pair) for pair in parsed.kept] == case.get("kept", [])
    assert address.format(parsed.state, parsed.kept, CHOICES) == case["address"]


def test_the_page_reads_the_shared_cases_alike(node):
    cases = SHARED["cases"]
    facts = {"toys": SHARED["toys"], "orders": SHARED["orders"], "vocabulary": VOCABULARY}
    read = node("addresses", queries=[case["query"] for case in cases], **facts)
    for case, found in zip(cases, read, strict=True):
        wanted = {name: case.get(name, []) for name in ("state", "problems", "kept", "address", "sentences")}
        assert found == wanted, case["query"]


def test_the_page_reads_every_published_link(node):
    read = node("addresses", queries=LINKS, toys=catalogue(), orders={}, vocabulary=VOCABULARY)
    assert [(link, found["sentences"]) for link, found in zip(LINKS, read, strict=True) if found["sentences"]] == []


def test_the_shared_cases_know_every_kind_of_problem_and_every_key():
    kinds = {kind for case in SHARED["cases"] for kind in case["problems"]}
    assert kinds == set(queries.PROBLEMS) - {
        "choice",
        "parts",
        "no-parts",
        "colour",
        "contrast",
    }  # a view's, see test_views.py, and the page's
    fine = [case["address"] for case in SHARED["cases"]]
    keys = {part.partition("=")[0] for query in fine for part in query.split("&")}
    assert keys == set(address.FIELDS + KEPT)


@pytest.mark.parametrize("link", LINKS)
def test_published_link_opens_without_a_complaint(link: str):
    assert address.parse(link).problems == ()


def test_there_is_a_published_link_of_each_kind():
    keys = {part.partition("=")[0] for link in LINKS for part in link.split("&")}
    assert keys == set(address.FIELDS + KEPT)
    states = [address.parse(link).state for link in LINKS]
    assert {state.toy for state in states} == set(toy_names())
    assert {state.ablation for state in states} == {"zero", "mean", "resample"}
    assert any(state.prompt == ALL_PROMPTS for state in states)


@given(selections())
def test_an_address_reproduces_its_state(state: Selection):
    query = address.format(state)
    assert address.parse(query) == address.Parsed(state)
    assert query.isascii()
    assert query.startswith(f"toy={state.toy}")


@given(selections())
def test_an_address_names_only_what_differs(state: Selection):
    parts = address.format(state).split("&")[1:]
    for left_out in range(len(parts)):
        shorter = "&".join([f"toy={state.toy}", *parts[:left_out], *parts[left_out + 1 :]])
        assert address.parse(shorter).state != state


pieces = st.sampled_from(
    [
        *address.FIELDS,
        *KEPT,
        *["=", "&", ",", "~", "%", "+", "?", "%f", "%ff", "2", "-1", "٣"],
        *["toy=place&", "prompt=all&", "ablation=resample&", "source=2&", "readout=logit&"],
    ]
)


@given(st.text(max_size=200) | st.lists(pieces | st.text(max_size=3), max_size=40).map("".join))
@example("\ud800=\udfff&off=\ud800")
@example("off=" + "9," * 20000 + "x" * 20000)
@example("&".join(f"k{i}=1" for i in range(5000)))
@example("toy=place&prompt=all&reference=1&source=1&target=cat")
@example("toy=sum&prompt=all&ablation=resample&source=1&reference=9")
@example("toy=and&ablation=resample&source=1&prompt=1")
@example("target=the~" + "9" * 5000)
@example("off={got}&{0}={key}")
def test_any_text_is_read(text: str):
    state, problems, kept = address.parse(text)
    check(state)
    assert len(problems) <= MOST_PROBLEMS
    for _, sentence in problems:
        assert len(sentence) < 240
        assert sentence.splitlines() == [sentence]
        assert not set(sentence) & set(map(chr, range(32)))
        assert sentence.endswith(".")
    assert address.parse(address.format(state, kept)) == (state, (), kept)


def test_the_sentences_are_simple_enough_to_repeat_in_the_page():
    for template in queries.PROBLEMS.values():
        fields = [(name, spec, conversion) for _, name, spec, conversion in Formatter().parse(template) if name]
        assert fields
        assert all(name.isidentifier() and not spec and not conversion for name, spec, conversion in fields)


usual_words = ["a", "b", "~", "a~", ""]
vocabularies = st.sampled_from([[*usual_words, "a~2", "b~x"], [*usual_words, "2", "1"]])


@given(vocabularies.flatmap(lambda words: st.lists(st.sampled_from(words), min_size=1, max_size=8)))
def test_every_word_has_a_label_of_its_own_unless_other_words_look_like_both_its_labels(vocab: list[str]):
    labels = [address.word_label(vocab, word) for word in range(len(vocab))]
    assert [address.word_index(vocab, label) for label in labels] == list(range(len(vocab)))
