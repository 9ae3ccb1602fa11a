"""Every mark answers: pointed at, tapped or walked to, it names itself and lights its writer; pressed, it leads on."""

import re
from collections.abc import Iterator

import pytest
from arrows import WALK
from screen import Screen, close, new_screen

from toy_models import load_toy

NAMES = load_toy("place").sublayer_names
CHARTS = ("Effect", "Gradient", "Stream", "Paths")
TIP = "document.getElementById('tip')"


@pytest.fixture(scope="module")
def lab(chromium, urls) -> Iterator[Screen]:
    """One lab on a trained toy with a layer off."""
    screen = new_screen(chromium, urls("embed")).open("toy=place&off=1")
    yield screen
    close(screen)
    assert screen.faults == [], "\n".join(screen.faults)


@pytest.fixture
def phone(visit) -> Screen:
    return visit("toy=place&off=1", "embed", (390, 844), has_touch=True, is_mobile=True)


def chart(screen: Screen, name: str):
    return screen.page.get_by_role("img", name=name, exact=True)


def tip(screen: Screen) -> str:
    return screen.settle().page.evaluate(f"{TIP}.textContent")


def lit(screen: Screen) -> list[str]:
    """The writers that stand out in the switchboard."""
    return screen.settle().page.locator(".row.hot .name").all_inner_texts()


def point(screen: Screen, name: str, across: float, up: float) -> str:
    """Points into a chart, at parts of it from its left and its foot; what is said there."""
    box = chart(screen, name).bounding_box()
    assert box is not None
    screen.page.mouse.move(box["x"] + across * box["width"], box["y"] + (1 - up) * box["height"])
    return tip(screen)


def test_every_row_of_the_effect_names_its_term(lab):
    terms = {name: f"{name}: {value} ({kind})" for name, kind, value in lab.tables()["Effect"]["rows"][:9]}
    found = []
    box = chart(lab, "Effect").bounding_box()
    assert box is not None
    for row in range(9):
        found.append(point(lab, "Effect", 0.9, (row + 0.5) / 9))
        covered = lab.ask(f"{TIP}.getBoundingClientRect()")
        above, own = (box["y"] + box["height"] * (1 - (row + part) / 9) for part in (1.5, 0.5))
        assert own - 7 > covered["bottom"], "over the text of its own row"
        assert row == 8 or above + 6 < covered["top"], "over the text of the row above"
    assert found == list(terms.values())


def test_the_arrows_reach_every_mark_of_every_chart(lab):
    tables = lab.tables()
    told = {}
    for name in CHARTS:
        chart(lab, name).focus()
        told[name] = chart(lab, name).evaluate(WALK)
        assert told[name][0] != told[name][-1]
    assert set(told["Effect"]) == {f"{name}: {value} ({kind})" for name, kind, value in tables["Effect"]["rows"][:9]}
    columns = tables["Stream"]["columns"][1:]
    writers = tables["Stream"]["rows"][:7]
    values = [(row[0], i, value) for row in writers for i, value in zip(columns, row[1:], strict=True)]
    segments = {f"{name}, Dimension {i}: {value}" for name, i, value in values}
    assert set(told["Stream"]) == {text for text in segments if not text.startswith(NAMES[0])}  # which writes nothing
    places = [
        f"{track}, {row[0]}: {value}"
        for row in tables["Gradient"]["rows"]
        for track, value in zip(("with the plus", "layers only", "plus alone"), row[1:], strict=True)
    ]
    assert set(told["Gradient"]) == set(places)
    assert len(set(told["Paths"])) == len([row for row in tables["Paths"]["rows"] if int(row[1])])


def test_arrows_in_a_chart_build_nothing_and_escape_leaves_it(lab):
    step = lab.slider("Build the stack up")
    chart(lab, "Stream").focus()
    first = tip(lab.press("Home"))
    assert tip(lab.press("ArrowRight")) != first
    assert step.input_value() == "6"
    assert tip(lab.press("Escape")) == ""
    lab.press("ArrowLeft")
    assert step.input_value() == "5"
    lab.press("ArrowRight")


