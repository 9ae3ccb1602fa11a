"""The address of a state: `toy=place&seed=1&prompt=3&off=2,4&token=3&target=mat&against=rug&step=6`.

`parse` never raises: whatever a link holds, the good parts apply and each bad part becomes one sentence. The browser
reads addresses by the same rules (assets/js/state/address.js); tests/address_cases.json is run against both.

Rules, key by key and in the order of `FIELDS`, so that each part is judged against the ones before it:

- What holds for every address is in app/state/queries.py. A missing key takes its default.
- Numbers are plain digits, at most nine. Layers, tokens and words count from 1.
- `seed`: a toy without randomness offers seed 0 alone.
- `prompt`: a number, or "all" for the average of all of them; a toy with one prompt offers 1 alone. What has a dot in
  it is a sentence of the toy's words, as many as its prompts have; one that is a prompt is that prompt's number.
- `source` needs the ablation "resample" and a prompt other than the one that is read.
- `reference`: as `off`; where all prompts are averaged, only none.
- `off` and `route`: numbers with commas, in any order; a number that is no layer here is left out; empty is none.
- `target`, `against`: a word of the toy, or else its number. The second of two equal words is WORD~2; a plain WORD is
  the first of them. A word that looks like a number or like WORD~2 wins over the other reading.
- `against` needs the readout "lead" and a word other than the target (also when the target is the default one).
- `alpha` is an index into the grid of alphas.

`format` writes `toy` always and the rest only where it differs from the default, which depends on the parts before it.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from app.state.catalogue import Entry, Prompt, sentence, tokens_of, vocab_of
from app.state.queries import Problem, at_most, join, problem, split
from app.state.selection import EVERYTHING, FIELDS, Offer, Selection, default
from app.state.vocabulary import ALL, ALL_PROMPTS, ALPHAS, FACES, MEASURES, READOUTS, SPLITS


class Parsed(NamedTuple):
    """What an address says. `kept` holds the page's own parts as (key, value) pairs."""

    state: Selection
    problems: tuple[Problem, ...] = ()
    kept: tuple[tuple[str, str], ...] = ()


def parse(query: str, offer: Offer = EVERYTHING) -> Parsed:
    """The selection an address asks for, with the problems found in it. Any text is accepted, with or without "?"."""
    given, problems_of_keys, kept = split(query, FIELDS)
    problems: list[Problem] = []
    known: dict[str, Any] = {}
    for key in FIELDS:
        part = _Part(key, known, offer, problems)
        read = PROPERTIES[key].read(part, given[key]) if key in given else None
        known[key] = part.usual() if read is None else read
    return Parsed(Selection(**known), at_most([*problems, *problems_of_keys]), kept)


def format(state: Selection, kept: tuple[tuple[str, str], ...] = (), offer: Offer = EVERYTHING) -> str:
    """The shortest address of a selection, without "?". `parse` gives the same selection back."""
    parts: list[tuple[str, str]] = []
    known: dict[str, Any] = {}
    for key in FIELDS:
        value, part = getattr(state, key), _Part(key, known, offer, [])
        if key == "toy" or value != part.usual():
            parts.append((key, PROPERTIES[key].write(part, value)))
        known[key] = value
    return join((*parts, *kept))


def word_label(vocab: Sequence[str], word: int) -> str:
    """A word as an address and a list spell it: "mat", or "mat~2" for its second occurrence in the vocabulary."""
    nth = vocab[: word + 1].count(vocab[word])
    label = vocab[word] if nth == 1 else f"{vocab[word]}~{nth}"
    return label if word_index(vocab, label) == word else str(word + 1)


def word_index(vocab: Sequence[str], text: str) -> int | None:
    """The vocabulary index that a text names: a word, WORD~2, or a number from 1; None if it names nothing."""
    if text in vocab:
        return vocab.index(text)
    word, tilde, nth = text.rpartition("~")
    places = [index for index, other in enumerate(vocab) if other == word]
    number = _number(nth, 1, len(places)) if tilde else None
    if number is not None:
        return places[number - 1]
    number = _number(text, 1, len(vocab))
    return None if number is None else number - 1


class _Part(NamedTuple):
    """One key of an address while it is read or written: what is known before it, and where its problems go."""

    key: str
    known: Mapping[str, Any]
    offer: Offer
    problems: list[Problem]

    def usual(self) -> Any:
        return getattr(default(self.offer, **self.known), self.key)

    @property
    def toy(self) -> Entry:
        return self.offer.toys[self.known["toy"]]

    @property
    def layers(self) -> int:
        return len(self.toy["sublayers"])

    @property
    def vocab(self) -> Sequence[str]:
        return vocab_of(self.toy, self.known["prompt"])

    def bad(self, kind: str, got: str, **facts: object) -> None:
        self.problems.append(problem(kind, got, **facts))

    def number(self, text: str, low: int, high: int, **facts: object) -> int | None:
        value = _number(text, low, high)
        if value is None:
            self.bad(self.key, text, **facts)
        return value

    def one_of(self, text: str, names: Sequence[str], **facts: object) -> str | None:
        return text if text in names else self.bad(self.key, text, **facts)


