"""Every number on the screen, in every world, is what a plain recomputation says, rounded; in full it is exact."""

import json
import random
from itertools import product

import numpy as np
import pytest
from asking import answer_to, oracle_of, words_of
from oracle import Question
from printed import numbers
from walk import KEYS, screen_of, walk_all_worlds
from whole_screen import WholeScreen, repaired

from app.state.address import parse
from app.state.catalogue import catalogue
from app.tables.encoding import encode
from app.tables.keys import readout_key, token_key
from app.tables.numbers import numbers as numbers_of
from app.tables.tables import table


@pytest.mark.parametrize("toy", ["place", "and", "or", "untrained", "tanh"])
def test_every_world(visit, cases, toy):
    """All worlds in `make campaign`, some here; from a server, since a file shortens what it does not open on."""
    screen, worlds = visit(f"toy={toy}", "live" if toy == "place" else "embed"), cases(1, 64)
    for readout in ("lead", "logit", "centred"):
        screen.show(toy, "", readout)
        assert walk_all_worlds(screen, f"toy={toy}&readout={readout}", seed=len(readout), most=worlds) > worlds * 300
        screen.press(*["ArrowRight"] * 6)
    assert screen.given_up == []  # a live page has asked several times whether its server lives


def test_a_file_that_shortens_its_tables_prints_the_same(visit, cases):
    query = "toy=place&prompt=7"
    screen = visit(query, "exported")
    assert walk_all_worlds(screen, query, seed=5, most=cases(4, 64)) > 1000


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


# A chart's column in full, and the quantity of `residual-lab numbers` that it is.
IN_FULL = {
    ("Layers", 1): ("embedding_size", "write_sizes"),
    ("Layers", 2): ("embedding_size", "write_sizes_reference"),
    ("Gradient", 1): ("gradient_whole",),
    ("Gradient", 2): ("gradient_layers_only",),
    ("Gradient", 3): ("gradient_plus_alone",),
    ("Paths", 2): ("path_size_share",),
    ("Paths", 3): ("path_binomial",),
    ("The model says", 1): ("probabilities_reference",),
    ("The model says", 2): ("probabilities_now",),
    ("All 64 worlds", 2): ("readout_worlds",),
}


@pytest.mark.parametrize(
    "query", ["toy=place&off=1", "toy=and&off=2,5&reference=1&split=natural", "toy=or&prompt=all&off=3"]
)
def test_in_full_every_number_is_exact(visit, query):
    screen, state = visit(query, "embed"), parse(query).state
    quantities = {name: q["values"] for name, q in numbers_of(state)["numbers"].items()}
    tables = screen.tables(full=True)
    for (chart, column), names in IN_FULL.items():
        truths = np.hstack([quantities[name] for name in names])
        shown = [float(row[column]) for row in tables[chart]["rows"]]
        if chart in ("Gradient", "The model says", "All 64 worlds"):  # in another order
            shown, truths = sorted(shown), np.sort(truths)
        assert shown == pytest.approx(truths[: len(shown)], rel=1e-12, abs=1e-14), (chart, column)
    writers = np.vstack([quantities["embedding"], quantities["writes"], quantities["sum_now"]])
    stream = [[float(cell) for cell in row[1:]] for row in tables["Stream"]["rows"][: len(writers)]]
    np.testing.assert_allclose(stream, writers, rtol=1e-12, atol=1e-14)
    told = {row[1]: float(row[2]) for row in tables["Effect"]["rows"]}
    kind = "natural direct" if state.split == "natural" else "through the final norm"
    truth = quantities["natural_direct" if state.split == "natural" else "effect_via_norm"]
    assert told[kind] == pytest.approx(truth, rel=1e-11)


def test_what_is_copied_from_numbers_parses(visit):
    screen = visit("toy=place&off=1", "embed", permissions=["clipboard-read", "clipboard-write"])
    screen.button("Numbers: Effect").click()
    dialog = screen.page.get_by_role("dialog")
    dialog.get_by_role("button", name="Copy in full").click()
    whole = screen.page.evaluate("navigator.clipboard.readText()")
    lines = [line.split("\t") for line in whole.split("\n")]
    assert lines[0] == ["Term", "Kind", "Value"]
    assert float(lines[2][2]) == pytest.approx(-1.1012, abs=1e-4)
    assert len(lines[2][2]) > 12
    screen.page.evaluate("getSelection().selectAllChildren(document.querySelector('dialog[open] table'))")
    screen.page.keyboard.press("Control+c")
    selected = screen.page.evaluate("navigator.clipboard.readText()")
    assert "−" not in selected
    assert "-1.10" in selected.split()


def test_what_later_layers_are_said_to_do_is_what_they_do(node, cases):
    """Each layer off alone, in all trainings and prompts of three toys (in `make campaign`), by both splits."""
    everything = list(product(("place", "and", "or"), range(12), range(1, 13)))
    claims = set()
    for toy, seed, prompt in random.Random(1).sample(everything, cases(12, len(everything))):
        state = parse(f"toy={toy}&seed={seed}&prompt={prompt}").state
        token, readout = (json.loads(encode(table(key))) for key in (token_key(state), readout_key(state)))
        entry = next(entry for entry in catalogue() if entry["name"] == toy)
        said = node("repairs", token=token, readout=readout, toy=entry, layers=6)
        oracle = oracle_of(toy, seed, prompt, "zero", None)
        question = Question(4, "lead", state.target, state.against)
        for layer in range(6):
            start, now = oracle.run(()).writes, oracle.run((layer,)).writes
            changes = [oracle.adds(new[4] - old[4], question) for new, old in zip(now, start, strict=True)]
            total = oracle.readout((layer,), question) - oracle.readout((), question)
            direct = oracle.exchanged((layer,), question) - oracle.readout((), question)
            for split in ("frozen", "natural"):
                frozen = changes[layer], sum(changes[:layer] + changes[layer + 1 :])
                claim = repaired(frozen, (direct, total - direct), split)
                claims.add(claim)
                assert said[split][layer] == (claim or ""), (toy, seed, prompt, layer, split)
    assert claims == {None, "part", "more", "against"}
