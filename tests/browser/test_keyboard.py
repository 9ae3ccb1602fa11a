"""Everything can be done by keyboard, and the page's own keys never take what belongs to a control or the browser."""

import pytest
from screen import Screen

from toy_models import load_toy

NAMES = load_toy("tanh").sublayer_names
KEYS = ("1", "6", "0", " ", "ArrowLeft", "ArrowRight", "r", "p", "?")


def place_of_playhead(screen: Screen) -> str | None:
    return screen.slider("Playhead of the gradient").get_attribute("aria-valuetext")


def step_of(screen: Screen) -> int:
    return int(screen.slider("Build the stack up").input_value())


def playing(screen: Screen) -> bool:
    return screen.button("Pause").count() == 1


@pytest.mark.parametrize(("key", "name"), list(zip("123456", NAMES, strict=True)))
def test_a_number_switches_its_layer(fresh, key, name):
    assert fresh.press(key).off() == [name]
    assert fresh.press(key).off() == []


def test_0_switches_all_on(fresh):
    assert len(fresh.press(*"246").off()) == 3
    assert fresh.press("0").off() == []


#: What is printed on the keys that the lab has, by their place, and on their neighbours that are none of them.
LAYOUTS = {
    "AZERTY": {"Digit1": "&", "Digit3": '"', "Digit2": "é", "KeyP": "p", "KeyM": ","},
    "Cyrillic": {"Digit1": "1", "Digit3": "3", "Digit2": "2", "KeyP": "з"},
    "Arabic": {"Digit1": "١", "Digit3": "٣", "Digit2": "٢", "KeyP": "ح"},
    "Hebrew": {"Digit1": "1", "Digit3": "3", "Digit2": "2", "KeyP": "פ"},
    "Dvorak": {"Digit1": "1", "Digit3": "3", "Digit2": "2", "KeyR": "p"},
}
HELP = {"AZERTY": ("KeyM", "?"), "Cyrillic": ("Digit7", "?"), "Arabic": ("Slash", "؟")}
UNDO = {"AZERTY": ("KeyW", "z"), "Cyrillic": ("KeyZ", "я"), "Arabic": ("KeyZ", "ئ"), "Dvorak": ("Slash", "z")}


def typed(screen: Screen, code: str, key: str, **more: bool) -> Screen:
    """A key of another layout, told by its place and by what is printed there; a test's keyboard has only one."""
    event = {"key": key, "code": code, "bubbles": True, "cancelable": True, **more}
    screen.page.evaluate("event => document.body.dispatchEvent(new KeyboardEvent('keydown', event))", event)
    return screen.settle()


@pytest.mark.parametrize("layout", LAYOUTS)
def test_keys_go_by_what_is_printed_and_else_by_their_place(fresh, layout):
    for code, key in LAYOUTS[layout].items():
        typed(fresh, code, key)
    assert fresh.off() == [NAMES[0], NAMES[1], NAMES[2]]
    present = fresh.button("Present")
    assert present.get_attribute("aria-pressed") == "true"
    fresh.press("p")
    if layout in UNDO:
        typed(fresh, *UNDO[layout], ctrlKey=True)
        assert len(fresh.off()) == 2
    if layout in HELP:
        typed(fresh, *HELP[layout], shiftKey=True)
        assert fresh.page.get_by_role("dialog", name="Help").is_visible()


def test_a_place_means_nothing_where_a_letter_or_a_sign_of_its_own_is_printed(fresh):
    before = fresh.read()
    typed(fresh, "KeyP", "l")  # Dvorak
    typed(fresh, "KeyP", "ö")
    typed(fresh, "Digit1", "!", shiftKey=True)
    typed(fresh, "Digit1", "¹", modifierAltGraph=True)
    typed(fresh, "KeyZ", "w", ctrlKey=True)  # AZERTY
    typed(fresh, "KeyZ", "я")
    assert fresh.read() == before


def test_keys_without_a_layer_do_nothing(fresh):
    before = fresh.read()
    assert fresh.press("7", "8", "9", "x", "Enter", "F5").read() == before


def test_arrows_step_the_stream_and_hold_at_its_ends(fresh):
    head = place_of_playhead(fresh)
    steps = [step_of(fresh.press("ArrowLeft")) for _ in range(8)]
    steps += [step_of(fresh.press("ArrowRight")) for _ in range(8)]
    assert steps == [5, 4, 3, 2, 1, 0, 0, 0, 1, 2, 3, 4, 5, 6, 6, 6]
    assert place_of_playhead(fresh) == head


