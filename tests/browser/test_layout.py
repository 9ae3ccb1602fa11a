"""Nothing is cut off, covered, too small or out of the window, at every size, in every state, in two typefaces."""

import pytest
from pixels import box_of
from printed import numbers
from screen import Screen, close, new_screen

SIZES = {"laptop": (1366, 768), "projector": (1920, 1080), "phone": (390, 844), "small phone": (320, 640)}
FONTS = {"own": "html {}", "DejaVu": '* { font-family: "DejaVu Sans", sans-serif !important }'}
# A toy and the keys that then lead to a state.
STATES = {
    "all on": ("tanh", ""),
    "one off": ("tanh", "3"),
    "three off, early step": ("tanh", ["2", "4", "6", "ArrowLeft", "ArrowLeft"]),
    "all off": ("tanh", "123456"),
    "the plain sum without a layer": ("sum", "2"),
    "the reread, F off": ("reread", "1"),
    "the cancelled stream": ("cancel", ""),
    "the cancelled stream, all off": ("cancel", "1"),
}
NOTHING = {"sideways": False, "down": False, "parts": []}


@pytest.fixture(scope="module", params=FONTS)
def screen(request, chromium, urls):
    screen = new_screen(chromium, urls("exported")).open()
    screen.page.add_style_tag(content=FONTS[request.param])
    yield screen
    close(screen)
    assert screen.faults == [], "\n".join(screen.faults)


def resize(screen: Screen, size: str) -> None:
    width, height = SIZES[size]
    screen.page.set_viewport_size({"width": width, "height": height})


def complaints(screen: Screen, one_screen: bool, least: float) -> list[str]:
    """What is wrong in any state: text cut, covered or smaller than `least` pixels, and scrolling."""
    found = []
    for state, (toy, keys) in STATES.items():
        screen.show(toy).press(*keys)
        faults, scrolls, (size, text) = screen.ask("[audit.faults(), audit.scrolls(), audit.smallest()]")
        found += [f"{state}: {fault}" for fault in faults]
        if scrolls["sideways"] or (one_screen and scrolls != NOTHING):
            found.append(f"{state}: it scrolls: {scrolls}")
        if size < least:
            found.append(f"{state}: “{text}” is {size} px high")
    return found


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut_or_covered(screen, size):
    """A laptop and a projector show all of it at once; on a laptop small print has at least 13 px."""
    resize(screen, size)
    found = complaints(screen, one_screen=SIZES[size][0] > 1000, least=13 if size == "laptop" else 11)
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("size", ["laptop", "projector", "phone"])
def test_nothing_is_cut_or_covered_when_presenting(screen, size):
    resize(screen, size)
    screen.blur().press("p")
    found = complaints(screen, one_screen=False, least=14)
    screen.blur().press("p")
    assert found == [], "\n".join(found)


def test_the_sentence_is_the_largest_text(screen):
    resize(screen, "laptop")
    for keys in ("", "3"):
        screen.show("tanh", keys)
        largest = max(screen.pieces(), key=lambda piece: piece["size"])
        assert largest["text"] in screen.sentence()["text"]


def test_switchboard_effect_and_gradient_share_their_rows(screen):
    resize(screen, "laptop")
    screen.show("tanh", "3")
    pieces = screen.pieces()
    rows = {p["text"]: p["y"] for p in pieces if p["region"] == "Layers"}
    effects = [piece["y"] for piece in pieces if piece["region"] == "Effect" and numbers(piece["text"])]
    for row in ("Readout", "MLP 3", "Attention 2", "Embedding"):
        assert any(abs(y - rows[row]) < 3 for y in effects), row
    effect, gradient = (box_of(screen, chart) for chart in ("Effect", "Gradient"))
    assert abs(effect.top - gradient.top) < 3
    assert abs(effect.height - gradient.height) < 3


@pytest.mark.parametrize("size", ["laptop", "projector"])
def test_a_switch_stays_under_the_pointer(screen, size):
    resize(screen, size)
    for toy, worlds in (("tanh", ("", "1", "24", "135", "123456")), ("sum", ("", "2", "123")), ("cancel", ("", "1"))):
        places = {screen.place(screen.show(toy, keys).page.get_by_role("switch").first) for keys in worlds}
        assert len(places) == 1, toy


def test_one_column_on_a_phone_in_reading_order(screen):
    resize(screen, "phone")
    screen.show("tanh", "3")
    places = [
        screen.page.get_by_role("heading", name=name, exact=True).bounding_box()
        for name in ("Layers", "Effect", "Gradient", "Stream", "The model says", "All 64 worlds", "Paths")
    ]
    tops = [place["y"] for place in places if place]
    assert tops == sorted(tops)
    assert len(tops) == 7


def test_a_complaint_moves_nothing_over_anything(visit):
    screen = visit("off=9&toy=nope&token=77&seed=x&step=9&alpha=99&target=nobody", "embed")
    for size in SIZES:
        resize(screen, size)
        screen.settle()
        assert screen.ask("audit.faults()") == []
        assert not screen.ask("audit.scrolls()")["sideways"]


def test_dialogs_fit(screen):
    for size in SIZES:
        resize(screen, size)
        for button in ("Help", "Numbers: Effect", "Numbers: Stream", "Numbers: All 64 worlds"):
            screen.button(button).click()
            box = screen.page.get_by_role("dialog").bounding_box()
            screen.press("Escape")
            assert box is not None, (button, size)
            assert min(box["x"], box["y"]) >= 0, (button, size)
            assert box["x"] + box["width"] <= SIZES[size][0], (button, size)
            assert box["y"] + box["height"] <= SIZES[size][1], (button, size)
