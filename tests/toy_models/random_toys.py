"""A Hypothesis strategy for toys of any size, and plain loops that recompute them without the package's maths."""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from toy_models import (
    Affine,
    Prompts,
    TanhAttention,
    TanhMLP,
    Toy,
    Worlds,
    ablations_of,
    all_worlds,
)
from toy_models.toys.tanh import causal_pattern


def a_block(kind: str, draw: np.random.RandomState, T: int, d: int):
    """A sublayer of one kind; "silent" writes nothing and "constant" reads nothing."""
    W = draw.standard_normal((d, d)) * 0.8
    if kind == "attention":
        return TanhAttention(causal_pattern(draw.standard_normal((T, T))), W)
    if kind == "mlp":
        return TanhMLP(W)
    if kind == "affine":
        return Affine(W, draw.standard_normal(d))
    return Affine(np.zeros((d, d)), draw.standard_normal(d) if kind == "constant" else np.zeros(d))


#: How many sublayers a toy has unless a test says otherwise.
UP_TO_FIVE = st.integers(1, 5)


def some_prompts(draw: np.random.RandomState, P: int, N: int, T: int, d: int) -> Prompts:
    """P prompts to read, and N that the toy knows, which occur unequally often."""
    weights = draw.random_sample(N) + 0.1
    return Prompts(
        tokens=tuple((f"word{p}",) * T for p in range(P)),
        X0=draw.standard_normal((P, T, d)) * 1.5,
        slots=tuple(f"slot {t}" for t in range(T)),
        data_X0=draw.standard_normal((N, T, d)) * 1.5,
        data_weights=weights / weights.sum(),
    )


@st.composite
def toys(draw, sublayers=UP_TO_FIVE, with_prompts: bool = False) -> Toy:
    """A toy with random sizes, sublayers, final norm and repeated words; some sublayers write nothing.

    With prompts it can read two to four, of which it reads any, and so offers every ablation.
    """
    numbers = np.random.RandomState(draw(st.integers(0, 2**31 - 1)))
    S, T, d, V = draw(sublayers), draw(st.integers(1, 4)), draw(st.integers(2, 6)), draw(st.integers(2, 6))
    kinds = draw(
        st.lists(st.sampled_from(("attention", "mlp", "affine", "constant", "silent")), min_size=S, max_size=S)
    )
    P, N = draw(st.integers(2, 4)), draw(st.integers(1, 4))
    prompts = some_prompts(numbers, P, N, T, d) if with_prompts else None
    prompt = draw(st.integers(0, P - 1)) if with_prompts else 0
    return Toy(
        X0=prompts.X0[prompt] if prompts else numbers.standard_normal((T, d)) * 1.5,
        blocks=tuple(a_block(kind, numbers, T, d) for kind in kinds),
        sublayer_names=tuple(kinds),
        norm=draw(st.sampled_from(("layer", "rms", "none"))),
        gamma=1 + 0.3 * numbers.standard_normal(d),
        beta=0.5 * numbers.standard_normal(d),
        W_U=numbers.standard_normal((d, V)),
        tokens=prompts.tokens[prompt] if prompts else ("the",) * T,
        vocab=tuple(draw(st.lists(st.sampled_from(("mat", "rug", "the")), min_size=V, max_size=V))),
        prompts=prompts,
        prompt=prompt,
    )


@st.composite
def toys_with_target(draw, sublayers=UP_TO_FIVE, with_prompts: bool = False):
    """(toy, token, target), the target of any of the three kinds."""
    toy = draw(toys(sublayers, with_prompts))
    V = len(toy.vocab)
    v = draw(st.integers(0, V - 1))
    w = draw(st.integers(0, V - 1).filter(lambda other: other != v))
    return toy, draw(st.integers(0, len(toy.tokens) - 1)), draw(st.sampled_from((v, (v, w), (v, None))))


kept_worlds = lru_cache(maxsize=32)(all_worlds)


class Case(NamedTuple):
    """A question to a toy under one ablation; source is a prompt's number from 0, or None."""

    toy: Toy
    token: int
    target: int | tuple[int, int | None]
    ablation: str
    source: int | None

    @property
    def worlds(self) -> Worlds:
        return kept_worlds(self.toy, self.ablation, self.source)

    @property
    def replacement(self) -> list[np.ndarray]:
        return plain_replacement(self.toy, self.ablation, self.source)


@st.composite
def cases(draw, sublayers=UP_TO_FIVE) -> Case:
    """A random toy with prompts, a question, and any ablation."""
    toy, token, target = draw(toys_with_target(sublayers, with_prompts=True))
    assert toy.prompts is not None
    ablation = draw(st.sampled_from(ablations_of(toy)))
    source = draw(st.integers(0, len(toy.prompts.tokens) - 1)) if ablation == "resample" else None
    return Case(toy, token, target, ablation, source)


