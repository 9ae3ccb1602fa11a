"""The trained toys' stories, in the numbers that the screen prints: at first and after the telling switch."""

import pytest
from printed import numbers, read
from screen import Screen, close, new_screen

from app.state.catalogue import catalogue

TOYS = {entry["name"]: entry for entry in catalogue()}
NAMES = TOYS["place"]["sublayers"]
OWN_PLACE = {"cat": "mat", "dog": "rug", "bird": "nest", "fox": "den"}


@pytest.fixture(scope="module")
def screen(chromium, urls):
    screen = new_screen(chromium, urls("embed"))
    yield screen
    close(screen)
    assert screen.faults == [], "\n".join(screen.faults)


def answers(screen: Screen, query: str) -> list[tuple[float, float, float]]:
    """Leave-one-out, Shapley value and add-one-in of each layer, as the effect's table prints them."""
    screen.open(f"{query}&face=answers")
    rows = screen.tables()["Effect"]["rows"][:-1]
    assert [row[0] for row in rows] == NAMES
    return [(read(row[1]).value, read(row[2]).value, read(row[3]).value) for row in rows]


def largest(screen: Screen, query: str) -> tuple[int, float]:
    """The layer that matters most if it alone is left out, and its share of what all of them do."""
    sizes = [abs(leave_one_out) for leave_one_out, _, _ in answers(screen, query)]
    return sizes.index(max(sizes)), max(sizes) / sum(sizes)


def said(screen: Screen) -> list[float]:
    """What the sentence says happened: total, direct, through later layers, through the norm."""
    _, moves, effect = screen.sentence()["text"].partition(" moves by ")
    assert moves
    total, *parts = (number.value for number in numbers(effect))
    return [total, *parts[-3:]]


def top_word(screen: Screen) -> str:
    """The word that the model now says."""
    rows = screen.tables()["The model says"]["rows"]
    chances = {word: float(now.strip("<>").removesuffix(" %")) for word, _, now in rows}
    return max(chances, key=lambda word: chances[word])


def animal_of(prompt: int) -> str:
    return TOYS["place"]["prompts"][prompt - 1][1]


def test_the_lab_opens_on_place_and_says_so(screen):
    text = screen.open("").sentence()["text"]
    for part in ("the cat sat on the", "mat", TOYS["place"]["question"]):
        assert part in text
    assert top_word(screen) == "mat"


def test_place_an_attention_layer_has_the_largest_effect(screen):
    layer, share = largest(screen, "toy=place&prompt=all")
    assert NAMES[layer].startswith("Attention")
    assert share > 1 / len(NAMES)
    screen.open("toy=place&prompt=all").press(str(layer + 1))
    assert NAMES[layer] in screen.sentence()["text"]
    assert said(screen)[0] < -1


def test_place_that_layer_carries_the_animal(screen):
    """Written as in another animal's sentence, it brings that animal's place; the words around the animal stay."""
    layer, _ = largest(screen, "toy=place&prompt=all")
    brought = {}
    for source in range(2, 5):
        screen.open(f"toy=place&ablation=resample&source={source}")
        assert top_word(screen) == OWN_PLACE[animal_of(1)]
        brought[animal_of(source)] = top_word(screen.press(str(layer + 1)))
    assert brought == {animal: OWN_PLACE[animal] for animal in brought}
    assert len(brought) == 3


@pytest.mark.parametrize("prompt", ["1", "all"])
def test_and_the_first_attention_layer_works_through_later_ones(screen, prompt):
    screen.open(f"toy=and&prompt={prompt}").press("1")
    total, direct, layers, _ = said(screen)
    assert total < -1
    assert abs(direct) < 0.3 * abs(total)
    assert abs(layers) > 0.5 * abs(total)


def test_and_the_first_attention_layer_is_nothing_alone(screen):
    leave_one_out, shapley, add_one_in = answers(screen, "toy=and&prompt=all")[0]
    assert leave_one_out > shapley > add_one_in
    assert leave_one_out > 1.5 * shapley
    assert abs(add_one_in) < 0.2 * leave_one_out


def test_or_no_layer_is_missed_and_some_can_do_it_alone(screen):
    """The reverse order: a small leave-one-out below Shapley's value below add-one-in."""
    every = answers(screen, "toy=or&prompt=all")
    best = sorted(every, key=lambda answer: -answer[2])[:2]
    for leave_one_out, shapley, add_one_in in best:
        assert leave_one_out < shapley < add_one_in
        assert add_one_in > 1
    assert max(abs(leave_one_out) for leave_one_out, _, _ in every) < 0.3 * best[0][2]


def test_or_one_off_is_little_and_both_are_much(screen):
    every = answers(screen, "toy=or&prompt=all")
    first, second = sorted(range(len(NAMES)), key=lambda layer: -every[layer][2])[:2]
    screen.open("toy=or&prompt=all").press(str(first + 1))
    alone = said(screen)[0]
    screen.press(str(second + 1))
    assert abs(alone) < 0.5
    assert said(screen)[0] < -1


def test_untrained_every_layer_matters_about_equally(screen):
    untrained, (_, trained) = answers(screen, "toy=untrained&prompt=all"), largest(screen, "toy=place&prompt=all")
    sizes = [abs(leave_one_out) for leave_one_out, _, _ in untrained]
    assert max(sizes) < 0.5 * sum(sizes)
    assert max(sizes) / sum(sizes) < trained
    for layer, name in enumerate(NAMES):
        screen.open("toy=untrained").press(str(layer + 1))
        assert name in screen.sentence()["text"]
        assert abs(said(screen)[0]) < 1
