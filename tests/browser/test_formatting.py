"""How numbers are printed: fixed decimals, a true minus, no noise, and the same in every language of browser."""

import re

import pytest
from blemishes import BAD, blemishes

TANH = ["", "3", "24", "123456", "135"]


def test_the_scan_finds_what_it_should():
    for text in ("−0.00", "-0.5", "1e-16", "NaN", "{count} worlds", "0,53", "+0.00", "٣", "-0", "0.123456"):
        assert any(re.search(pattern, text) for pattern in BAD.values()), text
    for text in (
        "−0.49",
        "keys 1–6",
        "2.00, −0.10",
        "10⁻³",
        "0",
        "0.00",
        "1.2×10⁻³",
        ">99.9 %",
        "residual-lab 1",
        "no −",
    ):
        assert not any(re.search(pattern, text) for pattern in BAD.values()), text


def test_everything_that_the_opening_toy_prints(fresh):
    wrong = []
    for keys in TANH:
        fresh.press("0", *keys)
        wrong += [f"off {keys}: {line}" for line in blemishes(fresh)]
    fresh.press("ArrowLeft", "ArrowLeft", "0")
    fresh.slider("Gain α of the binomial").press("Home")
    wrong += blemishes(fresh)
    fresh.choice("Measure").select_option("share")
    wrong += blemishes(fresh)
    fresh.blur().press("?")
    wrong += [line for line in blemishes(fresh) if "keys 1" not in line]
    fresh.press("Escape", "r")
    assert wrong == []


@pytest.mark.parametrize("toy", ["sum", "reread", "cancel"])
def test_everything_that_the_hand_checkable_toys_print(fresh, toy):
    layers = len(fresh.show(toy).read()["switches"])
    wrong = []
    for readout in ("lead", "logit", "centred"):
        fresh.show(toy, "", readout)
        for world in range(2**layers):
            # Gray code: one switch leads from each world to the next.
            wrong += [f"{readout}, off {fresh.off()}: {line}" for line in blemishes(fresh)]
            if world + 1 < 2**layers:
                fresh.press(str(((world + 1) & -(world + 1)).bit_length()))
    assert wrong == []


def test_a_complaint_about_an_address_is_clean_too(visit):
    screen = visit("toy=tanh&off=9&token=x&seed=1000&target=nobody&nonsense=1", "embed")
    assert len(screen.notices()) == 5
    assert blemishes(screen) == []


@pytest.mark.parametrize("locale", ["de-DE", "ar-EG"])
def test_another_browser_language_prints_the_same(visit, fresh, locale):
    foreign = visit("off=3,5", locale=locale)
    fresh.press("0", "3", "5")
    assert foreign.page.evaluate("(0.5).toLocaleString()") != "0.5"
    assert foreign.read() == fresh.read()
    fresh.press("0")


def test_an_off_layer_writes_exactly_nothing(fresh):
    fresh.press("0", "1", "4")
    shown = {row[0]: row[1] for row in fresh.tables()["Layers"]["rows"]}
    stream = {row[0]: set(row[1:]) for row in fresh.tables()["Stream"]["rows"]}
    fresh.press("0")
    for name in ("Attention 1", "MLP 2"):
        assert shown[name] == "0.00"
        assert stream[name] == {"0.00"}


def test_chances_are_never_printed_as_certain_or_impossible(fresh):
    for keys in ("", "2", "3", "6", "123", "123456"):
        fresh.press("0", *keys)
        printed = [cell for row in fresh.tables()["The model says"]["rows"] for cell in row[1:]]
        assert not {"0 %", "100 %", "0.0 %", "100.0 %"} & set(printed), printed
    fresh.press("0")
