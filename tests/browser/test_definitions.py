"""Every term that a screen prints opens its definition in place, by mouse and key, and the text stays as it is."""

import re
from collections.abc import Iterator

import pytest
from screen import close
from view_screen import ViewScreen, new_view_screen

from app.screens.definitions import definitions
from app.screens.lab import BESIDE
from app.screens.page import asset
from app.screens.views import views

ALL = definitions(asset("text/en/definitions.md"))

# What DESIGN calls the field's own words, as far as a screen may print them.
TERMS = """stream, sublayer, write, component, world, target, direct effect, indirect effect, total effect, direct logit
attribution, logit lens, zero ablation, mean ablation, resample ablation, path, gain, pre-norm, post-norm,
parallel, lead, readout, logit, norm, bias, stand-in, reference, contribution, gradient, Jacobian, frozen,
natural split, signed part of the gradient"""

# Text in the page's own parts, and the names that are printed on marks: they are many, and each stands in a chart whose
# heading or sentence has the word.
PRINTED = """() => {
  const parts = [...document.querySelectorAll("[data-widget]:not(header *)")].filter((part) => part.checkVisibility())
  const words = parts.flatMap((part) => reading.pieces(part).map(({ text }) => text))
  const terms = [...document.querySelectorAll(".term")].filter((term) => term.checkVisibility())
  return { words, marked: terms.flatMap((term) => term.dataset.term.split(" ")) }
}"""

# Terms that something else lies over, so that a press on their middle would not reach them.
COVERED = """() => [...document.querySelectorAll(".term")].filter((term) => {
  if (!term.checkVisibility()) return false
  term.scrollIntoView({ block: "center" })
  const { x, y, width, height } = term.getClientRects()[0]
  return !term.contains(document.elementFromPoint(x + width / 2, y + height / 2))
}).map((term) => term.textContent)"""


def forms() -> dict[str, str]:
    return {form: each.id for each in ALL for form in each.forms}


def named(text: str) -> set[str]:
    """The definitions of the terms in a text, the longest forms first."""
    longest = sorted(forms(), key=len, reverse=True)
    alternatives = "|".join(
        f"[{form[0]}{form[0].upper()}]{re.escape(form[1:])}" if form[0].islower() else form for form in longest
    )
    found = re.findall(rf"(?<![\w-])(?:{alternatives})(?!\w|-[a-z])", text)
    return {forms().get(form) or forms()[form[0].lower() + form[1:]] for form in found}


def test_the_list_has_every_term_once_and_no_form_twice():
    terms = [each.term for each in ALL]
    assert len(set(terms)) == len(terms)
    assert set(re.split(r",\s+", " ".join(TERMS.split()))) <= set(terms)
    every = [form for each in ALL for form in each.forms]
    assert len(set(every)) == len(every)
    assert all("<p>" in each.html and len(each.html) < 700 for each in ALL)


SCREENS = {
    "embed/lab": [
        "toy=place",
        "toy=place&off=1",
        "toy=place&off=2,3&face=answers&measure=size&readout=logit",
        "toy=place&ablation=mean&off=4",
        "toy=or&ablation=resample&off=1&reference=2&readout=centred",
        "toy=reread&off=1",
        "prompt=all&off=1",
    ],
    **{f"embed/{name}": ["toy=place&off=1&step=3"] for name in BESIDE},
    **{f"embed/{name}": [""] for name in views()},
}
FACES = {
    "embed/reading": ["face=share", "face=cosine", "face=weights", "depth=2&lens=kept"],
    "embed/norms": [f"placement={value}" for value in ("post", "parallel")],
    "embed/stacks": ["wiring=plain"],
    "embed/interventions": ["about=paths", "face=drop&about=depth", "about=slots&off=mean", "layer=all"],
}


@pytest.fixture(scope="module", params=SCREENS)
def screens(request, chromium, server) -> Iterator[tuple[ViewScreen, list[str]]]:
    screen = new_view_screen(chromium, server.url + request.param)
    yield screen, [*SCREENS[request.param], *FACES.get(request.param, [])]
    close(screen)
    assert screen.faults == []


def test_every_term_that_is_printed_is_defined_on_the_same_screen_and_can_be_pressed(screens):
    screen, queries = screens
    missing, covered = [], []
    for query in queries:
        screen.open(query)
        found = screen.page.evaluate(PRINTED)
        missing += [(query, text) for text in found["words"] if not named(text) <= set(found["marked"])]
        covered += [(query, term) for term in screen.page.evaluate(COVERED)]
    assert missing == []
    assert covered == []


def test_a_term_opens_by_mouse_and_by_key_and_gives_the_focus_back(fresh):
    fresh.press("1")
    text = fresh.sentence()["text"]
    term = fresh.page.get_by_role("status").get_by_role("button", name="direct", exact=True)
    box = fresh.page.locator("#definition")
    for way in ("click", "Enter", " "):
        if way == "click":
            term.click()
        else:
            term.focus()
            fresh.press(way)
        assert box.is_visible()
        assert box.get_by_role("heading").inner_text() == "direct effect"
        assert fresh.page.get_by_role("dialog", name="direct effect").is_visible()
        fresh.press("Escape")
        assert not box.is_visible()
        assert term.evaluate("term => term === document.activeElement")
    term.click()
    term.click()
    assert not box.is_visible()
    assert fresh.sentence()["text"] == text
    assert fresh.off() == ["Attention 1"]


def test_one_sign_beside_a_heading_defines_all_that_only_labels_say(chromium, server):
    screen = new_view_screen(chromium, f"{server.url}embed/stacks")
    screen.open("")
    part = screen.page.get_by_role("region", name="Stream going up", exact=True)
    sign = part.get_by_role("button", name="pre-norm, norm", exact=True)
    assert part.locator(".sign").count() == 1
    sign.click()
    assert screen.page.locator("#definition").get_by_role("heading").all_inner_texts() == ["pre-norm", "norm"]
    assert screen.page.get_by_role("dialog", name="pre-norm norm", exact=True).is_visible()
    close(screen)
    assert screen.faults == []


def test_no_definition_is_cut_off_on_a_narrow_phone(fresh):
    fresh.page.set_viewport_size({"width": 320, "height": 480})
    fresh.press("1")
    outside = fresh.page.evaluate(
        """async () => {
             const found = []
             for (const term of document.querySelectorAll(".term")) {
               if (!term.checkVisibility()) continue
               term.scrollIntoView({ block: "center" })
               term.click()
               const { left, right, top, bottom } = document.getElementById("definition").getBoundingClientRect()
               if (left < 0 || right > 320 || top < 0 || bottom > 480 || right - left < 200)
                 found.push([term.textContent, left, right, top, bottom])
               document.getElementById("definition").hidePopover()
             }
             return found
           }"""
    )
    fresh.page.set_viewport_size({"width": 1366, "height": 768})
    assert outside == []
