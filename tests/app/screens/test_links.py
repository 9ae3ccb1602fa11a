"""Any link to any file: what the page's own module shows is what was asked for, or what is missing is named."""

from dataclasses import asdict
from random import Random
from urllib.parse import parse_qsl, urlencode

import pytest
from links import TOYS, File, random_state

from app.screens.page import strings
from app.screens.view import View
from app.screens.views import views
from app.state.catalogue import catalogue
from app.state.queries import PROBLEMS
from app.state.runs import ranking
from app.state.selection import to_fields
from app.state.vocabulary import shared

PAGE = {"vocabulary": {**shared(), "problems": PROBLEMS}, "catalogue": catalogue(), "strings": strings(())}


def test_every_part_of_any_link_is_shown_or_named(node, cases):
    draw, wrong = Random(1), []
    for number in range(cases(16, 200)):
        file = File(random_state(draw, TOYS[number % len(TOYS)]))
        links = list(file.links(draw, 20))
        orders = {str(key): list(ranking(key.toy, key.seed, key.prompt, key.token)) for key in file.keys}
        page = {**PAGE, "start": to_fields(file.start)}
        found = node("links", links=links, keys=list(orders), orders=orders, toys=file.toys, page=page)
        for link, read in zip(links, found, strict=True):
            wrong += [(file.start, link, fault) for fault in file.faults(link, read["state"], read["sentences"])]
    assert wrong == [], "\n".join(f"{a} {b} {c}" for a, b, c in wrong[:12])


@pytest.mark.parametrize("name", views())
def test_every_part_of_any_link_to_a_view_is_shown_or_named(node, cases, name):
    view, draw = views()[name], Random(name)
    for _ in range(cases(6, 60)):
        start = random_values(draw, view)
        keys = list({view.key(values): None for values in view._steps(start)})
        links = [random_link(draw, view) for _ in range(20)]
        facts = {"view": name, "settings": [asdict(setting) for setting in view.settings], "start": start}
        found = node("linksToView", **facts, keys=keys, links=links, vocabulary=PAGE["vocabulary"])
        for link, read in zip(links, found, strict=True):
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
