"""How the time of one table grows with the number of sublayers: run `python tests/bench/table_growth.py`.

One table is all 2^S worlds of a toy with effects, the three answers, gradients and paths for one token and target: of
random tanh toys of several depths, and of the trained toys. Times are medians in milliseconds; the last column divides
by a matrix product timed in the same run, so that machines can be compared.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from time import perf_counter

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[2]))

import toy_models as tm

TOKEN, TARGET = 4, (1, 0)
COLUMNS = ("worlds", "effects", "gradients", "paths", "table", "table / matmul")


def milliseconds(run: Callable[[], object], budget: float = 0.4, at_most: int = 300) -> float:
    """Median time of `run` over as many repeats as fit the budget in seconds, at least three."""
    times: list[float] = []
    while len(times) < 3 or (sum(times) < budget and len(times) < at_most):
        start = perf_counter()
        run()
        times.append(perf_counter() - start)
    return 1000 * median(times)


def effects(worlds: tm.Worlds) -> None:
    """Everything about effects and contributions in one table."""
    tm.effects_in_all_worlds(worlds, TOKEN, TARGET)
    tm.several_off(worlds, TOKEN, TARGET)
    tm.shapley_values(worlds, TOKEN, TARGET)
    tm.leave_one_out(worlds, TOKEN, TARGET)
    tm.add_one_in(worlds, TOKEN, TARGET)
    tm.pair_interactions(worlds, TOKEN, TARGET)
    tm.projected_writes(worlds, TOKEN, TARGET)
    tm.readout_contributions(worlds, TOKEN, TARGET)


def table(toy: tm.Toy) -> None:
    """One whole table, worlds included."""
    worlds = tm.all_worlds(toy)
    effects(worlds)
    tm.gradient_sizes(worlds, TOKEN, TARGET)
    tm.path_table(worlds, TOKEN, TARGET)


def row(toy: tm.Toy, matmul: float) -> list[float]:
    """The times for one toy, in the order of COLUMNS."""
    worlds = tm.all_worlds(toy)
    parts = [
        milliseconds(lambda: tm.all_worlds(toy)),
        milliseconds(lambda: effects(worlds)),
        milliseconds(lambda: tm.gradient_sizes(worlds, TOKEN, TARGET)),
        milliseconds(lambda: tm.path_table(worlds, TOKEN, TARGET)),
        milliseconds(lambda: table(toy)),
    ]
    return [*parts, parts[-1] / matmul]


def main() -> None:
    """Print the table."""
    square = np.random.RandomState(0).standard_normal((256, 256))
    matmul = milliseconds(lambda: square @ square)
    print(f"median ms; reference: one 256 × 256 matrix product, {matmul:.3f} ms")
    print(f"{'toy':>10}{'S':>3}{'worlds 2^S':>12}{'paths 3^S':>12}" + "".join(f"{name:>15}" for name in COLUMNS))
    toys = [tm.load_toy(name) for name in ("place", "and", "or", "untrained")]
    for toy in [tm.random_toy(0, sublayers) for sublayers in range(2, 13, 2)] + toys:
        S = len(toy.blocks)
        times = "".join(f"{value:15.2f}" for value in row(toy, matmul))
        print(f"{toy.name:>10}{S:3}{2**S:12,}{3**S:12,}{times}")


if __name__ == "__main__":
    main()
