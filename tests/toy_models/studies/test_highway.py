"""Highway gates that read the stream: against autograd, plain loops, and the gates that read nothing."""

import numpy as np
import pytest
from autodiff import anp, elementwise_grad

from toy_models.studies.highway import draw_gates, gated_log_sizes
from toy_models.studies.stacks import WIDTH, draw_jacobians, gate, log_sizes, spread


def layer(x, A, V, alpha, bias):
    """One layer as the paper has it, in autograd's NumPy."""
    T = 1 / (1 + anp.exp(-(anp.dot(x, V) + bias)))
    return T * alpha * anp.dot(x, A) + (1 - T) * x


@pytest.mark.parametrize("bias", [-3.0, 0.0, 4.0])
@pytest.mark.parametrize("alpha", [0.0, 0.25, 1.0, 2.0])
def test_gradients_at_every_depth_are_autograds(alpha, bias):
    S, draws = 5, 2
    A, (start, V) = draw_jacobians(S, draws), draw_gates(S, draws)
    found = gated_log_sizes(A, start, V, [0.5, alpha], [-1.0, bias])[1]
    for draw in range(draws):
        states = [start[draw]]
        for a, v in zip(A[:, draw], V[:, draw], strict=True):
            states.append(layer(states[-1], a, v, alpha, bias))
        for passed in range(S + 1):

            def top(x, first=S - passed, draw=draw):
                for a, v in zip(A[first:, draw], V[first:, draw], strict=True):
                    x = layer(x, a, v, alpha, bias)
                return anp.sum(x) / 4

            expected = np.linalg.norm(elementwise_grad(top)(states[S - passed]))
            assert found[passed, draw] == pytest.approx(np.log10(expected), abs=1e-10)


def test_gates_that_read_nothing_are_those_of_the_stacks():
    A, (start, V) = draw_jacobians(12, 4), draw_gates(12, 4)
    for alpha, bias in ((0.25, -3.0), (1.0, 0.0), (2.0, 4.0)):
        t = gate(bias)
        # A gradient comes down from the last layer here, and from the first of the same draws there.
        plain = log_sizes(A[::-1].swapaxes(-1, -2), np.array([1 - t]), np.array([t * alpha]))
        np.testing.assert_allclose(gated_log_sizes(A, start, 0 * V, [alpha], [bias]), plain, atol=1e-10)


def medians(alpha, bias, S=64):
    """log10 of the median gradient, where gates read the stream and where they do not."""
    A, t = draw_jacobians(S), gate(bias)
    reading = gated_log_sizes(A, *draw_gates(S), [alpha], [bias])[0, -1]
    constant = log_sizes(A, np.array([1 - t]), np.array([t * alpha]))[0, -1]
    return spread(reading).median, spread(constant).median


@pytest.mark.parametrize("alpha", [0.25, 1.0])
def test_a_gate_that_closes_the_plus_takes_the_gradient_with_it(alpha):
    """Swept from −4 to 4, what passes falls to what a plain stack passes; at gain 1 half-open gates are worst."""
    biases = (-4.0, -3.0, -2.0, 0.0, 4.0)
    swept = np.array([medians(alpha, bias) for bias in biases])
    assert (np.diff(swept[:4], axis=0) < 0).all()
    assert (swept[4] < swept[3]).all() == (alpha < 1)
    plain = spread(log_sizes(draw_jacobians(64), np.zeros(1), np.array([alpha]))[0, -1]).median
    np.testing.assert_allclose(swept[4], plain, atol=0.8)
    assert abs(swept[:, 0] - swept[:, 1]).max() < 0.3


def test_where_the_stream_explodes_the_two_part():
    reading, constant = medians(2.0, 0.0)
    assert reading > constant + 5


def test_draws():
    start, V = draw_gates(3, 5)
    assert (start.shape, V.shape) == ((5, WIDTH), (3, 5, WIDTH, WIDTH))
    np.testing.assert_allclose((start**2).mean(axis=-1), 1)
    assert np.array_equal(draw_gates(2, 5)[1], V[:2])
    assert abs(np.corrcoef(V.ravel(), draw_jacobians(3, 5).ravel())[0, 1]) < 0.05