@lru_cache(maxsize=32)
def plain_replacement(toy: Toy, ablation: str, source: int | None) -> list[np.ndarray]:
    """What each sublayer writes when it is off, by the definition, one run at a time."""
    all_on = [True] * len(toy.blocks)
    if ablation == "zero":
        return [np.zeros_like(toy.X0) for _ in all_on]
    assert toy.prompts is not None
    if ablation == "resample":
        assert source is not None
        return plain_run(toy, all_on, X0=toy.prompts.X0[source])[1]
    mean = [np.zeros_like(toy.X0) for _ in all_on]
    for X0, weight in zip(toy.prompts.data_X0, toy.prompts.data_weights, strict=True):
        for layer, write in enumerate(plain_run(toy, all_on, X0=X0)[1]):
            mean[layer] = mean[layer] + weight * write
    return mean


def plain_run(toy: Toy, on, replacement=None, X0=None) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """States and writes of one world, by a loop over sublayers; without a replacement an off one writes nothing."""
    states, writes = [np.array(toy.X0 if X0 is None else X0)], []
    for layer, (block, is_on) in enumerate(zip(toy.blocks, on, strict=True)):
        off = np.zeros_like(states[-1]) if replacement is None else replacement[layer]
        write = block(states[-1]) if is_on else off
        writes.append(write)
        states.append(states[-1] + write)
    return states, writes


def plain_logits(toy: Toy, x: np.ndarray) -> list[float]:
    """One token's logits, number by number. x (d,)."""
    d = len(x)
    mean = sum(x) / d if toy.norm == "layer" else 0.0
    s = (sum((xi - mean) ** 2 for xi in x) / d + toy.eps) ** 0.5 if toy.norm != "none" else 1.0
    y = [toy.gamma[i] * (x[i] - mean) / s + toy.beta[i] for i in range(d)]
    return [float(sum(y[i] * toy.W_U[i, v] for i in range(d))) for v in range(len(toy.vocab))]


def plain_readout(toy: Toy, on, token: int, target, replacement=None) -> float:
    """The readout of one world from the plain loops."""
    logits = plain_logits(toy, plain_run(toy, on, replacement)[0][-1][token])
    if isinstance(target, int):
        return logits[target]
    v, w = target
    return logits[v] - (sum(logits) / len(logits) if w is None else logits[w])


def plain_pick(toy: Toy, target) -> np.ndarray:
    """The target as weights over the vocabulary."""
    pick = np.zeros(len(toy.vocab))
    v, w = (target, -1) if isinstance(target, int) else target
    pick[v] = 1.0
    if w is None:
        pick -= 1 / len(pick)
    elif w >= 0:
        pick[w] -= 1
    return pick


def plain_project(toy: Toy, write: np.ndarray, s: float, target) -> float:
    """What a write (d,) adds to the readout with the final norm's divisor held at s, number by number."""
    d, pick = len(write), plain_pick(toy, target)
    mean = sum(write) / d if toy.norm == "layer" else 0.0
    y = [toy.gamma[i] * (write[i] - mean) / s for i in range(d)]
    return float(sum(y[i] * toy.W_U[i, v] * pick[v] for i in range(d) for v in range(len(pick))))


def plain_bias(toy: Toy, target) -> float:
    """What the final norm's beta adds to the readout."""
    pick = plain_pick(toy, target)
    return float(sum(toy.beta[i] * toy.W_U[i, v] * pick[v] for i in range(len(toy.beta)) for v in range(len(pick))))


def plain_scale(toy: Toy, x: np.ndarray) -> float:
    """The final norm's divisor at one token."""
    if toy.norm == "none":
        return 1.0
    mean = x.mean() if toy.norm == "layer" else 0.0
    return float(np.sqrt(((x - mean) ** 2).mean() + toy.eps))


def numeric_jacobian(f, x: np.ndarray, h: float = 1e-6) -> np.ndarray:
    """∂f/∂x by central differences, flattened: J[i, j] = ∂f_i/∂x_j."""
    columns = []
    for j in range(x.size):
        step = np.zeros(x.size)
        step[j] = h
        step = step.reshape(x.shape)
        columns.append((np.ravel(f(x + step)) - np.ravel(f(x - step))) / (2 * h))
    return np.stack(columns, axis=1)


def exact_jacobian(block, X: np.ndarray) -> np.ndarray:
    """A block's Jacobian at X (T, d), flattened, row by row from its vjp."""
    rows = [block.vjp(X, row.reshape(X.shape)).ravel() for row in np.eye(X.size)]
    return np.stack(rows)


def plain_top_gradient(toy: Toy, final: np.ndarray, token: int, target) -> np.ndarray:
    """The readout's gradient at the final state by central differences, (T, d)."""
    pick = plain_pick(toy, target)
    return numeric_jacobian(lambda X: np.array([np.dot(plain_logits(toy, X[token]), pick)]), final)[0].reshape(
        final.shape
    )
