"""Every number on the screen, in every world, is what a plain recomputation says; the parts add up."""

import random

import pytest
from oracle import Oracle, Question
from printed import numbers
from screen import Screen
from whole_screen import WholeScreen

from app.tables import ALPHAS, ranking
from toy_models import load_toy, toy_names

KEY = "123456"


def question_of(toy: str, seed: int, token: int, readout: str = "lead") -> Question:
    """The question that the lab opens with at a token (from 1)."""
    best, next_best = ranking(toy, seed, token)[:2]
    return Question(token - 1, readout, best, next_best if readout == "lead" else None)


class Walk:
    """Goes from world to world by the switches, as a visitor would: some by mouse, some by key."""

    def __init__(self, screen: Screen, oracle: Oracle, seed: int) -> None:
        self.screen = screen
        self.names = oracle.toy.sublayer_names
        self.draw = random.Random(seed)
        self.off: set[int] = set()
        self.places = [screen.place(screen.switch(name)) for name in self.names]
        self.step = len(self.names)

    def go(self, off: tuple[int, ...]) -> None:
        different = list(self.off ^ set(off))
        self.draw.shuffle(different)
        for layer in different:
            if self.draw.random() < 0.5:
                self.screen.page.mouse.click(*self.places[layer])
            else:
                self.screen.page.keyboard.press(KEY[layer])
        self.off = set(off)

    def take_steps(self) -> None:
        """Some steps back or forth in the stream, by key; the ends hold."""
        many = self.draw.randint(-3, 3)
        for _ in range(abs(many)):
            self.screen.page.keyboard.press("ArrowLeft" if many < 0 else "ArrowRight")
        self.step = min(max(self.step + many, 0), len(self.names))


def walk_all_worlds(screen: Screen, oracle: Oracle, question: Question, seed: int) -> int:
    """All worlds in a random order. Returns how many printed numbers were compared."""
    walk, compared = Walk(screen, oracle, seed), 0
    worlds = oracle.worlds()
    walk.draw.shuffle(worlds)
    wrong: list[str] = []
    for off in worlds:
        walk.go(off)
        walk.take_steps()
        measure = walk.draw.choice(["share", "size"])
        screen.choice("Measure").select_option(measure)
        screen.blur().settle()
        comparison = WholeScreen(screen.read(), oracle.answer(off, question), walk.step, None, measure)
        wrong += [f"off {[layer + 1 for layer in off]}, step {walk.step}: {line}" for line in comparison.everything()]
        compared += comparison.compared
    assert wrong == [], "\n".join(wrong[:40])
    return compared


@pytest.mark.parametrize("form", ["exported", "live"])
def test_all_64_worlds(visit, form):
    oracle = Oracle(load_toy("tanh"))
    screen = visit("toy=tanh", form)
    assert walk_all_worlds(screen, oracle, question_of("tanh", 0, 5), seed=2 + len(form)) > 64 * 300
    assert screen.given_up == []  # a live page has asked several times whether its server lives


@pytest.mark.parametrize("toy", [name for name in toy_names() if name != "tanh"])
def test_all_worlds_of_the_hand_checkable_toys(visit, toy):
    oracle, screen = Oracle(load_toy(toy)), visit(f"toy={toy}")
    for readout in ("lead",) if toy == "sum" else ("lead", "logit", "centred"):
        screen.show(toy, "", readout).press(*["ArrowRight"] * oracle.layers)
        assert walk_all_worlds(screen, oracle, question_of(toy, 0, 1, readout), seed=4) > 50


@pytest.mark.parametrize(
    ("seed", "token", "readout", "off", "alpha"),
    [
        (7, 3, "logit", (0, 4), 12),
        (0, 1, "centred", (5,), 0),
        (99, 5, "lead", (1, 2, 3, 4, 5), 40),
        (3, 2, "lead", (), 7),
    ],
)
def test_other_questions(visit, seed, token, readout, off, alpha):
    query = f"seed={seed}&token={token}&readout={readout}&alpha={alpha}&off={','.join(str(a + 1) for a in off)}"
    screen = visit(query, "embed")
    oracle = Oracle(load_toy("tanh", seed))
    answer = oracle.answer(off, question_of("tanh", seed, token, readout))
    assert WholeScreen(screen.read(), answer, 6, ALPHAS[alpha]).everything() == []


def test_switching_off_and_on_again_gives_the_very_same_numbers(visit):
    screen = visit("off=2")
    before = screen.read()
    screen.press("5", "1", "2", "5", "1", "2")
    assert screen.read() == before


def test_with_nothing_off_every_effect_is_zero(lab):
    assert set(lab.press("3", "0").effect().values()) == {0.0}


@pytest.mark.parametrize("layer", range(6))
def test_one_layer_off_reads_the_same_in_sentence_waterfall_and_table(lab, layer):
    """The same quantity is never printed twice with different digits."""
    lab.press("0", KEY[layer])
    seen = lab.read()
    comparison = WholeScreen(seen, Oracle(load_toy("tanh")).answer((layer,), question_of("tanh", 0, 5)), 6)
    said = [number.text for number in numbers(seen["sentence"]["text"], comparison.names)][1:]
    spoken = [number.text for number in numbers(seen["twins"]["Effect"], comparison.words())][2:5]
    row = [p["text"] for p in comparison.in_row("Effect", comparison.row[comparison.names[layer]])]
    lab.press("0")
    assert said == spoken
    assert row[0].removesuffix(" direct") == said[0]
