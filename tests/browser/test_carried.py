"""What an exported file carries of prompts, ablations and toys: what it offers works, and it offers no more."""

from collections.abc import Iterator

import pytest
from screen import Screen, close, cut_network, new_screen
from walk import screen_of

from app.screens.lab import WIDGETS
from app.screens.page import strings
from app.state.catalogue import catalogue

PLACE = next(entry for entry in catalogue() if entry["name"] == "place")
PROMPTS = len(PLACE["prompts"])
SETTINGS, BOARD, EFFECT = (strings(WIDGETS["lab"])[part] for part in ("settings", "switchboard", "effect"))


@pytest.fixture(scope="module")
def cut_off(chromium, exported) -> Iterator[Screen]:
    """The lab from disk with the network cut."""
    screen = new_screen(chromium, exported.as_uri())
    cut_network(screen)
    yield screen
    close(screen)
    assert screen.faults == [], "\n".join(screen.faults)


def options(screen: Screen, name: str) -> list[str]:
    return [option.get_attribute("value") or "" for option in screen.choice(name).locator("option").all()]


def work_through(screen: Screen, name: str) -> list[list[dict]]:
    """What is on the screen at each choice of a list. All differ, and nothing is complained about."""
    shown = []
    for value in options(screen, name):
        screen.choice(name).select_option(value)
        screen.settle()
        assert screen.choice(name).input_value() == value
        assert screen.notices() == []
        shown.append(screen.pieces())
    for i, one in enumerate(shown):
        assert one not in shown[:i], f"{name}: choice {i} shows what another shows"
    return shown


def test_every_prompt_ablation_and_source_on_offer_works(cut_off):
    cut_off.open("off=3")
    assert len(work_through(cut_off, SETTINGS["whichPrompt"])) == PROMPTS + 1
    cut_off.blur().press("r")
    assert len(work_through(cut_off, BOARD["off"])) == 3
    assert len(work_through(cut_off, BOARD["source"])) == PROMPTS - 1
    assert len(work_through(cut_off, EFFECT["face"])) == 3


@pytest.mark.parametrize("query", ["prompt=all", "ablation=resample&source=4"])
def test_whatever_is_offered_there_can_be_had(cut_off, query):
    """One step from where the file opens, each list offers only what a second step finds here."""
    cut_off.open(query)
    for name in (SETTINGS["whichPrompt"], BOARD["off"], "explaining", "Word explained"):
        for value in options(cut_off, name)[:3]:
            cut_off.choice(name).select_option(value)
            cut_off.settle()
            assert cut_off.notices() == [], (name, value)
            assert cut_off.choice(name).input_value() == value, name
            cut_off.button("Reset").click()
            cut_off.settle()
    assert options(cut_off, SETTINGS["training"]) == ["0"]


@pytest.mark.parametrize(
    ("query", "named", "kept"),
    [
        ("prompt=3&ablation=mean&off=2", ["ablation=mean"], "prompt=3&off=2"),
        ("prompt=all&ablation=resample&source=2&off=5&step=3", ["ablation=resample"], "prompt=all&off=5&step=3"),
    ],
)
def test_a_link_to_more_is_named_and_the_rest_applies(cut_off, query, named, kept):
    notices = " ".join(cut_off.open(query).notices())
    for what in named:
        assert what in notices
    assert screen_of(cut_off, f"toy=place&{kept}").everything() == []


def test_to_a_toy_on_paper_and_back(cut_off):
    cut_off.open("prompt=5&off=2&face=answers")
    for toy in ("reread", "sum", "cancel"):
        cut_off.choice("Toy").select_option(toy)
        cut_off.settle()
        assert screen_of(cut_off, f"toy={toy}&face=answers").everything() == []
        assert not cut_off.choice(SETTINGS["whichPrompt"]).is_visible()
        assert not cut_off.choice(BOARD["off"]).is_visible()
    cut_off.choice("Toy").select_option("place")
    cut_off.settle()
    assert screen_of(cut_off, "toy=place&face=answers").everything() == []
    cut_off.blur().press("r")
    assert screen_of(cut_off.settle(), "toy=place&prompt=5&off=2&face=answers").everything() == []


def test_toys_with_a_hundred_draws_are_left_to_the_server(cut_off):
    assert options(cut_off.open(), "Toy") == ["place", "sum", "reread", "cancel"]