def test_a_pressed_mark_keeps_its_writer_out_until_it_is_let_go(lab):
    words = point(lab, "Effect", 0.5, 3.5 / 9)
    assert words.startswith(NAMES[2])
    assert lit(lab) == [NAMES[2]]
    lab.page.mouse.down()
    lab.page.mouse.up()
    assert tip(lab) == words + " · kept lit"
    lab.page.mouse.move(5, 760)
    assert lit(lab) == [NAMES[2]]
    lab.press("2")
    assert lit(lab) == [NAMES[2]]  # whatever is switched
    lab.press("2", "Escape")
    assert lit(lab) == []
    chart(lab, "Stream").focus()
    lab.press("Home", "Enter")
    kept = lit(lab)
    assert len(kept) == 1
    assert tip(lab).startswith(kept[0])
    lab.press("Enter")
    lab.page.mouse.move(5, 760)
    lab.blur()
    assert lit(lab) == []


def test_what_a_node_a_key_and_a_bar_do(lab):
    row = lab.page.locator(".row.layer", has=lab.switch(NAMES[3]))
    for place in (".node", "kbd"):
        part = row.locator(place)
        assert part.evaluate("(it) => getComputedStyle(it).cursor") == "pointer"
        part.click()
        assert lab.settle().off() == [NAMES[0], NAMES[3]]
        part.click()
        assert lab.settle().off() == [NAMES[0]]
    row.locator(".size").hover()
    number = row.locator(".number").inner_text()
    assert tip(lab).startswith(f"{NAMES[3]}: size of what it adds {number}, ")
    assert lit(lab) == [NAMES[3]]
    for name in ("Embedding", "Final norm", "Readout"):
        lab.page.mouse.move(5, 760)
        lab.page.locator(".rows").get_by_role("button", name=name, exact=True).focus()
        lab.press("Shift+Tab", "Tab")
        assert len(tip(lab)) > 30
    assert tip(lab).endswith("mat’s lead over nest is 1.14 now.")
    lab.blur()


def test_a_dot_of_the_gradient_takes_the_playhead_there(lab):
    head = lab.slider("Playhead of the gradient")
    chart(lab, "Gradient").focus()
    lab.press("End", "Enter")
    assert head.input_value() == "0"
    assert tip(lab).endswith(": " + lab.tables()["Gradient"]["rows"][0][3])
    lab.press("Home", "Enter", "Escape")
    assert head.input_value() == "6"


def test_a_word_that_is_pressed_is_explained(lab):
    says = lab.page.get_by_role("region", name="The model says")
    word = says.get_by_role("button", name="den", exact=True)
    word.focus()
    lab.press("Enter")
    lab.wait_for_query(lambda query: query.get("target") == "den")
    assert lab.settle().choice("Word explained").locator("option:checked").inner_text() == "den"
    pressed = says.locator("[aria-pressed=true]")
    assert pressed.inner_text() == "den"
    assert pressed.evaluate("(it) => it === document.activeElement")
    says.get_by_role("button", name="mat", exact=True).click()
    lab.wait_for_query(lambda query: query.get("target", "mat") == "mat")
    lab.blur().page.mouse.move(5, 760)


def test_a_pair_of_layers_names_itself(lab):
    lab.choice("What the effect shows").select_option("answers")
    pairs = lab.settle().page.get_by_role("group", name="pairs")
    squares = pairs.locator("[data-tip]")
    squares.nth(7).hover()
    assert tip(lab) == squares.nth(7).get_attribute("data-tip")
    lab.page.mouse.move(5, 760)
    pairs.focus()
    assert set(pairs.evaluate(WALK)) == set(squares.evaluate_all("(all) => all.map((it) => it.dataset.tip)"))
    told = set(chart(lab, "Effect").evaluate(WALK))
    answers = lab.tables()["Effect"]["rows"][:6]
    kinds = ("leave-one-out", "Shapley value", "add-one-in")
    bars = [(row[0], kind, value) for row in answers for kind, value in zip(kinds, row[1:4], strict=True)]
    assert told == {f"{name}, {kind}: {value}" for name, kind, value in bars}
    lab.blur().choice("What the effect shows").select_option("terms")


def test_building_up_lights_the_layer_that_is_added(lab):
    lab.page.mouse.move(5, 760)
    steps = [lit(lab.blur().press("ArrowLeft")) for _ in range(6)]
    assert steps == [[name] for name in (*NAMES[4::-1], "Embedding")]
    assert lit(lab.press(*["ArrowRight"] * 6)) == []


CONTRAST = f"""(() => {{
  const {{ color, backgroundColor }} = getComputedStyle({TIP})
  const light = (text) => {{
    const linear = (c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    const [r, g, b] = text.match(/\\d+/g).map((c) => linear(c / 255))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }}
  const [low, high] = [light(color), light(backgroundColor)].sort((a, b) => a - b)
  return (high + 0.05) / (low + 0.05)
}})()"""


