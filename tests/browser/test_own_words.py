"""A sentence of the reader's own: written in the header or in the address, and run like any prompt."""

import pytest
from screen import close, new_screen
from walk import screen_of

WRITTEN = "the.dog.hid.by.the"


def write(screen, place: int, word: str) -> None:
    screen.page.get_by_role("combobox", name=f"Word {place} of your sentence").select_option(word)
    screen.settle()


@pytest.mark.parametrize(
    ("form", "query"), [("live", f"prompt={WRITTEN}&off=1"), ("embed", "toy=and&prompt=cat.cat.cat.mat.cat&off=1,4")]
)
def test_a_link_opens_on_it_and_every_number_is_its_own(visit, form, query):
    assert screen_of(visit(query, form), query).everything() == []


def test_words_are_chosen_one_by_one_and_a_prompt_is_found_again(visit):
    screen = visit("", "live")
    screen.choice("Prompt").select_option(label="your own words…")
    write(screen, 2, "fox")
    assert screen.wait_for_query(lambda query: query.get("prompt") == "the.fox.sat.on.the")
    assert "the fox sat on the" in screen.sentence()["text"]
    assert not screen.page.get_by_text("its language never says this").is_visible()
    write(screen, 1, "mat")
    screen.until(lambda: screen.page.get_by_text("its language never says this").is_visible())
    screen.press("1")
    assert screen.off() == ["Attention 1"]
    write(screen, 1, "the")
    write(screen, 2, "cat")
    assert screen.wait_for_query(lambda query: "prompt" not in query)["off"] == "1"
    assert screen.page.get_by_role("radio", name="Word 2: cat").count() == 1
    screen.button("Reset").click()
    screen.until(lambda: screen.page.get_by_role("combobox", name="Word 1 of your sentence").count() == 0)


def test_a_file_offers_the_prompts_that_it_carries(visit):
    screen = visit("toy=place", "exported")
    assert "your own words…" not in screen.choice("Prompt").locator("option").all_inner_texts()


def test_a_file_says_what_it_does_not_carry(chromium, exported):
    screen = new_screen(chromium, exported.as_uri()).open(f"prompt={WRITTEN}")
    assert any(f"prompt={WRITTEN}" in notice for notice in screen.notices())
    close(screen)
    assert screen.faults == []
