"""What the helps of Stacks and Norms claim about depth, held against the studies."""

import numpy as np
import pytest
from claims import rounded, said, worlds

from app.screens.views.interventions import TOYS
from app.screens.views.stacks import ALPHAS
from toy_models import load_toy
from toy_models.studies.concatenation import GROWTH, gradient_theory, widths
from toy_models.studies.gains import gains_of_all, in_out_cosines
from toy_models.studies.growth import root_mean_square_step
from toy_models.studies.highway import draw_gates, gated_log_sizes
from toy_models.studies.lengths import states_without_plus
from toy_models.studies.placements import factors_left, run_nets
from toy_models.studies.random_nets import TOKENS, draw_nets
from toy_models.studies.random_nets import WIDTH as NET_WIDTH
from toy_models.studies.rank import apart, draw_attentions, log_apart
from toy_models.studies.stacks import WIDTH, draw_jacobians, gate, log_sizes, mixture, spread

STACKS, NORMS, INTERVENTIONS = "stacks.md", "norms.md", "interventions.md"


def test_concatenation_in_shapes_and_growth():
    w, stream = widths(64), []
    for depth in (64, 128):
        stream.append(np.prod(1 + 0.25**2 * GROWTH / widths(depth)[:-1]) ** 0.5)
    said(
        STACKS,
        f"each layer appends {GROWTH} numbers, α times random sums of all that stand there, so that 64 layers make {w[-1]} of {w[0]}.",
        "The stream’s size then grows as a power of the depth, near S^(α²/2), where a residual one’s grows exponentially.",
        "At gain 1 theory’s root mean square of a gradient is 1 at every layer. At gain 0.25 it is "
        f"{rounded(10 ** gradient_theory(64, 0.25)[1, -1], 3)} after 64 layers: of {w[-1]} numbers at the top the embedding "
        f"has but {WIDTH}, and these alone have √({w[0]}/{w[-1]}) = 1/{np.sqrt(w[-1] / w[0]):g} of the size.",
        "√[(16/w) (1 + 2 α²/16) (1 + 2 α²/18) …], a factor for each width below w",
    )
    np.testing.assert_allclose(gradient_theory(64, 1.0)[1], 0, atol=1e-12)
    assert np.log2(stream[1] / stream[0]) == pytest.approx(0.25**2 / 2, rel=0.1)
    by_table = 16 / w[-1] * np.prod([1 + 2 * 0.25**2 / each for each in range(16, 144, 2)])
    np.testing.assert_allclose(10 ** (2 * gradient_theory(64, 0.25)[1, -1]), by_table)
    residual = [10 ** (depth * root_mean_square_step(*mixture("residual", 0.25, depth))) for depth in (64, 128)]
    assert residual[1] / residual[0] > 6 > 1.03 > stream[1] / stream[0]


def medians(*, plus: bool, causal: bool) -> np.ndarray:
    """How far apart the words of the median draw are after 0..64 attentions, as log10, at each gain of the view."""
    return spread(log_apart(draw_attentions(64), ALPHAS, plus=plus, causal=causal)).median


def test_words_kept_apart():
    assert (TOKENS, NET_WIDTH) == (5, 8)
    quarter, one = ALPHAS.index(0.25), ALPHAS.index(1.0)
    together, back = (medians(plus=False, causal=causal)[quarter] for causal in (False, True))
    assert rounded(together[4], 1)[:3] == "−45"
    np.testing.assert_allclose(together[2:6] / together[1:5], 3, atol=0.75)
    residual = 10 ** medians(plus=True, causal=True)
    tops = [
        (apart(every.states[-1, -1]), apart(states_without_plus(every)[-1, -1]))
        for every in (worlds("place", seed, prompt) for seed in range(12) for prompt in range(12))
    ]
    kept, lost = np.median(tops, axis=0)
    said(
        STACKS,
        "five words of eight numbers; attention reads RMSNorm of the stream.",
        "it falls doubly exponentially, its logarithm about threefold a layer (Dong et al. 2021): after four layers 10⁻⁴⁵ is left.",
        f"it falls by a factor a layer, here {rounded(10 ** ((back[64] - back[4]) / 60))}, near the ½ of a running mean.",
        f"With the plus {rounded(residual[quarter, 64])} of {rounded(residual[quarter, 0])} are left after 64 layers at "
        f"gain 0.25, {rounded(residual[one, 64])} at gain 1.",
        f"In the toy Places it is {rounded(kept)} at the top, and {rounded(lost)} without the plus (medians over trainings and prompts).",
    )


