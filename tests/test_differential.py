"""What Python and the page both know, asked of both: addresses, what a change brings along, printed numbers, colours.

Cases are drawn at random, with a seed, so that a run can be repeated; `make campaign` draws many more.
"""

import re
from decimal import ROUND_HALF_UP, Decimal
from random import Random
from typing import Any

import pytest
from node import Node

from app.state import address
from app.state.catalogue import Entry, Prompt, catalogue, prompts_of, tokens_of, vocab_of
from app.state.queries import PROBLEMS, join
from app.state.selection import EVERYTHING, FIELDS, Selection, choose, default, to_fields
from app.state.vocabulary import ALL_PROMPTS, ALPHAS, DRESS, FACES, KEPT, MEASURES, READOUTS, SPLITS, shared

VOCABULARY = {**shared(), "problems": PROBLEMS}
# Sentences that are no prompt of the toy that reads them.
SENTENCES = {"place": ["the.dog.hid.by.the", "fox.fox.fox.fox.fox"], "and": ["cat.cat.mat.mat.cat"]}


def readable(entry: Entry) -> list[Prompt]:
    return [*prompts_of(entry), *SENTENCES.get(entry["name"], [])]


ORDERS = {
    f"{entry['name']}/{seed}/{prompt}/{token}": list(EVERYTHING.ranking(entry["name"], seed, prompt, token))
    for entry in catalogue()
    for seed in range(min(entry["seeds"], 2))
    for prompt in readable(entry)
    for token in range(1, len(tokens_of(entry, prompt)) + 1)
}
FACTS: dict[str, Any] = {"toys": catalogue(), "orders": ORDERS, "vocabulary": VOCABULARY}


def offered(draw: Random, entry: Entry, prompt: Prompt, key: str) -> Any:
    """A value of a field that a toy offers where a prompt is read."""
    layers = len(entry["sublayers"])
    some = tuple(layer for layer in range(1, layers + 1) if draw.random() < 0.3)
    return {
        "toy": entry["name"],
        "seed": draw.randrange(min(entry["seeds"], 2)),
        "prompt": prompt,
        "ablation": draw.choice(entry["ablations"]),
        "source": draw.randint(1, len(entry["prompts"])),
        "off": some,
        "reference": () if prompt == ALL_PROMPTS else some,
        "token": draw.randint(1, len(tokens_of(entry, prompt))),
        "readout": draw.choice(READOUTS),
        "target": draw.randrange(len(vocab_of(entry, prompt))),
        "against": draw.randrange(len(vocab_of(entry, prompt))),
        "step": draw.randint(0, layers),
        "alpha": draw.randrange(len(ALPHAS)),
        "measure": draw.choice(MEASURES),
        "face": draw.choice(FACES),
        "split": draw.choice(SPLITS),
        "route": some,
    }[key]


STRANGE = [
    "",
    "0",
    "00",
    "-1",
    "1e3",
    "9" * 12,
    "all",
    "ALL",
    "mat~2",
    "mat~0",
    "~",
    "1,1",
    "2, 4,x",
    "é",
    "☕" * 30,
    "\x07",
]
STRANGE += ["a b", "a+b", "%", "&", "=", "'\"<b>", "\u202e", "\ufeff", "𝟙", "lead,logit", "٣", "1 ", ",", "frozen"]


def random_query(draw: Random) -> str:
    """Parts that mostly can be read, of one toy; some that cannot, some twice, some of the page's own."""
    entry = draw.choice(catalogue())
    prompt = draw.choice(readable(entry))
    parts = []
    for key in draw.sample([*FIELDS, *KEPT, "colour", "Toy"], draw.randint(0, 7)):
        if key not in FIELDS or draw.random() < 0.3:
            value = draw.choice([*STRANGE, *(option for options in DRESS.values() for option in options)])
        elif key in ("target", "against") and draw.random() < 0.5:
            value = draw.choice(vocab_of(entry, prompt))
        else:
            value = offered(draw, entry, prompt, key)
            value = ",".join(map(str, value)) if isinstance(value, tuple) else str(value)
        parts += [(key, value)] * draw.choice((1, 1, 1, 1, 1, 2))
    if draw.random() < 0.8:
        parts = [(key, value) for key, value in parts if key not in ("toy", "prompt")]
        parts += [("toy", entry["name"]), ("prompt", "all" if prompt == ALL_PROMPTS else str(prompt))]
    query = join(parts)
    if draw.random() < 0.2:  # broken while it was copied
        at = draw.randrange(len(query) + 1)
        query = query[:at] + draw.choice(("%", "%ff", "&&", "=", "+", "?", ";")) + query[at:]
    return query


def test_both_read_and_write_every_address_alike(node: Node, cases):
    draw = Random(1)
    queries = [random_query(draw) for _ in range(cases(2500, 40000))]
    wrong = []
    for query, there in zip(queries, node("addresses", queries=queries, **FACTS), strict=True):
        here = address.parse(query)
        expected = {
            "state": to_fields(here.state),
            "kept": [list(pair) for pair in here.kept],
            "problems": [problem.kind for problem in here.problems],
            "sentences": [problem.sentence for problem in here.problems],
            "address": address.format(here.state, here.kept),
        }
        wrong += [
            f"{query}: {what} {there[what]} != {expected[what]}" for what in expected if there[what] != expected[what]
        ]
    assert wrong == [], "\n".join(wrong[:5])


def random_start(draw: Random) -> Selection:
    entry = draw.choice(catalogue())
    seed, prompt = draw.randrange(min(entry["seeds"], 2)), draw.choice(list(prompts_of(entry)))
    return default(toy=entry["name"], seed=seed, prompt=prompt, readout=draw.choice(READOUTS))


