"""Prompts, ablations, references and trainings: every number that they print, on a walk through the worlds."""

import pytest
from asking import answer_to
from screen import Screen
from walk import Walk, compared, screen_of, walk_all_worlds

from app.state.address import parse
from app.tables.numbers import numbers

SOME = 3  # worlds of a walk

WALKS = [
    ("live", "toy=or&seed=11"),
    ("embed", "toy=untrained&prompt=7&token=3&readout=centred"),
    ("embed", "toy=place&prompt=12&ablation=mean"),
    ("live", "toy=and&ablation=resample&source=5&readout=logit"),
    ("embed", "toy=place&reference=1,4,5&ablation=mean"),
    ("embed", "toy=tanh&reference=3"),
]
TOGETHER = [  # twelve prompts take the oracle twelve times as long
    ("live", "toy=place&prompt=all", 1),
    ("exported", "prompt=all", 1),
    ("embed", "toy=and&prompt=all&ablation=resample&source=2&readout=logit&target=2nd", 2),
    ("embed", "toy=or&prompt=all&ablation=mean&seed=3&token=2", 1),
]


@pytest.mark.parametrize(("form", "query"), WALKS)
def test_a_walk_through_some_worlds(visit, form, query):
    assert walk_all_worlds(visit(query, form), query, seed=len(query), most=SOME) > SOME * 300


@pytest.mark.parametrize(("form", "query", "most"), TOGETHER)
def test_a_walk_over_all_prompts(visit, form, query, most):
    assert walk_all_worlds(visit(query, form), query, seed=len(query), most=most) > most * 300


@pytest.mark.parametrize(
    ("form", "query"),
    [
        ("embed", "toy=or&face=answers"),
        ("live", "toy=and&face=answers&ablation=resample&source=7&off=2&reference=1"),
        ("embed", "toy=place&face=answers&prompt=all&off=3"),
        ("embed", "toy=cancel&face=answers"),
    ],
)
def test_three_answers_and_their_pairs(visit, form, query):
    screen = visit(query, form)
    assert screen_of(screen, query).everything() == []


def test_another_world_has_the_same_answers(visit):
    """They belong to all worlds: leave-one-out is not of the world that is shown."""
    screen = visit("toy=place&face=answers", "embed")
    before = screen.tables()["Effect"], screen.page.evaluate("reading.canvases('Effect')")
    screen.press("2", "5")
    assert (screen.tables()["Effect"], screen.page.evaluate("reading.canvases('Effect')")) == before


def test_measured_from_here_layers_are_switched_back_on(visit):
    """From the run with two layers off: then one of them comes on, another goes off."""
    screen = visit("toy=place&off=2,5", "embed")
    screen.button(words(screen)["fromHere"]).click()
    screen.settle()
    assert screen.query_after("reference") == "2,5"
    assert set(screen.effect().values()) == {0.0}
    walk = Walk(screen, (2, 5), seed=1)
    for off in ((1,), (3, 4), (), (0, 1, 2, 3, 4, 5)):
        walk.go(off)
        state = parse(f"toy=place&reference=2,5&off={','.join(str(layer + 1) for layer in off)}").state
        assert compared(screen.blur().settle(), state).everything() == []
    screen.button(words(screen)["fromAllOn"]).click()
    assert screen.query_after("reference") is None
    assert compared(screen.settle(), parse("toy=place&off=1,2,3,4,5,6").state).everything() == []


def words(screen: Screen) -> dict[str, str]:
    return screen.ask("JSON.parse(document.getElementById('page').textContent).strings.effect")


COMMANDS = [
    "toy=or&seed=5&ablation=resample&source=6&off=2,3&reference=1,2&face=answers",
    "toy=untrained&readout=centred&off=1,2,3,4,5,6&reference=6&step=3",
    "toy=place&prompt=all&ablation=resample&source=2&off=3&target=3rd",
]


@pytest.mark.parametrize("query", COMMANDS)
def test_the_command_prints_what_the_screen_shows(visit, query):
    """`residual-lab numbers` is the oracle's answer, and both are on the screen."""
    screen, state = visit(query, "embed"), parse(query).state
    answer, printed = answer_to(state), {name: q["values"] for name, q in numbers(state)["numbers"].items()}
    effect = screen.effect()
    sums = {"direct": "effect_direct", "viaLayers": "effect_via_layers"}
    single = {"viaNorm": "effect_via_norm", "total": "effect_total"}
    assert {name: sum(printed[key]) for name, key in sums.items()} == pytest.approx(
        {name: effect[name] for name in sums}, abs=1e-6
    )
    assert {name: printed[key] for name, key in single.items()} == pytest.approx(
        {name: effect[name] for name in single}, abs=1e-6
    )
    now, before, exchanged = answer.sums(state.step)
    truths = {
        "readout_now": answer.readout,
        "readout_reference": answer.start,
        "contribution_bias": answer.bias,
        "interaction": answer.interaction,
        "path_alpha": answer.alpha,
        "embedding": answer.embedding,
        "sum_at_step": now,
        "sum_reference_at_step": before,
        "sum_nothing_recomputed_at_step": exchanged,
        "write_sizes": answer.sizes,
        "write_sizes_reference": answer.reference_sizes,
        "probabilities_now": answer.probs,
        "probabilities_reference": answer.reference_probs,
        "effect_direct": answer.direct,
        "effect_via_layers": answer.via_layers,
        "effect_alone": answer.alone,
        "back_on": answer.back,
        "leave_one_out": answer.answers["leave_one_out"],
        "shapley": answer.answers["shapley"],
        "add_one_in": answer.answers["add_one_in"],
        "gradient_whole": answer.gradient["whole"],
        "gradient_layers_only": answer.gradient["layers"],
        "path_share": answer.shares,
        "path_size_share": answer.size_shares,
        "path_count": answer.counts,
    }
    for name, truth in truths.items():
        values = printed[name]
        if isinstance(values, list):
            values = values[: len(answer.shares)] if name.startswith("path") else values
        assert values == pytest.approx(truth, abs=1e-9), name
    for row, truth in zip(printed["pair_interactions"], answer.pairs, strict=True):
        assert row == pytest.approx(truth, abs=1e-9)
    assert screen_of(screen, query).everything() == []
