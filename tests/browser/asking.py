"""From a state of the lab to what it must print: the oracle's answer, of one prompt or of all, and its words."""

from collections.abc import Sequence
from dataclasses import fields
from functools import lru_cache
from typing import Any, NamedTuple

from answer import Answer, answer
from oracle import Oracle, Question

from app.state.catalogue import Prompt, catalogue, tokens_of, vocab_of
from app.state.selection import Selection
from app.state.vocabulary import ALL_PROMPTS
from toy_models import Toy, load_toy


class Words(NamedTuple):
    """What things are called where an answer is printed. `source` is the prompt that off layers write from."""

    toy: Toy
    tokens: Sequence[str]
    vocab: Sequence[str]
    ablation: str = "zero"
    source: str = ""
    prompts: int = 1


def averaged(several: list[Answer]) -> Answer:
    """The mean over prompts of each number, and between which the effect and the three answers lie."""
    values: dict[str, Any] = {
        field.name: _mean([getattr(one, field.name) for one in several]) for field in fields(Answer)
    }
    spread = [{"total": one.total, **one.answers} for one in several]
    values["lowest"], values["highest"] = _over(min, spread), _over(max, spread)
    return Answer(**values)


def _mean(values: list[Any]) -> Any:
    if isinstance(values[0], dict):
        return {name: _mean([value[name] for value in values]) for name in values[0]}
    if isinstance(values[0], list):
        return [_mean(list(column)) for column in zip(*values, strict=True)]
    if all(value == values[0] for value in values):
        return values[0]
    return None if None in values else sum(values) / len(values)


def _over(choose: Any, spread: list[dict[str, Any]]) -> dict[str, Any]:
    lists = {name: [one[name] for one in spread] for name in spread[0] if name != "total"}
    columns = {name: [choose(column) for column in zip(*rows, strict=True)] for name, rows in lists.items()}
    return {"total": choose(one["total"] for one in spread), **columns}


@lru_cache(256)
def oracle_of(toy: str, seed: int, prompt: Prompt, ablation: str, source: int | None) -> Oracle:
    read = prompt.split(".") if isinstance(prompt, str) else prompt - 1
    return Oracle(load_toy(toy, seed, read), ablation, None if source is None else source - 1)


def answer_to(state: Selection) -> Answer:
    """The answer to a state of the lab; where it averages all prompts, words are places in each prompt's ranking."""
    off, reference = (tuple(layer - 1 for layer in layers) for layers in (state.off, state.reference))

    def of_prompt(prompt: Prompt, ranked: bool) -> Answer:
        oracle = oracle_of(state.toy, state.seed, prompt, state.ablation, state.source)
        order = oracle.ranking(state.token - 1) if ranked else list(range(len(oracle.toy.vocab)))
        against = None if state.against is None else order[state.against]
        question = Question(state.token - 1, state.readout, order[state.target], against)
        return answer(oracle, off, question, reference, order)

    if state.prompt != ALL_PROMPTS:
        return of_prompt(state.prompt, ranked=False)
    prompts = load_toy(state.toy).prompts
    assert prompts is not None
    return averaged([of_prompt(number, ranked=True) for number in range(1, len(prompts.tokens) + 1)])


def words_of(state: Selection) -> Words:
    """What a state's words, prompts and layers are called."""
    entry = next(toy for toy in catalogue() if toy["name"] == state.toy)
    source = "" if state.source is None else " ".join(entry["prompts"][state.source - 1])
    toy, many = load_toy(state.toy, state.seed), len(entry["prompts"]) if state.prompt == ALL_PROMPTS else 1
    return Words(toy, tokens_of(entry, state.prompt), vocab_of(entry, state.prompt), state.ablation, source, many)
