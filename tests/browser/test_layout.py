"""Nothing is cut off, covered, too small or out of the window, at every size, in every state, in two typefaces."""

import pytest
from pixels import box_of
from printed import numbers
from screen import Screen, close, new_screen

SIZES = {"laptop": (1366, 768), "projector": (1920, 1080), "phone": (390, 844), "small phone": (320, 640)}
FONTS = {"own": "html {}", "DejaVu": '* { font-family: "DejaVu Sans", sans-serif !important }'}
# Keys that lead from one state to the next, and a toy to choose before.
STATES = (
    ("all on", None, "0"),
    ("one off", None, "3"),
    ("two off", None, "03 5"),
    ("three off, early step", None, "0246"),
    ("all off", None, "0123456"),
    ("the plain sum", "sum", ""),
    ("the plain sum without a layer", "sum", "2"),
    ("the reread, F off", "reread", "1"),
    ("the cancelled stream", "cancel", ""),
    ("the cancelled stream, all off", "cancel", "1"),
)


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


def go(screen: Screen, toy: str | None, keys: str) -> None:
    """To a state of one of the toys, from wherever the screen is."""
    screen.choice("Toy").select_option(toy or "tanh")
    screen.blur().press("0", *keys.replace(" ", ""))


@pytest.mark.parametrize(
    ("size", "presenting"),
    [*((size, False) for size in SIZES), ("laptop", True), ("projector", True), ("phone", True)],
)
def test_no_text_is_cut_or_covered(screen, size, presenting):
    resize(screen, size)
    screen.blur().press(*("p" if presenting else ""))
    faults = []
    for name, toy, keys in STATES:
        go(screen, toy, keys)
        found = screen.ask("audit.faults()")
        if screen.ask("audit.scrolls()")["sideways"]:
            found.append("the page scrolls sideways")
        faults += [f"{name}: {fault}" for fault in found]
    screen.blur().press(*("p" if presenting else ""))
    assert faults == [], "\n".join(faults)


@pytest.mark.parametrize("size", ["laptop", "projector"])
def test_one_screen_without_scrolling(screen, size):
    resize(screen, size)
    for name, toy, keys in STATES:
        go(screen, toy, keys)
        assert screen.ask("audit.scrolls()") == {"sideways": False, "down": False, "parts": []}, name


def test_small_print_is_13_pixels_on_a_laptop_and_larger_when_presenting(screen):
    resize(screen, "laptop")
    smallest = []
    for _, toy, keys in STATES:
        go(screen, toy, keys)
        smallest.append(screen.ask("audit.smallest()"))
    screen.press("p")
    presented = screen.ask("audit.smallest()")
    screen.press("p")
    assert [text for size, text in smallest if size < 13] == []
    assert presented[0] > min(smallest)[0]


def test_the_sentence_is_the_largest_text(screen):
    resize(screen, "laptop")
    for keys in ("0", "3"):
        go(screen, None, keys)
        largest = max(screen.pieces(), key=lambda piece: piece["size"])
        assert largest["text"] in screen.sentence()["text"]


def test_switchboard_effect_and_gradient_share_their_rows(screen):
    resize(screen, "laptop")
    go(screen, None, "3")
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
    go(screen, None, "3")
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