def test_the_plus_does_not_forbid_that_words_draw_nearer():
    said(
        STACKS,
        "Not under a causal mask, and MLPs can work against it (Dong et al.). The plus does not forbid it either: words draw nearer with every "
        "gain but 0, only ever more slowly.",
    )
    for causal in (False, True):
        gaps = medians(plus=True, causal=causal)
        for alpha, gap in zip(ALPHAS, gaps, strict=True):
            assert (gap[64] < gap[32] < gap[0]) == (alpha > 0)
            # A power of the depth, not a factor a layer; where little is lost yet, the two cannot be told apart.
            assert alpha < 0.5 or gap[32] - gap[64] < gap[0] - gap[32]


def turned(S, scale):
    """The cosine of the last word's last state with its embedding in each of 64 pre-norm nets, and what writes at right
    angles would give."""
    run = run_nets(draw_nets(range(64), S, scale), "pre", "layer")
    start, end, writes = run.states[0, :, -1], run.states[-1, :, -1], run.writes[:, :, -1]
    size = np.linalg.norm(start, axis=-1)
    cosines = (start * end).sum(axis=-1) / size / np.linalg.norm(end, axis=-1)
    return np.sort(cosines), 1 / np.sqrt(1 + (writes**2).sum(axis=(0, 2)) / size**2)


def test_small_writes_keep_the_direction_and_large_ones_do_not():
    (small, small_theory), (large, large_theory) = turned(48, 0.1), turned(48, 5.0)
    said(
        NORMS,
        f"In pre-norm with LayerNorm it is {rounded(small[31])} at 0.1 and {rounded(large[31])} at 5 after 48 sublayers, "
        f"{rounded(turned(24, 0.1)[0][31])} and {rounded(turned(24, 5.0)[0][31])} after 24.",
        "near 1 where they are small, near 0 where they are large, and single nets then lie on both sides of it.",
        "at 0.1 attention writes a tenth of what it does at 1 and an MLP somewhat more; at 5 attention writes five times as much, and tanh holds "
        "an MLP’s numbers below 1.",
    )
    assert np.median(small_theory) == pytest.approx(small[31], abs=0.03)
    assert np.median(large_theory) == pytest.approx(0.04, abs=0.01)
    assert large[10] < -0.2 < 0.2 < large[-10]
    one, tenth, five = (draw_nets([0], 2, scale) for scale in (1.0, 0.1, 5.0))
    Y = one.X0
    for scaled, times in ((tenth, 0.1), (five, 5.0)):
        np.testing.assert_allclose(scaled.branch(0)(Y), times * one.branch(0)(Y))
    assert 0.11 < np.linalg.norm(tenth.branch(1)(Y)) / np.linalg.norm(one.branch(1)(Y)) < 0.16
    assert 0.9 < abs(five.branch(1)(Y)).max() < 1


def test_all_writes_scaled_by_a_tenth_and_by_five():
    cosines = {}
    for name in TOYS:
        toys = [load_toy(name, seed, prompt) for seed in range(12) for prompt in range(12)]
        cosines[name] = np.array(
            [in_out_cosines(toy, gains_of_all(toy, [0.1, 5.0]), len(toy.tokens) - 1) for toy in toys]
        )
    assert min(each[:, 0].min() for each in cosines.values()) >= 0.95
    places = cosines["place"][:, 1]
    said(
        INTERVENTIONS,
        "At × 0.1 that is 0.95 or more for each of these toys, trainings and prompts. At × 5 it is of that one run only: in "
        f"Places {rounded(np.median(places))} at the median and from {rounded(places.min())} to {rounded(places.max())} over "
        "its trainings and prompts.",
    )


