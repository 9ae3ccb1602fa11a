"""Reading as its user has it: what is printed against the model run anew here, and what each control does."""

import re

import numpy as np
import pytest
from printed import percent_agrees
from view_screen import ViewScreen, one_view

from toy_models import Toy, load_toy

WHO, LENS, SIZE, AXES = "Who says it", "Logit lens", "Size is not importance", "The same stream in other axes"
HALF = 0.005 + 1e-6  # of the last digit that is printed
# Address, toy, training, prompt, token from 0, the word explained, and what it is compared with.
CASES = {
    "": ("place", 0, 0, 4, "mat", "nest"),
    "seed=3&prompt=the-fox-slept-on-the&target=nest&against=den": ("place", 3, 3, 4, "nest", "den"),
    "toy=and&prompt=fox-den-bird-nest-fox&token=3&target=rug&against=mean": ("and", 0, 2, 2, "rug", "mean"),
    "toy=tanh&seed=9&token=2&target=sofa&against=none": ("tanh", 9, 0, 1, "sofa", None),
    "toy=untrained&seed=1&target=cat&against=cat": ("untrained", 1, 0, 4, "cat", "next"),
}


@pytest.fixture(scope="module")
def screen(chromium, server):
    yield from one_view(chromium, f"{server.url}embed/reading")


@pytest.fixture(scope="module", params=CASES)
def opened(request, screen: ViewScreen) -> str:
    """A case's address, once it is open: once for all tests of the case."""
    screen.open(request.param)
    return request.param


@pytest.fixture
def query(opened: str, screen: ViewScreen) -> str:
    """The case's address, and the screen as it opened."""
    screen.blur().press("r")
    return opened


def value(text: str) -> float:
    return float(text.replace("−", "-").replace("+", ""))


def chance(text: str) -> float:
    """What a printed percentage stands for, its bounds as they are."""
    return float(re.sub(r"[^0-9.]", "", text)) / 100


class Run:
    """One toy run anew, sublayer by sublayer."""

    def __init__(self, case: tuple, off: int | None = None) -> None:
        name, seed, prompt, token, target, against = case
        self.toy: Toy = load_toy(name, seed, prompt)
        toy, self.token = self.toy, token
        self.states, self.writes = [toy.X0[token]], []
        X = toy.X0
        for layer, block in enumerate(toy.blocks):
            write = block(X) if layer != off else 0 * X
            X = X + write
            self.states.append(X[token])
            self.writes.append(write[token])
        self.logits = self.said(self.states[-1], self.states[-1])
        self.target, self.against = target, against

    def said(self, x: np.ndarray, norm: np.ndarray) -> np.ndarray:
        toy = self.toy
        return (toy.gamma * (x - x.mean()) / np.sqrt(norm.var() + toy.eps) + toy.beta) @ toy.W_U

    def readout(self, logits: np.ndarray, by: np.ndarray) -> float:
        """`by` are the base run's logits, which name the runner-up."""
        vocabulary = self.toy.vocab
        v = vocabulary.index(self.target)
        if self.against is None:
            return float(logits[v])
        if self.against == "mean":
            return float(logits[v] - logits.mean())
        if self.against == "next":
            return float(logits[v] - logits[next(w for w in np.argsort(-by) if w != v)])
        return float(logits[v] - logits[vocabulary.index(self.against)])

    def parts(self) -> list[float]:
        """What each writer adds: the readout of its own projection, the bias taken out."""
        toy, last = self.toy, self.states[-1]
        assert toy.token_embedding is not None
        assert toy.position_embedding is not None
        nothing = self.said(0 * last, last)
        each = [toy.token_embedding[self.token], toy.position_embedding[self.token], *self.writes]
        return [self.readout(self.said(part, last) - nothing, self.logits) for part in each] + [
            self.readout(nothing, self.logits)
        ]


