"""The view Stacks as one reads it: its numbers against plain products, its lines and names, its settings."""

from itertools import pairwise

import numpy as np
import pytest
from printed import numbers, read
from view_screen import one_view

from app.screens.views.stacks import BIASES
from toy_models.studies.highway import draw_gates
from toy_models.studies.rank import draw_attentions
from toy_models.studies.stacks import draw_jacobians

GRADIENT, FORWARD, LESION = "Gradient coming down", "Stream going up", "One layer taken out"
WORDS, PATHS = "Words under attention alone", "Paths"
QUARTER = 1 / 4


@pytest.fixture(scope="module")
def screen(chromium, exported_view):
    yield from one_view(chromium, exported_view("stacks"))


@pytest.fixture
def fresh(screen):
    return screen.press("Escape").blur().press("r")


def products(factor, S=64):
    """Sizes after each layer of 64 draws by plain products, (S+1, 64) sorted by draw: 10^-320 is not reached here."""
    A = draw_jacobians(S)
    g = np.full((64, 1, 16), 0.25)
    sizes = [np.ones(64)]
    for layer in A:
        g = factor(g, g @ layer)
        sizes.append(np.linalg.norm(g[:, 0], axis=1))
    return np.sort(sizes, axis=1)


def bare(gain):
    """A plain stack's median size after each number of layers."""
    return products(lambda g, gA: gain * gA)[:, 31]


def highway(gain, t):
    """A highway's, its gates open by t."""
    return products(lambda g, gA: (1 - t) * g + t * gain * gA)[:, 31]


def with_plus(gain):
    """A residual stack's: median, low and high."""
    return products(lambda g, gA: g + gain * gA)[:, [31, 6, 57]]


def test_the_sentence_says_the_median_its_theory_and_what_happens_without_the_plus(fresh):
    sizes = with_plus(0.25)
    said, theory, rms, plain = (
        read(fresh.page.locator("[role=status] strong").inner_text()),
        *numbers(fresh.said().partition("Theory:")[2].replace("64 draws", "all draws")),
    )
    assert said.agrees(sizes[-1, 0])
    assert (theory.text, rms.text) == ("5.53", "6.96")  # Σ of 64 steps; (1 + 1/16)^32
    assert plain.agrees(bare(0.25)[-1])
    assert "Without the plus: at 4.83×10⁻⁴⁰ of its size" in fresh.said()
    fresh.choice("wiring").select_option("plain")
    assert "at 4.83×10⁻⁴⁰ of its size" in fresh.settle().said().partition("Theory")[0]
    assert f"Residual: {said.text} times as large" in fresh.said()
    fresh.choice("wiring").select_option("rezero")
    assert "arrives at the size it started with. No draw differs" in fresh.settle().said()


def test_every_printed_size_is_the_true_one_rounded(fresh):
    truth = with_plus(0.25)
    rows = fresh.tables()[GRADIENT]["rows"]
    assert len(rows) == 65
    for row, true in zip(rows, truth, strict=True):
        assert all(read(cell).agrees(x) for cell, x in zip(row[1:4], true, strict=True)), row
    assert [row[5] for row in (rows[1], rows[64])] == ["1.03", "6.96"]
    rows = fresh.tables()[FORWARD]["rows"]
    assert all(read(row[1]).agrees(true[0]) for row, true in zip(rows, truth, strict=True))


@pytest.mark.parametrize(
    ("bias", "t", "left"), [("-3", 0.047426, "0.0482"), ("-4", 0.017986, "0.317"), ("-1.1", QUARTER, "2.02×10⁻⁷")]
)
def test_a_highway_is_biased_to_carry_and_its_bias_can_be_chosen(fresh, bias, t, left):
    fresh.choose({"gain": "1", "wiring": "highway"})
    assert fresh.choice("highway’s gate bias").input_value() == "-3"
    fresh.choice("highway’s gate bias").select_option(bias)
    fresh.settle()
    assert fresh.page.locator("[role=status] strong").inner_text() == left
    assert read(left).agrees(highway(1.0, t)[-1])
    expected = {"wiring": "highway", "gain": "1", **({} if bias == "-3" else {"bias": bias})}
    assert fresh.wait_for_query(lambda query: query == expected) == expected


