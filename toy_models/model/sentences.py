"""The same toy reading other words: any sentence of its vocabulary, as long as its prompts."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from toy_models.model.toy import Toy


def reads_any(toy: Toy) -> bool:
    """Whether the toy can read any sentence of its words: it has an embedding of each word and of each position."""
    return all(part is not None for part in (toy.prompts, toy.vocab_embedding, toy.position_embedding))


def reading(toy: Toy, words: Sequence[str]) -> Toy:
    """The toy reading these words, X0 = the words' embeddings + the positions'; its last prompt is now this sentence.

    Nothing else changes: its data, and so what mean ablation writes, are those that it was trained on. Raises
    ValueError if the toy cannot read other sentences, or for a word that it does not know or too many or few of them.
    """
    tokens, T = tuple(words), len(toy.tokens)
    prompts, embedding, position = toy.prompts, toy.vocab_embedding, toy.position_embedding
    if prompts is None or embedding is None or position is None:
        raise ValueError(f"{toy.name!r} reads its own prompts only, got {' '.join(tokens)!r}")
    unknown = [word for word in tokens if word not in toy.vocab]
    if unknown or len(tokens) != T:
        got = f"{unknown[0]!r}" if unknown else f"{len(tokens)} words"
        raise ValueError(f"a sentence must be {T} words of {', '.join(toy.vocab)}, got {got}")
    token = embedding[[toy.vocab.index(word) for word in tokens]]
    X0 = token + position
    with_it = replace(prompts, tokens=(*prompts.tokens, tokens), X0=np.concatenate([prompts.X0, X0[None]]))
    return replace(toy, X0=X0, token_embedding=token, tokens=tokens, prompts=with_it, prompt=len(prompts.tokens))
