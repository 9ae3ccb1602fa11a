"""A Hypothesis strategy for toys of any size, and plain loops that recompute them without the package's maths."""

from __future__ import annotations

import numpy as np
from hypothesis import strategies as st

from toy_models import Affine, TanhAttention, TanhMLP, Toy
from toy_models.tanh import causal_pattern


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


@st.composite
def toys(draw, sublayers=UP_TO_FIVE) -> Toy:
    """A toy with random sizes, sublayers, final norm and repeated words; some sublayers write nothing."""
    numbers = np.random.RandomState(draw(st.integers(0, 2**31 - 1)))
    S, T, d, V = draw(sublayers), draw(st.integers(1, 4)), draw(st.integers(2, 6)), draw(st.integers(2, 6))
    kinds = draw(
        st.lists(st.sampled_from(("attention", "mlp", "affine", "constant", "silent")), min_size=S, max_size=S)
    )
    return Toy(
        X0=numbers.standard_normal((T, d)) * 1.5,
        blocks=tuple(a_block(kind, numbers, T, d) for kind in kinds),
        sublayer_names=tuple(kinds),
        norm=draw(st.sampled_from(("layer", "rms", "none"))),
        gamma=1 + 0.3 * numbers.standard_normal(d),
        beta=0.5 * numbers.standard_normal(d),
        W_U=numbers.standard_normal((d, V)),
        tokens=("the",) * T,
        vocab=tuple(draw(st.lists(st.sampled_from(("mat", "rug", "the")), min_size=V, max_size=V))),
    )


@st.composite
def toys_with_target(draw, sublayers=UP_TO_FIVE):
    """(toy, token, target), the target of any of the three kinds."""
    toy = draw(toys(sublayers))
    V = len(toy.vocab)
    v = draw(st.integers(0, V - 1))
    w = draw(st.integers(0, V - 1).filter(lambda other: other != v))
    return toy, draw(st.integers(0, len(toy.tokens) - 1)), draw(st.sampled_from((v, (v, w), (v, None))))


def plain_run(toy: Toy, on) -> tuple[list[np.ndarray], list[np.ndarray]]:
    """States and writes of one world, by a loop over sublayers."""
    states, writes = [np.array(toy.X0)], []
    for block, is_on in zip(toy.blocks, on, strict=True):
        write = block(states[-1]) if is_on else np.zeros_like(states[-1])
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


def plain_readout(toy: Toy, on, token: int, target) -> float:
    """The readout of one world from the plain loops."""
    logits = plain_logits(toy, plain_run(toy, on)[0][-1][token])
    if isinstance(target, int):
        return logits[target]
    v, w = target
    return logits[v] - (sum(logits) / len(logits) if w is None else logits[w])


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
    pick = np.zeros(len(toy.vocab))
    v, w = (target, -1) if isinstance(target, int) else target
    pick[v] += 1
    if w is None:
        pick -= 1 / len(pick)
    elif w >= 0:
        pick[w] -= 1
    return numeric_jacobian(lambda X: np.array([np.dot(plain_logits(toy, X[token]), pick)]), final)[0].reshape(
        final.shape
    )
