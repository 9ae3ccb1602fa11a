"""The view Norms as one reads it: its numbers against a run written out here, its sentence, its controls."""

import numpy as np
import pytest
from printed import read
from view_screen import one_view

from app.screens.views import views
from toy_models.studies.random_nets import draw_nets

VIEW = views()["norms"]
STREAM, GRADIENT, SUM, HAND = "The stream going up", "The gradient coming down", "Is it a plain sum?", "By hand"


@pytest.fixture(scope="module")
def screen(chromium, exported_view):
    yield from one_view(chromium, exported_view("norms"))


@pytest.fixture
def fresh(screen):
    return screen.press("Escape").blur().press("r")


def post_norm(norm, seed, S=24):
    """States of one post-norm net, and each norm's divisors of the last word, by plain NumPy."""
    nets = draw_nets([seed], S)
    x, divisors = nets.X0[0], []
    for layer in range(S):
        W = nets.W[layer, 0]
        z = x + (np.tanh(x @ W) if layer % 2 else nets.A[layer, 0] @ x @ W)
        z = z - z.mean(axis=1, keepdims=True) if norm == "layer" else z
        s = np.sqrt((z**2).mean(axis=1, keepdims=True) + 1e-5)
        divisors.append(s[-1, 0])
        x = z / s
    return x, np.array(divisors)


def number(text):
    """A printed number, as a float."""
    powers = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")
    mantissa, _, power = text.replace("−", "-").partition("×10")
    return float(mantissa) * 10.0 ** int(power.translate(powers) or 0)


@pytest.mark.parametrize(("norm", "seed"), [("rms", 0), ("layer", 4)])
def test_the_sentence_says_what_is_left_of_the_embedding(fresh, norm, seed):
    fresh.choice("placement").select_option("post")
    fresh.choice("norm").select_option(norm)
    fresh.settle()
    if seed:
        fresh.choice("seed").select_option(str(seed))
        fresh.settle()
    middle = sorted(1 / post_norm(norm, net)[1].prod() for net in range(64))[31]
    assert read(fresh.page.locator("[role=status] strong").inner_text()).agrees(middle)
    assert "not a plain sum" in fresh.said()
    x, divisors = post_norm(norm, seed)
    left = 1 / divisors.prod()
    assert f"seed {seed}, embedding: " in fresh.page.locator(".left-over .says").inner_text()
    rows = fresh.tables()[SUM]["rows"]
    assert [number(cell) for cell in rows[-1][1:9]] == pytest.approx(x[-1].tolist(), abs=0.0051)
    assert number(rows[0][-1]) == pytest.approx(left, abs=6e-4, rel=0.05)
    assert number(rows[24][-1]) == pytest.approx(1 / divisors[-1], abs=6e-3)


def test_pre_norm_is_a_plain_sum_before_its_last_norm_and_says_so(fresh):
    assert "0.298 of the embedding is left; before it, the stream is a plain sum" in fresh.said()
    rows = fresh.tables()[SUM]["rows"]
    assert rows[-2][1:9] == rows[-1][1:9]
    assert [row[0] for row in rows[:3]] == ["embedding", "attention 1", "MLP 1"]
    assert {row[-1] for row in rows[:-2]} == {"0.211"}
    fresh.choice("norm").select_option("none")
    assert "all of the embedding is left: the stream is a plain sum" in fresh.settle().said()
    assert {row[-1] for row in fresh.tables()[SUM]["rows"][:-2]} == {"1.00"}


@pytest.mark.parametrize("placement", ["pre", "post", "sandwich", "mistake"])
def test_rescaled_by_the_norms_the_writes_add_up(fresh, placement):
    fresh.choice("placement").select_option(placement)
    rows = fresh.settle().tables()[SUM]["rows"]
    assert (rows[-2][1:9] == rows[-1][1:9]) == (placement in ("pre", "sandwich"))
    fresh.choice("What the stacks show").select_option("left")
    rows = fresh.settle().tables()[SUM]["rows"]
    assert rows[-2][1:9] == rows[-1][1:9]
    # What LayerNorm leaves has mean 0 and length √8.
    read_off = [number(cell) for cell in rows[-1][1:9]]
    assert sum(read_off) == pytest.approx(0, abs=0.05)
    assert sum(x * x for x in read_off) == pytest.approx(8, abs=0.1)
    assert "Rescaled by every later norm they add up" in fresh.page.locator(".gap").inner_text()


def test_every_placement_has_its_formula_and_without_a_norm_all_but_parallel_are_one(fresh):
    formulas = {}
    for placement in ("pre", "post", "sandwich", "parallel", "mistake"):
        fresh.choice("placement").select_option(placement)
        formulas[placement] = fresh.settle().page.locator(".formula").inner_text()
    assert formulas == {
        "pre": "x ← x + F(N(x))",
        "post": "x ← N(x + F(x))",
        "sandwich": "x ← x + N(F(N(x)))",
        "parallel": "x ← x + A(N(x)) + M(N(x))",
        "mistake": "x ← N(x), then x ← x + F(x)",
    }
    fresh.choice("norm").select_option("none")
    for name in (STREAM, GRADIENT):
        rows = fresh.settle().tables()[name]["rows"]
        assert all(row[1] == row[2] == row[3] == row[5] for row in rows)
        assert [row[4] == "–" for row in rows] == [passed % 2 == 1 for passed in range(25)]


