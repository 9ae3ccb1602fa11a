"""Nothing is cut off, covered, too small or out of the window, at every size, in every state, in two typefaces."""

import pytest
from pixels import box_of
from printed import numbers
from screen import Screen, close, new_screen

from app.catalogue import catalogue

SIZES = {"laptop": (1366, 768), "projector": (1920, 1080), "phone": (390, 844), "small phone": (320, 640)}
WIDER = '* { font-family: "DejaVu Sans", sans-serif !important }'
PROMPTS = next(toy["prompts"] for toy in catalogue() if toy["name"] == "place")
LONGEST = max(range(2, len(PROMPTS) + 1), key=lambda number: len(" ".join(PROMPTS[number - 1])))
# States that are looked at in every size, and others that differ in words only.
STATES = {
    "all on": "toy=place",
    "one off": "toy=place&off=3",
    "three off, early step": "toy=place&off=2,4,6&step=4",
    "all off": "toy=place&off=1,2,3,4,5,6",
    "three answers": "toy=place&face=answers",
    "all prompts": "toy=place&prompt=all&off=3",
    "the reread, F off": "toy=reread&off=1",
    "the cancelled stream": "toy=cancel",
}
MORE_STATES = {
    "random matrices": "toy=tanh&off=1,5",
    "another animal's writes": f"toy=place&ablation=resample&source={LONGEST}&off=3,5",
    "all from another animal": f"toy=place&ablation=resample&source={LONGEST}&off=1,2,3,4,5,6",
    "mean": "toy=and&ablation=mean&off=1",
    "measured from another run": "toy=place&reference=1,3,5&off=2,3",
    "measured from three off": "toy=place&reference=2,4,6&off=2,4,6",
    "three answers over all prompts": "toy=or&prompt=all&face=answers&readout=centred",
    "all prompts, three off": "toy=place&prompt=all&off=2,4,6",
    "the plain sum, all off": "toy=sum&off=1,2,3",
    "the cancelled stream, all off": "toy=cancel&off=1",
}
NOTHING = {"sideways": False, "down": False, "parts": []}


@pytest.fixture(scope="module")
def screen(chromium, urls):
    screen = new_screen(chromium, urls("exported_tanh")).open()
    yield screen
    close(screen)
    assert screen.faults == [], "\n".join(screen.faults)


@pytest.fixture(scope="module")
def opener(chromium, urls):
    """A lab that is sent from address to address."""
    screen = new_screen(chromium, urls("embed"))
    yield screen
    close(screen)
    assert screen.faults == [], "\n".join(screen.faults)


def resize(screen: Screen, size: str) -> None:
    width, height = SIZES[size]
    screen.page.set_viewport_size({"width": width, "height": height})


def complaints(screen: Screen, size: str, presenting: bool = False) -> list[str]:
    """What is wrong in one size: text cut, covered or too small, and scrolling.

    A laptop and a projector show all of it at once; on a laptop small print has at least 13 px.
    """
    resize(screen, size)
    screen.settle()
    faults, scrolls, (height, text) = screen.ask("[audit.faults(), audit.scrolls(), audit.smallest()]")
    found = list(faults)
    one_screen = SIZES[size][0] > 1000 and not presenting
    if scrolls["sideways"] or (one_screen and scrolls != NOTHING):
        found.append(f"it scrolls: {scrolls}")
    if height < (14 if presenting else 13 if size == "laptop" else 11):
        found.append(f"“{text}” is {height} px high")
    return [f"{size}{', presenting' if presenting else ''}: {line}" for line in found]


@pytest.mark.parametrize("state", STATES)
def test_nothing_is_cut_or_covered(opener, state):
    opener.open(STATES[state])
    found = [line for size in SIZES for line in complaints(opener, size)]
    wider = opener.page.add_style_tag(content=WIDER)
    found += [f"in another typeface, {line}" for size in ("laptop", "phone") for line in complaints(opener, size)]
    wider.evaluate("(style) => style.remove()")
    opener.blur().press("p")
    found += [line for size in ("laptop", "projector") for line in complaints(opener, size, presenting=True)]
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("state", MORE_STATES)
def test_nor_in_other_words(opener, state):
    opener.open(MORE_STATES[state])
    found = [line for size in ("laptop", "phone") for line in complaints(opener, size)]
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


@pytest.mark.parametrize("query", ["toy=place", "toy=place&prompt=all", "toy=place&reference=1,4"])
def test_a_switch_of_a_trained_toy_stays_under_the_pointer(opener, query):
    resize(opener, "laptop")
    opener.open(query)
    worlds = ("", "1", "24", "236", "123456")
    places = {
        worlds: opener.place(opener.blur().press("0", *worlds).page.get_by_role("switch").first) for worlds in worlds
    }
    assert len(set(places.values())) == 1, places


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
        for button in ("Help", "Share", "Numbers: Effect", "Numbers: Stream", "Numbers: All 64 worlds"):
            screen.button(button).click()
            box = screen.page.get_by_role("dialog").bounding_box()
            screen.press("Escape")
            assert box is not None, (button, size)
            assert min(box["x"], box["y"]) >= 0, (button, size)
            assert box["x"] + box["width"] <= SIZES[size][0], (button, size)
            assert box["y"] + box["height"] <= SIZES[size][1], (button, size)
