"""What the lab's numbers must be, recomputed one world and one path at a time.

Nothing here uses toy_models beyond a toy's own arrays and its blocks as functions: no batches of worlds, no
vector–Jacobian products. Jacobians come from complex steps (Squire & Trapp 1998), which are exact to rounding.
Layers and tokens count from 0 here; a world is the tuple of the layers that are off.
"""

from functools import lru_cache
from itertools import combinations
from math import sqrt
from typing import NamedTuple

import numpy as np

from toy_models import Toy

STEP = 1e-30

Off = tuple[int, ...]


class Question(NamedTuple):
    """A toy's token (from 0) and a readout of it: "lead" of target over against, "logit", or "centred"."""

    token: int
    readout: str
    target: int
    against: int | None = None

    def of(self, logits):
        v = logits[self.target]
        if self.readout == "lead":
            assert self.against is not None
            return v - logits[self.against]
        return v - sum(logits) / len(logits) if self.readout == "centred" else v


class Run(NamedTuple):
    """One world, run: X_0 … X_S, what each layer wrote at every token, and each token's scores."""

    states: list
    writes: list
    logits: list


class Oracle:
    """Runs one toy's worlds and differentiates them.

    `ablation` is what an off layer writes: zero, its mean over the toy's data, or its write in the run on prompt number
    `source` (from 0).
    """

    def __init__(self, toy: Toy, ablation: str = "zero", source: int | None = None) -> None:
        self.toy = toy
        self.layers = len(toy.blocks)
        self.replaced = self._replaced(ablation, source)
        self.run = lru_cache(None)(self._run)
        self.jacobian = lru_cache(None)(self._jacobian)

    def worlds(self) -> list[Off]:
        every = range(self.layers)
        return [off for many in range(self.layers + 1) for off in combinations(every, many)]

    def ranking(self, token: int) -> list[int]:
        """The words by their score with all layers on, best first."""
        scores = self.run(()).logits[token]
        return sorted(range(len(scores)), key=lambda word: -scores[word])

    def _replaced(self, ablation: str, source: int | None) -> list:
        """What each layer writes when it is off, at every token."""
        prompts = self.toy.prompts
        if ablation == "zero":
            return [np.zeros_like(self.toy.X0) for _ in range(self.layers)]
        assert prompts is not None
        if ablation == "resample":
            assert source is not None
            return self._writes(prompts.X0[source])
        mean = [np.zeros_like(self.toy.X0) for _ in range(self.layers)]
        for X0, weight in zip(prompts.data_X0, prompts.data_weights, strict=True):
            mean = [m + weight * write for m, write in zip(mean, self._writes(X0), strict=True)]
        return mean

    def _writes(self, X) -> list:
        """What each layer writes with all layers on, from an embedding."""
        writes = []
        for block in self.toy.blocks:
            writes.append(block(X))
            X = X + writes[-1]
        return writes

    def _run(self, off: Off) -> Run:
        X = self.toy.X0
        states, writes = [X], []
        for layer, block in enumerate(self.toy.blocks):
            write = self.replaced[layer] if layer in off else block(X)
            X = X + write
            states.append(X)
            writes.append(write)
        return Run(states, writes, [self.scores(x) for x in X])

    def scores(self, x):
        """One token's logits from its final state; complex numbers pass."""
        y = self._normalised(x)
        return [sum(y[i] * self.toy.W_U[i, v] for i in range(len(y))) for v in range(len(self.toy.vocab))]

    def scale(self, x):
        """The divisor of the final norm."""
        if self.toy.norm == "none":
            return 1.0
        centred = self._centred(x)
        return np.sqrt(sum(c * c for c in centred) / len(centred) + self.toy.eps)

    def scale_in(self, off: Off, question: Question) -> float:
        return float(self.scale(self.run(off).states[-1][question.token]))

    def _centred(self, x):
        return x - sum(x) / len(x) if self.toy.norm == "layer" else x

    def _normalised(self, x):
        return self.toy.gamma * self._centred(x) / self.scale(x) + self.toy.beta

    def _jacobian(self, off: Off, layer: int):
        """J[p, q]: how fast number q of the write moves with number p of the state, tokens after one another."""
        X = self.run(off).states[layer]
        moved = X.astype(complex) + STEP * 1j * np.eye(X.size).reshape(X.size, *X.shape)
        return np.imag(self.toy.blocks[layer](moved)).reshape(X.size, X.size) / STEP

    def top_gradient(self, off: Off, question: Question):
        """How fast the readout moves with each number of the final state."""
        final = self.run(off).states[-1]
        g = np.zeros(final.size)
        for i in range(final.shape[1]):
            x = final[question.token].astype(complex)
            x[i] += STEP * 1j
            g[question.token * final.shape[1] + i] = np.imag(question.of(self.scores(x))) / STEP
        return g

    def adds(self, part, question: Question, reference: Off = ()) -> float:
        """What a part of the token's stream adds to the readout, the reference run's norm scale held fixed."""
        row = self.toy.gamma * self._centred(part) / self.scale_in(reference, question)
        return float(question.of(row @ self.toy.W_U))

    def bias(self, question: Question) -> float:
        return float(question.of(self.toy.beta @ self.toy.W_U))

    def exchanged(self, off: Off, question: Question, reference: Off = ()) -> float:
        """The readout of the reference run if the switched layers' own writes, and nothing else, are as in a world."""
        now, before = self.run(off).writes, self.run(reference).writes
        x = self.run(reference).states[-1][question.token]
        for layer in set(off) ^ set(reference):
            x = x + now[layer][question.token] - before[layer][question.token]
        return float(question.of(self.scores(x)))

    def readout(self, off: Off, question: Question) -> float:
        return float(question.of(self.run(off).logits[question.token]))


def size(x) -> float:
    return sqrt(sum(float(v) ** 2 for v in np.ravel(x)))
