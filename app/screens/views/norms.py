"""The view Norms: where the norm stands, and what that does to a stream, to its sum of writes and to its gradient."""

from functools import cache
from itertools import product

import numpy as np

from app.screens.view import Runs, Setting, Values, View
from app.tables.quantities import Quantity
from toy_models.studies.norm_examples import BRANCHES, EXAMPLES, after_layer, exact_norm
from toy_models.studies.placements import (
    PLACEMENTS,
    factors_left,
    gradients,
    in_out_cosines,
    log_length,
    log_rms,
    parts_left,
    parts_written,
    read_at_top,
    run_nets,
)
from toy_models.studies.random_nets import WIDTH, draw_nets
from toy_models.studies.stacks import spread

DRAWS = 64
DEPTHS = (2, 4, 8, 12, 24, 48)
GAINS = (0.0, 0.1, 0.5, 1.0, 1.5, 5.0)
NORMS = {"layer": "LayerNorm", "rms": "RMSNorm", "none": "none"}
NAMES = ("pre-norm", "post-norm", "sandwich", "parallel", "x = norm(x)")
EXAMPLE_NAMES = ("one-three", "tenfold", "shifted", "flipped", "equal", "hand")
BRANCH_NAMES = ("F(x) = 0", "F(x) = x", "F(x) = −x", "F(x) = (−x₁, 2, 0)")
FORMS = ("norm", *PLACEMENTS)
# A length is told as √n up to here; of a larger n the root says more.
LARGEST_ROOT = 1000
DECIMALS = 7  # of log10 of a size: enough to print the size by


def writers(depth: int) -> list[str]:
    """The embedding and every sublayer."""
    return ["embedding", *(f"{('attention', 'MLP')[layer % 2]} {layer // 2 + 1}" for layer in range(depth))]


def _pointed(depth: int) -> list[tuple[str, str]]:
    return [("all", "all"), *((str(i), name) for i, name in enumerate(writers(depth)))]


def _vector(numbers: tuple[float, ...]) -> str:
    return f"({', '.join(f'{number:g}'.replace('-', '−') for number in numbers)})"


SETTINGS = (
    Setting("placement", {"": list(zip(PLACEMENTS, NAMES, strict=True))}, fetches=False),
    Setting("norm", {"": list(NORMS.items())}),
    Setting("depth", {"": [(str(depth), str(depth)) for depth in DEPTHS]}, usual={"": "24"}),
    Setting("seed", {"": [(str(seed), str(seed)) for seed in range(8)]}),
    Setting("gain", {"": [(f"{gain:g}", f"{gain:g}") for gain in GAINS]}, usual={"": "1"}, place="widget"),
    Setting(
        "parts", {"": [("written", "as written"), ("left", "as the norms left them")]}, fetches=False, place="widget"
    ),
    Setting("writer", {str(depth): _pointed(depth) for depth in DEPTHS}, by="depth", fetches=False, place="widget"),
    Setting(
        "input",
        {"": list(zip(EXAMPLE_NAMES, map(_vector, EXAMPLES), strict=True))},
        fetches=False,
        place="widget",
    ),
    Setting(
        "branch",
        {"": list(zip(BRANCHES, BRANCH_NAMES, strict=True))},
        usual={"": "same"},
        fetches=False,
        place="widget",
    ),
)


