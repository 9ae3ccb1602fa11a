"""How far apart words stay, against plain runs in hundreds of decimals, the paper's cubic law and a closed form."""

from decimal import Decimal, localcontext
from math import log10

import numpy as np
import pytest

from toy_models import all_worlds, load_toy
from toy_models.studies.lengths import states_without_plus
from toy_models.studies.rank import Attentions, apart, draw_attentions, log_apart
from toy_models.studies.stacks import spread

GAINS = (0.25, 1.0)
DIGITS = 300


def draw(S, T=3, d=2, seed=5):
    """One small stack. Its words' mean is far from 0, as sums of many digits want it."""
    numbers = np.random.RandomState(seed).standard_normal
    return Attentions(numbers((1, T, d)) + 1, 0.5 * numbers((S, 1, d, d)), numbers((S, 1, d, d)))


def times(X, Y):
    return [
        [sum((a * b for a, b in zip(row, column, strict=True)), Decimal(0)) for column in zip(*Y, strict=True)]
        for row in X
    ]


def exact(X):
    return [[Decimal(float(x)) for x in row] for row in X]


def plainly(nets, alpha, plus, causal):
    """log10 of how far apart, by the formulas as they stand, in 300 decimals: lists of lists."""
    with localcontext() as context:
        context.prec = DIGITS
        X = exact(nets.X0[0])
        T, d = len(X), len(X[0])
        found = [told(X)]
        for M, W in zip(nets.M[:, 0], nets.W[:, 0], strict=True):
            roots = [(sum((x * x for x in row), Decimal(0)) / d).sqrt() for row in X]
            Y = [[x / root for x in row] for row, root in zip(X, roots, strict=True)]
            scores = times(times(Y, exact(M)), [list(column) for column in zip(*Y, strict=True)])
            A = []
            for t, row in enumerate(scores):
                reads = [
                    (score / Decimal(d).sqrt()).exp() if u <= t or not causal else Decimal(0)
                    for u, score in enumerate(row)
                ]
                A.append([each / sum(reads) for each in reads])
            written = times(times(A, Y), exact(W))
            X = [
                [plus * x + Decimal(alpha) * w for x, w in zip(*rows, strict=True)]
                for rows in zip(X, written, strict=True)
            ]
            assert len(X) == T
            found.append(told(X))
        return found


def told(X):
    means = [sum(column) / len(X) for column in zip(*X, strict=True)]
    rest = sum(((x - mean) ** 2 for row in X for x, mean in zip(row, means, strict=True)), Decimal(0))
    return float((rest / sum((x * x for row in X for x in row), Decimal(0))).log10() / 2)


@pytest.mark.parametrize("causal", [False, True])
@pytest.mark.parametrize("plus", [False, True])
def test_it_is_what_a_plain_run_in_300_decimals_gives(plus, causal):
    nets = draw(5)
    found = log_apart(nets, GAINS, plus=plus, causal=causal)
    assert found.shape == (2, 6, 1)
    for at, alpha in enumerate(GAINS):
        np.testing.assert_allclose(found[at, :, 0], plainly(nets, alpha, plus, causal), rtol=1e-9, atol=1e-9)
    assert bool(found[0, -1, 0] < -30) == (not plus and not causal)


def test_words_as_they_stand():
    nets = draw_attentions(2, 3)
    expected = [np.linalg.norm(X - X.mean(axis=0)) / np.linalg.norm(X) for X in nets.X0]
    np.testing.assert_allclose(apart(nets.X0), expected, rtol=1e-12)
    np.testing.assert_allclose(10 ** log_apart(nets, [1.0], plus=True, causal=True)[0, 0], expected, rtol=1e-12)
    assert apart(np.ones((4, 3))) == 0
    assert np.isnan(apart(np.zeros((4, 3))))


def medians(plus, causal, S=64, alpha=0.25):
    return spread(log_apart(draw_attentions(S), [alpha], plus=plus, causal=causal)[0]).median


def test_without_the_plus_it_falls_doubly_exponentially_where_all_read_all():
    """Dong et al. 2021: the residual's rate is cubic, so its logarithm is about threefold a layer."""
    fallen = medians(False, False)
    times = fallen[2:6] / fallen[1:5]
    np.testing.assert_allclose(times[1:], 3, atol=0.3)
    assert fallen[5] < -100
    assert (fallen[7:] == -np.inf).all()


def test_without_the_plus_it_falls_by_a_factor_a_layer_where_a_word_reads_back_only():
    fallen = medians(False, True)
    steps = np.diff(fallen[4:]).reshape(-1, 10).mean(axis=1)
    np.testing.assert_allclose(10**steps, 0.5, atol=0.1)


def test_running_means_halve_what_tells_words_apart():
    """With all scores 0 a causal A is the running mean, whose second eigenvalue is 1/2."""
    A = np.tril(np.ones((5, 5))) / np.arange(1, 6)[:, None]
    np.testing.assert_allclose(np.sort(np.linalg.eigvals(A)), 1 / np.arange(5, 0, -1))
    nets = draw_attentions(40, 8)
    bare = Attentions(nets.X0, 0 * nets.M, np.broadcast_to(np.eye(8), nets.W.shape))
    found = log_apart(bare, [1.0], plus=False, causal=True)[0]
    np.testing.assert_allclose(np.diff(found[30:], axis=0), log10(0.5), atol=1e-4)
    assert (log_apart(bare, [1.0], plus=False, causal=False)[0, 1:] < -15).all()


@pytest.mark.parametrize("causal", [False, True])
def test_with_the_plus_words_stay_apart_and_draw_nearer_slowly(causal):
    for alpha, least in ((0.25, 0.3), (1.0, 0.08), (2.0, 0.03)):
        found = 10 ** medians(True, causal, alpha=alpha)
        assert found[-1] > least
        assert found[-1] < 0.75 * found[0]
        # No fixed factor a layer: the second half takes less than the first.
        assert found[64] / found[32] > found[32] / found[0]


def test_a_plain_stack_does_not_depend_on_the_gain_and_without_one_has_no_words():
    nets = draw_attentions(6, 4)
    small, large, none = log_apart(nets, [0.125, 2.0, 0.0], plus=False, causal=True)
    np.testing.assert_allclose(small, large, rtol=1e-9)
    assert np.isnan(none[1:]).all()
    kept = log_apart(nets, [0.0], plus=True, causal=True)[0]
    np.testing.assert_allclose(kept, np.broadcast_to(kept[0], kept.shape), atol=1e-12)


@pytest.mark.parametrize("toy", ["place", "and", "untrained"])
def test_toys_keep_their_words_apart_with_the_plus(toy):
    """And less so without, though their MLPs work against a collapse."""
    kept, lost = [], []
    for seed in range(12):
        worlds = all_worlds(load_toy(toy, seed))
        kept.append(apart(worlds.states[-1, -1]))
        lost.append(apart(states_without_plus(worlds)[-1, -1]))
    assert np.median(kept) > 0.6
    assert np.median(lost) < 0.5 * np.median(kept)
    assert min(lost) > 1e-3