def test_space_plays_and_pauses(fresh):
    assert playing(fresh.press(" "))
    assert not playing(fresh.press(" "))


@pytest.mark.parametrize("way", ["key", "button"])
def test_reset_returns_to_the_state_of_the_link(visit, way):
    screen = visit("toy=tanh&seed=7&off=2&step=3&token=3&alpha=10", "embed")
    query = screen.wait_for_query(lambda now: "toy" in now)
    before = screen.read()
    screen.press("1", "2", "5", "ArrowRight")
    screen.choice("explaining").select_option("logit")
    screen.choice("seed").select_option("9")
    screen.page.get_by_role("radio", name="Word 1: the").check()
    screen.settle()
    assert screen.read() != before
    if way == "key":
        screen.blur().press("r")
    else:
        screen.button("Reset").click()
    screen.wait_for_query(lambda now: now == query)
    assert screen.settle().read() == before
    assert screen.query() == query


def test_p_is_presenter_mode(fresh):
    present = fresh.button("Present")
    small = min(piece["size"] for piece in fresh.pieces())
    fresh.press("p")
    assert present.get_attribute("aria-pressed") == "true"
    assert min(piece["size"] for piece in fresh.pieces()) > small
    fresh.press("p")
    assert present.get_attribute("aria-pressed") == "false"


def test_question_mark_opens_help_and_escape_closes_it(fresh):
    help_ = fresh.page.get_by_role("dialog", name="Help")
    fresh.press("?")
    assert help_.is_visible()
    assert fresh.press("1").off() == []  # what is behind a dialog does not move
    fresh.press("Escape")
    assert not help_.is_visible()


@pytest.mark.parametrize("modifier", ["Control", "Alt", "Meta"])
def test_no_key_acts_with_a_modifier(fresh, modifier):
    before, address = fresh.read(), fresh.page.url
    # Sent as events: the browser itself would reload, print or go back.
    prevented = fresh.page.evaluate(
        """([keys, modifier]) => keys.map((key) => !document.body.dispatchEvent(new KeyboardEvent("keydown",
             { key, bubbles: true, cancelable: true, [modifier]: true })))""",
        [list(KEYS), {"Control": "ctrlKey", "Alt": "altKey", "Meta": "metaKey"}[modifier]],
    )
    assert not any(prevented)
    assert fresh.settle().read() == before
    assert fresh.page.url == address


def test_the_keys_can_be_turned_off_and_on(fresh):
    fresh.press("?")
    box = fresh.page.get_by_role("checkbox", name="Use the keys")
    box.uncheck()
    fresh.press("Escape")
    before = fresh.blur().read()
    assert fresh.press(*(key for key in KEYS if key != "?"), "?").read() == before
    fresh.page.reload()
    assert fresh.ready().settle().press("1", "p").read() == before, "a reload has forgotten it"
    fresh.button("Help").click()
    box.check()
    fresh.press("Escape")
    assert fresh.blur().press("1").off() == [NAMES[0]]


def test_a_focused_switch_keeps_space(fresh):
    fresh.switch(NAMES[2]).focus()
    assert fresh.press(" ").off() == [NAMES[2]]
    assert not playing(fresh)
    assert fresh.switch(NAMES[2]).evaluate("(switch_) => switch_ === document.activeElement")


def test_a_focused_button_keeps_space(fresh):
    fresh.button("Present").focus()
    fresh.press(" ")
    assert fresh.button("Present").get_attribute("aria-pressed") == "true"
    assert not playing(fresh)
    fresh.press(" ")


def test_a_focused_slider_keeps_arrows(fresh):
    fresh.slider("Playhead of the gradient").focus()
    before = place_of_playhead(fresh)
    fresh.press("Home")
    assert place_of_playhead(fresh) != before
    fresh.press("ArrowLeft", "ArrowRight")
    assert step_of(fresh) == 6
    fresh.slider("Build the stack up").focus()
    assert step_of(fresh.press("ArrowLeft")) == 5
    assert fresh.press("2").off() == [NAMES[1]]  # digits are nothing to a slider


def test_a_focused_list_keeps_typing_and_arrows(fresh):
    fresh.choice("explaining").focus()
    fresh.press("1", "0", "p", "ArrowDown")
    assert (fresh.off(), step_of(fresh)) == ([], 6)
    assert fresh.button("Present").get_attribute("aria-pressed") == "false"
    assert fresh.choice("explaining").input_value() == "logit"


