"""Nothing is cut off, covered, too small, off its row or out of the window: in three typefaces, at every size, in every
state, and for any set of the lab's parts."""

import random
from collections.abc import Callable, Iterator, Sequence

import pytest
from screen import Screen, close, new_screen
from typefaces import CARRIED

from app.screens.lab import WIDGETS
from app.state.catalogue import catalogue
from app.state.vocabulary import OWN
from components import widget

# The smallest, the usual and the largest; those between them in `make campaign`.
ONE_SCREEN = ((1280, 720), (1366, 768), (3840, 2160), (1440, 900), (1920, 1080))
PRESENTED = {(1280, 720): 18.5}  # the least that text may be high, in px, where it is less than 20
STACKED = ((390, 844), (320, 640))
WIDTHS = ((320, 480), (600, 800), (720, 480), (900, 700), (1366, 768), (1920, 1080))
PROMPTS = next(toy["prompts"] for toy in catalogue() if toy["name"] == "place")
LONGEST = max(range(2, len(PROMPTS) + 1), key=lambda number: len(" ".join(PROMPTS[number - 1])))
# States that are looked at in every size, and others that differ in words only.
STATES = (
    "toy=place",
    "toy=place&off=1",
    "toy=place&off=1,2,3,4,5,6",
    "toy=place&face=answers",
    "toy=place&prompt=all&off=3",
)
MORE_STATES = (
    "toy=place&off=2,4,6&step=4",
    "toy=reread&off=1",
    "toy=cancel",
    "toy=tanh&off=1,5",
    f"toy=place&ablation=resample&source={LONGEST}&off=3,5",
    f"toy=place&ablation=resample&source={LONGEST}&off=1,2,3,4,5,6",
    "toy=and&ablation=mean&off=1",
    "toy=place&reference=1,3,5&off=2,3",
    "toy=place&reference=2,4,6&off=2,4,6",
    "toy=or&prompt=all&face=answers&readout=centred",
    "toy=place&prompt=all&off=2,4,6",
    "toy=sum&off=1,2,3",
    "toy=cancel&off=1",
)
PARTS = ("sentence", "switchboard", "effect", "gradient", "stream", "says", "worlds", "paths")
LADDER = (
    "switchboard",
    *(kind for kind in (*WIDGETS["lab"], *OWN) if (place := widget(kind).place) and place.in_ladder),
)
ALL_PARTS = (*PARTS, *OWN)
NOTHING = {"sideways": False, "down": False, "parts": []}


@pytest.fixture(scope="module", params=CARRIED)
def opener(request, chromium_with, urls) -> Iterator[Screen]:
    """A lab in a browser that has one typeface, sent from address to address and from size to size."""
    screen = new_screen(chromium_with(request.param), urls("embed"))
    yield screen
    close(screen)
    assert screen.faults == [], "\n".join(screen.faults)


@pytest.fixture
def turn(request, cases) -> Callable[..., Sequence]:
    """`turn(all, by=0)`: a third of them, another one for each typeface; all of them in `make campaign`."""
    typeface = list(CARRIED).index(request.node.callspec.params["opener"])

    def turn(several: Sequence, by: int = 0) -> Sequence:
        return several[(typeface + by) % 3 :: 3] if cases(0, 1) == 0 else several

    return turn


@pytest.fixture(scope="module")
def screen(chromium, urls):
    screen = new_screen(chromium, urls("exported_tanh")).open()
    yield screen
    close(screen)
    assert screen.faults == [], "\n".join(screen.faults)


def resize(screen: Screen, size: tuple[int, int]) -> Screen:
    screen.page.set_viewport_size({"width": size[0], "height": size[1]})
    return screen.settle()


def complaints(screen: Screen, one_screen: bool, smallest: float = 13) -> list[str]:
    """What is wrong as the page stands: rows that do not meet, text cut, covered or too small, and scrolling."""
    asked = {"faults": "faults", "scrolls": "scrolls", "text": "smallest", "rows": "rows", "heads": "heads"}
    looked = screen.ask("{" + ", ".join(f"{name}: audit.{what}()" for name, what in asked.items()) + "}")
    found = [*looked["faults"], *looked["rows"]]
    scrolls, (height, text) = looked["scrolls"], looked["text"]
    if scrolls["sideways"] or scrolls["parts"] or (one_screen and scrolls != NOTHING):
        found.append(f"it scrolls: {scrolls}")
    if height < smallest - 0.01:
        found.append(f"“{text}” is {height} px high")
    return found + (looked["heads"] if one_screen else [])


def at(screen: Screen, size: tuple[int, int], what: str, **expected) -> list[str]:
    resize(screen, size)
    return [f"{what}, {size[0]} × {size[1]}: {line}" for line in complaints(screen, **expected)]


@pytest.mark.parametrize("state", STATES)
def test_all_is_in_its_place_in_every_size(opener, cases, state):
    opener.open(state)
    sizes = ONE_SCREEN[: cases(3, len(ONE_SCREEN))]
    found = [line for size in sizes for line in at(opener, size, state, one_screen=True)]
    found += [line for size in STACKED for line in at(opener, size, state, one_screen=False)]
    opener.blur().press("p")
    for size in sizes:
        found += at(opener, size, f"{state}, presenting", one_screen=True, smallest=PRESENTED.get(size, 20))
    opener.press("p")
    assert found == [], "\n".join(found)


