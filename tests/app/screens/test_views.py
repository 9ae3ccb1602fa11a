"""What every view beside the lab must do without a browser: addresses, keys, tables, numbers, files and routes."""

import csv
import io
import json

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from app import cli
from app.screens.lab import BESIDE
from app.screens.screens import export_html, menu, screens
from app.screens.view import Setting, View
from app.screens.views import views
from app.tables.encoding import encode
from app.tables.quantities import to_csv

NAMES = list(views())


@st.composite
def chosen(draw) -> tuple[View, dict[str, str]]:
    view = views()[draw(st.sampled_from(NAMES))]
    values: dict[str, str] = {}
    for setting in view.settings:
        values[setting.name] = draw(st.sampled_from([value for value, _ in setting.offered(values)]))
    return view, values


@given(chosen())
def test_an_address_and_a_key_read_back(case):
    view, values = case
    assert view.parse(view.format(values)) == (values, (), ())
    fetched = view.values_of(view.key(values))
    assert {s.name: fetched[s.name] for s in view.settings if s.fetches} == {
        s.name: values[s.name] for s in view.settings if s.fetches
    }
    assert view.fetched(values) == fetched
    assert hash(view.fetched(values)) == hash(view.fetched(dict(values)))


@given(st.sampled_from(NAMES), st.text(max_size=60))
def test_any_address_is_read_and_any_key_refused_in_words(name, text):
    view = views()[name]
    values, problems = view.read(text)
    assert view.parse(view.format(values))[0] == values
    assert all(problem.sentence.endswith(".") for problem in problems)
    with pytest.raises(ValueError, match=r"^table: expected "):
        view.values_of(f"{name}/{text}/nothing/of/this")


@pytest.mark.parametrize("name", NAMES)
def test_a_bad_part_is_named_and_the_good_ones_apply(name):
    view = views()[name]
    first = view.settings[0]
    values, problems, kept = view.parse(f"{first.name}=<b>&colour=red&theme=dark&theme=light&hide=a")
    assert values == view.defaults()
    assert [problem.kind for problem in problems] == ["choice", "unknown", "repeated"]
    assert problems[0].sentence.startswith(f"{first.name}: expected one of {first.offered({})[0][0]}")
    assert kept == (("hide", "a"), ("theme", "dark"))


@pytest.mark.parametrize("name", NAMES)
def test_every_value_can_stand_in_an_address_and_a_path_as_it_is(name):
    for setting in views()[name].settings:
        for options in setting.options.values():
            values = [value for value, _ in options]
            assert len(set(values)) == len(values) > 0
            assert all(value and set(value) <= set("abcdefghijklmnopqrstuvwxyz0123456789.-_") for value in values)
        assert setting.place == "header" or setting.name


@pytest.mark.parametrize("name", NAMES)
def test_a_table_is_clean_json_with_a_label_for_each_place(name):
    view = views()[name]
    table = view.table(view.defaults())
    assert json.loads(encode(table)) == table
    runs = view.runs(view.defaults())
    for quantity in runs.quantities:
        shape = np.shape(np.asarray(quantity.values, dtype=float))
        assert shape == tuple(len(runs.labels[axis]) for axis in quantity.by), quantity.name


@pytest.mark.parametrize("name", NAMES)
def test_numbers_are_the_tables_own_at_full_precision(name):
    view = views()[name]
    numbers, table = view.numbers(view.defaults()), view.table(view.defaults())
    for name, _, _, decimals in view.runs(view.defaults()).quantities:
        ours, theirs = (np.array(x, dtype=float) for x in (numbers["numbers"][name]["values"], table[name]))
        relative, absolute = (1e-4, 1e-12) if decimals is None else (0.0, 0.51 * 10.0**-decimals)
        np.testing.assert_allclose(ours, theirs, rtol=relative, atol=absolute)
    rows = list(csv.reader(io.StringIO(to_csv(numbers))))
    assert rows[0][0] == "name"
    assert {row[0] for row in rows[1:]} >= set(numbers["numbers"])


@pytest.mark.parametrize("name", NAMES)
def test_the_command_line_knows_it(name, capsysbinary, tmp_path):
    assert cli.main(["numbers", "--view", name]) == 0
    assert json.loads(capsysbinary.readouterr().out)["view"] == name
    assert cli.main(["export", str(tmp_path / "view.html"), "--view", name]) == 0
    assert name in (tmp_path / "view.html").read_text(encoding="utf-8")
    assert cli.main(["export", str(tmp_path / "bad.html"), "--view", name, "--state", "no=1"]) == 2
    assert not (tmp_path / "bad.html").exists()


@pytest.mark.parametrize("name", NAMES)
def test_a_file_carries_what_is_one_step_away(name):
    view = views()[name]
    carried = view.carried(view.defaults())
    for setting in view.settings:
        if setting.name in view.carries:
            for value, _ in setting.offered(view.defaults()):
                assert view.key(view.defaults(**{**view.defaults(), setting.name: value})) in carried


def test_the_menu_lists_the_lab_and_every_view_in_order():
    assert [link for link, _ in menu()] == ["./", *BESIDE, *NAMES]
    assert [views()[name].order for name in NAMES] == sorted({view.order for view in views().values()})
    assert next(iter(screens())) == "lab"


@settings(max_examples=20)
@given(st.text(alphabet="ab", max_size=3), st.text(alphabet="ab", max_size=3))
def test_options_that_depend_on_an_earlier_choice(first, second):
    letters = {"a": [("1", "one"), ("2", "two")], "b": [("3", "three")]}
    view = View(
        "made",
        9,
        (Setting("letter", {"": [("a", "A"), ("b", "B")]}), Setting("number", letters, by="letter", usual={"a": "2"})),
        lambda values: None,  # type: ignore[arg-type,return-value]
        (),
    )
    values, problems = view.read(f"letter={first}&number={second}")
    assert values["number"] == {"a": "2", "b": "3"}[values["letter"]]
    assert len(problems) == (first not in ("a", "b")) + 1
    assert view.format(view.defaults(letter="a", number="1")) == "number=1"


def test_pages_carry_no_markup_from_an_address():
    view = views()[NAMES[0]]
    html = export_html(view, view.read("depth=<script>alert(1)</script>")[0])
    assert "alert(1)" not in html