def random_change(draw: Random, state: Selection) -> dict[str, Any]:
    """One thing that a page offers in a state, as a control sends it."""
    entry = EVERYTHING.toys[state.toy]
    key = draw.choice(FIELDS)
    if key == "toy":
        return {"toy": draw.choice(list(EVERYTHING.toys))}
    if key == "prompt":
        return {"prompt": draw.choice(readable(entry))}
    if (key == "source" and state.ablation != "resample") or (key == "against" and state.readout != "lead"):
        return {}
    value = offered(draw, entry, state.prompt, key)
    return {} if value == {"source": state.prompt, "against": state.target}.get(key) else {key: value}


def test_a_change_brings_the_same_along_in_both(node: Node, cases):
    draw = Random(2)
    walks, expected = [], []
    for _ in range(cases(250, 4000)):
        start = state = random_start(draw)
        changes, states = [], []
        for _ in range(10):
            change = random_change(draw, state)
            state = choose(state, **change)
            changes.append({name: list(value) if isinstance(value, tuple) else value for name, value in change.items()})
            states.append(to_fields(state))
        walks.append({"start": to_fields(start), "changes": changes})
        expected.append(states)
    wrong = []
    for walk, here, there in zip(walks, expected, node("changes", walks=walks, **FACTS), strict=True):
        for number, (mine, theirs) in enumerate(zip(here, there, strict=True)):
            if mine != theirs:
                before = here[number - 1] if number else walk["start"]
                differ = {key: (mine[key], theirs[key]) for key in FIELDS if mine[key] != theirs[key]}
                wrong.append(f"{before} and {walk['changes'][number]}: {differ}")
                break
    assert wrong == [], f"{len(wrong)}\n" + "\n".join(wrong[:5])


def random_number(draw: Random) -> float:
    """Sizes of every order; ties, and sums that miss a tie by what floating point leaves."""
    kind = draw.randrange(4)
    if kind == 0:
        return draw.choice((-1, 1)) * 10 ** draw.uniform(-6, 6)
    if kind == 1:
        return draw.randrange(-20000, 20000) / 1000
    if kind == 2:
        return sum(draw.randrange(-2000, 2000) / 1000 for _ in range(draw.randint(2, 6)))
    return draw.choice((0.0, -0.0, 1.0, 0.5, 0.9995, 0.0005, 999.5, 99.95, 9.995, 0.09995, 1e5))


def exact(x: float) -> Decimal:
    """A number by the twelve digits that no order of a sum reaches."""
    number = Decimal(x)
    return number and number.quantize(Decimal(1).scaleb(number.adjusted() - 11), ROUND_HALF_UP)


def rounded(x: float, digits: int) -> str:
    number = exact(x).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    return f"{abs(number):.{digits}f}" if number == 0 else f"{number:.{digits}f}".replace("-", "−")


@pytest.mark.parametrize("digits", [0, 1, 2, 4])
def test_a_number_is_printed_as_decimals_are_rounded(node: Node, cases, digits):
    draw = Random(digits)
    numbers = [random_number(draw) for _ in range(cases(800, 50000))]
    fixed, signed = (node("formats", how=how, numbers=numbers, digits=[digits]) for how in ("fixed", "signed"))
    for x, plain, told in zip(numbers, fixed, signed, strict=True):
        assert plain == rounded(x, digits), x
        assert told == (f"+{plain}" if x > 0 and re.search("[1-9]", plain) else plain), x


def test_a_size_keeps_three_digits(node: Node, cases):
    draw = Random(5)
    numbers = [random_number(draw) for _ in range(cases(800, 50000))]
    for x, text in zip(numbers, node("formats", how="significant", numbers=numbers, digits=[]), strict=True):
        digits, _, power = text.translate(str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")).partition("×10")
        shown = Decimal(digits).scaleb(int(power or 0))
        size = exact(x)
        wanted = size and size.quantize(Decimal(1).scaleb(size.adjusted() - 2), ROUND_HALF_UP)
        assert shown == wanted, (x, text)
        assert x == 0 or len(digits.lstrip("-0.").replace(".", "")) == 3, (x, text)


def test_whether_printed_parts_add_up_is_seen_in_both(node: Node, cases):
    draw = Random(6)
    parts = [[random_number(draw) for _ in range(draw.randint(1, 5))] for _ in range(cases(500, 20000))]
    sums = [(each, sum(each)) for each in parts]
    units = [(sum(Decimal(rounded(x, 2).replace("−", "-")) for x in each), whole) for each, whole in sums]
    expected = [total == Decimal(rounded(whole, 2).replace("−", "-")) for total, whole in units]
    assert node("sums", sums=sums) == expected
    assert {True, False} == set(expected)


def test_a_colour_is_one_in_both(node: Node):
    draw = Random(7)
    letters = "0123456789abcdefABCDEFg#x é"
    texts = [
        "".join(draw.choices(letters[:22] if draw.random() < 0.8 else letters, k=draw.randint(2, 7)))
        for _ in range(800)
    ]
    texts += ["#" + text for text in texts[:400]]
    for text, read in zip(texts, node("colours", texts=texts), strict=True):
        digits = re.fullmatch("#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})", text)
        wanted = (
            digits and "#" + (digits[1] if len(digits[1]) == 6 else "".join(each * 2 for each in digits[1])).lower()
        )
        assert read == wanted, text


def test_the_cases_reach_every_part_and_every_complaint():
    draw = Random(1)
    parsed = [address.parse(random_query(draw)) for _ in range(2500)]
    told = {problem.kind for each in parsed for problem in each.problems}
    assert told >= set(PROBLEMS) - {"choice", "parts", "no-parts", "colour", "contrast", "more"}
    usual = default()
    for key in FIELDS:
        assert any(getattr(each.state, key) != getattr(usual, key) for each in parsed), key
