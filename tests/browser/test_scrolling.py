"""Charts never hold on to the wheel or the finger: the page scrolls under them."""

import pytest
from screen import close, new_screen

CHARTS = ("Effect", "Gradient", "Stream", "All 64 worlds", "Paths")


def chart(screen, name):
    return screen.page.get_by_role("listbox" if "worlds" in name else "img", name=name)


@pytest.fixture(scope="module")
def phone(chromium, urls):
    screen = new_screen(chromium, urls("exported"), (390, 844), has_touch=True, is_mobile=True).open("off=3")
    yield screen
    close(screen)
    assert screen.faults == [], "\n".join(screen.faults)


def middle(phone, name):
    """Puts a chart into the window with room to scroll, and gives the middle of it."""
    phone.page.evaluate("scrollTo(0, 0)")
    top = chart(phone, name).bounding_box()["y"]
    phone.page.evaluate(f"scrollTo(0, {top - 200})")
    phone.settle()
    return phone.place(chart(phone, name))


@pytest.mark.parametrize("name", CHARTS)
def test_a_swipe_on_a_chart_scrolls_the_page(phone, name):
    x, y = middle(phone, name)
    before = phone.page.evaluate("scrollY")
    finger = phone.page.context.new_cdp_session(phone.page)

    def touch(kind: str, *points: dict) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": list(points)})

    touch("touchStart", {"x": x, "y": y})
    for moved in range(1, 13):
        touch("touchMove", {"x": x, "y": y + 12 * moved})
    touch("touchEnd")
    phone.until(lambda: phone.page.evaluate("scrollY") < before - 60, 2)


@pytest.mark.parametrize("name", CHARTS)
def test_the_wheel_on_a_chart_scrolls_the_page(phone, name):
    x, y = middle(phone, name)
    before = phone.page.evaluate("scrollY")
    phone.page.mouse.move(x, y)

    def turned() -> bool:
        phone.page.mouse.wheel(0, -40)
        return phone.page.evaluate("scrollY") < before - 30

    phone.until(turned)


def test_nothing_claims_a_touch(phone):
    """Every element inside a chart, also in shadow roots, leaves panning to the browser."""
    claimed = phone.page.evaluate(
        """() => {
          const all = (root) => [...root.querySelectorAll("*")].flatMap((node) =>
            [node, ...(node.shadowRoot ? all(node.shadowRoot) : [])])
          const charts = [...document.querySelectorAll("[role=img], [role=listbox]")]
          return charts.flatMap((chart) => [chart, ...all(chart)])
            .filter((node) => !/auto|manipulation|pan-y/.test(getComputedStyle(node).touchAction))
            .map((node) => node.outerHTML.slice(0, 80))
        }"""
    )
    assert claimed == []


def test_a_finger_can_switch_layers_and_pick_a_world(phone):
    phone.switch("MLP 3").tap()
    assert phone.settle().off() == ["Attention 2", "MLP 3"]
    middle(phone, "All 64 worlds")
    everything = chart(phone, "All 64 worlds").get_by_role("option", name="With all layers on")
    phone.page.touchscreen.tap(*phone.place(everything))
    assert phone.settle().off() == []
