"""What the oracle answers: everything that the lab may print of one world and one question."""

from dataclasses import dataclass
from itertools import combinations, permutations
from math import comb, exp, log
from typing import Any

import numpy as np
from oracle import Off, Oracle, Question, size

from toy_models import Toy


@dataclass(frozen=True)
class Answer:
    """Every number of one world, beside the run it is measured from; of several prompts, the mean of each number.

    Lists run over layers, dimensions, words or path lengths; `own` is what a layer writes when its switch alone is set
    as in this world. `lowest` and `highest` are only of several prompts.
    """

    off: Off
    reference: Off
    embedding: list[float]
    embedding_size: float
    writes: list[list[float]]
    reference_writes: list[list[float]]
    own_writes: list[list[float]]
    sizes: list[float]
    reference_sizes: list[float]
    probs: list[float]
    reference_probs: list[float]
    readout: float
    start: float
    total: float
    parts: dict[str, float]
    contributions: list[float]
    bias: float
    direct: list[float]
    via_layers: list[float]
    via_norm: float
    natural_direct: float
    natural_indirect: float
    alone: list[float]
    back: list[float]
    interaction: float
    readouts: dict[Off, float]
    answers: dict[str, list[float]]
    pairs: list[list[float]]
    gradient: dict[str, list[float]]
    counts: list[int]
    shares: list[float | None]
    size_shares: list[float | None]
    alpha: float | None
    binomial: list[float | None]
    mean_length: float | None
    lowest: dict[str, Any] | None = None
    highest: dict[str, Any] | None = None

    @property
    def flipped(self) -> list[int]:
        """The layers whose switch differs from the reference run."""
        return sorted(set(self.off) ^ set(self.reference))

    @property
    def on(self) -> list[int]:
        return [layer for layer in range(len(self.writes)) if layer not in self.off]

    @property
    def moved(self) -> bool:
        return self.off != self.reference

    def sums(self, step: int) -> tuple[list[float], list[float], list[float]]:
        """The stream after `step` layers: now, in the reference run, and there with only own writes exchanged."""
        now, before, own = list(self.embedding), list(self.embedding), list(self.embedding)
        for writes, total in ((self.writes, now), (self.reference_writes, before), (self.own_writes, own)):
            for write in writes[:step]:
                for i, x in enumerate(write):
                    total[i] += x
        return now, before, own


def answer(oracle: Oracle, off: Off, question: Question, reference: Off = (), words: list[int] | None = None) -> Answer:
    """One prompt's answer. `words`: the order in which chances are listed, as vocabulary indices."""
    at, S = question.token, oracle.layers
    now, before = oracle.run(off), oracle.run(reference)
    flipped = set(off) ^ set(reference)
    own = [oracle.run(toggled(reference, layer) if layer in flipped else reference).writes[layer] for layer in range(S)]

    def adds(part) -> float:
        return oracle.adds(part, question, reference)

    readouts = {world: oracle.readout(world, question) for world in oracle.worlds()}
    readout, start, bias = readouts[off], readouts[reference], oracle.bias(question)
    s_now, s_start = (oracle.scale_in(world, question) for world in (off, reference))
    alone = [readouts[toggled(reference, layer)] - start for layer in range(S)]
    words = words or list(range(len(oracle.toy.vocab)))
    chances, chances_before = softmax(now.logits[at]), softmax(before.logits[at])
    return Answer(
        off=off,
        reference=reference,
        embedding=oracle.toy.X0[at].tolist(),
        embedding_size=size(oracle.toy.X0[at]),
        writes=[write[at].tolist() for write in now.writes],
        reference_writes=[write[at].tolist() for write in before.writes],
        own_writes=[write[at].tolist() for write in own],
        sizes=[size(write[at]) for write in now.writes],
        reference_sizes=[size(write[at]) for write in before.writes],
        probs=[chances[word] for word in words],
        reference_probs=[chances_before[word] for word in words],
        readout=readout,
        start=start,
        total=readout - start,
        parts={name: adds(part) for name, part in _embedded(oracle.toy, at).items()},
        contributions=[adds(write[at]) for write in before.writes],
        bias=bias,
        direct=[adds(own[layer][at] - before.writes[layer][at]) for layer in range(S)],
        via_layers=[adds(now.writes[layer][at] - own[layer][at]) for layer in range(S)],
        via_norm=(readout - bias) * (1 - s_now / s_start),
        natural_direct=oracle.exchanged(off, question, reference) - start,
        natural_indirect=readout - oracle.exchanged(off, question, reference),
        alone=alone,
        back=[readouts[toggled(off, layer)] - readout if layer in flipped else 0.0 for layer in range(S)],
        interaction=readout - start - sum(alone[layer] for layer in flipped),
        readouts=readouts,
        answers=_answers(readouts, S),
        pairs=_pairs(readouts, S),
        **_gradients(oracle, off, question),
    )


