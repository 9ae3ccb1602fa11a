"""Toys that break charts elsewhere: words that occur twice, mixed signs in every bar, nothing on at all."""

from itertools import permutations

import numpy as np
import pytest
from answer import answer
from asking import Words
from oracle import Oracle, Question
from screen import Screen, close, new_screen
from whole_screen import WholeScreen

from app.screens import lab, page
from app.state import catalogue, runs, selection
from app.tables import tables
from app.tables.keys import Key
from toy_models import Toy
from toy_models.model.blocks import TanhAttention, TanhMLP

CHARTS = ("Effect", "Gradient", "Stream", "Paths")


def twins_toy() -> Toy:
    """Two tokens "the", three words "the" and two "cat"; in every dimension something is added and something taken."""
    draw = np.random.RandomState(5).standard_normal
    pattern = np.tril(np.ones((3, 3))) / np.arange(1, 4)[:, None]
    blocks = [TanhAttention(pattern, draw((4, 4))) if layer % 2 == 0 else TanhMLP(draw((4, 4))) for layer in range(5)]
    return Toy(
        name="twins",
        title="Words that occur twice",
        about="A toy for tests.",
        X0=draw((3, 4)),
        blocks=tuple(blocks),
        sublayer_names=("Read 1", "Think 1", "Read 2", "Think 2", "Read 3"),
        kinds=("attention", "mlp", "attention", "mlp", "attention"),
        norm="rms",
        gamma=1 + 0.1 * draw(4),
        beta=0.1 * draw(4),
        W_U=draw((4, 6)),
        tokens=("the", "cat", "the"),
        vocab=("the", "cat", "the", "a b", "cat", "the"),
    )


@pytest.fixture(scope="module")
def twins(tmp_path_factory, chromium):
    """A page in which the twins are the only toy; all of its tables are carried."""
    toy = twins_toy()
    with pytest.MonkeyPatch.context() as patch:
        for module in (runs, catalogue):
            patch.setattr(module, "load_toy", lambda name, seed=0, prompt=0: toy)
        patch.setattr(catalogue, "toy_seeds", lambda name: 1)
        entry = catalogue._entry("twins")
        patch.setattr(lab, "catalogue", lambda: (entry,))
        patch.setattr(page, "lesson", lambda name: "")
        runs.run.cache_clear()
        offer = selection.Offer({"twins": entry}, runs.ranking)
        keys = []
        for token in (1, 2, 3):
            keys.append(Key("twins", 0, 1, "zero", None, token))
            pairs = permutations(range(len(toy.vocab)), 2)
            keys += [keys[-1]._replace(readout="lead", target=v, against=w) for v, w in pairs]
        carried = {str(key): tables.table(key) for key in keys}
        html = page.page_html(lab.LabScreen("lab").content(selection.default(offer)), page.Form("inline", carried))
    runs.run.cache_clear()
    file = tmp_path_factory.mktemp("awkward") / "twins.html"
    file.write_text(html, encoding="utf-8")
    screen = new_screen(chromium, file.as_uri()).open()
    yield screen
    close(screen)
    assert screen.faults == [], "\n".join(screen.faults)


@pytest.fixture
def oracle() -> Oracle:
    return Oracle(twins_toy())


def question_of(screen: Screen, token: int) -> Question:
    target, against = (int(screen.choice(name).input_value()) for name in ("Word explained", "Compared with"))
    return Question(token - 1, "lead", target, against)


def test_the_toy_is_as_awkward_as_it_should_be(oracle):
    run = oracle.run(())
    values = np.array([oracle.toy.X0, *run.writes])[:, 2]
    assert ((values > 0.05).any(axis=0) & (values < -0.05).any(axis=0)).all()


@pytest.mark.parametrize("token", [1, 2, 3])
@pytest.mark.parametrize("off", [(), (1,), (0, 3), (0, 1, 2, 3, 4)])
def test_every_number_is_right(twins, oracle, token, off):
    twins.page.get_by_role("radio").nth(token - 1).check()
    twins.settle().blur().press("0", *(str(layer + 1) for layer in off))
    truth = answer(oracle, off, question_of(twins, token))
    words = Words(oracle.toy, oracle.toy.tokens, oracle.toy.vocab)
    assert WholeScreen(twins.read(), truth, words, 5).everything() == []


@pytest.mark.parametrize("keys", ["0", "02", "012345"])
def test_no_chart_is_blank(twins, keys):
    twins.blur().press(*keys)
    for chart in CHARTS:
        assert twins.page.evaluate(f"reading.painted({chart!r})") > 100, chart


def test_the_second_of_two_words_is_told_from_the_first(twins):
    options = twins.choice("Word explained").locator("option").all_inner_texts()
    assert options == ["the", "cat", "the~2", "a b", "cat~2", "the~3"]
    names = [row[0] for row in twins.tables()["The model says"]["rows"]]
    assert sorted(names) == sorted(options)
    chips = [radio.get_attribute("aria-label") for radio in twins.page.get_by_role("radio").all()]
    assert chips == ["Word 1: the", "Word 2: cat", "Word 3: the"]


def test_a_repeated_word_survives_the_address(twins):
    twins.choice("Word explained").select_option("5")
    twins.settle().choice("Compared with").select_option("2")
    query = twins.wait_for_query(lambda query: query.get("against") == "the~2")
    assert query["target"] == "the~3"
    twins.page.reload()
    twins.ready()
    assert twins.query() == query
    assert twins.choice("Word explained").input_value() == "5"
    assert twins.choice("Compared with").input_value() == "2"
    assert "the~3’s lead over the~2" in twins.sentence()["text"]


@pytest.mark.parametrize("toy", ["tanh", "sum", "reread", "cancel"])
def test_with_all_off_no_chart_of_any_toy_is_blank(lab, toy):
    layers = len(lab.show(toy).read()["switches"])
    lab.press(*(str(layer) for layer in range(1, layers + 1)))
    for chart in CHARTS:
        painted = lab.page.evaluate(f"reading.painted({chart!r})")
        assert painted > 100, chart
    lab.choice("Toy").select_option("tanh")


def test_from_six_layers_to_one_and_back(lab):
    """Charts that once had other rows are drawn anew, not on top."""
    lab.blur().press("r").press("3")
    before = [lab.page.evaluate(f"reading.canvases({chart!r})") for chart in CHARTS]
    for toy in ("cancel", "sum", "tanh"):
        lab.choice("Toy").select_option(toy)
        lab.settle()
    lab.blur().press("3")
    assert [lab.page.evaluate(f"reading.canvases({chart!r})") for chart in CHARTS] == before
    lab.press("0")
