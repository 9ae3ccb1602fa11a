"""The names of tables: each reads back, and any other text is refused with one sentence."""

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from app.state.catalogue import catalogue, prompts_of, tokens_of, vocab_of
from app.state.selection import choose, default
from app.state.vocabulary import ALL_PROMPTS, OWN, READOUTS
from app.tables.keys import WORDS, Key, parse_key, readout_key, token_key

ENTRIES = {entry["name"]: entry for entry in catalogue()}
PROMPTS, WORD_COUNT = len(ENTRIES["place"]["prompts"]), len(ENTRIES["place"]["vocab"])


@st.composite
def keys(draw: st.DrawFn) -> Key:
    """Any table that can be asked for."""
    entry = ENTRIES[draw(st.sampled_from(list(ENTRIES)))]
    prompt = draw(st.sampled_from(list(prompts_of(entry))))
    ablation, source = draw(st.sampled_from(entry["ablations"])), None
    if ablation == "resample":
        source = draw(st.integers(1, len(entry["prompts"])).filter(lambda other: other != prompt))
    readout = draw(st.sampled_from([None, *READOUTS]))
    words = list(range(len(vocab_of(entry, prompt))))
    chosen = draw(st.permutations(words))[: WORDS[readout]]
    token = draw(st.integers(1, len(tokens_of(entry, prompt))))
    seed = draw(st.integers(0, entry["seeds"] - 1))
    target, against = (*chosen, None, None)[:2]
    part = draw(st.sampled_from([None, *(part for part, aims in OWN.items() if aims == (readout is not None))]))
    return Key(entry["name"], seed, prompt, ablation, source, token, readout, target, against, part)


@given(keys())
def test_a_key_reads_back(key: Key):
    assert parse_key(str(key)) == key


@given(st.lists(keys(), min_size=2, max_size=2, unique=True))
def test_two_tables_never_share_a_name(pair: list[Key]):
    assert str(pair[0]) != str(pair[1])


def test_how_keys_are_spelled():
    token = Key("place", 0, 1, "zero", None, 5)
    assert str(token) == "place/0/1/zero/5"
    assert str(token._replace(prompt=ALL_PROMPTS, ablation="resample", source=3)) == "place/0/all/resample-3/5"
    assert str(token._replace(readout="lead", target=12, against=0)) == "place/0/1/zero/5/lead/12/0"
    assert str(token._replace(readout="logit", target=0)) == "place/0/1/zero/5/logit/0"
    assert parse_key("place/11/2/mean/1/centred/15") == Key("place", 11, 2, "mean", None, 1, "centred", 15)


def test_a_state_names_the_two_tables_that_it_is_drawn_from():
    state = choose(default(), prompt=2, ablation="resample", source=4, readout="logit", target=3, off=(2,))
    assert str(token_key(state)) == "place/0/2/resample-4/5"
    assert str(readout_key(state)) == "place/0/2/resample-4/5/logit/3"
    assert token_key(choose(state, off=(), reference=(1, 2), face="answers", step=1)) == token_key(state)


PIECES = [*ENTRIES, *READOUTS, "zero", "mean", "resample", "resample-1", "resample-2", "resample-13", "all", "/", "-"]
NEARLY = st.lists(st.sampled_from([*PIECES, "0", "1", "2", "5", "13", "-1", "٣", "1e9", "%", "", "01"]), max_size=10)


@given(
    st.text(max_size=60) | NEARLY.map("/".join) | st.tuples(keys(), st.text(max_size=4)).map(lambda k: f"{k[0]}{k[1]}")
)
@example("place/0/1/zero/5/lead/3/3")
@example("place/0/1/zero/6")
@example("place/12/1/zero/1")
@example("place/0/13/zero/1")
@example("place/0/0/zero/1")
@example("place/00/1/zero/1")
@example("place/0/1/zero/0")
@example("place/0/1/zero/5/logit/16")
@example("place/0/1/zero/5/lead/3")
@example("place/0/1/zero/5/logit/3/4")
@example("place/0/1/resample/5")
@example("place/0/1/resample-1/5")
@example("place/0/1/resample-/5")
@example("place/0/1/resample-0/5")
@example("place/0/1/resample-13/5")
@example("place/0/all/resample-all/5")
@example("place/0/1/zero-2/5")
@example("place/0/1/mean-/5")
@example("place/0/1/resample-2-3/5")
@example("place/0/5")
@example("sum/1/1/zero/1")
@example("sum/0/all/zero/1")
@example("sum/0/2/zero/1")
@example("sum/0/1/mean/1")
@example("tanh/0/1/mean/1")
@example("tanh/0/1/zero/" + "9" * 5000)
@example("/".join("x" * 5000))
def test_any_text_is_a_key_or_is_refused_with_one_sentence(text: str):
    try:
        key = parse_key(text)
    except ValueError as error:
        sentence = str(error)
        assert sentence.startswith("table: expected ")
        assert sentence.endswith(".")
        assert len(sentence) < 170
        assert sentence.splitlines() == [sentence]
    else:
        assert str(key) == text


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("nope/0/1/zero/1", f"table: expected one of {', '.join(ENTRIES)} first."),
        ("place/0/1/zero", "table: expected TOY/SEED/PROMPT/ABLATION/TOKEN, then nothing, lead/WORD/WORD, "),
        ("place/12/1/zero/1", "table: expected a seed, a plain whole number from 0 to 11, got 12."),
        ("place/0/99/zero/1", f"table: expected a prompt, a plain whole number from 1 to {PROMPTS}, got 99."),
        ("sum/0/all/zero/1", "table: expected a prompt's number, since sum knows only one."),
        ("sum/0/1/mean/1", "table: expected an ablation, one of zero."),
        ("place/0/1/resample/1", "table: expected an ablation, one of zero, mean, resample-PROMPT."),
        (
            "place/0/1/resample-0/1",
            f"table: expected a source prompt, a plain whole number from 1 to {PROMPTS}, got 0.",
        ),
        ("place/0/1/resample-1/1", "table: expected another prompt as the source than the one that is read."),
        ("place/0/1/zero/6", "table: expected a token, a plain whole number from 1 to 5, got 6."),
        ("place/0/1/zero/5/lead/2/2", "table: expected two different words."),
        (
            "place/0/1/zero/5/logit/x",
            f"table: expected a word, a plain whole number from 0 to {WORD_COUNT - 1}, got something else.",
        ),
    ],
)
def test_what_was_expected_is_said(text: str, sentence: str):
    with pytest.raises(ValueError, match=r"^table: ") as refused:
        parse_key(text)
    assert str(refused.value).startswith(sentence)
