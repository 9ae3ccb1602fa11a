"""From screen to screen by the menu and through the history: each as it was left, with what the others changed."""

from urllib.parse import urljoin, urlsplit

import pytest
from playwright.sync_api import FrameLocator
from screen import close
from view_screen import ViewScreen, new_view_screen

from app.screens.screens import menu, on_the_menu, screens

NAMES = list(on_the_menu())


@pytest.fixture
def opened(chromium):
    screens_ = []

    def opened(url: str, **options) -> ViewScreen:
        screens_.append(new_view_screen(chromium, url, fresh=True, **options))
        return screens_[-1]

    yield opened
    for screen in screens_:
        close(screen)
        assert screen.faults == []


def links(screen: ViewScreen) -> dict[str, str]:
    """The query of the menu's link to each screen."""
    hrefs = screen.page.eval_on_selector_all("header nav a", "all => all.map((link) => link.getAttribute('href'))")
    assert len(hrefs) == len(menu())
    return {name: href.partition("?")[2] for name, href in zip(NAMES, hrefs, strict=True)}


def go(screen: ViewScreen, name: str) -> ViewScreen:
    link = screen.page.locator("header nav a").nth(NAMES.index(name))
    with screen.page.expect_navigation():
        link.evaluate("link => link.click()")
    return settled(screen)


def settled(screen: ViewScreen) -> ViewScreen:
    screen.ready().page.wait_for_timeout(250)  # the address is written once a burst of changes is over
    assert screen.notices() == []
    return screen


def here(screen: ViewScreen) -> tuple[str, dict[str, str]]:
    name = urlsplit(screen.page.url).path.rpartition("/")[2].removesuffix(".html")
    return ("lab" if name in ("", "index") else name), screen.query()


OPEN = "toy=and&prompt=3&seed=2&off=3&step=4&token=4&target=rug&against=mat&measure=share&size=large"


def test_what_is_read_goes_along_and_each_screen_is_found_as_it_was_left(opened, server):
    screen = settled(opened(server.url).open(OPEN))
    lab, said = here(screen), screen.said()
    assert here(go(screen, "reading")) == (
        "reading",
        {"toy": "and", "seed": "2", "prompt": "fox-den-bird-nest-fox", "token": "4", "target": "rug", "against": "mat"}
        | {"size": "large"},
    )
    assert here(go(screen, "interventions"))[1] == {
        "toy": "and",
        "seed": "2",
        "prompt": "3",
        "layer": "3",
        "size": "large",
    }
    for name in ("stacks", "norms"):
        assert here(go(screen, name)) == (name, {"size": "large"})
    assert here(go(screen, "lab")) == lab
    assert screen.said() == said
    # What is changed elsewhere is changed here, and the rest is not.
    go(screen, "reading").page.locator("[name=prompt]").select_option(index=6)
    screen.page.locator("[name=against]").select_option("mean")
    screen.button("Dark").click()
    screen.button("Present").click()
    reading = here(settled(screen))
    changed = lab[1] | {"prompt": "7", "readout": "centred", "theme": "dark", "size": "normal"}
    del changed["against"]
    assert here(go(screen, "lab")) == ("lab", changed)
    # The history has the screens as they were left, and nothing between them.
    for expected in (reading, lab, ("norms", {"size": "large"}), ("stacks", {"size": "large"})):
        screen.page.go_back()
        assert here(settled(screen)) == expected
    for expected in (("norms", {"size": "large"}), lab, reading):
        screen.page.go_forward()
        assert here(settled(screen)) == expected
    # From a screen that the history led to, what it shows goes on.
    assert here(go(screen, "interventions"))[1]["prompt"] == "7"


@pytest.mark.parametrize(
    "query",
    [
        "toy=tanh&seed=57&off=1,2",
        "toy=sum&off=1",
        "toy=place&prompt=all&target=2&off=1",
        "toy=or&ablation=mean&readout=logit",
        "toy=place&ablation=resample&source=5&prompt=2&off=4",
        "toy=untrained&token=2&target=nest&against=mat&step=0",
    ],
)
def test_no_link_asks_a_screen_for_what_it_does_not_know(opened, server, query):
    screen = settled(opened(server.url).open(query))
    was = here(screen)
    for name in ("reading", "interventions"):
        for each, link in links(screen).items():
            assert screens()[each].read(link)[1] == (), (each, link)
        go(screen, name)
    assert here(go(screen, "lab")) == was


def framed(screen: ViewScreen, url: str, sandbox: str) -> FrameLocator:
    html = f'<!doctype html><iframe src="{url}" {sandbox} width="900" height="700"></iframe>'
    host = urljoin(url, "/host")  # a page of any other site would have no storage for what it frames
    screen.page.route(host, lambda route: route.fulfill(body=html, content_type="text/html"))
    screen.page.goto(host)
    frame = screen.page.frame_locator("iframe")
    arrived(frame, "lab" if urlsplit(url).path == "/" else urlsplit(url).path[1:])
    return frame


def arrived(frame: FrameLocator, name: str) -> None:
    frame.locator(f"html[data-view={name}] main:not([aria-busy=true])").wait_for()


def follow(frame: FrameLocator, name: str) -> None:
    frame.locator("header nav a").nth(NAMES.index(name)).evaluate("link => link.click()")
    arrived(frame, name)


def test_in_a_frame_the_history_is_the_hosts(opened, server):
    screen = opened("about:blank")
    frame = framed(screen, f"{server.url}?off=3&toy=or", "")
    before = screen.page.evaluate("history.length")
    for name in ("reading", "stacks", "lab"):
        follow(frame, name)
    assert frame.get_by_role("switch", name="Attention 2").get_attribute("aria-checked") == "false"
    assert screen.page.evaluate("history.length") == before


def test_where_the_browser_keeps_nothing_the_links_still_carry_what_is_shown(opened, server):
    screen = opened("about:blank")
    frame = framed(screen, f"{server.url}reading?toy=or&prompt=the-bird-sat-by-the", 'sandbox="allow-scripts"')
    follow(frame, "lab")
    assert frame.locator("[name=toy]").input_value() == "or"
    assert frame.locator(".chip").all_inner_texts()[1] == "bird"
    screen.faults.clear()  # a page of no origin is given no session