@pytest.mark.parametrize(("bias", "number"), [("-3", -3.0), ("0", 0.0), ("4", 4.0)])
def test_a_gate_that_reads_the_stream_is_told_beside_and_all_biases_are_drawn(fresh, bias, number):
    """Against one draw after another, forward and back."""
    A, (start, V), S = draw_jacobians(64), draw_gates(64), 64
    ends = []
    for draw in range(64):
        x, passed = start[draw], []
        for layer in range(S):
            T = 1 / (1 + np.exp(-(x @ V[layer, draw] + number)))
            F = 0.5 * x @ A[layer, draw]
            passed.append((T, (F - x) * T * (1 - T)))
            x = T * F + (1 - T) * x
        g = np.full(16, 0.25)
        for layer in reversed(range(S)):
            T, own = passed[layer]
            g = g * (1 - T) + A[layer, draw] @ (0.5 * g * T) + V[layer, draw] @ (g * own)
        ends.append(np.linalg.norm(g))
    fresh.choose({"gain": "0.5", "wiring": "highway", "bias": bias})
    said = fresh.settle().said().partition("Theory")[0]
    assert said.endswith("where gates read the stream. ")
    assert numbers(said)[-1].agrees(sorted(ends)[31])
    assert sum(width < 1.2 for width, _ in drawn(fresh)) == len(BIASES) - 1


def test_a_concatenation_is_told_by_its_shapes_and_its_growth(fresh):
    """Every layer appends 2 numbers; at gain 1 each has the size of those before, so that the stream's goes as √w."""
    fresh.choose({"gain": "1", "wiring": "dense"})
    assert "Through 64 DenseNet layers of gain 1, 16 numbers become 144, and a gradient" in fresh.settle().said()
    rms = numbers(fresh.said().partition("64 draws,")[2])[0]
    assert rms.text == "1.00"
    rows = fresh.tables()[FORWARD]["rows"]
    assert [row[4] for row in (rows[0], rows[1], rows[64])] == ["16", "18", "144"]
    for depth in (16, 64):
        assert read(rows[depth][3]).value == pytest.approx(np.sqrt(1 + depth / 8), rel=0.1)
    rows = fresh.tables()[GRADIENT]["rows"]
    assert all(row[5] == "1.00" for row in rows)
    assert 0.9 < read(rows[64][1]).value < 1.02


def test_words_draw_together_without_the_plus_and_hardly_with_it(fresh):
    """Against plain runs of all 64 draws, as far down as their rounding reaches."""
    nets = draw_attentions(64)

    def medians(plus, allowed, layers):
        X, found = nets.X0, []
        for M, W in zip(nets.M[:layers], nets.W[:layers], strict=True):
            Y = X / np.sqrt((X**2).mean(axis=-1, keepdims=True))
            A = allowed * np.exp(Y @ M @ Y.swapaxes(1, 2) / np.sqrt(8))
            X = plus * X + 0.25 * A @ Y @ W / A.sum(axis=-1, keepdims=True)
            rest = np.linalg.norm(X - X.mean(axis=1, keepdims=True), axis=(1, 2))
            found.append(np.sort(rest / np.linalg.norm(X, axis=(1, 2)))[31])
        return found

    rows = fresh.tables()[WORDS]["rows"]
    everyone, back = np.ones((5, 5)), np.tril(np.ones((5, 5)))
    for column, plus, allowed, layers in (
        (1, 0, everyone, 2),
        (2, 0, back, 20),
        (3, 1, everyone, 64),
        (4, 1, back, 64),
    ):
        found = medians(plus, allowed, layers)
        assert all(read(row[column]).agrees(x) for row, x in zip(rows[1:], found, strict=False)), column
    assert [row[1] for row in rows[3:8]] == ["1.77×10⁻¹⁵", "2.50×10⁻⁴⁶", "1.15×10⁻¹³⁸", "0", "0"]
    assert "After 64 layers of attention alone 0.460 of the words’ size still sets" in fresh.twins()[WORDS]


