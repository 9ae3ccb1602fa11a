"""How a link dresses the page: theme, type and parts left out; the reader's own preference where it says nothing."""

import pytest
from pixels import Picture, near
from screen import close, new_screen
from test_contrast import DRAWN, check_tokens
from view_screen import new_view_screen

SIZES = {"laptop": (1366, 768), "projector": (1920, 1080), "phone": (390, 844)}
LEFT_OUT = [
    "settings,paths",
    "gradient",
    "switchboard,effect,gradient,stream",
    "says,worlds,paths",
    "header,effect,says",
]


def worn(screen) -> tuple[str, bool]:
    theme = screen.page.evaluate("document.documentElement.dataset.theme")
    pressed = [screen.button(name).get_attribute("aria-pressed") == "true" for name in ("Dark", "Present")]
    assert pressed[0] == (theme == "dark")
    return theme, pressed[1]


@pytest.mark.parametrize("form", ["exported", "live"])
def test_a_link_decides(visit, form):
    assert worn(visit("theme=dark&size=large", form)) == ("dark", True)
    assert worn(visit("theme=light&size=normal", form, color_scheme="dark")) == ("light", False)


def test_without_a_word_the_readers_preference_counts_and_goes_on_counting(visit):
    screen = visit(form="exported", color_scheme="dark")
    assert worn(screen) == ("dark", False)
    screen.page.emulate_media(color_scheme="light")
    screen.until(lambda: screen.page.evaluate("document.documentElement.dataset.theme") == "light")
    assert worn(screen) == ("light", False)


def test_what_the_link_says_follows_what_is_shown_and_a_reload_finds_it(visit):
    screen = visit("theme=dark&size=large&off=2", "exported")
    screen.button("Dark").click()
    screen.button("Present").click()
    query = screen.wait_for_query(lambda query: query.get("theme") == "light" and query.get("size") == "normal")
    assert query == {"toy": "place", "off": "2", "theme": "light", "size": "normal"}
    screen.page.reload()
    assert worn(screen.ready()) == ("light", False)
    screen.page.goto(screen.page.url.replace("theme=light", "theme=dark"))
    assert worn(screen.ready()) == ("dark", False)


def test_what_the_link_does_not_say_stays_out_of_it(visit):
    screen = visit("off=2", "exported")
    screen.button("Dark").click()
    screen.press("3")
    assert screen.wait_for_query(lambda query: query.get("off") == "2,3") == {"toy": "place", "off": "2,3"}


def test_a_bad_part_is_named_and_the_rest_applies(visit):
    screen = visit("theme=pink&size=huge&hide=paths,nothing,<b>&off=2", "embed")
    notices = " ".join(screen.notices())
    assert "theme: expected one of light, dark, got 'pink'." in notices
    assert "size: expected one of normal, large, got 'huge'." in notices
    assert "hide: expected some of header, settings," in notices
    assert "got 'nothing,<b>'." in notices
    assert not screen.page.get_by_role("region", name="Paths").is_visible()
    assert screen.wait_for_query(lambda query: "theme" not in query) == {"toy": "place", "off": "2", "hide": "paths"}


# What a link asks of the lab's parts, what it comes to, and how often it is refused.
ASKED = [
    ("show=effect,stream", "show=effect,stream", 0),
    ("show=stream,effect,stream&hide=stream,paths", "show=stream,effect", 0),
    ("show=nothing,effect,<b>", "show=effect", 1),
    ("show=nothing&hide=paths", "hide=paths", 1),
    ("show=header,settings&hide=paths", "hide=paths", 1),
    ("show=", "", 1),
    ("hide=paths,effect,paths", "hide=paths,effect", 0),
    ("hide=sentence,switchboard,effect,gradient,stream,says,worlds,paths", "", 1),
]


