"""The marks stand where the numbers say, in the colours of the switchboard: read from the pixels, like an eye would."""

import pytest
from answer import Answer
from asking import answer_to
from pixels import Picture, box_of, near
from printed import is_number, read
from screen import Screen

from app.state.address import parse
from toy_models import load_toy

NAMES = load_toy("tanh").sublayer_names
WORLDS = [(), (2,), (1, 3), (0, 2, 4)]


@pytest.fixture(params=WORLDS, ids=lambda off: f"off {[layer + 1 for layer in off]}")
def world(request, fresh: Screen) -> tuple[Screen, Answer]:
    fresh.page.mouse.move(5, 760)
    fresh.blur().press("0", *(str(layer + 1) for layer in request.param))
    return fresh.settle(), answer_of(request.param)


def answer_of(off: tuple[int, ...]) -> Answer:
    layers = ",".join(str(layer + 1) for layer in off)
    return answer_to(parse(f"toy=tanh&off={layers}").state)


def bars(screen: Screen, picture: Picture) -> dict[str, list[tuple[int, int, int]]]:
    """By writer: the pixels that are not paper on the middle line of its bar in the switchboard."""
    found = {}
    pieces = [piece for piece in screen.pieces() if piece["region"] == "Layers"]
    for name in (*NAMES, "Embedding"):
        row = next(piece for piece in pieces if piece["text"] == name)
        end = next(p for p in pieces if abs(p["y"] - row["y"]) < 8 and is_number(p["text"]) and "." in p["text"])
        line = [picture.at(x, row["y"]) for x in range(round(end["left"]) - 52, round(end["left"]) - 8)]
        paper = picture.at(end["left"] - 4, row["y"] - 12)
        found[name] = [pixel for pixel in line if not near(pixel, paper, 20)]
    return found


def legend(screen: Screen) -> dict[str, tuple[int, int, int]]:
    """Each writer's colour, as its row has it."""
    colours = screen.ask(
        """Object.fromEntries([...document.querySelectorAll(".row:is(.layer, .embedding)")].map((row) =>
             [reading.text(row.querySelector(".name")), getComputedStyle(row).getPropertyValue("--writer").trim()]))"""
    )
    return {name: (int(c[1:3], 16), int(c[3:5], 16), int(c[5:7], 16)) for name, c in colours.items()}


def scale(screen: Screen, region: str, left_of: float) -> tuple[float, float]:
    """y = a + b · value, from the numbers that label the axis."""
    ticks = [
        (read(p["text"]).value, p["y"])
        for p in screen.pieces()
        if p["region"] == region and is_number(p["text"]) and p["right"] <= left_of
    ]
    (low, y_low), (high, y_high) = min(ticks), max(ticks)
    slope = (y_high - y_low) / (high - low)
    return y_low - slope * low, slope


def stack(values: list[float]) -> list[tuple[float, float]]:
    """Where each value of a signed stack begins and ends."""
    up = down = 0.0
    segments = []
    for value in values:
        start = down if value < 0 else up
        segments.append((start, start + value))
        up, down = (up, down + value) if value < 0 else (up + value, down)
    return segments


def test_every_segment_of_the_stream_has_its_writers_colour(world):
    screen, answer = world
    picture, frame = Picture(screen), box_of(screen, "Stream")
    colours = legend(screen)
    zero, slope = scale(screen, "Stream", frame.left + 2)
    wrong, looked_at = [], 0
    for i in range(8):
        values = [answer.embedding[i], *(write[i] for write in answer.writes)]
        sums = [total[i] for total in answer.sums(6)[:2]]
        for name, (start, end) in zip(("Embedding", *NAMES), stack(values), strict=True):
            y = zero + slope * (start + end) / 2
            hidden = any(abs(zero + slope * total - y) < 6 for total in sums)  # the markers of the sums lie above
            if abs(slope * (end - start)) < 7 or hidden:
                continue
            looked_at += 1
            seen = picture.at(frame.across((i + 0.32) / 8), y)
            if not near(seen, colours[name]):
                wrong.append(f"{name}, dimension {i + 1}: {seen}, not {colours[name]}")
    assert wrong == []
    assert looked_at > 15