@pytest.mark.parametrize("size", [(1280, 720), (1366, 768)])
def test_presenting_shows_one_picture_after_another_beside_the_effect(opener, size):
    resize(opener.open("toy=place&off=1&size=large"), size)
    seen = []
    for _ in range(5):
        found = at(opener, size, "presenting", one_screen=True, smallest=PRESENTED.get(size, 20))
        seen.append(tuple(opener.ask("audit.spans()")))
        assert found == [], "\n".join(found)
        opener.press("t")
    always = ("sentence", "switchboard", "effect")
    assert seen == [(*always, third) for third in ("stream", "gradient", "worlds", "paths", "stream")]
    opener.choice("Picture beside the effect").select_option("paths")
    assert tuple(opener.ask("audit.spans()")) == (*always, "paths")
    opener.blur().press("p")
    assert tuple(opener.ask("audit.spans()")) == PARTS
    assert "third" not in opener.page.url


def test_so_it_is_in_other_words(opener, turn):
    """The typefaces take turns, but in `make campaign`."""
    found = []
    for state in turn(MORE_STATES):
        opener.open(state)
        found += at(opener, (1280, 720), state, one_screen=True)
        found += at(opener, (390, 844), state, one_screen=False)
    assert found == [], "\n".join(found)


def test_rows_stay_in_every_prompt(opener):
    resize(opener.open("toy=place&off=1"), (1366, 768))
    for number in range(1, len(PROMPTS) + 1):
        opener.choice("Prompt").select_option(str(number))
        assert opener.settle().ask("audit.rows()") == [], number


def subsets(cases) -> list[tuple[str, ...]]:
    """Each part alone, and some sets of them."""
    chance = random.Random(10)
    drawn = [tuple(part for part in ALL_PARTS if chance.random() < 0.35) for _ in range(cases(4, 30))]
    return [*((part,) for part in ALL_PARTS), *(parts for parts in drawn if parts)]


def leave(screen: Screen, parts: tuple[str, ...]) -> None:
    """Only these parts, as a link leaves them; the header is away."""
    screen.page.evaluate(
        """(parts) => {
          document.querySelector("header").hidden = true
          for (const part of document.querySelectorAll("main > [data-widget]"))
            part.hidden = !parts.includes(part.dataset.widget)
        }""",
        list(parts),
    )


def test_any_set_of_parts_has_the_room_that_there_is(opener, cases, turn):
    """The typefaces take turns with the sizes, but in `make campaign`."""
    opener.open(f"toy=place&off=1,4&step=3&show={','.join(ALL_PARTS)}")
    found = []
    for number, parts in enumerate(subsets(cases)):
        leave(opener, parts)
        for size in turn(WIDTHS, number):
            what = "+".join(parts)
            found += at(opener, size, what, one_screen=False)
            spans, named = opener.ask("[audit.spans(), audit.named()]")
            if max(span["right"] for span in spans.values()) < size[0] - 45:
                found.append(f"{what}, {size}: room is left at the right")
            if len(parts) == 1 and spans[parts[0]]["marks"] < 0.8 * size[0]:
                found.append(f"{what}, {size}: its marks span {spans[parts[0]]['marks']} px")
            if set(named) != {part for part in parts if part in LADDER}:
                found.append(f"{what}, {size}: rows without names, only {named}")
    assert found == [], "\n".join(found)


def test_the_readers_own_type_counts(opener):
    """As where a browser's type is set to 24 px: root sizes are percents of it."""
    opener.open("toy=place&off=1")
    resize(opener, (1366, 768))
    root = "parseFloat(getComputedStyle(document.documentElement).fontSize)"
    sheets = "[...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map((rule) => rule.cssText).join()"
    assert opener.ask(root) == pytest.approx(16, abs=0.1)
    assert opener.page.evaluate(f"/font-size: [^;]*\\d(px)/.test({sheets})") is False


def test_the_sentence_is_the_largest_text(screen):
    resize(screen, (1366, 768))
    for keys in ("", "3"):
        screen.show("tanh", keys)
        largest = max(screen.pieces(), key=lambda piece: piece["size"])
        assert largest["text"] in screen.sentence()["text"]


@pytest.mark.parametrize("size", [(1366, 768), (1920, 1080)])
def test_a_switch_stays_under_the_pointer(screen, size):
    resize(screen, size)
    for toy, worlds in (("tanh", ("", "1", "24", "135", "123456")), ("sum", ("", "2", "123")), ("cancel", ("", "1"))):
        places = {screen.place(screen.show(toy, keys).page.get_by_role("switch").first) for keys in worlds}
        assert len(places) == 1, toy


@pytest.mark.parametrize("query", ["toy=place", "toy=place&prompt=all", "toy=place&reference=1,4"])
def test_a_switch_of_a_trained_toy_stays_under_the_pointer(opener, query):
    resize(opener, (1366, 768))
    opener.open(query)
    worlds = ("", "1", "24", "236", "123456")
    places = {
        worlds: opener.place(opener.blur().press("0", *worlds).page.get_by_role("switch").first) for worlds in worlds
    }
    assert len(set(places.values())) == 1, places


def test_one_column_on_a_phone_in_reading_order(screen):
    resize(screen, (390, 844))
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
    for size in (*ONE_SCREEN, *STACKED):
        resize(screen, size)
        assert screen.ask("audit.faults()") == [], size
        assert not screen.ask("audit.scrolls()")["sideways"]


def test_dialogs_fit(screen):
    for size in ((1366, 768), (1920, 1080), *STACKED):
        resize(screen, size)
        for button in ("Help", "Share", "Numbers: Effect", "Numbers: Stream", "Numbers: All 64 worlds"):
            screen.button(button).click()
            box = screen.page.get_by_role("dialog").bounding_box()
            screen.press("Escape")
            assert box is not None, (button, size)
            assert min(box["x"], box["y"]) >= 0, (button, size)
            assert box["x"] + box["width"] <= size[0], (button, size)
            assert box["y"] + box["height"] <= size[1], (button, size)
