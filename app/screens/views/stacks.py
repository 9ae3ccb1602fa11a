"""The view Stacks: why does depth train at all? Gradients, streams, lesions and paths in deep random stacks."""

from functools import cache

import numpy as np

from app.screens.view import Runs, Setting, Values, View
from app.tables.quantities import Quantity
from toy_models import path_length_weights
from toy_models.studies.concatenation import (
    draw_layers,
    gradient_log_sizes,
    gradient_theory,
    stream_log_sizes,
    widths,
)
from toy_models.studies.growth import root_mean_square_step, typical_step
from toy_models.studies.highway import draw_gates, gated_log_sizes
from toy_models.studies.rank import draw_attentions, log_apart
from toy_models.studies.stacks import (
    WIDTH,
    WIRINGS,
    central_range,
    draw_jacobians,
    gate,
    lesion_changes,
    log_sizes,
    mixture,
    pre_norm_log_sizes,
    signed_shares,
    spread,
)

DEPTHS = (2, 4, 8, 16, 32, 54, 64, 128)
ALPHAS = (0.0, 0.125, 0.25, 0.5, 0.75, 1.0, 1.5, 2.0)
NAMES = {
    "plain": "plain",
    "residual": "residual",
    "dense": "DenseNet",
    "highway": "highway",
    "scaled": "scaled",
    "rezero": "ReZero",
    "deepnorm": "DeepNorm",
}
# Where a highway's gate stands; at −ln 3 at t = 1/4. From 0 on it lets through more of the layer than of the stream.
BIASES = {"-4": -4.0, "-3": -3.0, "-2": -2.0, "-1.1": -float(np.log(3.0)), "0": 0.0, "4": 4.0}
# Stacks of attention alone, with the plus or without; each word reads all words, or itself and those before it.
ATTENTIONS = tuple(f"{wiring}, {reads}" for wiring in ("plain", "residual") for reads in ("all", "back"))
# Every wiring whose layer is a factor c I + k A: the highway is one for each bias.
MIXTURES = tuple(
    (f"{wiring}{bias}", wiring, BIASES.get(bias, 0.0))
    for wiring in WIRINGS
    for bias in (BIASES if wiring == "highway" else [""])
)
DECIMALS = 7  # of log10 of a size: enough to print the size by; a step's is multiplied by the depth
STEP_DECIMALS = 10


def _gate_names() -> list[tuple[str, str]]:
    return [(value, f"{value.replace('-', '−')} (t = {gate(bias):.2g})") for value, bias in BIASES.items()]


SETTINGS = (
    Setting("depth", {"": [(str(depth), str(depth)) for depth in DEPTHS]}, usual={"": "64"}),
    Setting("wiring", {"": list(NAMES.items())}, usual={"": "residual"}, fetches=False),
    Setting("bias", {"": _gate_names()}, usual={"": "-3"}, fetches=False, place="widget"),
    Setting(
        "gain",
        {"": [(f"{alpha:g}", f"{alpha:g}") for alpha in ALPHAS]},
        usual={"": "0.25"},
        fetches=False,
        place="widget",
    ),
    Setting(
        "measure", {"": [("size", "sizes"), ("share", "signed part of the gradient")]}, fetches=False, place="widget"
    ),
)


def runs(values: Values) -> Runs:
    """All wirings at all gains, one depth. Sizes are log10; `statistic` is the median draw and the middle 80 %.

    `theory` is log10 of what a layer does to a size, to the median draw's and to the root mean square; see growth. A
    concatenation's layers differ, so that `dense_theory` has the size itself; see concatenation.
    """
    return _runs(int(values["depth"]))


