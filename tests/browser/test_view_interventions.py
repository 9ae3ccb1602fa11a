"""The view Interventions as one reads it: its numbers against runs written out here, its sentence, its controls."""

import numpy as np
import pytest
from printed import numbers, percent_agrees, read
from view_screen import one_view

from app.screens.views import views
from toy_models import load_toy
from toy_models.toys.languages import language

VIEW = views()["interventions"]
GAIN, DEPTH, PATHS, SLOTS = "Gain of a write", "Drop or steer", "Path patching", "What breaks"
NAMES = ("Attention 1", "MLP 1", "Attention 2", "MLP 2", "Attention 3", "MLP 3")


@pytest.fixture(scope="module")
def screen(chromium, exported_view):
    yield from one_view(chromium, exported_view("interventions"))


@pytest.fixture
def fresh(screen):
    return screen.press("Escape").blur().press("r")


def logits_of(toy, x):
    y = toy.gamma * (x - x.mean()) / np.sqrt(x.var() + toy.eps) + toy.beta
    return y @ toy.W_U


def run(toy, gains=(1,) * 7, depth=None, push=0.0, X0=None):
    """States and parts of one run, whose parts are scaled and whose last word is pushed at a depth."""
    X = gains[0] * (toy.X0 if X0 is None else X0)
    states, parts = [X], [X]
    for layer, block in enumerate(toy.blocks):
        if depth == layer:
            X = X.copy()
            X[-1] += push
        parts.append(gains[layer + 1] * block(X))
        X = X + parts[-1]
        states.append(X)
    if depth == len(toy.blocks):
        X = X.copy()
        X[-1] += push
        states[-1] = X
    return states, parts


class Base:
    """The run that all is measured from, of the toy on the page, and its two words."""

    def __init__(self, name="place", prompt=0):
        self.toy = load_toy(name, 0, prompt)
        self.logits = logits_of(self.toy, run(self.toy)[0][-1][-1])
        self.first, self.second = np.argsort(-self.logits)[:2]

    def lead(self, x):
        logits = logits_of(self.toy, x)
        return logits[self.first] - logits[self.second]

    def chance(self, x, word):
        odds = np.exp(logits_of(self.toy, x))
        return odds[word] / odds.sum()


def slide(screen, name, place):
    slider = screen.page.locator(f"input[name={name}]")
    slider.evaluate(
        "(node, to) => { node.value = to; node.dispatchEvent(new Event('input', { bubbles: true })) }", place
    )
    return screen.settle()


def choose(screen, name, value):
    screen.page.locator(f"select[name={name}]").select_option(value)
    return screen.settle()


def strong(screen):
    return screen.page.locator("[role=status] strong").inner_text()


def rows_of(screen, name):
    return screen.tables()[name]["rows"]


@pytest.mark.parametrize(("component", "place"), [(1, 4), (1, 0), (6, 12), (0, 6), (3, 8)])
def test_the_gain_of_one_write(fresh, component, place):
    base = Base()
    choose(fresh, "layer", str(component))
    slide(fresh, "gain", place)
    gains = np.ones(7)
    gains[component] = -1 + 0.25 * place
    truth = base.lead(run(base.toy, gains)[0][-1][-1])
    assert read(strong(fresh)).agrees(truth)
    states, parts = run(base.toy)
    x = np.array([g * part[-1] for g, part in zip(gains, parts, strict=True)]).sum(axis=0)
    final, scale = states[-1][-1], np.sqrt(states[-1][-1].var() + base.toy.eps)
    y = base.toy.gamma * (x - x.mean()) / scale + base.toy.beta
    frozen = y @ (base.toy.W_U[:, base.first] - base.toy.W_U[:, base.second])
    assert numbers(fresh.said(), NAMES)[-1].agrees(frozen)
    row = rows_of(fresh, GAIN)[place]
    assert [read(cell).agrees(t) for cell, t in zip(row[2:5], (truth, frozen, base.lead(x)), strict=True)] == [True] * 3
    assert percent_agrees(row[5], base.chance(run(base.toy, gains)[0][-1][-1], base.first))
    assert numbers(fresh.said(), NAMES)[0].agrees(base.lead(final))