def test_the_prompt_keeps_its_arrows(fresh):
    fresh.page.get_by_role("radio", name="Word 5: the").focus()
    fresh.press("ArrowLeft")
    assert fresh.page.get_by_role("radio", name="Word 4: on").is_checked()
    assert step_of(fresh) == 6


def test_the_map_is_walked_by_arrows(fresh):
    fresh.page.get_by_role("listbox", name="All 64 worlds").focus()
    fresh.press("Home")
    lowest = fresh.read()["here"]
    fresh.press("ArrowRight")
    assert fresh.read()["here"] != lowest
    fresh.press("End", "ArrowRight")
    highest = fresh.read()
    values = [float(label.rpartition(": ")[2].replace("−", "-")) for label in highest["worlds"]]
    assert highest["here"][0].endswith(f"{max(values):.2f}".replace("-", "−"))
    assert step_of(fresh) == 6


def test_the_new_lists_keep_typing_and_the_keys_come_back(visit):
    """Prompt, ablation, source and face: digits and letters are the list's own while it has the focus."""
    screen = visit("toy=place&ablation=resample&off=2", "embed")
    for name in ("Prompt", "Off writes", "Prompt whose writes an off layer takes", "What the effect shows"):
        screen.choice(name).focus()
        screen.press("3", "0", "p")
        assert screen.off() == ["MLP 1"], name
        assert screen.button("Present").get_attribute("aria-pressed") == "false", name
    screen.choice("What the effect shows").focus()
    screen.press("ArrowDown")
    assert screen.choice("What the effect shows").input_value() == "natural"
    assert screen.blur().press("3").off() == ["MLP 1", "Attention 2"]
    assert step_of(screen.press("ArrowLeft")) == 5


def test_all_on_by_key_is_not_what_is_measured_from(visit):
    """0 switches all on, whatever the reference; the reference stays until its button says otherwise."""
    screen = visit("toy=place&reference=2&off=2,3", "embed")
    assert screen.press("0").off() == []
    assert screen.query_after("reference") == "2"
    assert screen.effect()["total"] != 0
    button = screen.button("Measure from all on")
    button.focus()
    screen.press("Enter")
    assert set(screen.effect().values()) == {0.0}


def tab_through(screen: Screen) -> list[dict]:
    """What Tab reaches, in order, until it leaves the page."""
    reached: list[dict] = []
    for _ in range(80):
        screen.page.keyboard.press("Tab")
        found = screen.page.evaluate("reading.focused()")
        if found is None or (reached and found["id"] == reached[0]["id"]):
            break
        reached.append(found)
    return reached


@pytest.mark.parametrize(
    "query", ["off=3", "toy=cancel", "toy=place&ablation=resample&off=2", "toy=place&face=answers"]
)
def test_tab_reaches_every_control_and_shows_where_it_is(visit, query):
    screen = visit(query, "embed" if "place" in query else "exported_tanh")
    reached = tab_through(screen.blur())
    assert {control["id"] for control in reached} == {c["id"] for c in screen.ask("reading.controls()")}
    unseen = [control for control in reached if not control["shown"]]
    assert unseen == [], "the focus cannot be seen there"
    assert [c["name"] for c in reached if c["role"] == "switch"] == list(
        NAMES if "cancel" not in query else load_toy("cancel").sublayer_names
    )


def test_focus_stays_where_it_was_after_a_change(fresh):
    for focus, keys in [
        (fresh.switch(NAMES[0]), [" ", " ", "Enter", "3", "0"]),
        (fresh.choice("Word explained"), ["ArrowDown"]),
        (fresh.choice("Toy"), ["ArrowDown", "ArrowUp"]),
        (fresh.slider("Gain α of the binomial"), ["ArrowLeft", "ArrowRight"]),
        (fresh.button("Reset"), ["Enter"]),
    ]:
        focus.focus()
        for key in keys:
            fresh.press(key)
            assert focus.evaluate("(it) => it === document.activeElement"), f"{key} took the focus from {focus}"


def test_a_dialog_gives_the_focus_back(fresh):
    button = fresh.button("Numbers: Effect")
    button.focus()
    fresh.press("Enter")
    assert fresh.page.get_by_role("dialog").is_visible()
    fresh.press("Escape")
    assert button.evaluate("(it) => it === document.activeElement")
