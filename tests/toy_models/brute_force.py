"""What grows with 2^S and S!: every path multiplied out, every order tried, and every toy to try it on."""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np
from random_toys import Case, exact_jacobian, plain_logits, plain_run

from toy_models import Toy, ablations_of, load_toy, toy_names
from toy_models.worlds.gradients import top_gradient


def every_path(toy: Toy, on, token: int, target, replacement=None) -> dict[tuple[int, ...], np.ndarray]:
    """{set of sublayers: that path's gradient at the embedding, (T, d)} in one world."""
    states, _ = plain_run(toy, on, replacement)
    top = top_gradient(toy, states[-1], token, target)
    J = [exact_jacobian(block, X) for block, X in zip(toy.blocks, states[:-1], strict=True)]
    layers_on = [layer for layer, is_on in enumerate(on) if is_on]
    paths = {}
    for k in range(len(layers_on) + 1):
        for path in combinations(layers_on, k):
            g = top.ravel()
            for layer in reversed(path):
                g = g @ J[layer]
            paths[path] = g.reshape(top.shape)
    return paths


def summed_by_length(paths: dict[tuple[int, ...], np.ndarray], n: int) -> np.ndarray:
    """The sum of the paths of each length 0..n."""
    return np.array([sum(g for path, g in paths.items() if len(path) == k) for k in range(n + 1)])


def all_orders(readout, S: int) -> np.ndarray:
    """The mean marginal over all S! orders of switching on."""
    total, orders = np.zeros(S), list(permutations(range(S)))
    for order in orders:
        world = 0
        for layer in order:
            total[layer] += readout[world | 1 << layer] - readout[world]
            world |= 1 << layer
    return total / len(orders)


def catalogue_cases() -> dict[str, Case]:
    """Every toy with every ablation that it offers, by a name, asked for the lead of its last word.

    Half of them read another prompt and another training than the first, since the first may be special.
    """
    found = {}
    for name in toy_names():
        for number, ablation in enumerate(ablations_of(load_toy(name))):
            toy = load_toy(name, seed=number % 2, prompt=3 * (number % 2))
            final = plain_run(toy, [True] * len(toy.blocks))[0][-1]
            first, second, *_ = np.argsort(-np.array(plain_logits(toy, final[-1])), kind="stable").tolist()
            source = 5 if ablation == "resample" else None
            found[f"{name}-{ablation}"] = Case(toy, len(toy.tokens) - 1, (first, second), ablation, source)
    return found
