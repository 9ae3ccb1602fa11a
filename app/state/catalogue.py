"""What each toy offers, as plain data for a page: its trainings or seeds, prompts, ablations, layers and words."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from app.state.vocabulary import ALL_PROMPTS
from toy_models import ablations_of, load_toy, reads_any, toy_names, toy_seeds

Entry = Mapping[str, Any]
# A prompt's number from 1, ALL_PROMPTS, or the words of another sentence, joined by dots.
Prompt = int | str


@cache
def catalogue() -> tuple[dict[str, Any], ...]:
    """What each toy is, in the order in which they are offered. Nothing of it depends on the seed."""
    return tuple(_entry(name) for name in toy_names())


def _entry(name: str) -> dict[str, Any]:
    toy = load_toy(name)
    many = toy.prompts
    return {
        "name": name,
        "title": toy.title,
        "about": toy.about,
        "question": toy.question,
        "seeds": toy_seeds(name),
        "trained": many is not None,
        "prompts": [list(tokens) for tokens in (many.tokens if many else (toy.tokens,))],
        "reads_any": reads_any(toy),
        "slots": list(many.slots) if many else None,
        "ranks": ranks(len(toy.vocab)) if many else None,
        "ablations": list(ablations_of(toy)),
        "sublayers": list(toy.sublayer_names),
        "kinds": list(toy.kinds),
        "vocab": list(toy.vocab),
        "d": int(toy.X0.shape[-1]),
        "norm": toy.norm,
        "eps": toy.eps,
    }


def ranks(words: int) -> list[str]:
    """What the words are called when all prompts are averaged: each prompt's own top word, its 2nd, its 3rd, …"""
    return ["top", *(f"{rank}{_ordinal(rank)}" for rank in range(2, words + 1))][:words]


def _ordinal(number: int) -> str:
    last = 0 if 10 < number % 100 < 14 else number % 10
    return {1: "st", 2: "nd", 3: "rd"}.get(last, "th")


def prompts_of(entry: Entry) -> range:
    """The prompts on offer by number; ALL_PROMPTS is among them where there are several."""
    return range(ALL_PROMPTS if entry["slots"] else 1, len(entry["prompts"]) + 1)


def sentence(entry: Entry, text: str) -> Prompt | None:
    """What a toy reads by words joined by dots: the prompt's number if it is one, else the text; None if it cannot."""
    words = text.split(".")
    if words in entry["prompts"]:
        return entry["prompts"].index(words) + 1
    right = entry["reads_any"] and len(words) == len(entry["prompts"][0]) and set(words) <= set(entry["vocab"])
    return text if right else None


def tokens_of(entry: Entry, prompt: Prompt) -> Sequence[str]:
    """The words of a prompt, or what stands at each position where all are averaged."""
    if isinstance(prompt, str):
        return prompt.split(".")
    return entry["slots"] if prompt == ALL_PROMPTS else entry["prompts"][prompt - 1]


def vocab_of(entry: Entry, prompt: Prompt) -> Sequence[str]:
    """The words that can be explained: the vocabulary, or where all prompts are averaged the ranks."""
    return entry["ranks"] if prompt == ALL_PROMPTS else entry["vocab"]
