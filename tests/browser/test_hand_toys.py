"""The toys that can be redone on paper: their numbers stand on the screen, exactly."""

import pytest
from printed import numbers


def sums(screen) -> dict[str, list[float]]:
    """The rows of numbers under the stream, by name."""
    table = screen.page.get_by_role("table", name="Stream")
    rows = [row.inner_text().split("\t") for row in table.get_by_role("row").all()]
    return {name.strip(): [float(cell.replace("−", "-")) for cell in cells] for name, *cells in rows}


def writes(screen) -> dict[str, list[str]]:
    return {row[0]: row[1:] for row in screen.tables()["Stream"]["rows"]}


def test_three_writes_add_to_a_plain_sum(fresh):
    screen = fresh.show("sum")
    assert sums(screen)["sum now"] == [0.7, 0.5, 0.2]
    shown = writes(screen)
    assert shown["Embedding"] == ["1.00", "0.00", "0.00"]
    assert shown["Layer 1"] == ["0.00", "0.50", "0.00"]
    assert shown["Layer 2"] == ["0.00", "0.00", "0.20"]
    assert shown["Layer 3"] == ["−0.30", "0.00", "0.00"]
    for key, now in (("2", [0.7, 0.5, 0.0]), ("3", [1.0, 0.5, 0.0]), ("1", [1.0, 0.0, 0.0])):
        screen.press(key)
        assert sums(screen) | {"sum now": now, "all on": [0.7, 0.5, 0.2]} == sums(screen)
        assert sums(screen)["subtracted"] == now  # nobody reads anybody, so both experiments agree


def test_a_layer_that_rereads_recomputed_and_merely_subtracted(fresh):
    screen = fresh.show("reread")
    assert sums(screen)["sum now"] == [1.0, 0.0, 1.0]
    screen.press("ArrowLeft")
    assert sums(screen)["sum now"] == [0.0, 1.0, 1.0]
    screen.press("ArrowLeft")
    assert sums(screen)["sum now"] == [2.0, -1.0, 1.0]
    screen.press("ArrowRight", "ArrowRight", "1")
    shown = sums(screen)
    assert shown["sum now"] == [1.0, 0.0, 5.0]
    assert shown["all on"] == [1.0, 0.0, 1.0]
    assert shown["subtracted"] == [3.0, -2.0, 1.0]
    both = {name for name in shown if name in {piece["text"] for piece in screen.pieces()}}
    assert {"sum now", "all on", "subtracted"} <= both


@pytest.mark.parametrize(
    ("target", "direct", "via", "total"), [("first", 2, -2, 0), ("second", -2, 2, 0), ("third", 0, 4, 4)]
)
def test_the_effect_of_the_first_layer_on_each_number(fresh, target, direct, via, total):
    """F wrote (−2, 2, 0); G wrote (1, −1, 0) and would write (−1, 1, 4) without it."""
    screen = fresh.show("reread", "1", "logit", target)
    assert screen.effect() == {"direct": direct, "viaLayers": via, "viaNorm": 0, "total": total}
    printed = numbers(screen.sentence()["text"], ("F",))
    assert [number.value for number in printed] == [total, direct, via, 0]


@pytest.mark.parametrize("readout", ["lead", "logit", "centred"])
def test_a_layer_that_cancels_leaves_stream_and_gradient_exactly_zero(fresh, readout):
    screen = fresh.show("cancel", "", readout)
    assert sums(screen)["sum now"] == [0.0, 0.0, 0.0]
    embedding = screen.tables()["Gradient"]["rows"][-1]
    assert embedding[1] == "0"
    assert float(embedding[3]) > 0
    assert [row[2] for row in screen.tables()["Paths"]["rows"]] == ["0.5000", "0.5000"]
    screen.choice("Measure").select_option("share")
    screen.blur().settle()
    assert any("exactly zero" in piece["text"] for piece in screen.pieces() if piece["region"] == "Paths")
    screen.choice("Measure").select_option("size")
    screen.blur().settle()
    assert "0" in [piece["text"] for piece in screen.pieces() if piece["region"] == "Gradient"]  # the foot of the axis
    screen.press("1")
    assert sums(screen)["sum now"] == [2.0, -1.0, 1.0]
    column = {row[1] for row in screen.tables()["Gradient"]["rows"]}
    assert column == {embedding[3]}


def test_paths_of_the_plain_sum_all_carry_nothing_but_the_one_through_no_layer(fresh):
    screen = fresh.show("sum")
    # Fixed writes have no Jacobian, so without the plus it is the topmost layer that stops the gradient, on or off.
    for off in ("", "1"):
        screen.press(*off)
        assert "stopped at Layer 3" in [piece["text"] for piece in screen.pieces()]
    screen.press("1")
    rows = screen.tables()["Paths"]["rows"]
    assert [row[1] for row in rows] == ["1", "3", "3", "1"]
    assert [row[2] for row in rows] == ["1.0000", "0.0000", "0.0000", "0.0000"]


@pytest.mark.parametrize("toy", ["sum", "reread", "cancel"])
def test_no_final_norm_is_said_and_has_no_part(fresh, toy):
    screen = fresh.show(toy)
    assert "No final norm" in [piece["text"] for piece in screen.pieces()]
    screen.press("1")
    assert screen.effect()["viaNorm"] == 0
    assert "0.00 through the final norm" in screen.sentence()["text"]
