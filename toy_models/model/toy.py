"""What a toy is: a prompt, an embedding, sublayers that read the running sum in order, a final norm, an unembedding."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from toy_models.model.blocks import Block
from toy_models.model.checks import Array, frozen, norm_name, not_negative, numbers, whole_number


@dataclass(frozen=True, eq=False)
class Prompts:
    """The prompts that a toy can read, all of one length T, and the data it knows.

    tokens: P prompts of T words, and X0 (P, T, d) their embeddings. slots: what stands at each position, T names.
    data_X0 (N, T, d): the embeddings of what the toy was trained on; data_weights (N,): how often each occurs, adding
    to 1. Arrays are read-only. Raises ValueError if sizes do not match, naming them.
    """

    tokens: tuple[tuple[str, ...], ...]
    X0: Array
    slots: tuple[str, ...]
    data_X0: Array
    data_weights: Array

    def __post_init__(self) -> None:
        """Check sizes and freeze the arrays."""
        P, T, d, N = len(self.tokens), len(self.slots), np.shape(self.X0)[-1], len(self.data_weights)
        for field, shape in {"X0": (P, T, d), "data_X0": (N, T, d), "data_weights": (N,)}.items():
            object.__setattr__(self, field, frozen(numbers(getattr(self, field), field, shape)))
        for number, words in enumerate(self.tokens):
            if len(words) != T:
                raise ValueError(f"prompt {number} must have one word for each of {T} slots, got {len(words)}")
        if not np.isclose(self.data_weights.sum(), 1.0):
            raise ValueError(f"data_weights must add to 1, got {self.data_weights.sum()}")


@dataclass(frozen=True, eq=False, kw_only=True)
class Toy:
    """A tiny transformer with a plain-sum stream, for one prompt.

    X0 (T, d) the embedding; blocks, S sublayers; logits = norm(x_S) W_U.
    norm "layer", "rms" or "none" is the final one, with gamma (d,), beta (d,) and eps. W_U (d, V).
    tokens (T words), vocab (V words), sublayer_names and kinds ("attention", "mlp" or "layer") (S).
    token_embedding and position_embedding (T, d) add to X0, or both are None. vocab_embedding (V, d): the embedding of
    every word of the vocabulary, or None where the toy has none but its tokens'.
    dimensions: what each of the d numbers means, or () where nobody named them.
    prompts: those that it can read, of which this is number `prompt` (from 0); None for a toy that knows one only.
    name, title, about (one sentence) and question (what to find out with it) are for people; seed is None for a toy
    without randomness.
    Arrays are read-only. Raises ValueError if sizes do not match, naming them.
    """

    X0: Array
    blocks: tuple[Block, ...]
    sublayer_names: tuple[str, ...]
    norm: str
    gamma: Array
    beta: Array
    W_U: Array
    tokens: tuple[str, ...]
    vocab: tuple[str, ...]
    eps: float = 1e-5
    kinds: tuple[str, ...] = ()
    name: str = ""
    title: str = ""
    about: str = ""
    question: str = ""
    seed: int | None = None
    token_embedding: Array | None = None
    position_embedding: Array | None = None
    vocab_embedding: Array | None = None
    dimensions: tuple[str, ...] = ()
    prompts: Prompts | None = None
    prompt: int = 0

    def __post_init__(self) -> None:
        """Check sizes and freeze the arrays."""
        norm_name(self.norm)
        object.__setattr__(self, "eps", not_negative(self.eps, "eps"))
        T, d, V, S = len(self.tokens), np.shape(self.X0)[-1], len(self.vocab), len(self.blocks)
        shapes = {"X0": (T, d), "gamma": (d,), "beta": (d,), "W_U": (d, V)}
        if (self.token_embedding is None) != (self.position_embedding is None):
            raise ValueError("token_embedding and position_embedding must both be given, or neither")
        if self.token_embedding is not None:
            shapes |= {"token_embedding": (T, d), "position_embedding": (T, d)}
        if self.vocab_embedding is not None:
            shapes |= {"vocab_embedding": (V, d)}
        for field, shape in shapes.items():
            object.__setattr__(self, field, frozen(numbers(getattr(self, field), field, shape)))
        object.__setattr__(self, "kinds", self.kinds or ("layer",) * S)
        for field in ("sublayer_names", "kinds"):
            if len(getattr(self, field)) != S:
                raise ValueError(f"{field} must have one entry for each of {S} blocks, got {len(getattr(self, field))}")
        if self.dimensions and len(self.dimensions) != d:
            raise ValueError(f"dimensions must name each of {d} numbers, or none, got {len(self.dimensions)}")
        self._check_sum()
        self._check_prompt()
        self._check_words()

    def _check_sum(self) -> None:
        """The two embeddings, if given, must add to X0. Raises ValueError."""
        token, position = self.token_embedding, self.position_embedding
        if token is not None and position is not None and not np.allclose(self.X0, token + position):
            raise ValueError("token_embedding and position_embedding must add to X0, and they do not")

    def _check_prompt(self) -> None:
        """This toy's own prompt must be the one of its prompts that it says it is. Raises ValueError."""
        if self.prompts is None:
            return
        whole_number(self.prompt, "prompt", len(self.prompts.tokens))
        same = self.prompts.tokens[self.prompt] == self.tokens
        if not same or not np.allclose(self.prompts.X0[self.prompt], self.X0):
            raise ValueError(f"prompt {self.prompt} of prompts must be the toy's own tokens and X0, and it is not")

    def _check_words(self) -> None:
        """A token's embedding must be that of its word in the vocabulary. Raises ValueError."""
        if self.token_embedding is None or self.vocab_embedding is None:
            return
        for token, embedded in zip(self.tokens, self.token_embedding, strict=True):
            if token not in self.vocab or not np.allclose(self.vocab_embedding[self.vocab.index(token)], embedded):
                raise ValueError(f"vocab_embedding must embed {token!r} as token_embedding does, and it does not")