def test_who_says_it_adds_up_and_is_what_a_run_anew_gives(screen: ViewScreen, query):
    run = Run(CASES[query])
    total = run.readout(run.logits, run.logits)
    rows = screen.tables()[WHO]["rows"]
    names = ["Token", "Position", *run.toy.sublayer_names, "Bias", "Total"]
    assert [row[0] for row in rows] == names
    np.testing.assert_allclose([value(row[1]) for row in rows], [*run.parts(), total], atol=HALF)
    said, readout = re.findall(r"bias = ([−\d.]+); the model’s own readout: ([−\d.]+)\.", text_of(screen, WHO))[0]
    assert value(said) == pytest.approx(total, abs=HALF)
    assert value(readout) == pytest.approx(total, abs=HALF)
    assert value(screen.page.locator("[role=status] strong").inner_text()) == pytest.approx(total, abs=HALF)
    by_size = max(zip(run.parts(), names, strict=False), key=lambda pair: abs(pair[0]))
    assert by_size[1] in screen.said()


def test_the_words_a_writer_raises_and_lowers(screen: ViewScreen, query):
    run = Run(CASES[query])
    last = run.states[-1]
    for row, write in zip(screen.tables()[WHO]["rows"][2:8], run.writes, strict=True):
        by = run.said(write, last) - run.said(0 * last, last)
        by = by - by.mean()
        order = np.argsort(-by)
        for cell, words in ((row[2], order[by[order] > 0][:3]), (row[3], order[by[order] < 0][::-1][:3])):
            assert [part.split()[0] for part in cell.split(", ")] == [run.toy.vocab[word] for word in words]
            np.testing.assert_allclose([value(part.split()[1]) for part in cell.split(", ")], by[words], atol=HALF)


@pytest.mark.parametrize("convention", ["recomputed", "kept"])
def test_the_lens_at_every_depth(screen: ViewScreen, query, convention):
    choose(screen, "Norm of the lens", convention)
    run = Run(CASES[query])
    rows = screen.tables()[LENS]["rows"]
    assert len(rows) == len(run.states)
    for row, state in zip(rows, run.states, strict=True):
        p = np.exp(run.said(state, state if convention == "recomputed" else run.states[-1]))
        p = p / p.sum()
        for cell, word in zip(row[1:4], np.argsort(-p), strict=False):
            assert cell.split()[0] == run.toy.vocab[word]
            assert percent_agrees(cell.split(" ", 1)[1], p[word])
        assert percent_agrees(row[4], p[run.toy.vocab.index(run.target)])


def test_sizes_and_angles(screen: ViewScreen, query):
    run = Run(CASES[query])
    sizes = [float(np.linalg.norm(write)) for write in run.writes]
    rows = screen.tables()[SIZE]["rows"]
    np.testing.assert_allclose([value(row[1]) for row in rows[2:]], sizes, atol=HALF)
    np.testing.assert_allclose([value(row[2]) for row in rows], run.parts()[:-1], atol=HALF)
    choose(screen, "What is compared", "share")
    here = [row for row in screen.tables()[SIZE]["rows"] if row[1].startswith(f"{run.token + 1} ")]
    for row, write, before, after in zip(here, run.writes, run.states, run.states[1:], strict=False):
        assert value(row[2]) == pytest.approx(np.linalg.norm(write) / np.linalg.norm(after), abs=HALF)
        assert value(row[3]) == pytest.approx(write @ before / np.linalg.norm(write) / np.linalg.norm(before), abs=HALF)
    choose(screen, "What is compared", "cosine")
    rows = screen.tables()[SIZE]["rows"]
    for row, state in zip(rows, run.states, strict=True):
        first = run.states[0]
        cosine = first @ state / np.linalg.norm(first) / np.linalg.norm(state)
        assert value(row[3]) == pytest.approx(cosine, abs=HALF)


def test_other_axes_change_every_bar_and_no_effect(screen: ViewScreen, query):
    run = Run(CASES[query])
    base = run.readout(run.logits, run.logits)
    effects = [run.readout(Run(CASES[query], off).logits, run.logits) - base for off in range(6)]
    largest = int(np.argmax(np.abs(effects)))
    own = sums(screen)
    np.testing.assert_allclose(own, run.states[-1], atol=HALF)
    for axes in range(1, 6):
        screen.page.get_by_role("slider", name="axes").fill(f"{axes}")
        screen.settle()
        turned = sums(screen)
        assert np.abs(turned - own).max() > 0.1
        assert np.linalg.norm(turned) == pytest.approx(np.linalg.norm(own), abs=0.03)
        said = text_of(screen, AXES)
        readout, again, layer, effect, once_more = re.findall(
            r"readout ([−\d.]+) \(own: ([−\d.]+)\); without (.+?) ([+−\d.]+) \(([+−\d.]+)\)", said
        )[0]
        assert layer == run.toy.sublayer_names[largest]
        assert (readout, effect) == (again, once_more)
        assert value(readout) == pytest.approx(base, abs=HALF)
        assert value(effect) == pytest.approx(effects[largest], abs=HALF)


