"""The view Stacks: why does depth train at all? Gradients, streams, lesions and paths in deep random stacks."""

from functools import cache

import numpy as np

from app.quantities import Quantity
from app.view import Runs, Setting, Values, View
from components.stacks import StackForward, StackGradient, StackLesion, StackPaths, Stacks
from toy_models import path_length_weights
from toy_models.stacks import (
    WIRINGS,
    central_range,
    draw_jacobians,
    forward_log_sizes,
    lesion_changes,
    log_sizes,
    spread,
    theory,
)

DEPTHS = (2, 4, 8, 16, 32, 54, 64, 128)
ALPHAS = (0.0, 0.125, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0)
NAMES = ("plain", "residual", "highway", "scaled", "ReZero", "DeepNorm")

SETTINGS = (
    Setting("depth", {"": [(str(depth), str(depth)) for depth in DEPTHS]}, usual={"": "64"}),
    Setting("wiring", {"": list(zip(WIRINGS, NAMES, strict=True))}, usual={"": "residual"}, fetches=False),
    Setting(
        "gain",
        {"": [(f"{alpha:g}", f"{alpha:g}") for alpha in ALPHAS]},
        usual={"": "1"},
        fetches=False,
        place="widget",
    ),
)


def runs(values: Values) -> Runs:
    """All wirings at all gains, one depth. Sizes are log10; `statistic` is the median draw and the middle 80 %."""
    return _runs(int(values["depth"]))


@cache
def _runs(S: int) -> Runs:
    A = draw_jacobians(S)
    labels = {
        "wiring": WIRINGS,
        "gain": ALPHAS,
        "statistic": ("median", "low", "high"),
        "layers": range(S + 1),
        "layer": range(1, S + 1),
        "norm": ("none", "pre-norm"),
        "lesioned": ("plain", "residual"),
        "end": ("first", "last"),
    }
    quantities = [
        Quantity(
            "gradient",
            ("wiring", "gain", "statistic", "layers"),
            [[_three(log_sizes(A, wiring, a)) for a in ALPHAS] for wiring in WIRINGS],
        ),
        Quantity(
            "theory", ("wiring", "gain", "layers"), [[theory(wiring, a, S) for a in ALPHAS] for wiring in WIRINGS]
        ),
        Quantity(
            "forward",
            ("norm", "gain", "statistic", "layers"),
            [[_three(forward_log_sizes(A, a, pre)) for a in ALPHAS] for pre in (False, True)],
        ),
        Quantity(
            "lesion",
            ("lesioned", "gain", "statistic", "layer"),
            [[_three(lesion_changes(A, wiring, a)) for a in ALPHAS] for wiring in ("plain", "residual")],
        ),
        Quantity("paths", ("gain", "layers"), [path_length_weights(S, a)[0] for a in ALPHAS]),
        Quantity("paths_mean", ("gain",), [path_length_weights(S, a)[1] for a in ALPHAS]),
        Quantity("paths_range", ("gain", "end"), [central_range(path_length_weights(S, a)[0]) for a in ALPHAS]),
    ]
    return Runs(labels, quantities)


def _three(draws: np.ndarray) -> list[np.ndarray]:
    each = spread(draws)
    return [each.median, each.low, each.high]


VIEW = View(
    name="stacks",
    order=3,
    settings=SETTINGS,
    runs=runs,
    widgets=(Stacks, StackGradient, StackForward, StackLesion, StackPaths),
    shortens=True,
    carries=("depth",),
)