def test_off_either_way_is_printed_for_every_layer(fresh):
    base = Base()
    lead = base.lead(run(base.toy)[0][-1][-1])
    cells = fresh.page.locator(".beside tbody tr").all()
    assert [row.locator("th").inner_text() for row in cells] == [*reversed(NAMES), "Embedding"]
    for layer, row in enumerate(reversed(cells[:-1])):
        gains = np.ones(7)
        gains[layer + 1] = 0
        assert read(row.locator("td").nth(1).inner_text()).agrees(base.lead(run(base.toy, gains)[0][-1][-1]) - lead)


@pytest.mark.parametrize(("place", "gain"), [(0, 0.1), (7, 2), (10, 5)])
def test_all_writes_at_once(fresh, place, gain):
    base = Base()
    choose(fresh, "layer", "all")
    slide(fresh, "gain", place)
    x = run(base.toy, (1, *[gain] * 6))[0][-1][-1]
    assert read(strong(fresh)).agrees(base.lead(x))
    e = base.toy.X0[-1]
    assert read(rows_of(fresh, GAIN)[place][-1]).agrees(x @ e / np.linalg.norm(x) / np.linalg.norm(e))


@pytest.mark.parametrize("count", [0, 1, 2, 6])
def test_dropping_the_deepest(fresh, count):
    base = Base()
    choose(fresh, "face", "drop")
    slide(fresh, "depth", count)
    x = run(base.toy)[0][6 - count][-1]
    assert read(strong(fresh)).agrees(base.lead(x))
    row = rows_of(fresh, DEPTH)[count]
    assert row[0] == str(count)
    assert read(row[2]).agrees(base.lead(x))
    assert percent_agrees(row[3], base.chance(x, base.toy.vocab.index("mat")))
    assert row[4] == {0: "100 %", 1: "100 %", 2: "100 %", 6: "25 %"}[count]


@pytest.mark.parametrize(("face", "depth", "place"), [("runner-up", 0, 12), ("runner-up", 6, 0), ("difference", 3, 10)])
def test_steering(fresh, face, depth, place):
    base = Base()
    choose(fresh, "face", face)
    slide(fresh, "depth", depth)
    slide(fresh, "amount", place)
    here = run(base.toy)[0][depth][-1]
    there = run(load_toy("place", 0, 11))[0][depth][-1]
    row = base.toy.gamma * (base.toy.W_U[:, base.second] - base.toy.W_U[:, base.first])
    row = row - row.mean()
    direction = there - here if face == "difference" else np.linalg.norm(here) * row / np.linalg.norm(row)
    x = run(base.toy, depth=depth, push=(-1 + 0.25 * place) * direction)[0][-1][-1]
    assert read(strong(fresh)).agrees(base.lead(x))
    assert read(rows_of(fresh, DEPTH)[place][1]).agrees(base.lead(x))
    assert percent_agrees(rows_of(fresh, DEPTH)[place][2], base.chance(x, base.first))


def test_every_path(fresh):
    base, other = Base(), Base(prompt=11)
    (states, parts), (_, theirs) = run(base.toy), run(other.toy)
    pick = base.toy.vocab.index("den"), base.first

    def moved(x):
        logits = logits_of(base.toy, x)
        return (logits[pick[0]] - logits[pick[1]]) - (base.logits[pick[0]] - base.logits[pick[1]])

    rows = {row[0]: row[1:] for row in rows_of(fresh, PATHS)}
    for sender, name in enumerate(("Embedding", *NAMES)):
        delta = theirs[sender] - parts[sender]
        for receiver in range(7):
            cell = rows[name][receiver]
            if receiver < sender:
                assert cell == ""
                continue
            news = delta if receiver == 6 else base.toy.blocks[receiver](states[receiver] + delta) - parts[receiver + 1]
            assert read(cell).agrees(moved(states[-1][-1] + news[-1]))
    fresh.button("Bring out MLP 2").click()
    fresh.settle()
    fresh.wait_for_query(lambda query: query == {"layer": "4", "about": "paths"})
    assert strong(fresh) in rows["MLP 2"]
    assert fresh.button("Bring out MLP 2").get_attribute("aria-pressed") == "true"
    assert fresh.page.locator(".out").count() == 3


