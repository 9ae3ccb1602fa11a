"""Who reads whom: an attention sublayer taken apart by its heads, in every world.

A head's pattern says how much each word takes from itself and from each earlier one. It is not what the head says: that
is in its write, and what the write adds to a readout depends on the value that was taken as much as on the pattern
(Jain & Wallace 2019, "Attention is not Explanation"; Kobayashi et al. 2020, "Attention is Not Only a Weight"). The two
scores are those of Olsson et al. 2022, "In-context Learning and Induction Heads".
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from toy_models.model.blocks import Attention
from toy_models.model.checks import Array, whole_number
from toy_models.model.toy import Toy
from toy_models.worlds.readout import base_projection
from toy_models.worlds.worlds import Worlds


def attention_layers(toy: Toy) -> tuple[int, ...]:
    """The sublayers in which words read one another, counted from 0."""
    return tuple(layer for layer, block in enumerate(toy.blocks) if isinstance(block, Attention))


def head_patterns(worlds: Worlds, layer: Any) -> Array:
    """Whom each head of a sublayer reads in every world, (W, H, T, T): word t takes the share [t, u] of word u.

    Rows add to 1, exactly 0 above the diagonal. Where the sublayer is off this is where it would look: nobody uses it.
    layer: counted from 0. Raises ValueError if it is out of range, or no attention.
    """
    block, X = _attention(worlds, layer)
    return block.pattern(X)


def head_writes(worlds: Worlds, layer: Any) -> Array:
    """What each head of a sublayer writes in every world, (W, H, T, d).

        Σ_h head_h = f(X),  head_h = A_h V_h times h's own rows of W_O

    (Elhage et al. 2021, "Attention Heads are Independent and Additive"). A tanh over the mixed words leaves no parts,
    so a tanh attention is one head. Where the sublayer is off this is what it would write, and its stand-in is written
    instead. Raises as `head_patterns`.
    """
    block, X = _attention(worlds, layer)
    return block.head_writes(X)


def projected_heads(worlds: Worlds, layer: Any, token: Any, target: Any) -> Array:
    """What each head adds to the readout with the base run's norm scale frozen, (W, H), in logits.

        p · head_h,  p as in `projected_writes`;  Σ_h = what the sublayer's write adds there

    NaN where the sublayer is off: what stands in for it has no heads. token: position from 0. target: v, (v, w) or
    (v, None). Raises as `head_patterns`, or if token or target is out of range.
    """
    row = base_projection(worlds, token, target)
    token = whole_number(token, "token", len(worlds.toy.tokens))
    added = head_writes(worlds, layer)[:, :, token] @ row
    return np.where(worlds.on[:, layer, None], added, np.nan)


def _attention(worlds: Worlds, layer: Any) -> tuple[Attention, Array]:
    """The sublayer, and the stream that it reads in every world, (W, T, d)."""
    layer = whole_number(layer, "layer", len(worlds.toy.blocks))
    block = worlds.toy.blocks[layer]
    if not isinstance(block, Attention):
        raise ValueError(f"sublayer {layer + 1} must be an attention to have heads, got {type(block).__name__}")
    return block, worlds.states[:, layer]


def previous_word_score(pattern: Array) -> Array:
    """How much a head looks at the word before, mean_t A[t, t−1] over t ≥ 1, from 0 to 1; NaN for a single word.

    pattern (…, T, T) -> (…). By it Olsson et al. 2022 tell previous-token heads.
    """
    back = np.diagonal(pattern, offset=-1, axis1=-2, axis2=-1)
    return back.mean(axis=-1) if back.shape[-1] else np.full(pattern.shape[:-2], np.nan)


def induction_score(pattern: Array, tokens: Sequence[str]) -> Array:
    """How much a head looks at what came next the last times: the prefix-matching score of Olsson et al. 2022.

        mean over the words t that stood before, of Σ_s A[t, s + 1] over the s < t with the same word

    From 0 to 1. A word that stands twice in a row is what came next itself, and its own share counts. NaN if no word
    stands twice. pattern (…, T, T) with T tokens -> (…). Raises ValueError if there are more or fewer tokens.
    """
    T = pattern.shape[-1]
    if len(tokens) != T:
        raise ValueError(f"tokens must be {T} words, as many as the pattern has rows, got {len(tokens)}")
    next_after = np.zeros((T, T), dtype=bool)
    for t in range(T):
        for s in range(t):
            next_after[t, s + 1] |= tokens[s] == tokens[t]
    asked = next_after.any(axis=-1)
    if not asked.any():
        return np.full(pattern.shape[:-2], np.nan)
    return np.where(next_after, pattern, 0.0).sum(axis=-1)[..., asked].mean(axis=-1)