def _embedded(toy: Toy, at: int) -> dict[str, Any]:
    """The embedding, split into token and position where the toy has both."""
    if toy.token_embedding is None or toy.position_embedding is None:
        return {"Embedding": toy.X0[at]}
    return {"Token embedding": toy.token_embedding[at], "Position embedding": toy.position_embedding[at]}


def toggled(off: Off, layer: int) -> Off:
    """The world with one switch the other way."""
    return tuple(sorted(set(off) ^ {layer}))


def _without(*layers: int) -> Off:
    return tuple(sorted(layers))


def _answers(readouts: dict[Off, float], S: int) -> dict[str, list[float]]:
    """Leave-one-out, add-one-in, and what a layer adds on average when all come on in any of the S! orders."""
    every = set(range(S))
    shapley, orders = [0.0] * S, list(permutations(range(S)))
    for order in orders:
        off, before = every, readouts[_without(*every)]
        for layer in order:
            off = off - {layer}
            after = readouts[_without(*off)]
            shapley[layer] += (after - before) / len(orders)
            before = after
    return {
        "leave_one_out": [readouts[()] - readouts[(layer,)] for layer in range(S)],
        "shapley": shapley,
        "add_one_in": [readouts[_without(*every - {layer})] - readouts[_without(*every)] for layer in range(S)],
    }


def _pairs(readouts: dict[Off, float], S: int) -> list[list[float]]:
    """What two layers do together beyond the sum of each, all others on."""
    pairs = [[0.0] * S for _ in range(S)]
    for i, j in permutations(range(S), 2):
        pairs[i][j] = readouts[()] - readouts[(i,)] - readouts[(j,)] + readouts[_without(i, j)]
    return pairs


def _gradients(oracle: Oracle, off: Off, question: Question) -> dict[str, Any]:
    on = [layer for layer in range(oracle.layers) if layer not in off]
    J = {layer: oracle.jacobian(off, layer) for layer in on}
    g = oracle.top_gradient(off, question)
    whole, layers_only, gains = [g], [g], []
    for layer in reversed(range(oracle.layers)):
        through = J[layer] @ whole[0] if layer in J else np.zeros_like(g)
        if layer in J and size(whole[0]) > 0:
            gains.append(size(through) / size(whole[0]))
        whole.insert(0, whole[0] + through)
        layers_only.insert(0, J[layer] @ layers_only[0] if layer in J else np.zeros_like(g))
    carried, sizes = _paths(J, g)
    square = size(whole[0]) ** 2
    alpha = _geometric_mean(gains)
    weights, mean = ([None] * len(sizes), None) if alpha is None else binomial(len(on), alpha)
    return {
        "gradient": {
            "whole": [size(x) for x in whole],
            "layers": [size(x) for x in layers_only],
            "plus": [size(g)] * len(whole),
        },
        "counts": [comb(len(on), k) for k in range(len(on) + 1)],
        "shares": [float(c @ whole[0]) / square if square else None for c in carried],
        "size_shares": [s / sum(sizes) if sum(sizes) else None for s in sizes],
        "alpha": alpha,
        "binomial": weights,
        "mean_length": mean,
    }


def _paths(J: dict[int, Any], g) -> tuple[list, list[float]]:
    """By length: the summed gradient of all paths, and the summed size of single paths, one path at a time."""
    carried, sizes = [], []
    for length in range(len(J) + 1):
        ends = []
        for path in combinations(sorted(J), length):
            x = g
            for layer in reversed(path):
                x = J[layer] @ x
            ends.append(x)
        carried.append(sum(ends))
        sizes.append(sum(size(x) for x in ends))
    return carried, sizes


def binomial(on: int, alpha: float) -> tuple[list[float | None], float]:
    """Weights of path lengths 0..on if every layer had gain alpha, and their mean."""
    weights = [comb(on, k) * alpha**k for k in range(on + 1)]
    whole = sum(weights)
    return [w / whole for w in weights], sum(k * w for k, w in enumerate(weights)) / whole


def softmax(scores) -> list[float]:
    top = max(scores)
    weights = [exp(score - top) for score in scores]
    return [w / sum(weights) for w in weights]


def _geometric_mean(gains: list[float]) -> float | None:
    if not gains:
        return None
    return 0.0 if min(gains) == 0 else exp(sum(log(gain) for gain in gains) / len(gains))
