"""What the helps of Stacks and Norms claim about depth, held against the studies."""

import numpy as np
import pytest
from claims import rounded, said, worlds

from app.screens.views.stacks import ALPHAS
from toy_models.studies.concatenation import GROWTH, gradient_theory, widths
from toy_models.studies.growth import root_mean_square_step
from toy_models.studies.lengths import states_without_plus
from toy_models.studies.random_nets import TOKENS
from toy_models.studies.random_nets import WIDTH as NET_WIDTH
from toy_models.studies.rank import apart, draw_attentions, log_apart
from toy_models.studies.stacks import WIDTH, mixture, spread

STACKS = "stacks.md"


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
        "√[(16/w) ∏ (1 + 2 α²/wₗ)], wₗ = 16, 18, … below w",
    )
    np.testing.assert_allclose(gradient_theory(64, 1.0)[1], 0, atol=1e-12)
    assert np.log2(stream[1] / stream[0]) == pytest.approx(0.25**2 / 2, rel=0.1)
    by_table = 16 / w[-1] * np.prod([1 + 2 * 0.25**2 / each for each in range(16, 144, 2)])
    np.testing.assert_allclose(10 ** (2 * gradient_theory(64, 0.25)[1, -1]), by_table)
    residual = [10 ** (depth * root_mean_square_step(*mixture("residual", 0.25, depth))) for depth in (64, 128)]
    assert residual[1] / residual[0] > 6 > 1.03 > stream[1] / stream[0]


def medians(*, plus, causal):
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
