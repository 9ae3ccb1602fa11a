"""What the lab's numbers must be, recomputed one world and one path at a time.

Nothing here uses toy_models beyond a toy's own arrays and its blocks as functions: no batches of worlds, no
vector–Jacobian products. Jacobians come from complex steps (Squire & Trapp 1998), which are exact to rounding.
Layers and tokens count from 0 here; a world is the tuple of the layers that are off.
"""

from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations
from math import comb, exp, log, sqrt
from typing import NamedTuple

import numpy as np

from toy_models import Toy

STEP = 1e-30


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
    """Answers questions about one toy. `world` is the tuple of layers that are off, rising."""

    def __init__(self, toy: Toy) -> None:
        self.toy = toy
        self.layers = len(toy.blocks)
        self.run = lru_cache(None)(self._run)
        self.jacobian = lru_cache(None)(self._jacobian)
        self.answer = lru_cache(None)(self._answer)

    def worlds(self) -> list[tuple[int, ...]]:
        every = range(self.layers)
        return [off for many in range(self.layers + 1) for off in combinations(every, many)]

    def _run(self, off: tuple[int, ...]) -> Run:
        X = self.toy.X0
        states, writes = [X], []
        for layer, block in enumerate(self.toy.blocks):
            write = np.zeros_like(X) if layer in off else block(X)
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

    def _centred(self, x):
        return x - sum(x) / len(x) if self.toy.norm == "layer" else x

    def _normalised(self, x):
        return self.toy.gamma * self._centred(x) / self.scale(x) + self.toy.beta

    def _jacobian(self, off: tuple[int, ...], layer: int):
        """J[p, q]: how fast number q of the write moves with number p of the state, tokens after one another."""
        X = self.run(off).states[layer]
        J = np.zeros((X.size, X.size))
        for p in range(X.size):
            moved = X.astype(complex)
            moved.flat[p] += STEP * 1j
            J[p] = np.imag(self.toy.blocks[layer](moved)).ravel() / STEP
        return J

    def _top_gradient(self, off: tuple[int, ...], question: Question):
        final = self.run(off).states[-1]
        g = np.zeros(final.size)
        for i in range(final.shape[1]):
            x = final[question.token].astype(complex)
            x[i] += STEP * 1j
            g[question.token * final.shape[1] + i] = np.imag(question.of(self.scores(x))) / STEP
        return g

    def adds(self, part, question: Question) -> float:
        """What a part of the token's stream adds to the readout, the base run's norm scale held fixed."""
        s = self.scale(self.run(()).states[-1][question.token])
        row = self.toy.gamma * self._centred(part) / s
        return question.of(row @ self.toy.W_U)

    def bias(self, question: Question) -> float:
        return question.of(self.toy.beta @ self.toy.W_U)

    def readout(self, off: tuple[int, ...], question: Question) -> float:
        return question.of(self.run(off).logits[question.token])

    def _answer(self, off: tuple[int, ...], question: Question) -> "Answer":
        return Answer(self, off, question)


