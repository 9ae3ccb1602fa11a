"""What the norm's place does to random nets before any training: to the stream, the embedding and the gradient."""

import numpy as np
import pytest

from toy_models import all_worlds, load_toy
from toy_models.studies.placements import factors_left, gradients, log_length, log_rms, run_nets
from toy_models.studies.random_nets import draw_nets


def test_at_initialisation_post_norms_gradient_is_largest_near_the_output():
    """Xiong et al. 2020: near the output post-norm's gradient is of order 1 and pre-norm's of order 1/√S."""
    nets = draw_nets(range(64), 48)
    for norm in ("layer", "rms"):
        post, pre = (10 ** np.median(log_length(gradients(run_nets(nets, p, norm))), axis=-1) for p in ("post", "pre"))
        assert post[-1] == pytest.approx(1)
        assert post.argmax() == 48
        assert post[-1] > 4 * post[0]
        assert pre[-1] < 0.25
        assert pre[0] > pre[24] > pre[48]
        # Over the upper three quarters, past the small embedding, pre-norm's moves much less.
        assert pre[12] / pre[48] < 0.75 * post[48] / post[12]


@pytest.mark.parametrize("norm", ["layer", "rms"])
def test_post_norm_keeps_the_streams_size_and_pre_norms_square_grows_in_a_line(norm):
    nets = draw_nets(range(64), 48)
    post = 10 ** (2 * log_rms(run_nets(nets, "post", norm).states))
    np.testing.assert_allclose(post[1:], 1, atol=1e-3)
    for placement in ("pre", "parallel"):
        square = (10 ** (2 * log_rms(run_nets(nets, placement, norm).states))).mean(axis=-1)
        at = square[::4]
        assert (at[12] - at[6]) / (at[6] - at[0]) == pytest.approx(1, abs=0.15)
        assert np.corrcoef(at, np.arange(13))[0, 1] > 0.995


@pytest.mark.parametrize("norm", ["layer", "rms"])
def test_a_single_pre_norm_stream_falls_now_and_then(norm):
    """On every seed that the view offers, and in the trained *place*."""
    logs = log_rms(run_nets(draw_nets(range(8), 24), "pre", norm).states)
    falls = (np.diff(logs, axis=0) < 0).sum(axis=0)
    assert ((falls >= 1) & (falls <= 12)).all()
    lengths = np.linalg.norm(all_worlds(load_toy("place")).states[-1][:, -1], axis=-1)
    assert lengths[:3].tolist() == pytest.approx([3.23, 2.98, 2.88], abs=0.005)


def test_what_is_left_of_the_embedding_after_the_last_norm():
    """As medians of 64 nets and in the net of seed 0, compared at one place: after the last norm."""
    nets = draw_nets(range(64), 24)
    for placement, middle, first in (("pre", 0.298, 0.211), ("post", 0.0224, 0.0143)):
        left = factors_left(run_nets(nets, placement, "layer"))[0, :, -1]
        assert np.sort(left)[31] == pytest.approx(middle, rel=0.01)
        assert left[0] == pytest.approx(first, rel=0.01)


def test_pre_norms_gradient_grows_and_post_norms_shrinks_on_its_way_down():
    for norm in ("layer", "rms"):
        for S in (24, 48):
            nets = draw_nets(range(64), S)
            foot_over_top = {}
            for placement in ("pre", "post"):
                middle = np.median(log_length(gradients(run_nets(nets, placement, norm))), axis=-1)
                foot_over_top[placement] = 10 ** (middle[0] - middle[-1])
            assert 3 < foot_over_top["pre"] < 6
            assert foot_over_top["post"] < 0.6