def runs(values: Values) -> Runs:
    """All placements of one norm, depth, gain and draw.

    Sizes are log10; `statistic` is the median of 64 draws, their middle 80 % and the chosen draw. What is written and
    what is left of it are the last token's; "written" adds up to the last state where that is a plain sum, "left" to
    what is read of it through the last norm.
    """
    depth, seed, gain, norm = int(values["depth"]), int(values["seed"]), float(values["gain"]), values["norm"]
    sizes, slopes, embeddings, turns = _draws(depth, gain, norm)
    nets = draw_nets([seed], depth, gain)
    shown = [run_nets(nets, placement, norm) for placement in PLACEMENTS]
    written = np.array([parts_written(run)[:, 0, -1] for run in shown])
    left = np.array([parts_left(run)[:, 0, -1] for run in shown])
    final = np.array([run.states[-1, 0, -1] for run in shown])
    read = np.array([read_at_top(run)[0, -1] for run in shown])
    labels = {
        "placement": PLACEMENTS,
        "statistic": ("median", "low", "high", "draw"),
        "sublayers": range(depth + 1),
        "parts": ("written", "left"),
        "writer": writers(depth),
        "number": range(1, WIDTH + 1),
        "input": EXAMPLE_NAMES,
        "branch": tuple(BRANCHES),
        "form": FORMS,
        "norm": tuple(NORMS),
        "place": (1, 2, 3),
    }
    vectors, lengths, roots = _by_hand()
    quantities = [
        Quantity("size", ("placement", "statistic", "sublayers"), [_four(each, seed) for each in sizes], DECIMALS),
        Quantity("gradient", ("placement", "statistic", "sublayers"), [_four(each, seed) for each in slopes], DECIMALS),
        Quantity("embedding_left", ("placement", "statistic"), [_four(each, seed) for each in embeddings], DECIMALS),
        Quantity("cosine", ("placement", "statistic"), [_four(each, seed) for each in turns]),
        Quantity("written", ("placement", "parts", "writer", "number"), np.stack([written, left], axis=1)),
        Quantity("final", ("placement", "parts", "number"), np.stack([final, read], axis=1)),
        Quantity("factor", ("placement", "writer"), [factors_left(run)[:, 0, -1] for run in shown]),
        Quantity("gap", ("placement",), np.linalg.norm(_nothing_below_rounding(written.sum(axis=1), final), axis=1)),
        Quantity("hand", ("input", "branch", "form", "norm", "place"), vectors),
        Quantity("hand_length", ("input", "branch", "form", "norm"), lengths),
        Quantity("hand_root", ("input", "branch", "form", "norm"), roots),
    ]
    return Runs(labels, quantities)


@cache
def _draws(depth: int, gain: float, norm: str) -> tuple[np.ndarray, np.ndarray, np.ndarray, np.ndarray]:
    """log10 of every draw's sizes and gradients in each placement, (placements, S+1, draws) each, and of what is left
    of the last token's embedding, (placements, draws); the cosine of its last state with it, (placements, draws)."""
    nets = draw_nets(range(DRAWS), depth, gain)
    made = [run_nets(nets, placement, norm) for placement in PLACEMENTS]
    return (
        np.array([log_rms(run.states) for run in made]),
        np.array([log_length(gradients(run)) for run in made]),
        np.array([np.log10(factors_left(run)[0, :, -1]) for run in made]),
        np.array([in_out_cosines(run)[:, -1] for run in made]),
    )


def _four(draws: np.ndarray, seed: int) -> list[np.ndarray]:
    each = spread(draws)
    return [each.median, each.low, each.high, draws[..., seed]]


def _nothing_below_rounding(total: np.ndarray, final: np.ndarray) -> np.ndarray:
    """total − final, and exactly 0 where the two differ by no more than the order of a sum can make."""
    return np.where(np.isclose(total, final, rtol=1e-12, atol=1e-12), 0.0, total - final)


@cache
def _by_hand() -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Every example through every form: the vectors, NaN beyond their end, their lengths, and n where that is √n."""
    vectors = np.full((len(EXAMPLES), len(BRANCHES), len(FORMS), len(NORMS), 3), np.nan)
    every = product(EXAMPLES, BRANCHES, FORMS, NORMS)
    for at, (x, branch, form, norm) in zip(np.ndindex(vectors.shape[:-1]), every, strict=True):
        numbers = np.array(x, dtype=float)
        y = exact_norm(norm)(numbers) if form == "norm" else after_layer(numbers, branch, form, norm)
        vectors[at][: len(x)] = y
    squares = np.nansum(vectors**2, axis=-1)
    whole = np.isclose(squares, np.rint(squares), rtol=0, atol=1e-9) & (squares < LARGEST_ROOT)
    return vectors, np.sqrt(squares), np.where(whole, np.rint(squares), np.nan)


VIEW = View(
    name="norms",
    order=4,
    settings=SETTINGS,
    runs=runs,
    widgets=("norms", "norm-states", "norm-gradient", "norm-sum", "norm-hand"),
    carries=("depth", "norm", "seed", "gain"),
)
