"""The runs that everything is about: a toy in all of its worlds, and the order of its words by their scores."""

from functools import lru_cache

import numpy as np

from app.state.catalogue import Prompt
from app.state.vocabulary import ALL_PROMPTS
from toy_models import Worlds, all_worlds, load_toy


@lru_cache(maxsize=256)
def run(toy: str, seed: int, prompt: Prompt = 1, ablation: str = "zero", source: int | None = None) -> Worlds:
    """All worlds of one toy, seed and prompt (from 1, or a sentence's words); its tables share it."""
    read = tuple(prompt.split(".")) if isinstance(prompt, str) else prompt - 1
    return all_worlds(load_toy(toy, seed, read), ablation, None if source is None else source - 1)


@lru_cache
def prompt_count(toy: str) -> int:
    """How many prompts a toy can read."""
    prompts = load_toy(toy).prompts
    return len(prompts.tokens) if prompts else 1


def ranking(toy: str, seed: int, prompt: Prompt, token: int) -> tuple[int, ...]:
    """The words by the base run's score at a token (from 1), highest first; ties stand in vocabulary order.

    Where all prompts are averaged, words are ranks already.
    """
    if prompt == ALL_PROMPTS:
        return tuple(range(len(load_toy(toy, seed).vocab)))
    return tuple(np.argsort(-run(toy, seed, prompt).logits[-1, token - 1], kind="stable").tolist())
