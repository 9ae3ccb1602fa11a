"""What the helps of Stacks and Norms claim about depth, held against the studies."""

import numpy as np
import pytest
from claims import rounded, said

from toy_models.studies.concatenation import GROWTH, gradient_theory, widths
from toy_models.studies.growth import root_mean_square_step
from toy_models.studies.stacks import WIDTH, mixture

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
