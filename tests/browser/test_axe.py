"""axe-core finds nothing, on any page and in any state."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from screen import Screen, close, new_screen

from app.screens.lab import WIDGETS

AXE = Axe()


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


def violations(screen: Screen) -> list[str]:
    results = AXE.run(screen.settle().page, options={"resultTypes": ["violations"]}).response
    assert len(results["passes"]) > 10
    return [
        f"{violation['id']}: {violation['help']} at {[node['target'] for node in violation['nodes']][:4]}"
        for violation in results["violations"]
    ]


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("keys", ["", "3", "123456"], ids=["all on", "one off", "all off"])
def test_themes_and_states(screen, theme, keys):
    if (screen.button("Dark").get_attribute("aria-pressed") == "true") != (theme == "dark"):
        screen.button("Dark").click()
    screen.blur().press("0", *keys)
    assert violations(screen) == []


@pytest.mark.parametrize("keys", ["", "35"], ids=["all on", "two off"])
def test_narrow(screen, keys):
    screen.page.set_viewport_size({"width": 390, "height": 844})
    screen.blur().press("0", *keys)
    found = violations(screen)
    screen.page.set_viewport_size({"width": 1366, "height": 768})
    assert found == []


def test_presenting(screen):
    screen.blur().press("0", "3", "p")
    found = violations(screen)
    screen.press("p")
    assert found == []


def test_playing_and_pointed_at(screen):
    screen.blur().press("0", "2", " ")
    screen.page.mouse.move(*screen.place(screen.switch("Attention 3")))
    found = violations(screen)
    screen.press(" ")
    assert found == []


def test_a_named_mark_that_is_kept(screen):
    """With its tip on the page, its ring around it, and its writer out."""
    screen.blur().press("0", "2")
    screen.page.get_by_role("img", name="Stream", exact=True).focus()
    screen.press("Home", "ArrowUp", "Enter")
    assert screen.page.locator("#tip").inner_text() != ""
    found = violations(screen)
    screen.press("Escape", "Escape")
    assert found == []


@pytest.mark.parametrize("button", ["Help", "Share", "Numbers: Effect"])
def test_dialogs(screen, button):
    screen.button(button).click()
    found = violations(screen)
    screen.press("Escape")
    assert found == []


@pytest.mark.parametrize("toy", ["sum", "cancel"])
def test_hand_checkable_toys(screen, toy):
    screen.choice("Toy").select_option(toy)
    screen.blur().press("1")
    found = violations(screen)
    screen.choice("Toy").select_option("tanh")
    assert found == []


@pytest.mark.parametrize(
    "query",
    [
        "toy=place&face=answers",
        "toy=place&ablation=resample&source=4&off=3,5",
        "toy=and&reference=1,2,3&off=2,5",
    ],
)
def test_trained_toys(opener, query):
    """The lab on its trained toys, in both themes."""
    found = violations(opener.open(query))
    opener.button("Dark").click()
    assert found + violations(opener) == []


def test_about_a_trained_toy(opener):
    opener.open("toy=place").button("About this toy").click()
    assert violations(opener) == []


def test_narrow_answers(opener):
    opener.page.set_viewport_size({"width": 390, "height": 844})
    opener.open("toy=place&face=answers&ablation=resample")
    found = violations(opener)
    opener.page.set_viewport_size({"width": 1366, "height": 768})
    assert found == []


@pytest.mark.parametrize("view", [view for view in WIDGETS if view != "lab"])
def test_views(chromium, server, view):
    screen = new_screen(chromium, f"{server.url}embed/{view}").open("off=3")
    assert violations(screen) == []
    close(screen)
    assert screen.faults == []


def test_a_complaint(visit):
    assert violations(visit("off=9&toy=nope", "embed")) == []