def sums(screen: ViewScreen) -> np.ndarray:
    return np.array([value(cell) for cell in screen.tables()[AXES]["rows"][-1][1:]])


def text_of(screen: ViewScreen, heading: str) -> str:
    return " ".join(piece["text"] for piece in screen.pieces() if piece["region"] == heading)


def choose(screen: ViewScreen, name: str, option: str) -> None:
    screen.choice(name).select_option(option)
    screen.settle()


def writer(screen: ViewScreen, name: str):
    return screen.page.get_by_role("group", name="Writers").get_by_role("button", name=name)


def test_pressing_a_writer_reads_the_stream_up_to_it_and_again_all_of_it(screen: ViewScreen):
    screen.open()
    run = Run(CASES[""])
    writer(screen, "MLP 2").click()
    assert screen.wait_for_query(lambda query: "depth" in query) == {"depth": "4"}
    assert "After MLP 2 the lens reads “mat”" in screen.said()
    so_far = sum(run.parts()[:6]) + run.parts()[-1]
    assert value(re.findall(r"with the bias: ([−\d.]+) of", text_of(screen, WHO))[0]) == pytest.approx(so_far, abs=HALF)
    np.testing.assert_allclose(sums(screen), run.states[4], atol=HALF)
    assert writer(screen, "MLP 2").get_attribute("aria-pressed") == "true"
    writer(screen, "MLP 2").click()
    assert screen.wait_for_query(lambda query: query == {}) == {}


def test_the_lens_with_the_scale_kept_is_the_attribution_so_far(screen: ViewScreen):
    """On the screen: the log of the ratio of two printed chances, against the printed sum so far."""
    screen.open("lens=kept&depth=3&target=mat&against=den")
    row = screen.tables()[LENS]["rows"][3]
    mat, den = (chance(next(c for c in row[1:4] if c.startswith(word)).split(" ", 1)[1]) for word in ("mat", "den"))
    so_far = value(re.findall(r"with the bias: ([−\d.]+) of", text_of(screen, WHO))[0])
    assert np.log(mat / den) == pytest.approx(so_far, abs=0.05)


def test_a_writer_that_is_pointed_at_stands_out_in_all_four_pictures_and_no_number_changes(screen: ViewScreen):
    screen.open()
    screen.page.mouse.move(3, 3)
    screen.settle()
    painted, tables = screen.painted(), screen.tables()
    screen.page.mouse.move(*screen.place(writer(screen, "Attention 1")))
    screen.settle()
    now = screen.painted()
    assert {name for name in now if now[name] != painted[name]} == {WHO, SIZE, AXES}
    assert screen.page.locator("[data-widget=reading-lens] .hot").inner_text().split()[0] == "den"
    assert "Attention 1 raises in" in text_of(screen, WHO)
    assert screen.tables()[WHO] == tables[WHO]
    chart = screen.page.get_by_role("img", name=SIZE).bounding_box()
    assert chart is not None
    screen.page.mouse.move(chart["x"] + chart["width"] / 2, chart["y"] + 2.5 / 9 * chart["height"])
    screen.settle()
    assert "Attention 3 raises" in text_of(screen, WHO) or "MLP 2 raises" in text_of(screen, WHO)
    screen.page.mouse.move(3, 3)
    screen.settle()
    assert screen.painted() == painted


def test_claims_that_are_too_strong_are_named_on_the_screen(screen: ViewScreen):
    screen.open()
    said = {heading: text_of(screen, heading) for heading in (WHO, LENS, SIZE, AXES)}
    assert "not what a run without a writer says" in said[WHO]
    assert "never trained to be read" in said[LENS]
    assert "takes away" in said[SIZE]
    choose(screen, "Norm of the lens", "kept")
    assert "never trained to be read" in text_of(screen, LENS)
    choose(screen, "What is compared", "weights")
    assert "a wire, not its use" in text_of(screen, SIZE)
    screen.slider("axes").fill("2")
    screen.settle()
    assert "the axes have no names" in text_of(screen, AXES)
