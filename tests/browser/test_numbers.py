"""Every number on the screen, in every world, is what a plain recomputation says; the parts add up."""

import pytest
from asking import answer_to, words_of
from printed import numbers
from walk import KEYS, screen_of, walk_all_worlds
from whole_screen import WholeScreen

from app.address import parse


@pytest.mark.parametrize(("form", "query", "worlds"), [("exported_tanh", "toy=tanh", 4), ("live", "toy=place", 16)])
def test_every_world(visit, form, query, worlds):
    screen = visit(query, form)
    assert walk_all_worlds(screen, query, seed=2 + len(form), most=worlds) > worlds * 300
    assert screen.given_up == []  # a live page has asked several times whether its server lives


@pytest.mark.parametrize("toy", ["sum", "reread", "cancel"])
def test_all_worlds_of_the_hand_checkable_toys(visit, toy):
    screen = visit(f"toy={toy}")
    for readout in ("lead", "logit", "centred") if toy == "cancel" else ("lead",):
        layers = len(screen.show(toy, "", readout).read()["switches"])
        screen.press(*["ArrowRight"] * layers)
        assert walk_all_worlds(screen, f"toy={toy}&readout={readout}", seed=4) > 50


@pytest.mark.parametrize(
    "query",
    [
        "toy=tanh&seed=7&token=3&readout=logit&alpha=12&off=1,5",
        "toy=tanh&token=1&readout=centred&alpha=0&off=6",
        "toy=tanh&seed=99&alpha=40&off=2,3,4,5,6",
        "toy=tanh&seed=3&token=2&alpha=7",
        "toy=place&token=2&readout=centred&alpha=3&off=2,6",
        "toy=and&seed=11&token=4&readout=logit&target=8&off=1,2,3,4,5,6",
    ],
)
def test_other_questions(visit, query):
    assert screen_of(visit(query, "embed"), query).everything() == []


def test_switching_off_and_on_again_gives_the_very_same_numbers(visit):
    screen = visit("off=2", "exported")
    before = screen.read()
    screen.press("5", "1", "2", "5", "1", "2")
    assert screen.read() == before


def test_with_nothing_off_every_effect_is_zero(lab):
    assert set(lab.press("3", "0").effect().values()) == {0.0}


@pytest.mark.parametrize("layer", range(6))
def test_one_layer_off_reads_the_same_in_sentence_waterfall_and_table(lab, layer):
    """The same quantity is never printed twice with different digits."""
    lab.press("0", KEYS[layer])
    seen = lab.read()
    state = parse(f"toy=tanh&off={layer + 1}").state
    comparison = WholeScreen(seen, answer_to(state), words_of(state), 6)
    said = [number.text for number in numbers(seen["sentence"]["text"], comparison.names)][1:]
    spoken = [number.text for number in numbers(seen["twins"]["Effect"], comparison.called())][2:5]
    row = [p["text"] for p in comparison.in_row("Effect", comparison.row[comparison.names[layer]])]
    lab.press("0")
    assert said == spoken
    assert row[0].removesuffix(" direct") == said[0]