def test_a_sandwich_writes_one_size():
    left = {}
    for placement in ("sandwich", "pre"):
        runs = [run_nets(draw_nets(range(64), 24, scale), placement, "layer") for scale in (0.1, 1.0, 5.0)]
        left[placement] = [rounded(np.sort(factors_left(run)[0, :, -1])[31]) for run in runs]
        if placement == "sandwich":
            for run in runs:
                assert np.sqrt((run.writes**2).mean(axis=-1)).min() > 0.98
                square = (run.states[1:] ** 2).mean(axis=(1, 2, 3))
                np.testing.assert_allclose(np.diff(square[::6]) / 6, 1, atol=0.3)
    (same,) = set(left["sandwich"])
    small, usual, large = left["pre"]
    said(
        NORMS,
        "so that all writes have root mean square 1, near enough, at any scale of the weights. The stream is a plain sum of "
        "them, and its mean square grows by about 1 a sublayer.",
        f"With LayerNorm {same} of the embedding is left after 24 sublayers at scale 0.1, 1 and 5; in pre-norm {small}, "
        f"{usual} and {large}.",
    )


def left(alpha: float, bias: float | None = None) -> float:
    """How much of a gradient the median of 64 draws has after 64 layers of a highway, as log10; with None, of a plain stack."""
    c, k = mixture("plain", alpha, 64) if bias is None else mixture("highway", alpha, 64, bias)
    return float(spread(log_sizes(draw_jacobians(64), np.array([c]), np.array([k]))[0, -1]).median)


def reading(alpha: float, bias: float) -> float:
    """The same where the gates read the stream."""
    return float(spread(gated_log_sizes(draw_jacobians(64), *draw_gates(64), [alpha], [bias])[0, -1]).median)


def powers(log):
    """A size as the text prints it, one digit and a power of ten."""
    power = int(np.floor(log))
    return f"{10 ** (log - power):.0f}·10⁻{str(-power).translate(str.maketrans('0123456789', '⁰¹²³⁴⁵⁶⁷⁸⁹'))}"


def test_a_highway_whose_gates_close_the_plus():
    said(
        STACKS,
        f"At gain 0.25 {powers(left(0.25, 0.0))} of a gradient’s size is left after 64 layers at bias 0, and at bias 4 "
        f"{powers(left(0.25, 4.0))}, near a plain stack’s {powers(left(0.25))}.",
        f"At gain 1 half-open gates leave least, {powers(left(1.0, 0.0))}: (1 − t)² + t² is least at t = ½.",
        f"at bias −3 and gain 1 {rounded(10 ** reading(1.0, -3.0), 3)}.",
        "Up to gain 1 the two are alike; at gain 2 and bias 0 the stream explodes where gates read it, and "
        f"the two part by {reading(2.0, 0.0) - left(2.0, 0.0):.0f} powers of ten.",
        "at 0 they let through half of each, above it more of the layer than of the stream",
    )
    assert gate(0.0) == 0.5 < gate(4.0)
    (x, V), sizes = draw_gates(64), []
    for A, read in zip(draw_jacobians(64), V, strict=True):
        with np.errstate(over="ignore"):
            T = 1 / (1 + np.exp(-np.einsum("nd,nde->ne", x, read)))
        x = T * 2 * np.einsum("nd,nde->ne", x, A) + (1 - T) * x
        sizes.append(np.linalg.norm(x, axis=-1))
    assert np.median(sizes[-1]) > 1e8
    biases = [-4.0, -3.0, -2.0, -np.log(3), 0.0, 4.0]
    assert min(biases, key=lambda bias: left(1.0, bias)) == 0
    for alpha in (alpha for alpha in ALPHAS if alpha <= 1):
        assert max(abs(left(alpha, bias) - reading(alpha, bias)) for bias in biases) < 0.6
