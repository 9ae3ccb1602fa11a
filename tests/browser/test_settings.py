"""All settings to their ends, two by two: nothing blank, nothing that is no number, and Reset recovers."""

from math import isfinite
from urllib.parse import parse_qsl

import pytest
from all_pairs import Case, all_pairs
from blemishes import blemishes
from screen import Screen, close, new_screen

from app.state import address
from app.state.address import parse
from app.state.catalogue import catalogue
from app.state.selection import to_fields

TOYS = {entry["name"]: entry for entry in catalogue() if entry["name"] in ("place", "or", "tanh", "reread")}
ENDS = {
    "toy": list(TOYS),
    "seed": ["first", "last"],
    "prompt": ["first", "last", "all"],
    "ablation": ["zero", "mean", "resample first", "resample last"],
    "off": ["none", "one", "all"],
    "reference": ["none", "one", "all"],
    "token": ["first", "last"],
    "readout": ["lead", "logit", "centred"],
    "target": ["usual", "last"],
    "step": ["0", "last"],
    "alpha": ["own", "0", "40"],
    "measure": ["share", "size"],
    "face": ["terms", "answers"],
}
CHARTS = ("Effect", "Gradient", "Stream", "Paths")
SELECT = """(detail) => document.getElementById("lab").dispatchEvent(new CustomEvent("lab:select", { detail }))"""


def possible(case: Case) -> bool:
    """Whether the toy offers it, and a reference where one prompt is read."""
    toy = TOYS[case["toy"]]
    if case["prompt"] == "all" and case["reference"] != "none":
        return False
    if toy["slots"] is None and (case["prompt"] != "first" or case["ablation"] != "zero"):
        return False
    return toy["seeds"] > 1 or case["seed"] == "first"


def query_of(case: Case) -> str:
    """The address of a case; what is not said there is the toy's own."""
    toy = TOYS[case["toy"]]
    layers, prompts = len(toy["sublayers"]), len(toy["prompts"])
    prompt = {"first": 1, "last": prompts, "all": "all"}[case["prompt"]]
    ablation, _, source = case["ablation"].partition(" ")
    sources = [number for number in range(1, prompts + 1) if number != prompt]
    sets = {"none": "", "one": "2", "all": ",".join(str(layer + 1) for layer in range(layers))}
    parts = {
        "toy": case["toy"],
        "seed": 0 if case["seed"] == "first" else toy["seeds"] - 1,
        "prompt": prompt,
        "ablation": ablation,
        "source": source and sources[0 if source == "first" else -1],
        "off": sets[case["off"]],
        "reference": sets[case["reference"]],
        "token": 1 if case["token"] == "first" else len(toy["prompts"][0]),
        "readout": case["readout"],
        "target": "" if case["target"] == "usual" else len(toy["vocab"]),
        "step": 0 if case["step"] == "0" else layers,
        "alpha": "" if case["alpha"] == "own" else case["alpha"],
        "measure": case["measure"],
        "face": case["face"],
    }
    return "&".join(f"{key}={value}" for key, value in parts.items() if value != "")


CASES = [query_of(case) for case in all_pairs(ENDS, possible)]


@pytest.fixture(scope="module")
def screen(chromium, urls):
    """One embedded lab, told each case as a session's Python would tell it."""
    screen = new_screen(chromium, urls("embed")).open()
    yield screen
    close(screen)
    assert screen.faults == [], "\n".join(screen.faults)


def faults(screen: Screen, layers: int) -> list[str]:
    """What is wrong on the screen, whatever it shows."""
    found = blemishes(screen)
    sentence, effect = screen.sentence()["text"], screen.effect()
    if len(sentence) < 40 or not sentence.endswith((".", "?", ".)")):
        found.append(f"the sentence is “{sentence}”")
    if not all(isfinite(value) for value in effect.values()):
        found.append(f"the effect is {effect}")
    found += [f"{chart} is blank" for chart in CHARTS if screen.page.evaluate(f"reading.painted({chart!r})") < 20]
    if screen.page.get_by_role("switch").count() != layers:
        found.append("a switch is missing")
    return found


def test_the_cases_meet_in_pairs():
    """The generator keeps its promise on settings small enough to list."""
    cases = all_pairs({"a": ["1", "2"], "b": ["1", "2"], "c": ["1", "2"]}, lambda case: case["a"] + case["b"] != "22")
    met = {(case["a"], case["b"], "") for case in cases} | {("", case["b"], case["c"]) for case in cases}
    assert met == {("1", "1", ""), ("1", "2", ""), ("2", "1", "")} | {("", b, c) for b in "12" for c in "12"}
    assert 20 < len(CASES) < 60


@pytest.fixture(scope="module")
def opened(screen) -> list[dict]:
    """What the lab shows when nothing is asked of it."""
    return screen.pieces()


@pytest.mark.parametrize("query", CASES)
def test_all_settings_to_their_ends_in_pairs(screen, opened, query):
    parsed = parse(query)
    assert parsed.problems == ()
    screen.page.evaluate(SELECT, to_fields(parsed.state))
    wanted = dict(parse_qsl(address.format(parsed.state)))
    assert screen.wait_for_query(lambda shown: shown == wanted) == wanted
    assert screen.settle().notices() == []
    layers = len(TOYS[parsed.state.toy]["sublayers"])
    assert faults(screen, layers) == []
    before = screen.pieces()
    screen.blur().press("1", "ArrowRight", "ArrowLeft", "ArrowLeft", "2")
    assert screen.pieces() != before
    screen.press("r")
    assert screen.wait_for_query(lambda shown: shown == {"toy": "place"}) == {"toy": "place"}
    assert screen.settle().pieces() == opened