def test_paths_by_size_and_by_signed_part(fresh):
    fresh.choice("layers").select_option("54")
    foot = fresh.settle().page.locator("[data-widget=stack-paths] .foot")
    assert foot.inner_text().startswith(
        "Sizes: mean 10.8 layers, 95 % in 5 to 17. All paths: mean 27.0, 95 % in 20 to 34."
    )
    assert "gain 0.25 was chosen here to match" in foot.inner_text()
    fresh.choice("What the bars measure").select_option("share")
    assert (
        fresh.settle().page.locator("[data-widget=stack-paths] .y-name b").inner_text() == "signed part of the gradient"
    )
    assert foot.inner_text().startswith("Signed part: mean length 2.8 (theory 3.2). Sizes: 10.8. All paths: 27.0.")
    rows = fresh.tables()[PATHS]["rows"]
    for column in range(1, 5):
        assert sum(read(row[column]).value for row in rows) == pytest.approx(1, abs=0.003)


def test_axes_have_names_and_names_that_moved_have_leaders(fresh):
    """No two names lie on each other, and none runs out of its frame, at any size of the window and gain."""
    for size in ((1366, 768), (390, 844)):
        fresh.page.set_viewport_size({"width": size[0], "height": size[1]})
        for gain in ("0", "0.25", "2"):
            fresh.choose({"gain": gain})
            fresh.settle()
            for widget in ("stack-gradient", "stack-forward"):
                boxes = fresh.page.locator(f"[data-widget={widget}] .labels > span:not(:empty)").evaluate_all(
                    """(names) => names.map((name) => {
                         const frame = name.closest(".frame").getBoundingClientRect()
                         const { top, bottom, right } = name.getBoundingClientRect()
                         return [top, bottom, frame.right - right, top - frame.top, frame.bottom - bottom] })"""
                )
                assert len(boxes) == (7 if widget == "stack-gradient" else 3)
                boxes.sort()
                assert all(below[0] >= above[1] - 1 for above, below in pairwise(boxes)), (
                    gain,
                    boxes,
                )
                assert all(min(box[2:]) >= -4 for box in boxes), (size, gain, boxes)
    fresh.page.set_viewport_size({"width": 1366, "height": 768})
    for name in (GRADIENT, FORWARD, LESION, WORDS, PATHS):
        section = fresh.page.get_by_role("region", name=name)
        for axis in (".x-name", ".y-name b"):
            assert section.locator(axis).inner_text().strip(), (name, axis)


def drawn(screen):
    """The lines of the gradient's chart that have a point for every layer: width and dashes of each."""
    return screen.page.evaluate(
        """() => { const { data } = Bokeh.documents.flatMap((doc) => [...doc._all_models.values()])
             .filter((model) => model.name === "lines").map((model) => model).find(({ data }) => data.xs.length >= 8)
           return data.xs.flatMap((xs, i) => (xs.length === 65 ? [[data.width[i], data.dash[i]]] : [])) }"""
    )


def test_plain_and_residual_are_told_apart_without_colour(fresh):
    """The two are the heavy lines, one broken; each lighter wiring has dashes of its own, as theory has."""
    wirings = [(width, dash) for width, dash in drawn(fresh) if dash not in ("2 3", "6 4")]
    assert len(wirings) == len(set(wirings)) == 7
    heavy = [dash for width, dash in wirings if width > 2]
    assert sorted(heavy) == ["10 4", "solid"]
