"""What a toy is: a prompt, an embedding, sublayers that read the running sum in order, a final norm, an unembedding."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from toy_models.blocks import Block
from toy_models.checks import Array, frozen, norm_name, not_negative, numbers


@dataclass(frozen=True, eq=False, kw_only=True)
class Toy:
    """A tiny transformer with a plain-sum stream, for one prompt.

    X0 (T, d) the embedding; blocks, S sublayers; logits = norm(x_S) W_U.
    norm "layer", "rms" or "none" is the final one, with gamma (d,), beta (d,) and eps. W_U (d, V).
    tokens (T words), vocab (V words), sublayer_names and kinds ("attention", "mlp" or "layer") (S).
    token_embedding and position_embedding (T, d) add to X0, or both are None.
    name, title and about (one sentence) are for people; seed is None for a toy without randomness.
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
    seed: int | None = None
    token_embedding: Array | None = None
    position_embedding: Array | None = None

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
        for field, shape in shapes.items():
            object.__setattr__(self, field, frozen(numbers(getattr(self, field), field, shape)))
        object.__setattr__(self, "kinds", self.kinds or ("layer",) * S)
        for field in ("sublayer_names", "kinds"):
            if len(getattr(self, field)) != S:
                raise ValueError(f"{field} must have one entry for each of {S} blocks, got {len(getattr(self, field))}")
        self._check_sum()

    def _check_sum(self) -> None:
        """The two embeddings, if given, must add to X0. Raises ValueError."""
        token, position = self.token_embedding, self.position_embedding
        if token is not None and position is not None and not np.allclose(self.X0, token + position):
            raise ValueError("token_embedding and position_embedding must add to X0, and they do not")