def test_show_beats_hide_bad_names_are_named_and_something_is_always_left(modules):
    read = modules.page.evaluate(
        """async (queries) => {
          const { judgeParts, shownParts } = await import("lab/page/parts")
          const page = JSON.parse(document.getElementById("page").textContent)
          return queries.map((query) => {
            const asked = new Map(new URLSearchParams(query))
            const sentences = judgeParts(asked, page)
            const address = [...asked].map((pair) => pair.join("=")).join("&")
            return { address, sentences, shown: [...shownParts(asked, page)] }
          })
        }""",
        [query for query, _, _ in ASKED],
    )
    for (query, address, refused), found in zip(ASKED, read, strict=True):
        assert found["address"] == address, query
        assert len(found["sentences"]) == refused, query
    assert read[0]["shown"] == ["effect", "stream"]
    assert read[2]["sentences"] == [f"show: expected some of {', '.join(read[5]['shown'])}, got 'nothing,<b>'."]
    assert read[4]["sentences"] == ["show: expected some part of the page to be left, got 'header,settings'."]
    assert read[6]["shown"] == [part for part in read[5]["shown"] if part not in ("paths", "effect")]


def seen(screen) -> list[str]:
    return screen.page.evaluate(
        """[...document.querySelectorAll("header, [data-widget]")].map((part) => [part, part.firstElementChild ?? part])
          .filter(([part, inside]) => (part.matches("[data-widget=settings]") ? inside : part).checkVisibility())
          .map(([part]) => part.dataset.widget ?? part.dataset.part)"""
    )


def test_a_link_says_which_parts_are_shown(visit):
    screen = visit("off=3&show=stream,effect&hide=effect", "exported")
    assert screen.notices() == []
    assert seen(screen) == ["effect", "stream"]
    query = screen.wait_for_query(lambda query: "hide" not in query)
    assert query == {"toy": "place", "off": "3", "show": "stream,effect"}
    screen.press("5")
    assert screen.effect()["total"] != 0, "what is not shown goes on working"
    assert seen(screen.open("show=paths,settings")) == ["header", "settings", "paths"], "settings stand in the header"


@pytest.mark.parametrize("hide", LEFT_OUT)
def test_the_others_take_the_room_of_what_is_left_out(visit, hide):
    screen = visit(f"toy=place&off=3&hide={hide}", "embed")
    for width, height in SIZES.values():
        screen.page.set_viewport_size({"width": width, "height": height})
        screen.settle().page.wait_for_timeout(100)
        assert not set(seen(screen)) & set(hide.split(","))
        assert screen.ask("audit.faults()") == []
        scrolls = screen.ask("audit.scrolls()")
        assert not scrolls["sideways"]
        assert not scrolls["down"] or width < 1000
        widest = screen.page.evaluate(
            """() => Math.max(...[...document.querySelectorAll("main > section:not([hidden], [data-widget=sentence])")]
                 .map((part) => part.getBoundingClientRect().right))"""
        )
        assert widest > width - 40, "a gap at the right"
    screen.press("5")
    assert screen.effect()["total"] != 0


def test_a_link_to_the_whole_lab_fits_one_widget(visit, chromium, urls):
    screen = new_screen(chromium, urls("embed").replace("/lab", "/effect"))
    screen.open("hide=settings,paths")
    assert screen.notices() == []
    assert not screen.choice("Toy").is_visible()
    assert screen.button("Share").is_visible()
    close(screen)


def test_views_leave_parts_out_too(chromium, urls):
    screen = new_view_screen(chromium, urls("embed").replace("/lab", "/norms"))
    screen.open("hide=settings,norm-sum&theme=dark")
    assert worn(screen) == ("dark", False)
    assert not screen.page.get_by_role("region", name="Is it a plain sum?").is_visible()
    assert not screen.choice("placement").is_visible()
    assert screen.ask("audit.faults()") == []
    assert screen.notices() == []
    assert screen.query() == {"hide": "settings,norm-sum", "theme": "dark"}
    screen.open("show=norm-sum,norms")
    assert seen(screen) == ["norms", "norm-sum"]
    assert screen.notices() == []
    close(screen)
    assert screen.faults == []


