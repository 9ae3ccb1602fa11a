"""The address: read key by key, always what the screen shows, and never a second entry in the history."""

import random
from pathlib import Path
from urllib.parse import quote

import pytest
from screen import Screen, close, new_screen

from app.state.vocabulary import KEPT
from toy_models import load_toy, toy_names

TESTS = Path(__file__).resolve().parents[1]
LINKS = [
    line for line in (TESTS / "links.txt").read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")
]


@pytest.fixture(scope="module")
def openers(chromium, urls):
    """`openers(form)` is one lab in that form, which is sent from link to link."""
    screens: dict[str, Screen] = {}

    def opener(form: str) -> Screen:
        return screens.setdefault(form, new_screen(chromium, urls(form)))

    yield opener
    for screen in screens.values():
        close(screen)
        assert screen.faults == [], "\n".join(screen.faults)


@pytest.fixture(scope="module")
def opener(chromium, urls):
    """One embedded view that is sent from link to link; a small one, since all views read addresses alike."""
    screen = new_screen(chromium, urls("embed").replace("/lab", "/effect"))
    yield screen
    close(screen)
    assert screen.faults == [], "\n".join(screen.faults)


def spelled(query: str) -> dict[str, str]:
    return dict(part.split("=", 1) for part in query.split("&"))


def form_of(number: int, link: str) -> str:
    """The form in which a link is opened: a file where one carries its toy, else the server's two in turn."""
    files = {
        "place": "exported",
        "tanh": "exported_tanh",
        "sum": "exported",
        "reread": "exported",
        "cancel": "exported",
    }
    toy = spelled(link).get("toy", toy_names()[0])
    return [files.get(toy, "embed") if "seed" not in spelled(link) else "embed", "live", "embed"][number % 3]


# All are read in tests/app, by Python and by the page's own module; a third is opened, the forms in turn.
@pytest.mark.parametrize(("number", "link"), list(enumerate(LINKS[::3])))
def test_every_published_link_opens_without_a_complaint(openers, number, link):
    opener = openers(form_of(number, link)).open(link)
    assert opener.notices() == []
    off = [int(layer) for layer in spelled(link).get("off", "").replace("%2C", ",").split(",") if layer]
    names = load_toy(spelled(link).get("toy", toy_names()[0])).sublayer_names
    assert opener.off() == [names[layer - 1] for layer in off]
    for reserved in KEPT:
        assert opener.query().get(reserved) == spelled(link).get(reserved)


def test_a_bad_part_is_named_and_the_good_ones_apply(opener):
    opener.open("toy=tanh&seed=x&off=2,9&token=3&readout=lead&target=rug&against=nobody&step=99&alpha=-1&colour=red")
    notices = " ".join(opener.notices())
    for key in ("seed", "off", "against", "step", "alpha"):
        assert f"{key}: expected" in notices
    assert "'colour'" in notices
    assert "token" not in notices.replace("token, ", "")
    assert opener.off() == ["MLP 1"]
    assert opener.page.get_by_role("radio", name="Word 3: sat").is_checked()
    assert opener.choice("Word explained").locator("option:checked").inner_text() == "rug"


def test_a_complaint_is_seen_and_can_be_dismissed(opener):
    opener.open("toy=nope")
    assert any("toy: expected one of" in piece["text"] for piece in opener.pieces())
    opener.button("Dismiss").click()
    assert opener.notices() == []


def test_markup_in_an_address_is_only_text(opener):
    opener.open("toy=" + quote("<img src=x onerror=alert(1)><b>bold</b>"))
    assert opener.page.locator("[aria-live] img, [aria-live] b").count() == 0
    assert "<img" in " ".join(opener.notices())