def _read_toy(part: _Part, text: str) -> str | None:
    return part.one_of(text, tuple(part.offer.toys), toys=", ".join(part.offer.toys))


def _read_seed(part: _Part, text: str) -> int | None:
    last = part.toy["seeds"] - 1
    if last > 0:
        return part.number(text, 0, last, seeds=last)
    return _number(text, 0, 0) if _number(text, 0, 0) == 0 else part.bad("seedless", text)


def _read_prompt(part: _Part, text: str) -> Prompt | None:
    if "." in text and part.toy["reads_any"]:
        return sentence(part.toy, text) or part.bad("prompt-words", text, tokens=len(part.toy["slots"]))
    prompts = len(part.toy["prompts"])
    if part.toy["slots"]:
        return ALL_PROMPTS if text == ALL else part.number(text, 1, prompts, prompts=prompts)
    return 1 if _number(text, 1, 1) else part.bad("prompt-one", text)


def _read_source(part: _Part, text: str) -> int | None:
    if part.known["ablation"] != "resample":
        return part.bad("source-ablation", text)
    prompts = len(part.toy["prompts"])
    source = part.number(text, 1, prompts, prompts=prompts)
    return part.bad("source-prompt", text) if source == part.known["prompt"] else source


def _read_layers(part: _Part, text: str) -> tuple[int, ...]:
    items = [item for item in (item.strip(" ") for item in text.split(",")) if item]
    numbers = {item: _number(item, 1, part.layers) for item in items}
    bad = [item for item in items if numbers[item] is None]
    if bad:
        part.bad(part.key, ",".join(bad), layers=part.layers)
    return tuple(sorted({number for number in numbers.values() if number is not None}))


def _read_reference(part: _Part, text: str) -> tuple[int, ...] | None:
    if part.known["prompt"] == ALL_PROMPTS:
        return part.bad("reference-all", text)
    return _read_layers(part, text)


def _read_token(part: _Part, text: str) -> int | None:
    tokens = len(tokens_of(part.toy, part.known["prompt"]))
    return part.number(text, 1, tokens, tokens=tokens)


def _read_word(part: _Part, text: str) -> int | None:
    word = word_index(part.vocab, text)
    return part.bad(part.key, text, words=len(part.vocab)) if word is None else word


def _read_against(part: _Part, text: str) -> int | None:
    if part.known["readout"] != "lead":
        return part.bad("against-readout", text)
    word = _read_word(part, text)
    return part.bad("against-target", text) if word == part.known["target"] else word


class _Property(NamedTuple):
    """How one field is read from an address (None: not there, the default applies) and written into one."""

    read: Callable[[_Part, str], Any]
    write: Callable[[_Part, Any], str] = lambda part, value: str(value)


def _layers(part: _Part, value: tuple[int, ...]) -> str:
    return ",".join(map(str, value))


def _word(part: _Part, value: int) -> str:
    return word_label(part.vocab, value)


PROPERTIES = {
    "toy": _Property(_read_toy),
    "seed": _Property(_read_seed),
    "prompt": _Property(_read_prompt, lambda part, value: ALL if value == ALL_PROMPTS else str(value)),
    "ablation": _Property(
        lambda part, text: part.one_of(text, part.toy["ablations"], ablations=", ".join(part.toy["ablations"]))
    ),
    "source": _Property(_read_source),
    "off": _Property(_read_layers, _layers),
    "reference": _Property(_read_reference, _layers),
    "token": _Property(_read_token),
    "readout": _Property(lambda part, text: part.one_of(text, READOUTS, readouts=", ".join(READOUTS))),
    "target": _Property(_read_word, _word),
    "against": _Property(_read_against, _word),
    "step": _Property(lambda part, text: part.number(text, 0, part.layers, layers=part.layers)),
    "alpha": _Property(lambda part, text: part.number(text, 0, len(ALPHAS) - 1, alphas=len(ALPHAS) - 1)),
    "measure": _Property(lambda part, text: part.one_of(text, MEASURES, measures=", ".join(MEASURES))),
    "face": _Property(lambda part, text: part.one_of(text, FACES, faces=", ".join(FACES))),
    "split": _Property(lambda part, text: part.one_of(text, SPLITS, splits=", ".join(SPLITS))),
    "route": _Property(_read_layers, _layers),
}


def _number(text: str, low: int, high: int) -> int | None:
    """The whole number a text spells in plain digits, if it is in the range."""
    value = int(text) if re.fullmatch("[0-9]{1,9}", text) else -1
    return value if low <= value <= high else None
