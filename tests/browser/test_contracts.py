"""The names, roles and attributes on which keys, course pages and readers of the screen rely."""

import re

import pytest
from screen import close, new_screen

from app.screens.lab import FRAME, WIDGETS
from app.screens.page import strings
from toy_models import load_toy

NAMES = load_toy("tanh").sublayer_names
CHARTS = {"Effect", "Gradient", "Stream", "All 64 worlds", "Paths"}


def test_switches_stand_layer_1_first_and_are_drawn_from_the_foot_up(fresh):
    assert [name for name, _ in fresh.read()["switches"]] == list(NAMES)
    heights = [fresh.place(fresh.switch(name))[1] for name in NAMES]
    assert heights == sorted(heights, reverse=True)


def test_a_switch_says_whether_it_is_on(fresh):
    assert dict(fresh.press("2", "4").read()["switches"]) == {
        name: "false" if name in ("MLP 1", "MLP 2") else "true" for name in NAMES
    }


def test_the_effect_sentence_is_one_status_that_stays_the_same_element(fresh):
    status = fresh.page.get_by_role("status", name="Effect")
    assert status.count() == 1
    status.evaluate("(it) => { it.kept = true }")
    fresh.press("1", "3")
    assert status.evaluate("(it) => it.kept")
    assert {"direct", "viaLayers", "viaNorm", "total"} <= set(fresh.sentence())


def test_the_attributes_have_the_names_that_scripts_use(fresh):
    html = fresh.press("3").page.get_by_role("status", name="Effect").evaluate("(it) => it.outerHTML")
    for name in ("data-direct", "data-via-layers", "data-via-norm", "data-total"):
        assert re.search(rf' {name}="-?\d+\.\d{{6,}}', html), html


def test_the_sentence_names_all_three_parts_zeros_included(fresh):
    text = fresh.press("6").sentence()["text"]  # the last layer: nothing later could write differently
    assert re.search(r"\d direct|\(direct\)", text)
    assert "0.00 because later layers write differently" in text
    assert "through the final norm" in text


def test_the_opening_sentence_says_what_this_is_and_what_to_do(fresh):
    text = fresh.sentence()["text"]
    for part in ("the cat sat on the", "mat", "2.00", "keys 1–6"):
        assert part in text
    assert re.search(r"switch (one|a layer) off", text, re.I)


def test_self_repair_is_said_only_where_later_layers_work_against_it(visit):
    screen = visit("toy=tanh", "embed")
    spoken = set()
    for seed in ("0", "3", "8"):
        screen.choice("seed").select_option(seed)
        screen.until(lambda seed=seed: screen.query().get("seed", "0") == seed).blur()
        for keys in ("1", "2", "3", "4", "5", "6", "12", "24", "456"):
            screen.press("0", *keys)
            effect, text = screen.effect(), screen.sentence()["text"]
            against = effect["direct"] * effect["viaLayers"] < 0 and abs(effect["viaLayers"]) >= 0.005
            assert ("Later layers" in text) == (len(keys) == 1 and against), text
            spoken.add("Later layers" in text)
    assert spoken == {True, False}


def test_play_is_named_play_and_pause(fresh):
    fresh.button("Play").click()
    assert fresh.button("Pause").count() == 1
    fresh.button("Pause").click()
    assert fresh.button("Play").count() == 1


def test_every_chart_has_a_name_and_a_sentence_that_follows_the_state(fresh):
    before = fresh.twins()
    after = fresh.press("3").twins()
    assert set(before) == set(after) == CHARTS
    for chart in CHARTS:
        assert before[chart] != after[chart], chart
        assert before[chart].endswith("."), chart


def test_charts_are_images_to_a_screen_reader_and_nothing_more(fresh):
    images = fresh.page.get_by_role("img")
    assert images.count() == 4
    assert all(image.get_attribute("aria-labelledby") for image in images.all())
    assert fresh.page.get_by_role("listbox").get_by_role("option", selected=True).count() == 1


def test_every_picture_gives_its_numbers_as_a_table(fresh):
    for chart in (*sorted(CHARTS), "Layers", "The model says"):
        fresh.button(f"Numbers: {chart}").click()
        table = fresh.page.get_by_role("dialog").get_by_role("table")
        assert table.get_by_role("columnheader").count() > 1, chart
        assert table.get_by_role("rowheader").count() > 1, chart
        assert table.get_by_role("caption").inner_text().strip(), chart
        fresh.press("Escape")


def test_pointing_at_a_layer_changes_the_pictures_but_no_number(fresh):
    chart = fresh.page.get_by_role("img", name="Stream")
    plain, numbers = chart.screenshot(), fresh.read()
    fresh.page.mouse.move(*fresh.place(fresh.switch("MLP 2")))
    fresh.settle()
    assert chart.screenshot() != plain
    assert fresh.read()["pieces"] == numbers["pieces"]
    fresh.page.mouse.move(5, 760)
    assert fresh.settle().page.get_by_role("img", name="Stream").screenshot() == plain


def test_the_page_says_what_off_means(fresh):
    """Zero at every word; what is fixed and what is computed anew."""
    said = " ".join(piece["text"] for piece in fresh.pieces() if piece["region"] == "Layers")
    assert re.search(r"zero at every (word|token)", said, re.I)
    assert "computed anew" in said


def test_one_main_landmark_and_one_first_heading(fresh):
    assert fresh.page.get_by_role("main").count() == 1
    assert fresh.page.get_by_role("heading", level=1).count() == 1
    assert fresh.page.title()


@pytest.mark.parametrize("view", WIDGETS)
def test_every_view_has_the_switchboard_and_the_sentence(chromium, server, view):
    screen = new_screen(chromium, f"{server.url}embed/{view}").open("off=3")
    assert screen.off() == ["Attention 2"]
    assert "Without Attention 2" in screen.sentence()["text"]
    words = strings(WIDGETS[view])
    parts = [part for part in WIDGETS[view] if part not in FRAME]
    assert set(screen.twins()) == (CHARTS if view == "lab" else {words[part]["heading"] for part in parts})
    screen.press("2")
    assert screen.wait_for_query(lambda query: query.get("off") == "2,3")["off"] == "2,3"
    close(screen)
    assert screen.faults == []


def test_settings_offer_readouts_words_toys_and_seeds(visit):
    screen = visit("toy=tanh", "embed")
    for name, many in (("explaining", 3), ("Word explained", 12), ("Compared with", 11), ("Toy", 8), ("seed", 100)):
        assert screen.choice(name).locator("option").count() == many, name
    assert screen.page.get_by_role("radio").count() == 5
    screen.page.get_by_role("radio", name="Word 3: sat").check()
    screen.until(lambda: "the cat sat and" in screen.sentence()["text"])