def wander(screen: Screen, draw: random.Random, carried_only: bool) -> None:
    """Some changes of every kind, as a visitor would make them."""

    def pick(name: str) -> None:
        values = [option.get_attribute("value") for option in screen.choice(name).locator("option").all()]
        screen.choice(name).select_option(draw.choice(values))
        screen.settle()

    if not carried_only:
        for name in ("Prompt", "training", "Off writes"):
            pick(name)
            screen.page.wait_for_timeout(300)
    screen.page.get_by_role("radio").nth(draw.randrange(5)).check()
    screen.settle()
    for name in ("explaining", "Word explained"):
        pick(name)
    slider = screen.slider("Gain α of the binomial")
    for _ in range(draw.randrange(4)):
        slider.press("ArrowRight")
    screen.blur().press(*draw.choices("123456", k=5), *draw.choices(["ArrowLeft", "ArrowRight"], k=6))
    if not carried_only and screen.button("Measure from here").is_visible():
        screen.button("Measure from here").click()
        screen.blur().press(*draw.choices("123456", k=3))


@pytest.mark.parametrize(("form", "seed"), [("exported", 12), ("live", 13)])
def test_the_address_reproduces_the_screen(visit, form, seed):
    screen = visit("toy=place&theme=dark&hide=worlds", form)
    draw = random.Random(seed)
    entries = screen.page.evaluate("history.length")
    wander(screen, draw, form == "exported")
    screen.page.wait_for_timeout(500)  # a burst of changes is written when it is over
    before, query = screen.settle().read(), screen.query()
    assert (query["theme"], query["hide"]) == ("dark", "worlds")
    screen.page.reload()
    assert screen.ready().read() == before
    assert screen.query() == query
    assert screen.page.evaluate("history.length") == entries


def test_each_setting_is_written_read_back_and_undone(visit):
    """One control at a time: the address says it, opening that address shows the same, and Reset recovers."""
    screen = visit("toy=place&off=2", "embed")
    opened = screen.read()
    changes = [
        ("Prompt", "4", "prompt", "4"),
        ("Prompt", "0", "prompt", "all"),
        ("training", "11", "seed", "11"),
        ("Off writes", "mean", "ablation", "mean"),
        ("Off writes", "resample", "ablation", "resample"),
        ("What the effect shows", "answers", "face", "answers"),
    ]
    for name, value, key, spelled in changes:
        screen.choice(name).select_option(value)
        query = screen.wait_for_query(lambda query, key=key, spelled=spelled: query.get(key) == spelled)
        assert query == {"toy": "place", "off": "2", key: spelled}
        shown = screen.settle().read()
        assert shown["pieces"] != opened["pieces"]
        screen.page.reload()
        assert screen.ready().read() == shown, name
        screen.blur().press("r")
        assert screen.wait_for_query(lambda query: len(query) == 2) == {"toy": "place", "off": "2"}
        assert screen.settle().read() == opened, name
    screen.choice("Off writes").select_option("resample")
    screen.settle().choice("Prompt whose writes an off layer takes").select_option("9")
    wanted = {"toy": "place", "ablation": "resample", "source": "9", "off": "2"}
    assert screen.wait_for_query(lambda query: query == wanted) == wanted
    screen.button("Measure from here").click()
    wanted["reference"] = "2"
    assert screen.wait_for_query(lambda query: query == wanted) == wanted


def test_many_fast_changes_never_break_the_address_or_the_history(visit):
    screen = visit(form="exported")
    entries = screen.page.evaluate("history.length")
    for _ in range(30):
        for key in "123":
            screen.page.keyboard.press(key)
    screen.press("5")
    assert screen.wait_for_query(lambda query: query.get("off") == "5")["off"] == "5"
    assert screen.page.evaluate("history.length") == entries


def test_the_address_is_the_shortest_that_says_it(visit):
    screen = visit("off=&token=5&readout=lead&step=6", "exported")
    assert screen.wait_for_query(lambda query: query == {"toy": "place"}) == {"toy": "place"}
    screen.press("3", "ArrowLeft")
    wanted = {"toy": "place", "off": "3", "step": "5"}
    assert screen.wait_for_query(lambda query: query == wanted) == wanted


def test_an_exported_file_says_what_it_does_not_carry(visit):
    screen = visit("seed=7&off=3", "exported")
    assert screen.notices() != []
    assert screen.off() == ["Attention 2"]
    assert screen.choice("training").locator("option").all_inner_texts() == ["0"]
