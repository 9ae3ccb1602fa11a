"""What a file opens on and what a link asks of it, drawn at random, and what must then be on the screen."""

from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from random import Random
from typing import Any

from app.state.address import PROPERTIES, _Part, parse
from app.state.catalogue import prompts_of, tokens_of, vocab_of
from app.state.queries import join
from app.state.selection import EVERYTHING, FIELDS, Offer, Selection, default
from app.state.vocabulary import ALL_PROMPTS, ALPHAS, FACES, MEASURES
from app.tables.carried import carried_keys
from app.tables.keys import Key, readout_key

READOUT = Key._fields  # what a table depends on
TOYS = list(EVERYTHING.toys)


def random_state(draw: Random, toy: str) -> Selection:
    """Any state of a toy, each field drawn from what it offers."""
    entry = EVERYTHING.toys[toy]
    prompt = draw.choice(list(prompts_of(entry)))
    layers = len(entry["sublayers"])
    target, against = draw.sample(range(len(vocab_of(entry, prompt))), 2)
    ablation = draw.choice(entry["ablations"])
    readout = draw.choice(["lead", "logit", "centred"])
    off, reference = (tuple(layer for layer in range(1, layers + 1) if draw.random() < 0.3) for _ in range(2))
    others = [number for number in range(1, len(entry["prompts"]) + 1) if number != prompt]
    return default(
        toy=toy,
        seed=draw.randrange(entry["seeds"]),
        prompt=prompt,
        ablation=ablation,
        source=draw.choice(others) if ablation == "resample" else None,
        off=off,
        reference=() if prompt == ALL_PROMPTS else reference,
        token=draw.randint(1, len(tokens_of(entry, prompt))),
        readout=readout,
        target=target,
        against=against if readout == "lead" else None,
        step=draw.randint(0, layers),
        alpha=draw.randrange(len(ALPHAS)),
        measure=draw.choice(MEASURES),
        face=draw.choice(FACES),
    )


@dataclass(frozen=True)
class File:
    """The lab as a file that opens on a state."""

    start: Selection

    @cached_property
    def keys(self) -> list[Key]:
        return carried_keys(self.start)

    @cached_property
    def readouts(self) -> list[dict[str, Any]]:
        return [key._asdict() for key in self.keys if key.readout is not None]

    @cached_property
    def toys(self) -> list[str]:
        there = {key.toy for key in self.keys}
        return [toy for toy in TOYS if toy in there]

    def links(self, draw: Random, count: int) -> Iterator[str]:
        """Links that ask for some parts of some state, mostly near to where the file opens."""
        for _ in range(count):
            toy = draw.choice([self.start.toy, self.start.toy, *TOYS])
            state = asdict(random_state(draw, toy))
            if toy == self.start.toy:
                state |= {key: value for key, value in asdict(self.start).items() if draw.random() < 0.3}
            asked = [key for key in FIELDS if state[key] is not None and (key == "toy" or draw.random() < 0.4)]
            if toy == self.start.toy and draw.random() < 0.2:
                asked.remove("toy")
            yield join([(key, PROPERTIES[key].write(_Part(key, state, EVERYTHING, []), state[key])) for key in asked])

    def faults(self, query: str, shown: dict[str, Any], notices: list[str]) -> list[str]:
        """What is wrong with what a link shows and the page says of it."""
        first = self.start.toy if TOYS[0] not in self.toys else TOYS[0]
        named = dict.fromkeys([first, *self.toys])
        order = EVERYTHING.ranking(*(shown[key] for key in ("toy", "seed", "prompt", "token")))
        link = parse(query, Offer({toy: EVERYTHING.toys[toy] for toy in named}, lambda *_: order))
        wanted = {key: list(value) if isinstance(value, tuple) else value for key, value in asdict(link.state).items()}
        bad = {problem.sentence.partition(":")[0] for problem in link.problems}
        given = [part.partition("=")[0] for part in query.split("&")]
        asked = [key for key in given if key not in bad]
        refused = [notice.partition("=")[0] for notice in notices if "file does not carry" in notice]
        faults = [f"{key} was not asked for, and is named" for key in refused if key not in asked]
        faults += [f"{key} is named and shown" for key in refused if wanted[key] == shown[key] and key in READING]
        for key in asked:
            if shown[key] != wanted[key] and key not in refused:
                faults.append(f"{key}: {wanted[key]} was asked for, {shown[key]} is shown without a word")
        parts = {key: shown.get(key) for key in READOUT}  # a readout's table is no part's own
        if parts not in self.readouts:
            return [*faults, f"what is shown has no table: {parts}"]
        granted = {key: shown[key] for key in asked if key in READOUT and key not in refused}
        same_words = (shown["prompt"] == ALL_PROMPTS) == (wanted["prompt"] == ALL_PROMPTS)
        for key in (key for key in refused if key in READOUT and (key in READING or same_words)):
            # A word is one of what is read: nothing else is read for a word's sake.
            read = {} if key in READING else {name: shown[name] for name in READING}
            more = granted | read | {key: wanted[key]}
            if any(more.items() <= one.items() for one in self.readouts):
                faults.append(f"{key}: could have been had")
        if readout_key(link.state)._asdict() in self.readouts and shown != wanted:
            faults.append("all of it is here, and something else is shown")
        if len(notices) != len(link.problems) + len(refused):
            faults.append(f"{notices}, where {link.problems} and {refused} were to be said")
        return faults


READING = READOUT[: READOUT.index("readout")]