@dataclass
class Answer:
    """Everything that the screen may print of one world and one question."""

    oracle: Oracle
    off: tuple[int, ...]
    question: Question

    def __post_init__(self) -> None:
        oracle, off, question, toy = self.oracle, self.off, self.question, self.oracle.toy
        at, S = question.token, oracle.layers
        self.on = [layer for layer in range(S) if layer not in off]
        now, base = oracle.run(off), oracle.run(())
        self.embedding = toy.X0[at]
        self.writes = [write[at] for write in now.writes]
        self.base_writes = [write[at] for write in base.writes]
        self.probs, self.base_probs = softmax(now.logits[at]), softmax(base.logits[at])
        self.readout, self.base = oracle.readout(off, question), oracle.readout((), question)
        self.total = self.readout - self.base
        every = range(S)
        adds = [oracle.adds(self.writes[layer], question) for layer in every]
        self.contributions = [oracle.adds(self.base_writes[layer], question) for layer in every]
        # A layer that is off has lost all that it added; one that is on adds more or less than in the base run.
        self.terms = [(0.0 if layer in off else adds[layer]) - self.contributions[layer] for layer in every]
        s_now, s_base = oracle.scale(now.states[-1][at]), oracle.scale(base.states[-1][at])
        self.bias = oracle.bias(question)
        self.via_norm = float((self.readout - self.bias) * (1 - s_now / s_base))
        self.direct = sum(self.terms[layer] for layer in off)
        self.via_layers = sum(self.terms[layer] for layer in self.on)
        self.alone = [oracle.readout((layer,), question) - self.base for layer in every]
        self.back_on = {a: oracle.readout(tuple(b for b in off if b != a), question) - self.readout for a in off}
        self.interaction = self.total - sum(self.alone[layer] for layer in off)
        self._gradients()

    def parts(self) -> dict[str, float]:
        """What the embedding adds, split into token and position where the toy has both."""
        toy, at = self.oracle.toy, self.question.token
        if toy.token_embedding is None or toy.position_embedding is None:
            return {"Embedding": self.oracle.adds(toy.X0[at], self.question)}
        halves = {"Token embedding": toy.token_embedding[at], "Position embedding": toy.position_embedding[at]}
        return {name: self.oracle.adds(half, self.question) for name, half in halves.items()}

    def sums(self, step: int) -> dict[str, list[float]]:
        """The stream's numbers after `step` layers: now, all on, and all on minus the off layers' own writes."""
        now = [x + sum(w[i] for w in self.writes[:step]) for i, x in enumerate(self.embedding)]
        base = [x + sum(w[i] for w in self.base_writes[:step]) for i, x in enumerate(self.embedding)]
        gone = [sum(self.base_writes[a][i] for a in self.off if a < step) for i in range(len(base))]
        return {"sum now": now, "all on": base, "subtracted": [b - g for b, g in zip(base, gone, strict=True)]}

    def _gradients(self) -> None:
        J = {layer: self.oracle.jacobian(self.off, layer) for layer in self.on}
        g = self.oracle._top_gradient(self.off, self.question)
        whole, layers_only, gains = [g], [g], []
        for layer in reversed(range(self.oracle.layers)):
            through = J[layer] @ whole[0] if layer in J else np.zeros_like(g)
            if layer in J and size(whole[0]) > 0:
                gains.append(size(through) / size(whole[0]))
            whole.insert(0, whole[0] + through)
            layers_only.insert(0, J[layer] @ layers_only[0] if layer in J else layers_only[0])
        self.gradient = {
            "whole": [size(x) for x in whole],
            "layers": [size(x) for x in layers_only],
            "plus": [size(g)] * len(whole),
        }
        self.counts = [comb(len(self.on), k) for k in range(len(self.on) + 1)]
        carried, sizes = self._paths(J, g)
        square = size(whole[0]) ** 2
        self.shares = [float(c @ whole[0]) / square if square else None for c in carried]
        self.size_shares = [s / sum(sizes) if sum(sizes) else None for s in sizes]
        self.alpha = _geometric_mean(gains)

    def _paths(self, J: dict, g) -> tuple[list, list[float]]:
        """By length: the summed gradient of all paths, and the summed size of single paths, one path at a time."""
        carried = [np.zeros_like(g) for _ in self.counts]
        sizes = [0.0 for _ in self.counts]
        for length in range(len(self.counts)):
            for path in combinations(self.on, length):
                x = g
                for layer in reversed(path):
                    x = J[layer] @ x
                carried[length] = carried[length] + x
                sizes[length] += size(x)
        return carried, sizes


def binomial(on: int, alpha: float) -> tuple[list[float], float]:
    """Weights of path lengths 0..on if every layer had gain alpha, and their mean."""
    weights = [comb(on, k) * alpha**k for k in range(on + 1)]
    whole = sum(weights)
    return [w / whole for w in weights], sum(k * w for k, w in enumerate(weights)) / whole


def softmax(scores) -> list[float]:
    top = max(scores)
    weights = [exp(score - top) for score in scores]
    return [w / sum(weights) for w in weights]


def size(x) -> float:
    return sqrt(sum(float(v) ** 2 for v in np.ravel(x)))


def _geometric_mean(gains: list[float]) -> float | None:
    if not gains:
        return None
    return 0.0 if min(gains) == 0 else exp(sum(log(gain) for gain in gains) / len(gains))