@pytest.mark.parametrize("width", [390, 1366])
def test_the_tip_stays_in_the_window_off_its_mark_and_can_be_read(lab, width):
    lab.page.set_viewport_size({"width": width, "height": 768})
    lab.button("Dark").click()
    lab.settle()
    wrong = []
    for name in CHARTS:
        chart(lab, name).focus()
        for key in ("Home", "End", "ArrowLeft", "ArrowDown", "Enter"):
            lab.press(key)
            at, ring = lab.ask(f"[{TIP}, document.querySelector('.mark-ring')].map((it) => it.getBoundingClientRect())")
            inside = at["left"] >= 0 and at["top"] >= 0 and at["right"] <= width and at["bottom"] <= 768
            clear = at["bottom"] <= ring["top"] + 8 or at["top"] >= ring["bottom"] - 8  # the ring is wider than a dot
            if not (inside and clear and at["height"] > 10):
                wrong.append(f"{name}, {key}: {at} beside {ring}")
        assert lab.ask(CONTRAST) > 4.5
        lab.press("Escape")
    lab.button("Dark").click()
    lab.page.set_viewport_size({"width": 1366, "height": 768})
    assert wrong == []


def test_no_redraw_asks_where_anything_is(lab):
    """A switch, with a mark named at the same time: nothing on its way to the screen makes the browser lay out."""
    chart(lab, "Effect").focus()
    lab.press("End")
    lab.page.evaluate(
        """() => {
          globalThis.asked = []
          const wrap = (proto, name) => {
            const own = Object.getOwnPropertyDescriptor(proto, name)
            const note = () => asked.push(new Error(name).stack)
            if (own.get) Object.defineProperty(proto, name, { ...own, get() { note(); return own.get.call(this) } })
            else Object.defineProperty(proto, name, { ...own, value() { note(); return own.value.call(this) } })
          }
          wrap(Element.prototype, "getBoundingClientRect")
          for (const name of ["offsetWidth", "offsetHeight"]) wrap(HTMLElement.prototype, name)
          for (const name of ["clientWidth", "clientHeight"]) wrap(Element.prototype, name)
        }"""
    )
    before = tip(lab)
    lab.press("4")
    assert tip(lab) != before  # and yet the tip says what is so now
    assert lab.ask("asked") == []
    lab.press("4", "Escape")


def test_a_finger_names_and_then_presses(phone):
    effect = chart(phone, "Effect")
    effect.scroll_into_view_if_needed()
    box = effect.bounding_box()
    assert box is not None
    place = (box["x"] + 0.5 * box["width"], box["y"] + box["height"] * 4.5 / 9)
    phone.page.touchscreen.tap(*place)
    words = tip(phone)
    assert words.startswith(NAMES[3])
    assert lit(phone) == [NAMES[3]]
    phone.page.touchscreen.tap(*place)
    assert tip(phone) == words + " · kept lit"
    phone.page.touchscreen.tap(box["x"] + 0.5 * box["width"], box["y"] - 60)
    assert tip(phone) == ""
    assert lit(phone) == [NAMES[3]]
    for name in (*CHARTS[1:],):
        chart(phone, name).scroll_into_view_if_needed()
        mark = chart(phone, name).bounding_box()
        assert mark is not None
        phone.page.touchscreen.tap(mark["x"] + mark["width"] * 0.08, mark["y"] + mark["height"] * 0.6)
        named = tip(phone) or name == "Gradient"
        assert named, name
    phone.page.locator(".row.layer .node").nth(2).tap()
    assert phone.settle().off() == [NAMES[0], NAMES[2]]


def test_no_chart_brings_a_tooltip_of_bokehs(lab):
    assert "HoverTool" not in lab.page.locator("#page").inner_text()


@pytest.mark.parametrize("view", ["reading", "interventions", "stacks", "norms"])
def test_every_chart_of_a_view_is_walked(chromium, server, view):
    screen = new_screen(chromium, f"{server.url}embed/{view}")
    screen.page.goto(screen.url)
    screen.page.wait_for_selector("main:not([aria-busy=true])")
    charts = screen.settle().page.get_by_role("img").all()
    told = {str(one.get_attribute("aria-labelledby")): (one.focus(), one.evaluate(WALK))[1] for one in charts}
    assert all(len(set(words)) > 3 and "" not in words for words in told.values()), told
    assert not any(re.search(r"undefined|NaN|null", text) for words in told.values() for text in words)
    screen.press("Escape")
    close(screen)
    assert screen.faults == []
