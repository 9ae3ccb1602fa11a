"""What every view beside the lab must do, whatever it shows."""

import re
from urllib.parse import parse_qsl

import pytest
from all_pairs import all_pairs
from axe_playwright_python.sync_playwright import Axe
from blemishes import blemishes
from screen import close
from view_screen import ViewScreen, new_view_screen, one_view

from app.screens.screens import on_the_menu
from app.screens.view import View
from app.screens.views import views

AXE = Axe()
WIDER = '* { font-family: "DejaVu Sans", sans-serif !important }'
SIZES = {"laptop": (1366, 768), "projector": (1920, 1080), "phone": (390, 844), "small phone": (320, 640)}


@pytest.fixture(scope="module", params=list(views()))
def view(request) -> View:
    return views()[request.param]


@pytest.fixture(scope="module")
def exported(view, exported_view) -> str:
    return exported_view(view.name)


@pytest.fixture(scope="module")
def forms(view, exported, server) -> dict[str, str]:
    return {"exported": exported, "embed": f"{server.url}embed/{view.name}", "live": f"{server.url}{view.name}"}


@pytest.fixture(scope="module")
def screen(chromium, exported):
    yield from one_view(chromium, exported)


@pytest.fixture
def fresh(screen) -> ViewScreen:
    screen.page.set_viewport_size({"width": 1366, "height": 768})
    screen.press("Escape").blur().press("r")
    return screen


def other_values(view: View) -> dict[str, str]:
    """The view with every setting at the last of its options."""
    values: dict[str, str] = {}
    for setting in view.settings:
        values[setting.name] = setting.offered(values)[-1][0]
    return values


@pytest.mark.parametrize("form", ["exported", "live"])
def test_it_opens_on_a_link_and_says_the_same_in_every_form(chromium, view, forms, exported, form):
    query = view.format(other_values(view)) if form != "exported" else ""
    screen = new_view_screen(chromium, forms[form])
    screen.open(query)
    assert screen.query() == dict(parse_qsl(query))
    assert screen.said()
    assert all(screen.twins().values())
    if form == "live":
        embedded = new_view_screen(chromium, forms["embed"])
        embedded.open(query)
        assert embedded.shown() == screen.shown()
        close(embedded)
    elif form == "exported":
        assert [url for url in screen.asked if not url.startswith(("file:", "data:", "blob:"))] == []
    close(screen)
    assert screen.faults == []


def test_each_control_is_there_by_name_and_works(fresh, view):
    controls = fresh.page.locator("header select, main select, main input[type=range]")
    for control in controls.all():
        if not control.is_visible():
            continue
        before = (fresh.shown(), fresh.painted())
        name = control.evaluate("(node) => node.getAttribute('aria-label') ?? node.labels[0]?.textContent ?? ''")
        assert name.strip(), "a control without a name"
        if control.evaluate("(node) => node.type") == "range":
            control.focus()
            fresh.press("Home")
            if (fresh.shown(), fresh.painted()) == before:
                fresh.press("End")
        else:
            values = control.evaluate("(node) => [...node.options].map((option) => option.value)")
            now = control.input_value()
            others = [value for value in values if value != now]
            if not others:
                continue
            control.select_option(others[-1])
            fresh.settle()
        assert (fresh.shown(), fresh.painted()) != before, f"{name} changes nothing"
        fresh.blur().press("r")


def test_a_bad_link_is_named_and_the_rest_applies(chromium, view, forms):
    good = view.format(other_values(view))
    screen = new_view_screen(chromium, forms["embed"])
    screen.open(f"{good}&{view.settings[0].name}=again&nonsense=<b>1</b>&theme=dark")
    notices = screen.notices()
    assert len(notices) == 2
    assert "nonsense" in notices[1] or "nonsense" in notices[0]
    assert "<b>" not in screen.page.locator("#notices").inner_html()
    assert screen.query()["theme"] == "dark"
    close(screen)
    assert screen.faults == []


def violations(screen: ViewScreen) -> list[str]:
    results = AXE.run(screen.settle().page, options={"resultTypes": ["violations"]}).response
    return [
        f"{violation['id']}: {violation['help']} at {[node['target'] for node in violation['nodes']][:4]}"
        for violation in results["violations"]
    ]


def test_axe_finds_nothing(fresh):
    fresh.button("Dark").click()
    found = violations(fresh)
    fresh.button("Dark").click()
    found += violations(fresh)
    fresh.press("?")
    assert found + violations(fresh) == []


@pytest.mark.parametrize("size", SIZES)
def test_nothing_is_cut_covered_or_scrolled(fresh, size):
    width, height = SIZES[size]
    fresh.page.set_viewport_size({"width": width, "height": height})
    found, scrolls, smallest = fresh.settle().ask("[audit.faults(), audit.scrolls(), audit.smallest()]")
    if size == "laptop":
        fresh.press("p")
        found += [f"presenting: {fault}" for fault in fresh.ask("audit.faults()")]
        fresh.press("p")
    if size != "small phone":
        wider = fresh.page.add_style_tag(content=WIDER)
        found += [f"in another typeface: {fault}" for fault in fresh.settle().ask("audit.faults()")]
        wider.evaluate("(style) => style.remove()")
    assert found == [], "\n".join(found)
    assert not scrolls["sideways"]
    assert not scrolls["down"] or width < 1000
    assert smallest[0] >= (13 if size == "laptop" else 11), smallest


def test_all_settings_to_their_ends_in_pairs(chromium, view, forms):
    ends = {setting.name: _ends(view, setting) for setting in view.settings}
    screen = new_view_screen(chromium, forms["embed"])
    screen.open()
    start = screen.shown()
    for case in all_pairs(ends, lambda case: dict(view.defaults(**case)) == case):
        query = view.format(case)
        screen.choose(case).wait_for_query(lambda shown, query=query: shown == dict(parse_qsl(query)))
        screen.settle()
        assert blemishes(screen) == [], query
        assert all(screen.ask(f"reading.painted({name!r})") > 50 for name in screen.twins()), query
    screen.button("Reset").click()
    screen.wait_for_query(lambda query: query == {})
    screen.settle()
    assert screen.shown() == start
    close(screen)
    assert screen.faults == []


def _ends(view: View, setting) -> list[str]:
    values = [[value for value, _ in options] for options in setting.options.values()]
    return sorted({value for offered in values for value in (offered[0], offered[-1])})


def test_keys(fresh):
    fresh.press("?")
    assert fresh.page.get_by_role("dialog").is_visible()
    fresh.press("Escape", "p")
    assert fresh.button("Present").get_attribute("aria-pressed") == "true"
    fresh.press("p")
    play = fresh.page.locator(".play")
    if play.count():
        fresh.press(" ")
        assert play.first.inner_text() == "Pause"
        fresh.press(" ")
        assert play.first.inner_text() == "Play"


def test_the_menu_leads_from_the_lab_to_every_view_and_back(chromium, server):
    screen = new_view_screen(chromium, server.url)
    screen.open()
    for title, address in [*((name.capitalize(), name) for name in on_the_menu()[1:]), ("Lab", "")]:
        screen.page.get_by_role("link", name=title, exact=True).click()
        screen.page.wait_for_url(re.compile(rf"{re.escape(server.url + address)}(\?.*)?$"))
        screen.ready()
        assert screen.page.locator("nav [aria-current=page]").inner_text() == title
    close(screen)
    assert screen.faults == []