def test_the_effects_bars_have_their_lengths_and_colours(world):
    """Pixels of a colour in its row, over the size of the term, is the same number for all rows."""
    screen, answer = world
    picture, frame = Picture(screen), box_of(screen, "Effect")
    colours = legend(screen)
    rows = {p["text"]: p["y"] for p in screen.pieces() if p["region"] == "Layers"}
    terms = answer.contributions
    if answer.moved:
        terms = [d + v for d, v in zip(answer.direct, answer.via_layers, strict=True)]
    scales = {}
    for name, term in zip(NAMES, terms, strict=True):
        colour = colours.get(name)
        if colour is None or abs(term) < 0.4:
            continue
        # Beside the middle, where a label may stand inside its bar, and inside the edge of a pale one.
        run = picture.run(rows[name] - 6, frame.left, frame.left + frame.width, colour)
        assert run, f"{name} has no bar for {term:.2f}"
        assert run[-1] - run[0] <= len(run) + 3, f"{name}'s bar is broken"
        scales[name] = (run[-1] - run[0] + 2) / abs(term)
    middle = sorted(scales.values())[len(scales) // 2]
    for name, pixels in scales.items():
        assert pixels == pytest.approx(middle, rel=0.1, abs=3), name
    assert len(scales) >= 2


@pytest.mark.parametrize("query", ["toy=tanh&face=answers", "toy=place&face=answers&readout=logit"])
def test_the_three_answers_have_bars_of_their_lengths(visit, query):
    """From the top of a row: leave-one-out hollow, Shapley's value full, add-one-in grey; those end at their values."""
    screen = visit(query, "embed")
    screen.page.mouse.move(5, 760)
    picture, frame = Picture(screen.settle()), box_of(screen, "Effect")
    answer, colours = answer_to(parse(query).state), legend(screen)
    pieces = [piece for piece in screen.pieces() if piece["region"] == "Layers"]
    rows = {p["text"]: p["y"] for p in pieces}
    pitch = abs(rows["MLP 1"] - rows["Attention 1"])
    muted = picture.at(*grey_bar(screen))
    largest = max(abs(value) for values in answer.answers.values() for value in values)
    ends = {}
    for layer, name in enumerate(NAMES):
        for which, above in (("leave_one_out", 0.27), ("shapley", 0.0), ("add_one_in", -0.27)):
            value = answer.answers[which][layer]
            colour = muted if which == "add_one_in" else colours[name]
            run = picture.run(rows[name] - above * pitch, frame.left, frame.left + frame.width, colour, 60)
            if abs(value) < 0.1 * largest:
                continue
            if which == "leave_one_out":
                assert len(run) < 7, f"{name}: the bar of leave-one-out is not hollow"
                continue
            assert len(run) > 3, f"{name} has no bar for {which} {value:.2f}"
            ends[value] = max(run) if value > 0 else min(run)
    (low, left), (high, right) = min(ends.items()), max(ends.items())
    for value, end in ends.items():
        assert end == pytest.approx(left + (right - left) * (value - low) / (high - low), abs=4), value
    assert len(ends) > 4


def grey_bar(screen: Screen) -> tuple[float, float]:
    """Where the legend shows the colour of add-one-in: left of its name."""
    name = next(piece for piece in screen.pieces() if piece["text"] == "add-one-in")
    return name["left"] - 14, name["y"]


def test_the_histogram_stands_at_its_shares(world):
    screen, answer = world
    picture, frame = Picture(screen), box_of(screen, "Paths")
    zero, slope = scale(screen, "Paths", frame.left + 2)
    heights = {}
    for length, share in enumerate(answer.size_shares):
        if share is None or abs(slope * share) < 8:
            continue
        x, paper = frame.across((length + 0.3) / 7), picture.at(frame.across((length + 0.05) / 7), zero - 3)
        inside = [picture.at(x, zero + slope * share * part) for part in (0.3, 0.5, 0.7)]  # a dash may lie over one
        colour = max(inside, key=inside.count)
        assert not near(colour, paper), f"no bar at length {length}"
        column = range(round(frame.top), round(frame.top + frame.height))
        painted = [y for y in column if near(picture.at(x, y), colour)]
        end = min(painted) if share > 0 else max(painted) + 1
        heights[length] = end - zero - slope * share
    assert all(abs(height) < 4 for height in heights.values()), heights  # a dash may lie over an end
    assert len(heights) > 1


def test_a_segment_tells_its_own_signed_value(fresh):
    fresh.blur().press("0", "3")
    frame = box_of(fresh, "Stream")
    zero, slope = scale(fresh, "Stream", frame.left + 2)
    answer = answer_of((2,))
    tried = 0
    for i in (0, 2, 4, 6):
        values = [answer.embedding[i], *(write[i] for write in answer.writes)]
        for name, value, (start, end) in zip(("Embedding", *NAMES), values, stack(values), strict=True):
            if abs(slope * value) < 12:
                continue
            fresh.page.mouse.move(frame.across((i + 0.5) / 8), zero + slope * (start + end) / 2)
            printed = f"{abs(value):.2f}" if value > 0 else f"−{abs(value):.2f}"
            tip = fresh.page.get_by_text(f"{name}, Dimension {i + 1}: {printed}", exact=True)
            tip.wait_for(timeout=2000)
            tried += 1
    fresh.page.mouse.move(5, 760)
    fresh.press("0")
    assert tried > 6


def test_the_map_stands_at_its_readouts(fresh):
    fresh.blur().press("0")
    points = fresh.ask(
        """[...document.querySelectorAll("[role=option]")].map((point) => {
             const { left, width, top, height } = point.getBoundingClientRect()
             return [reading.named(point), left + width / 2, top + height / 2]
           })"""
    )
    values = {name: read(name.rpartition(": ")[2]).value for name, _, _ in points}
    xs = sorted((values[name], x) for name, x, _ in points)
    (low, left), (high, right) = xs[0], xs[-1]
    for name, x, _ in points:
        assert x == pytest.approx(left + (right - left) * (values[name] - low) / (high - low), abs=1.5), name
    rows = {name: y for name, _, y in points}
    assert rows["With all layers on: 2.00"] == min(rows.values())
    assert max(rows.values()) == next(y for name, y in rows.items() if name.startswith("Without any layer"))
    for name, _, y in points:  # pressing a point goes there
        if name.startswith(("Without MLP 3:", "Without Attention 1:")):
            x = next(x for other, x, _ in points if other == name)
            fresh.page.mouse.click(x, y)
            assert fresh.settle().read()["here"] == [name]
    fresh.blur().press("0")


def test_sign_and_off_can_be_read_without_colour(fresh):
    """In grey: every printed effect has its sign, and an off layer's bar is hollow."""
    fresh.blur().press("0", "3")
    texts = [piece["text"] for piece in fresh.pieces() if piece["region"] == "Effect"]
    filled = {name: len(bar) for name, bar in bars(fresh, Picture(fresh)).items()}
    fresh.press("0")
    assert any(text.startswith("−") for text in texts)
    assert any(text.startswith("+") for text in texts)
    assert filled.pop("Attention 2") < 8
    assert min(filled.values()) > 15


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_every_writer_is_told_apart_and_no_chart_stays_white(fresh, theme):
    fresh.blur().press("0")
    if theme == "dark":
        fresh.button("Dark").click()
    fresh.settle()
    picture = Picture(fresh)
    colours = list(legend(fresh).values())
    corners = [picture.at(box_of(fresh, chart).left + 3, box_of(fresh, chart).top + 3) for chart in ("Stream", "Paths")]
    if theme == "dark":
        fresh.button("Light" if fresh.button("Light").count() else "Dark").click()
    assert len(colours) == 7
    for i, colour in enumerate(colours):
        assert not any(near(colour, other, 8) for other in colours[:i])
    assert all((sum(corner) < 3 * 90) == (theme == "dark") for corner in corners)