# What a link asks of the colours, what is left of it, and the sentences about the rest.
COLOURS = [
    ("ground=%23fdf6e3&ink=333&accent=8A3033", {"ground": "#fdf6e3", "ink": "#333333", "accent": "#8a3033"}, []),
    ("ground=002b36", {"ground": "#002b36", "theme": "dark"}, []),
    ("accent=005f73", {"accent": "#005f73", "ground": "#ffffff"}, []),
    ("accent=ee9b00&theme=dark", {"accent": "#ee9b00", "theme": "dark"}, []),
    (
        "ground=fdf6e3&ink=aaa&accent=ffd166",
        {"ground": "#fdf6e3", "ink": "#171b20"},
        [
            "ink: expected a contrast of at least 4.5 : 1 with the ground, got 'aaa' with 2.1 : 1.",
            "accent: expected a contrast of at least 4.5 : 1 with the ground, got 'ffd166' with 1.2 : 1.",
        ],
    ),
    ("ground=808080", None, ["ground: expected a contrast of at least 7 : 1 with the ink, got '808080' with 4.3 : 1."]),
    ("ink=red", None, ["ink: expected three or six hexadecimal digits, as in fdf6e3, got 'red'."]),
    ("ground=fdf6e3;}", None, ["ground: expected three or six hexadecimal digits, as in fdf6e3, got 'fdf6e3;}'."]),
]


def test_colours_that_can_be_read_are_worn_and_others_are_refused_with_their_contrast(modules):
    found = modules.page.evaluate(
        """async (queries) => {
          const { judgeLook } = await import("lab/page/look")
          const page = JSON.parse(document.getElementById("page").textContent)
          return queries.map((query) => judgeLook(new Map(new URLSearchParams(query)), page))
        }""",
        [query for query, _, _ in COLOURS],
    )
    for (query, wanted, sentences), got in zip(COLOURS, found, strict=True):
        assert got["sentences"] == sentences, query
        if wanted is None:
            assert got["look"] is None, query
            continue
        look = {"theme": got["look"]["theme"], **got["look"]["colours"]}
        assert {key: look[key] for key in wanted} == wanted, query


@pytest.mark.parametrize("query", ["ground=fdf6e3", "ground=%23e8f0e4&ink=223&accent=7a1f3d", "ground=002b36&ink=fff"])
def test_on_a_grounds_own_all_can_be_seen(visit, query):
    screen = visit(f"off=1&{query}&font=serif", "exported_modules", color_scheme="dark")
    assert screen.notices() == []
    check_tokens(screen.page)
    assert screen.page.evaluate(DRAWN)["faults"] == []
    assert "serif" in screen.page.evaluate("getComputedStyle(document.body).fontFamily")
    wanted = screen.page.evaluate("getComputedStyle(document.documentElement).getPropertyValue('--ground')")
    red, green, blue = bytes.fromhex(wanted[1:])
    assert Picture(screen).at(3, 760) == (red, green, blue)
    dark = query.startswith("ground=002b36")
    assert worn(screen)[0] == ("dark" if dark else "light"), "the ground decides, not the reader's preference"
    screen.button("Dark").click()
    assert worn(screen)[0] == ("light" if dark else "dark")
    assert not near(Picture(screen.settle()).at(3, 760), (red, green, blue), 40)


def test_the_ground_is_there_before_anything_is_painted(visit, exported):
    """The page without its modules is what is painted first."""
    screen = visit(form="exported")
    screen.page.context.route("**/early.html*", lambda route: route.fulfill(body=early, content_type="text/html"))
    html = exported.read_text(encoding="utf-8")
    early = html[: html.index("</head>")] + "</head><body></body></html>"
    for query, ground, theme in (
        ("ground=fdf6e3", "#fdf6e3", "light"),
        ("ground=012", "#012", "dark"),
        ("ground=888", "", "light"),
        ("ground=fff;color:red&theme=dark", "", "dark"),
    ):
        screen.page.goto(f"http://lab.test/early.html?{query}")
        root = screen.page.evaluate(
            "[document.documentElement.style.getPropertyValue('--ground'), document.documentElement.dataset.theme]"
        )
        assert root == [ground, theme], query
    early = early.replace('data-kept=""', 'data-kept="ground=fdf6e3&amp;size=large"')
    screen.page.goto("http://lab.test/early.html")
    carried = screen.page.evaluate("document.documentElement.style.cssText")
    assert carried == "--ground: #fdf6e3;", "as a file says"
    screen.page.goto("http://lab.test/early.html?off=1")
    assert screen.page.evaluate("document.documentElement.style.cssText") == carried, "and a link does not"
