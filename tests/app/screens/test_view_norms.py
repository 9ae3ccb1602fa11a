"""The view Norms: its table against the toys' own maths and the hand numbers, and its size."""

import time

import numpy as np
import pytest

from app.screens.views import norms, views
from app.tables.encoding import encode
from toy_models.studies.placements import PLACEMENTS, factors_left, gradients, run_nets
from toy_models.studies.random_nets import draw_nets

VIEW = views()["norms"]


def quantities(**given):
    return {quantity.name: quantity for quantity in VIEW.runs(VIEW.defaults(**given)).quantities}


def at(quantity, *place):
    return np.asarray(quantity.values)[place]


@pytest.mark.parametrize("norm", ["layer", "rms", "none"])
def test_sizes_and_gradients_are_those_of_single_nets(norm):
    found = quantities(norm=norm, depth="8", seed="3", gain="0.5")
    for i, placement in enumerate(PLACEMENTS):
        lengths, sizes = [], []
        for seed in range(64):
            run = run_nets(draw_nets([seed], 8, 0.5), placement, norm)
            sizes.append(np.sqrt((run.states[:, 0] ** 2).mean(axis=(1, 2))))
            lengths.append(np.linalg.norm(gradients(run)[:, 0].reshape(9, -1), axis=1))
        for name, each in (("size", np.array(sizes)), ("gradient", np.array(lengths))):
            middle, low, high, own = 10 ** at(found[name], i)
            np.testing.assert_allclose(own, each[3], rtol=1e-9)
            known = ~np.isnan(middle)
            assert known.sum() == (5 if placement == "parallel" else 9)
            ranked = np.sort(each[:, known], axis=0)
            np.testing.assert_allclose(middle[known], ranked[31], rtol=1e-9)  # of 64 the 32nd, the lower middle
            np.testing.assert_allclose(low[known], ranked[6], rtol=1e-9)
            np.testing.assert_allclose(high[known], ranked[57], rtol=1e-9)


@pytest.mark.parametrize("norm", ["layer", "rms", "none"])
@pytest.mark.parametrize("seed", ["0", "7"])
def test_what_was_written_and_what_is_left(norm, seed):
    found = quantities(norm=norm, seed=seed)
    final, read = at(found["final"]).swapaxes(0, 1)
    written, left = at(found["written"]).sum(axis=2).swapaxes(0, 1)
    np.testing.assert_allclose(left, read, atol=1e-10)
    gaps = at(found["gap"])
    np.testing.assert_allclose(gaps, np.linalg.norm(written - final, axis=1), atol=1e-10)
    plain = [placement in ("pre", "sandwich", "parallel") or norm == "none" for placement in PLACEMENTS]
    assert (gaps == 0).tolist() == plain
    # Every part of a plain sum is left alike by the one norm that it passes.
    assert (np.ptp(at(found["factor"]), axis=1) == 0).tolist() == plain
    assert (at(found["factor"]) == 1).all() == (norm == "none")


@pytest.mark.parametrize("norm", ["layer", "rms"])
def test_what_is_left_of_the_embedding_is_the_median_net_after_the_last_norm(norm):
    found = quantities(norm=norm, seed="3")
    left = 10 ** at(found["embedding_left"])
    for i, placement in enumerate(PLACEMENTS):
        each = np.sort([factors_left(run_nets(draw_nets([seed], 24), placement, norm))[0, 0, 4] for seed in range(64)])
        assert left[i, :3].tolist() == pytest.approx(each[[31, 6, 57]].tolist())
        assert left[i, 3] == pytest.approx(at(found["factor"], i, 0))


def test_the_cosine_is_the_last_words_output_with_its_input():
    found = quantities(norm="rms", depth="8", gain="0.1", seed="3")
    for i, placement in enumerate(PLACEMENTS):
        states = run_nets(draw_nets(range(64), 8, 0.1), placement, "rms").states[:, :, 4]
        each = [np.dot(x, y) / np.sqrt(np.dot(x, x) * np.dot(y, y)) for x, y in zip(states[0], states[-1], strict=True)]
        assert at(found["cosine"], i).tolist() == pytest.approx([*np.sort(each)[[31, 6, 57]], each[3]])


def test_the_last_words_stream_is_the_last_tokens():
    run = run_nets(draw_nets([2], 24), "post", "rms")
    found = quantities(norm="rms", seed="2")
    for kind in range(2):
        np.testing.assert_array_equal(at(found["final"], 1, kind), run.states[-1, 0, 4])
    pre = run_nets(draw_nets([2], 24), "pre", "rms").states[-1, 0, 4]
    np.testing.assert_array_equal(at(found["final"], 0, 0), pre)
    np.testing.assert_allclose(at(found["final"], 0, 1), pre / np.sqrt((pre**2).mean() + 1e-5))
    np.testing.assert_array_equal(at(found["written"], 1, 0, 0), run.nets.X0[0, 4])


def test_the_hand_numbers():
    found = quantities()
    labels = VIEW.runs(VIEW.defaults()).labels
    assert labels["form"] == ("norm", "pre", "post", "sandwich", "parallel", "mistake")
    assert labels["branch"] == ("zero", "same", "minus", "turn")
    vectors, roots = at(found["hand"]), at(found["hand_root"])
    layer, rms, none = range(3)
    one_three, hand = 0, 5
    assert vectors[one_three, 0, 0, layer, :2].tolist() == [-1, 1]
    np.testing.assert_allclose(vectors[one_three, 0, 0, rms, :2], [5**-0.5, 3 * 5**-0.5], rtol=1e-15)
    assert vectors[one_three, 1, 1, none, :2].tolist() == [2, 6]
    assert vectors[one_three, 0, 1, layer, :2].tolist() == [1, 3]
    assert vectors[one_three, 0, 2, layer, :2].tolist() == [-1, 1]
    assert (roots[hand, 3, 0, none], roots[hand, 3, 1, none]) == (6, 2)
    assert (roots[one_three, 0, 0, layer], roots[one_three, 0, 0, rms]) == (2, 2)
    assert np.isnan(vectors[:hand, ..., 2]).all()
    assert np.isfinite(vectors[hand]).all()


def test_lengths_and_the_roots_that_some_of_them_are():
    found = quantities()
    vectors, lengths, roots = (at(found[name]) for name in ("hand", "hand_length", "hand_root"))
    np.testing.assert_allclose(lengths, np.linalg.norm(np.nan_to_num(vectors), axis=-1))
    named = np.isfinite(roots)
    np.testing.assert_allclose(lengths[named] ** 2, roots[named], atol=1e-9)
    sent = np.array(VIEW.table(VIEW.defaults())["hand_root"], dtype=float)
    np.testing.assert_array_equal(sent, roots)


@pytest.mark.parametrize("gain", ["0", "1.5"])
@pytest.mark.parametrize("norm", ["layer", "none"])
def test_tables_are_small_and_quick(norm, gain):
    values = VIEW.defaults(depth="48", norm=norm, gain=gain)
    norms._draws.cache_clear()
    start = time.process_time()
    table = VIEW.table(values)
    first = time.process_time() - start
    assert len(encode(table)) < 140_000
    assert first < 0.6  # seconds of one core, the draws not yet cached; about 0.1
    start = time.process_time()
    VIEW.table(VIEW.defaults(depth="48", norm=norm, gain=gain, seed="5"))
    assert time.process_time() - start < 0.2


def test_writers_are_named_in_turn():
    assert norms.writers(4) == ["embedding", "attention 1", "MLP 1", "attention 2", "MLP 2"]