@cache
def _runs(S: int) -> Runs:
    A = draw_jacobians(S)
    mixtures = [mixture(wiring, alpha, S, bias) for _, wiring, bias in MIXTURES for alpha in ALPHAS]
    B = draw_layers(S)
    sizes = [*_by_gain(log_sizes(A, *_columns(mixtures))), gradient_log_sizes(B, ALPHAS)]
    pair = [mixture(wiring, alpha, S) for wiring in ("plain", "residual") for alpha in ALPHAS]
    names = [name for name, _, _ in MIXTURES]
    by_size = [path_length_weights(S, alpha) for alpha in ALPHAS]
    in_quadrature = [path_length_weights(S, alpha**2) for alpha in ALPHAS]
    # Each draw's shares add to 1, and so does their mean.
    signed = signed_shares(A, ALPHAS).mean(axis=-1)
    labels = {
        "stack": [*names, "dense"],
        "mixture": names,
        "gain": ALPHAS,
        "statistic": ("median", "low", "high"),
        "of": ("median", "root mean square"),
        "layers": range(S + 1),
        "layer": range(1, S + 1),
        "attention": ATTENTIONS,
        "bias": tuple(BIASES),
        "stream": ("residual", "pre-norm", "dense"),
        "lesioned": ("plain", "residual"),
        "end": ("first", "last"),
        "measure": ("size", "share"),
    }
    quantities = [
        Quantity("gradient", ("stack", "gain", "statistic", "layers"), [_three(each) for each in sizes], DECIMALS),
        Quantity(
            "theory",
            ("mixture", "gain", "of"),
            np.array([(typical_step(c, k, WIDTH), root_mean_square_step(c, k)) for c, k in mixtures]).reshape(
                len(MIXTURES), len(ALPHAS), 2
            ),
            STEP_DECIMALS,
        ),
        Quantity("dense_theory", ("gain", "of", "layers"), [gradient_theory(S, alpha) for alpha in ALPHAS], DECIMALS),
        Quantity("dense_width", ("layers",), widths(S)),
        # Without a norm the stream on its way up is the same product as the residual gradient on its way down.
        Quantity(
            "forward",
            ("stream", "gain", "layers"),
            [
                spread(each).median
                for each in (
                    sizes[names.index("residual")],
                    pre_norm_log_sizes(A, ALPHAS),
                    stream_log_sizes(B, ALPHAS),
                )
            ],
            DECIMALS,
        ),
        Quantity("gated", ("bias", "gain"), _gated(A), DECIMALS),
        Quantity("apart", ("attention", "gain", "layers"), _apart(S), DECIMALS),
        Quantity("lesion", ("lesioned", "gain", "layer"), spread(_by_gain(lesion_changes(A, *_columns(pair)))).median),
        Quantity("paths", ("measure", "gain", "layers"), [[weights for weights, _ in by_size], signed]),
        Quantity("paths_mean", ("measure", "gain"), [[mean for _, mean in by_size], signed @ np.arange(S + 1)]),
        Quantity("paths_range", ("gain", "end"), [central_range(weights) for weights, _ in by_size]),
        Quantity("paths_theory", ("gain", "layers"), [weights for weights, _ in in_quadrature]),
        Quantity("paths_theory_mean", ("gain",), [mean for _, mean in in_quadrature]),
    ]
    return Runs(labels, quantities)


def _gated(A: np.ndarray) -> np.ndarray:
    """log10 of the median gradient's size past all layers where a highway's gates read the stream, (biases, gains)."""
    biases, alphas = np.meshgrid(list(BIASES.values()), ALPHAS, indexing="ij")
    sizes = gated_log_sizes(A, *draw_gates(len(A)), alphas.ravel(), biases.ravel())
    return spread(sizes[:, -1]).median.reshape(alphas.shape)


def _apart(S: int) -> list[np.ndarray]:
    """log10 of how far apart the words of the median draw are, (gains, layers) for each of ATTENTIONS.

    A plain stack's words are as far apart at every gain but 0, at which there is nothing of them.
    """
    nets = draw_attentions(S)

    def medians(gains: tuple[float, ...], plus: bool) -> list[np.ndarray]:
        return [spread(log_apart(nets, gains, plus=plus, causal=causal)).median for causal in (False, True)]

    plain = [np.where(np.array(ALPHAS)[:, None] > 0, found, np.nan) for found in medians((1.0,), False)]
    return [*plain, *medians(ALPHAS, True)]


def _columns(mixtures: list[tuple[float, float]]) -> tuple[np.ndarray, np.ndarray]:
    c, k = np.array(mixtures).T
    return c, k


def _by_gain(draws: np.ndarray) -> np.ndarray:
    """Rows of one stack after another, each at every gain, as (stacks, gains, …)."""
    return draws.reshape(-1, len(ALPHAS), *draws.shape[1:])


def _three(draws: np.ndarray) -> np.ndarray:
    """(gains, layers, draws) -> (gains, 3, layers)."""
    each = spread(draws)
    return np.stack([each.median, each.low, each.high], axis=1)


VIEW = View(
    name="stacks",
    order=3,
    settings=SETTINGS,
    runs=runs,
    widgets=("stacks", "stack-gradient", "stack-forward", "stack-lesion", "stack-words", "stack-paths"),
    carries=("depth",),
    digits=5,
)
