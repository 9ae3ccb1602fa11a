"""Any link opens in any file: what the file does not carry is named, the rest applies, and nothing else is said."""

from dataclasses import asdict
from pathlib import Path
from random import Random
from urllib.parse import parse_qsl, urlencode

import pytest
from links import TOYS, File, random_state
from screen import Screen, close, new_screen

from app.screens.screens import export_html, screens
from app.screens.view import View
from app.screens.views import views
from app.state.runs import ranking
from app.state.selection import to_fields

# What `readLink` makes of links, for files of which only the tables' keys and words are made.
READ = """async ({ start, orders, keys, links, toys }) => {
  const [{ readLink }, { Tables }] = await Promise.all([import("lab/page/opening"), import("lab/state/tables")])
  const page = { ...JSON.parse(document.getElementById("page").textContent), start }
  const tables = new Tables(Object.fromEntries(keys.map((key) => [key, { order: orders[key] }])), null, 1)
  const known = new Map(page.catalogue.filter(({ name }) => toys.includes(name)).map((toy) => [toy.name, toy]))
  return Promise.all(links.map((link) => readLink(link, { page, toys: known, tables })))
}"""


def test_every_part_of_any_link_is_shown_or_named(modules, cases):
    draw, wrong = Random(1), []
    for number in range(cases(16, 200)):
        file = File(random_state(draw, TOYS[number % len(TOYS)]))
        links = list(file.links(draw, 20))
        orders = {str(key): list(ranking(key.toy, key.seed, key.prompt, key.token)) for key in file.keys}
        facts = {"start": to_fields(file.start), "keys": list(orders), "orders": orders, "links": links}
        for link, read in zip(links, modules.page.evaluate(READ, {**facts, "toys": file.toys}), strict=True):
            wrong += [(file.start, link, fault) for fault in file.faults(link, read["state"], read["sentences"])]
    assert wrong == [], "\n".join(f"{a} {b} {c}" for a, b, c in wrong[:12])


READ_VIEW = """async ({ view, settings, start, keys, links }) => {
  const { Choices, readChoices } = await import("lab/state/choices")
  const { Tables } = await import("lab/state/tables")
  const templates = JSON.parse(document.getElementById("page").textContent).problems
  const tables = new Tables(Object.fromEntries(keys.map((key) => [key, {}])), null, 1)
  const choices = new Choices({ view, settings, tables })
  return links.map((link) => {
    const { values, asked, problems } = readChoices(link, { choices, templates })
    return { ...choices.nearest(values, { asked, start }), problems }
  })
}"""


@pytest.mark.parametrize("name", views())
def test_every_part_of_any_link_to_a_view_is_shown_or_named(modules, cases, name):
    view, draw = views()[name], Random(name)
    for _ in range(cases(6, 60)):
        start = random_values(draw, view)
        keys = list({view.key(values): None for values in view._steps(start)})
        links = [random_link(draw, view) for _ in range(20)]
        facts = {"view": name, "settings": [asdict(setting) for setting in view.settings], "start": start}
        for link, read in zip(
            links, modules.page.evaluate(READ_VIEW, {**facts, "keys": keys, "links": links}), strict=True
        ):
            wanted, problems, _ = view.parse(link)
            shown, named = read["carried"], [what.partition("=")[0] for what in read["missing"]]
            asked = set(dict(parse_qsl(link))) - {problem.sentence.partition(":")[0] for problem in problems}
            assert shown == view.defaults(**shown), "what is shown can be chosen"
            assert view.key(shown) in keys
            assert set(named) == {key for key in asked if shown[key] != wanted[key]}, (start, link)
            assert view.key(wanted) not in keys or shown == wanted, (start, link)
            for key in named:
                fetching = [setting.name for setting in view.settings if setting.fetches]
                granted = {each: shown[each] for each in asked & {*fetching} - {*named}} | {key: wanted[key]}
                here = [view.values_of(each) for each in keys]
                assert key not in fetching or not any(granted.items() <= one.items() for one in here), (start, link)


def random_values(draw: Random, view: View) -> dict[str, str]:
    values: dict[str, str] = {}
    for setting in view.settings:
        values[setting.name] = draw.choice(setting.offered(values))[0]
    return values


def random_link(draw: Random, view: View) -> str:
    return urlencode({key: value for key, value in random_values(draw, view).items() if draw.random() < 0.4})


SHOWN = "document.getElementById('lab').selection"


@pytest.mark.parametrize("start", ["ablation=resample", "toy=or&seed=3&prompt=all&token=2"])
def test_a_file_opens_on_any_link(chromium, tmp_path, cases, start):
    draw = Random(start)
    state, _ = screens()["lab"].read(start)
    file = File(state)
    screen = new_screen(chromium, written(tmp_path / "lab.html", state))
    for link in ["toy=place&prompt=3", "seed=1", *file.links(draw, cases(2, 250))]:
        screen.open(link)
        assert file.faults(link, screen.ask(SHOWN), screen.notices()) == [], link
        assert all(screen.twins().values()), link
        said = screen.notices()
        for _ in range(2):
            chosen = choose_any(screen, draw)
            assert screen.notices() in (said, []), (link, chosen)
    close(screen)
    assert screen.faults == [], "\n".join(screen.faults)


def choose_any(screen: Screen, draw: Random) -> tuple[str, str]:
    """Choose anything that a menu or the prompt's words offer; it is then what is shown."""
    menus = [menu for menu in screen.page.locator("main select, header select").all() if menu.is_visible()]
    menu = draw.choice(menus)
    values = menu.locator("option").all()
    name, value = menu.get_attribute("aria-label") or "", draw.choice(values).get_attribute("value") or ""
    menu.select_option(value)
    screen.settle()
    assert menu.input_value() == value, (name, value)
    words = [word for word in screen.page.get_by_role("radio").all() if word.is_enabled()]
    if words:
        word = draw.choice(words)
        word.check(force=True)
        screen.settle()
        assert word.is_checked()
    return name, value


def written(file: Path, state: object) -> str:
    file.write_text(export_html(screens()["lab"], state), encoding="utf-8")
    return file.as_uri()
