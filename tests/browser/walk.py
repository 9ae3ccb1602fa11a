"""Walks from world to world, as a visitor would, with every number compared at every stop."""

import random
from dataclasses import replace

from asking import answer_to, words_of
from oracle import Off
from screen import Screen
from whole_screen import WholeScreen

from app.state.address import parse
from app.state.selection import Selection
from app.state.vocabulary import ALPHAS

KEYS = "123456"


def compared(screen: Screen, state: Selection) -> WholeScreen:
    """What the screen shows beside what a state of the lab must show."""
    alpha = None if state.alpha is None else ALPHAS[state.alpha]
    shown = state.step, alpha, state.measure, state.face, state.split
    return WholeScreen(screen.read(), answer_to(state), words_of(state), *shown)


def screen_of(screen: Screen, query: str) -> WholeScreen:
    """What the screen shows beside what an address asks for."""
    parsed = parse(query)
    assert parsed.problems == ()
    return compared(screen, parsed.state)


class Walk:
    """Goes from world to world by the switches: some by mouse, some by key."""

    def __init__(self, screen: Screen, off: tuple[int, ...], seed: int) -> None:
        self.screen = screen
        self.names = [name for name, _ in screen.read()["switches"]]
        self.draw = random.Random(seed)
        self.off = {layer - 1 for layer in off}
        self.step = len(self.names)

    def go(self, off: Off) -> None:
        different = list(self.off ^ set(off))
        self.draw.shuffle(different)
        for layer in different:
            if self.draw.random() < 0.5:
                self.screen.page.mouse.click(*self.screen.place(self.screen.switch(self.names[layer])))
            else:
                self.screen.page.keyboard.press(KEYS[layer])
        self.off = set(off)

    def take_steps(self) -> None:
        """Some steps back or forth in the stream, by key; the ends hold."""
        many = self.draw.randint(-3, 3)
        for _ in range(abs(many)):
            self.screen.page.keyboard.press("ArrowLeft" if many < 0 else "ArrowRight")
        self.step = min(max(self.step + many, 0), len(self.names))


def walk_all_worlds(screen: Screen, query: str, seed: int, most: int | None = None) -> int:
    """All worlds, or `most` of them, in a random order. Returns how many printed numbers were compared."""
    state = parse(query).state
    walk, found = Walk(screen, state.off, seed), 0
    every = range(len(walk.names))
    worlds = [tuple(layer for layer in every if not on >> layer & 1) for on in range(2 ** len(walk.names))]
    walk.draw.shuffle(worlds)
    wrong: list[str] = []
    for off in worlds[:most]:
        walk.go(off)
        walk.take_steps()
        measure = walk.draw.choice(["share", "size"])
        screen.choice("Measure").select_option(measure)
        split = walk.draw.choice(["frozen", "natural"])
        screen.choice("What the effect shows").select_option({"frozen": "terms"}.get(split, split))
        screen.blur().settle()
        now = replace(state, off=tuple(layer + 1 for layer in off), step=walk.step, measure=measure, split=split)
        comparison = compared(screen, now)
        wrong += [f"off {now.off}, step {now.step}: {line}" for line in comparison.everything()]
        found += comparison.compared
    assert wrong == [], "\n".join(wrong[:40])
    return found