@pytest.mark.parametrize("off", ["zero", "mean"])
def test_what_breaks(fresh, off):
    toy, speech = load_toy("place"), language("place")
    choose(fresh, "off", "mean")
    choose(fresh, "off", off)
    rows = {row[0]: row[1:] for row in rows_of(fresh, SLOTS)}
    assert rows["All on"] == ["100"] * 6
    assert rows["By chance"] == ["25", "25", "19", "6", "25", "6"]
    assert toy.prompts is not None
    # A word's embedding at its place, as told by a prompt that has it there.
    shown = list(zip(toy.prompts.tokens, toy.prompts.X0, strict=True))
    embedded = {(place, word): X0[place] for words, X0 in shown for place, word in enumerate(words)}
    X0 = np.array([[embedded[place, word] for place, word in enumerate(speech.text(n))] for n in range(48)])
    right = 0
    for n in range(48):
        fixed = 0.0 if off == "zero" else mean_write(toy)
        x = X0[n] + fixed
        for block in toy.blocks[1:]:
            x = x + block(x)
        right += int(np.argmax(logits_of(toy, x[-1])) == speech.answers[n].argmax())
    assert rows["Attention 1 off"][-1] == f"{100 * right / 48:.0f}"
    assert strong(fresh) == f"{rows['Attention 1 off'][-1]} %"


@pytest.mark.parametrize(
    ("values", "grammar", "outcome"),
    [
        ({"layer": "1"}, (100, 100), "recall fell, the grammar did not."),
        ({"seed": "2", "layer": "2"}, (84, 100), "recall fell, and the grammar too."),
        ({"layer": "4"}, (95, 100), "the grammar fell, recall did not."),
        ({"toy": "or", "layer": "1"}, (100, 100), "neither recall nor grammar fell."),
        ({"toy": "untrained", "layer": "1"}, (19, 19), "nothing was learned that could break."),
    ],
)
def test_the_sentence_says_what_fell(fresh, values, grammar, outcome):
    fresh.choose({**values, "about": "slots"}).wait_for_query(lambda query: query.get("about") == "slots")
    now, before = grammar
    assert f"in {now} % of cases (all on {before} %, by chance 20 %): {outcome}" in fresh.settle().said()


def mean_write(toy):
    """Attention 1's mean write over the toy's data, which all occur alike often."""
    return np.mean([toy.blocks[0](X0) for X0 in toy.prompts.data_X0], axis=0)


def test_the_sentence_is_about_what_was_last_chosen(fresh):
    assert "Attention 1’s write × 0" in fresh.said()
    slide(fresh, "amount", 2)
    assert "pushed −0.5 × its own length" in fresh.said()
    choose(fresh, "off", "mean")
    assert "with Attention 1 off (its mean)" in fresh.said()
    choose(fresh, "source", "3")
    assert "as on the bird sat by the" in fresh.said()
    slide(fresh, "gain", 12)
    assert "× 2" in fresh.said()
    fresh.wait_for_query(lambda query: "about" not in query and query["gain"] == "2")


def test_a_source_that_is_the_prompt_itself_moves_nothing(fresh):
    choose(fresh, "source", "1")
    assert strong(fresh) == "0.00"
    assert {cell for row in rows_of(fresh, PATHS) for cell in row[1:]} == {"", "0.00"}


def test_pointing_at_a_row_brings_it_out_everywhere(fresh):
    fresh.page.locator(".slots tbody tr").nth(2).hover()
    fresh.settle()
    assert fresh.page.locator(".out").all_inner_texts()[0].startswith("MLP 2")
    assert fresh.page.locator(".out").count() == 3
    fresh.page.mouse.move(5, 5)
    fresh.settle()
    assert fresh.page.locator(".out").all_inner_texts()[0].startswith("Attention 1")
