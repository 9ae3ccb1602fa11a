"""Sizes and angles in the stream: how large a write is beside it, which way it points, and what stays of a state.

All sizes are L2 norms over the d numbers of one token. A cosine with a zero vector is undefined (NaN). Neither a size
nor an angle is an effect: a large write may lie where nobody reads, and a small one may decide.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from toy_models.model.blocks import Block
from toy_models.model.checks import Array, lengths
from toy_models.model.stream import run_stream, write_of
from toy_models.model.toy import Toy


def cosines(a: Array, b: Array) -> Array:
    """a · b / (‖a‖ ‖b‖) over the last axis, in [−1, 1]; NaN where either is zero. Shapes broadcast."""
    with np.errstate(invalid="ignore"):
        units = (X / lengths(X, "a stream or a write")[..., None] for X in (a, b))
        return np.clip(np.multiply(*units).sum(axis=-1), -1.0, 1.0)


def write_shares(toy: Toy) -> Array:
    """‖write_l‖ / ‖x_{l+1}‖: each write beside the stream that it is then part of, (S, T); 0 or more.

    Above 1 where the write is larger than the sum it leaves, since part of it cancelled; NaN where that sum is zero.
    """
    states, writes = run_stream(toy.X0, toy.blocks)
    after = lengths(states[1:], "a stream")
    return np.divide(lengths(writes, "a write"), after, out=np.full(after.shape, np.nan), where=after > 0)


def joining_cosines(toy: Toy) -> Array:
    """cos(write_l, x_l): a write against the stream that it joins, (S, T). Below 0 it erases part of what is there."""
    states, writes = run_stream(toy.X0, toy.blocks)
    return cosines(writes, states[:-1])


def run_without_plus(X0: Array, blocks: Sequence[Block]) -> Array:
    """The same sublayers, each reading the last one's write alone: y_0 = X0, y_{l+1} = f_l(y_l). (S+1, T, d).

    No toy was trained to work so; it shows what the plus is worth for keeping a state, and nothing else.
    """
    states = [np.array(X0, dtype=np.float64)]
    for index, block in enumerate(blocks):
        states.append(write_of(block, index, states[-1]))
    return np.array(states)


def step_cosines(states: Array) -> Array:
    """cos(x_l, x_{l+1}): each state with the next, (S, T). states (S+1, T, d)."""
    return cosines(states[:-1], states[1:])


def start_cosines(states: Array) -> Array:
    """cos(x_0, x_l): each state with the embedding, (S+1, T), the last being input against output."""
    return cosines(states[:1], states)


def position_cosines(states: Array) -> Array:
    """cos(x_l at t, x_l at u): every two positions at each depth, (S+1, T, T), symmetric, 1 on the diagonal."""
    return cosines(states[:, :, None], states[:, None])
