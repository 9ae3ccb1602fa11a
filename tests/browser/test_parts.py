"""Parts that a link asks for beside the lab's own: what they print is their table's, and what is pressed leads on."""

from collections.abc import Callable

import pytest
from screen import Screen, close, new_screen

from app.state.address import parse
from app.state.vocabulary import OWN
from app.tables.keys import part_key
from app.tables.tables import table

WORLDS = ("", "1", "2,5", "1,2,3,4,5,6")
QUERY = "toy=place&prompt=2&show=effect,stream,paths,block,attention,lengths,routes,switchboard"


@pytest.fixture(scope="module")
def screen(chromium, server):
    opened = new_screen(chromium, f"{server.url}embed/lab").open(f"{QUERY}&step=3")
    yield opened
    close(opened)
    assert opened.faults == []


def own(part: str) -> dict:
    return table(part_key(part, parse(QUERY).state))


def at(by_layer: dict, layer: int, off: str):
    world = 63 - sum(1 << (int(key) - 1) for key in off.split(",") if key)
    return by_layer[str(layer)][world & ((2 << layer) - 1)]


def switch(screen: Screen, off: str) -> None:
    screen.blur().press("0", *(key for key in off.split(",") if key))


def column(table: dict, name: str) -> list:
    return [row[table["columns"].index(name)] for row in table["rows"]]


@pytest.mark.parametrize("off", WORLDS)
def test_numbers_in_full_are_the_tables_own(screen, off):
    switch(screen, off)
    shown, layers = screen.tables(full=True), range(6)
    lengths, routes = own("lengths"), own("routes")
    assert [float(x) for x in column(shown["Lengths"], "Stream")[1:]] == [
        at(lengths["stream"], i, off)[4] for i in layers
    ]
    assert [float(x) for x in column(shown["Lengths"], "Write")[1:]] == [
        at(lengths["write"], i, off)[4] for i in layers
    ]
    world = 63 - sum(1 << (int(key) - 1) for key in off.split(",") if key)
    carried = [value for value in column(shown["Routes"], "Signed part") if value]
    expected = [routes["share"][world][route] for route in range(64) if route & ~world == 0]
    assert sorted(map(float, carried)) == sorted(expected)
    block = own("block")
    assert [float(x) for x in column(shown["One layer"], "Sum")] == at(block["sums"], 2, off)
    pattern = own("attention")["pattern"]
    last = [row[3:] for row in shown["Attention"]["rows"] if row[2] == "the"][1::2]
    expected = [at(pattern, layer, off)[head][4] for layer in (4, 2, 0) for head in (0, 1)]
    assert [[float(x) for x in row] for row in last] == expected


def passes(length: int) -> Callable[[dict[str, str]], bool]:
    return lambda query: len([key for key in query.get("route", "1").split(",") if key]) == length


def test_a_bar_of_the_paths_leads_to_the_routes_of_its_length_and_back(screen):
    switch(screen, "2")
    for length in (0, 3, 5):
        screen.slider("Layers passed").fill(str(length))
        passed = [key for key in screen.wait_for_query(passes(length)).get("route", "1").split(",") if key]
        assert "2" not in passed, "an open one comes first"
    said = screen.twins()["Routes"]
    paths = screen.tables()["Paths"]
    assert f"together their share of sizes is {paths['rows'][5][2][:4]}" in said


def test_a_layer_is_stepped_through_and_builds_the_stream_up(screen):
    switch(screen, "")
    steps, build = screen.slider("Layer that is run"), screen.slider("Build the stack up")
    steps.fill("2")
    assert build.input_value() == "2"
    columns = "[...document.querySelectorAll('.stages ol:not(.names)')]"
    shown = f"{columns}.filter((ol) => ol.checkVisibility({{ visibilityProperty: true }})).length"
    counts = []
    for _ in range(5):
        screen.button("Forward").click()
        screen.settle()
        counts.append((build.input_value(), screen.ask(shown)))
    assert counts == [("3", 1), ("3", 2), ("3", 3), ("3", 4), ("4", 1)]
    for _ in range(9):
        screen.button("Back").click()
    assert (screen.settle(), build.input_value()) == (screen, "1")
    for _ in range(9):
        screen.button("Back").click()
    screen.settle()
    assert build.input_value() == "0"
    assert "starts as its embedding" in screen.twins()["One layer"]


def test_a_writer_is_brought_out_in_every_part(screen):
    switch(screen, "")
    screen.slider("Build the stack up").fill("6")
    screen.settle()
    square = screen.page.locator(".looks .squares i[data-writer='2']").first
    square.hover()
    screen.settle()
    faded = "[...document.querySelectorAll('.looks .squares')].map((node) => node.classList.contains('faded'))"
    assert screen.ask(faded) == [True, True, False, False, True, True]
    screen.page.mouse.move(0, 0)
    screen.settle()
    assert not any(screen.ask(faded))


def test_what_is_not_asked_for_costs_nothing(chromium, server):
    plain = new_screen(chromium, f"{server.url}embed/lab").open("toy=place")
    html = plain.page.content()
    assert [part for part in OWN if f"components/{part}/" in html or f'data-widget="{part}"' in html] == []
    assert [url for url in plain.asked if any(f"tables/{part}/" in url for part in OWN)] == []
    plain.open("toy=place&show=routes,settings")
    plain.press("2")
    plain.choice("Word explained").select_option(label="rug")
    plain.until(lambda: "rug" in str(plain.tables()["Routes"]["caption"]))
    close(plain)
    assert plain.faults == []