def test_the_stream_and_the_gradient_in_numbers(fresh):
    fresh.choice("placement").select_option("post")
    tables = fresh.settle().tables()
    assert tables[STREAM]["columns"] == [
        "After", "pre-norm", "post-norm", "sandwich", "parallel", "x = norm(x)", "10 %", "90 %", "This seed",
    ]  # fmt: skip
    assert {number(row[2]) for row in tables[STREAM]["rows"]} == {1}
    post = [number(row[2]) for row in tables[GRADIENT]["rows"]]
    pre = [number(row[1]) for row in tables[GRADIENT]["rows"]]
    assert post[24] == 1 == max(post)
    assert pre[24] == min(pre)
    times = post[24] / post[0]
    assert f"shrinks {times:.1f}" in fresh.said()


def cells(screen):
    return screen.page.locator(".by-hand tbody tr").evaluate_all(
        "(rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim()))"
    )


def test_the_table_by_hand(fresh):
    norm, pre, post, sandwich, parallel, mistake = cells(fresh)
    assert norm == ["N(x)", "(−1, 1) √2", "(0.45, 1.34) √2", "(1, 3) √10"]
    assert pre[1:] == ["(0, 4) 4", "(1.45, 4.34) 4.58", "(2, 6) √40"]
    assert post[1] == "(−1, 1) √2"
    assert sandwich[1:] == ["(0, 4) 4", "(1.45, 4.34) 4.58", "(2, 6) √40"]  # N(N(x)) = N(x)
    assert parallel[3] == "(3, 9) √90"
    assert mistake[1] == "(−2, 2) √8"
    fresh.choice("What the sublayer writes").select_option("zero")
    norm, pre, post, *_ = cells(fresh.settle())
    assert pre[1:] == ["(1, 3) √10"] * 3
    assert post[1:] == norm[1:]
    fresh.choice("Vector x").select_option("hand")
    fresh.choice("What the sublayer writes").select_option("turn")
    norm, pre, *_ = cells(fresh.settle())
    assert (norm[3], pre[3]) == ("(2, −1, 1) √6", "(0, 1, 1) √2")
    fresh.choice("Vector x").select_option("equal")
    assert cells(fresh.settle())[0][1:] == ["(0, 0) 0", "(1, 1) √2", "(3, 3) √18"]


def test_a_writer_is_brought_out_by_the_slider_by_pointing_and_by_pressing(fresh):
    fresh.choice("placement").select_option("post")
    says = fresh.settle().page.locator(".left-over .says")
    bar = fresh.page.locator(".left-over li").nth(24)
    assert says.inner_text().startswith("seed 0, embedding: ")
    bar.hover()
    fresh.settle()
    assert says.inner_text().startswith("seed 0, MLP 12: ")
    fresh.page.mouse.move(5, 5)
    fresh.settle()
    assert says.inner_text().startswith("seed 0, embedding: ")
    fresh.slider("bring out").focus()
    fresh.press("Home", *["ArrowRight"] * 4)
    assert says.inner_text().startswith("seed 0, attention 2: ")
    assert fresh.wait_for_query(lambda query: query.get("writer") == "3")["writer"] == "3"
    bar.click()
    assert fresh.wait_for_query(lambda query: query["writer"] == "24")["writer"] == "24"
    fresh.page.mouse.move(5, 5)
    fresh.blur().press("r")
    assert fresh.wait_for_query(lambda query: query == {}) == {}


def test_the_weights_scale_turns_the_stream(fresh):
    """From scale 0, where output is input, up to 5; by plain NumPy over 64 nets."""

    def median(scale):
        found = []
        for seed in range(64):
            nets = draw_nets([seed], 24, scale)
            x = nets.X0[0]
            for layer in range(24):
                z = x - x.mean(axis=1, keepdims=True)
                y = z / np.sqrt((z**2).mean(axis=1, keepdims=True) + 1e-5)
                W = nets.W[layer, 0]
                x = x + (np.tanh(y @ W) if layer % 2 else nets.A[layer, 0] @ y @ W)
            a, b = nets.X0[0, -1], x[-1]
            found.append(a @ b / np.sqrt(a @ a * (b @ b)))
        return sorted(found)[31]

    said = fresh.page.locator(".cosine")
    fresh.slider("scale of the weights").focus()
    for key, scale in (("Home", 0.0), ("ArrowRight", 0.1), ("End", 5.0)):
        fresh.press(key)
        assert read(said.inner_text().rpartition(" ")[2]).agrees(median(scale)), scale
    assert fresh.wait_for_query(lambda query: query.get("gain") == "5")["gain"] == "5"


def test_weights_of_no_size_write_nothing(fresh):
    fresh.slider("scale of the weights").focus()
    fresh.press("Home")
    assert "the median gradient arrives as large as it was" in fresh.said()
    rows = fresh.tables()[SUM]["rows"]
    assert {cell for row in rows[1:-2] for cell in row[1:9]} == {"0.00"}
