"""What goes in: what is not finite is refused with a sentence wherever it comes from; nobody can change a stream."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import toy_models as tm
from toy_models.model import norms
from toy_models.studies.gains import frozen_readouts, in_out_cosines, run_scaled
from toy_models.studies.geometry import joining_cosines, run_without_plus, write_shares
from toy_models.studies.path_patching import path_effects
from toy_models.studies.placements import run_nets
from toy_models.studies.profile import output_changes
from toy_models.studies.random_nets import draw_nets
from toy_models.studies.slots import tops_without
from toy_models.studies.steering import early_logits, steered_logits
from toy_models.worlds.gradients import through_block
from toy_models.worlds.readout import probabilities

NOT_FINITE = st.sampled_from([np.nan, np.inf, -np.inf])
TOY = tm.random_toy(0)
S, T, d = len(TOY.blocks), *TOY.X0.shape
ONES = np.ones(S + 1)
PUSH = np.ones((1, d))

# All that runs a toy's blocks, and all that carries a gradient down through them.
RUNS: list[Callable[[tm.Toy], Any]] = [
    tm.all_worlds,
    lambda toy: tm.run_stream(toy.X0, toy.blocks),
    lambda toy: run_scaled(toy, ONES),
    lambda toy: frozen_readouts(toy, ONES, 0, 1),
    lambda toy: steered_logits(toy, 0, 1, PUSH),
    partial(early_logits, token=0),
    lambda toy: path_effects(toy, TOY.X0, 0, 1),
    lambda toy: tops_without(toy, toy.X0[None], np.zeros((S, T, d))),
    lambda toy: run_without_plus(toy.X0, toy.blocks),
    lambda toy: output_changes([toy]),
    lambda toy: tm.path_gradients(toy, np.ones(S), 0, 1),
]
CARRIES: list[Callable[[tm.Toy], Any]] = [
    lambda toy: tm.path_gradients(toy, np.ones(S), 0, 1),
    lambda toy: tm.gradient_sizes(tm.all_worlds(toy), 0, 1),
    lambda toy: tm.path_table(tm.all_worlds(toy), 0, 1),
    lambda toy: tm.single_paths(tm.all_worlds(toy), 0, 1),
]


@dataclass(frozen=True, eq=False)
class Faulty:
    """A block whose write or product is changed by `spoil`."""

    block: Any
    write: Callable[[Any], Any] = lambda write: write
    product: Callable[[Any], Any] = lambda product: product

    def __call__(self, X: Any) -> Any:
        return self.write(self.block(X))

    def vjp(self, X: Any, G: Any) -> Any:
        return self.product(self.block.vjp(X, G))


def with_block(index: int, block: Any) -> tm.Toy:
    return replace(TOY, blocks=(*TOY.blocks[:index], block, *TOY.blocks[index + 1 :]))


def spoiled(array: Any, place: int, value: float) -> Any:
    """A copy with one number replaced."""
    copy = np.array(array, dtype=float)
    copy.flat[place % copy.size] = value
    return copy


@pytest.mark.parametrize("run", RUNS)
@given(st.integers(1, S - 1), st.integers(0, 10**6), NOT_FINITE)
def test_a_write_that_is_not_finite_names_the_sublayer(run, index, place, value):
    toy = with_block(index, Faulty(TOY.blocks[index], write=lambda write: spoiled(write, place, value)))
    with pytest.raises(ValueError, match=rf"^what sublayer {index + 1} writes must be finite, got -?(nan|inf) at \["):
        run(toy)


@pytest.mark.parametrize("run", CARRIES)
@given(st.integers(0, S - 1), st.integers(0, 10**6), NOT_FINITE)
def test_a_product_that_is_not_finite_names_the_sublayer(run, index, place, value):
    toy = with_block(index, Faulty(TOY.blocks[index], product=lambda product: spoiled(product, place, value)))
    with pytest.raises(ValueError, match=rf"^what sublayer {index + 1}'s vjp returns must be finite, got"):
        run(toy)


@given(st.sampled_from(["X0", "gamma", "beta", "W_U", "token_embedding", "position_embedding"]), st.data())
def test_a_toy_is_refused_by_the_name_of_the_array(field, data):
    value = spoiled(getattr(TOY, field), data.draw(st.integers(0, 10**6)), data.draw(NOT_FINITE))
    with pytest.raises(ValueError, match=rf"^{field} must be finite, got -?(nan|inf) at \["):
        replace(TOY, **{field: value})


PARTS, VECTOR, W_U = np.eye(3), np.ones(3), np.eye(3)
ARGUMENTS: list[tuple[Callable[..., Any], dict[str, Any]]] = [
    (lambda X0: tm.run_stream(X0, []), {"X0": PARTS}),
    (tm.backprop_stack, {"g_top": VECTOR, "Js": np.ones((2, 3, 3))}),
    (tm.logit_attribution, {"parts": PARTS, "gamma": VECTOR, "beta": VECTOR, "W_U": W_U, "v": 0}),
    (lambda eps: replace(TOY, eps=eps), {"eps": 0.1}),
    (lambda eps: tm.logit_attribution(PARTS, VECTOR, VECTOR, W_U, 0, eps), {"eps": 0.1}),
    (lambda gains: run_scaled(TOY, gains), {"gains": ONES}),
    (lambda gains: frozen_readouts(TOY, gains, 0, 1), {"gains": ONES}),
    (lambda pushes: steered_logits(TOY, 0, 1, pushes), {"pushes": PUSH}),
    (lambda source_X0: path_effects(TOY, source_X0, 0, 1), {"source_X0": TOY.X0}),
    (lambda alpha: tm.path_length_weights(3, alpha), {"alpha": 1.0}),
    (lambda gain: draw_nets([0], 2, gain), {"gain": 1.0}),
    (lambda logits: probabilities(np.asarray(logits)), {"logits": VECTOR}),
]


@pytest.mark.parametrize(("call", "arguments"), ARGUMENTS)
@given(st.data())
def test_an_argument_is_refused_by_its_name(call, arguments, data):
    name = data.draw(st.sampled_from([name for name in arguments if name != "v"]))
    value = spoiled(arguments[name], data.draw(st.integers(0, 10**6)), data.draw(NOT_FINITE))
    with pytest.raises(ValueError, match=rf"^(the )?{name} must be finite, got -?(nan|inf)"):
        call(**{**arguments, name: value})


# Blocks that are careless with arrays.


def in_place(X: Any) -> Any:
    X *= 0
    return X


@pytest.mark.parametrize("run", RUNS)
def test_a_block_cannot_change_the_stream_that_it_reads(run):
    with pytest.raises(ValueError, match=r"^sublayer 3 must not change the stream that it reads"):
        run(with_block(2, in_place))


def test_the_embedding_comes_back_as_it_went_in():
    with pytest.raises(ValueError, match="sublayer 1 must not change the stream"):
        tm.run_stream([[1.0, 1.0]], [in_place])
    states, writes = tm.run_stream([[1.0, 1.0]], [lambda X: X, lambda X: X])
    assert states.tolist() == [[[1, 1]], [[2, 2]], [[4, 4]]], "a block may write what it reads"
    assert writes.tolist() == [[[1, 1]], [[2, 2]]]


def test_a_product_cannot_change_what_it_is_handed():
    @dataclass
    class InPlace:
        def vjp(self, X: Any, G: Any) -> Any:
            G += 1
            return G

    with pytest.raises(ValueError, match="read-only"):
        through_block(with_block(0, InPlace()), 0, TOY.X0, np.ones((T, d)))


@pytest.mark.parametrize("run", RUNS)
def test_a_block_may_write_into_a_buffer_of_its_own_each_time(run):
    buffers: dict[tuple[int, ...], Any] = {}

    @dataclass
    class Buffered:
        block: Any

        def __call__(self, X: Any) -> Any:
            buffer = buffers.setdefault(X.shape, np.empty(X.shape))
            buffer[...] = self.block(X)
            return buffer

        def vjp(self, X: Any, G: Any) -> Any:
            return self.block.vjp(X, G)

    toy = replace(TOY, blocks=tuple(Buffered(block) for block in TOY.blocks))
    np.testing.assert_equal(told(run(toy)), told(run(TOY)))


def told(result: Any) -> Any:
    """All numbers of a result."""
    if isinstance(result, np.ndarray | float):
        return np.asarray(result).tolist()
    if isinstance(result, tuple):
        return [told(each) for each in result]
    return [told(value) for value in vars(result).values() if isinstance(value, np.ndarray)]


# What is finite and too large.

HUGE = st.floats(1e160, 1e300)


@given(HUGE, st.sampled_from(["layer", "rms"]))
def test_a_scale_whose_squares_overflow_is_refused_and_never_becomes_0(size, norm):
    x = size * np.array([1.0, -2.0, 3.0])
    ones, zeros = np.ones(3), np.zeros(3)
    for call in (
        lambda: norms.scale(x, norm, 1e-5),
        lambda: norms.normalise(x, norm, ones, zeros, 1e-5),
        lambda: norms.readout_gradient(x, ones, norm, ones, 1e-5),
        lambda: tm.logit_attribution([x], ones, zeros, np.eye(3), 0, norm=norm),
        lambda: tm.all_worlds(replace(TOY, X0=size * TOY.X0, token_embedding=None, position_embedding=None)),
    ):
        with pytest.raises(ValueError, match=r"^the norm's scale must be finite, got inf"):
            call()


@pytest.mark.parametrize("norm", ["layer", "rms"])
def test_a_scale_of_0_is_refused_where_something_would_be_divided_by_it(norm):
    still, ones = np.zeros(3), np.ones(3)
    assert norms.scale(still, norm, 0.0) == 0
    for call in (
        lambda: norms.normalise(still, norm, ones, ones, 0.0),
        lambda: norms.readout_gradient(still, ones, norm, ones, 0.0),
        lambda: tm.logit_attribution([still], ones, ones, np.eye(3), 0, 0.0, norm=norm),
    ):
        with pytest.raises(ValueError, match=r"^the norm's scale must be above 0"):
            call()


@given(st.floats(1e308, 1.7e308))
def test_a_sum_that_is_too_large_for_a_number_names_the_place(size):
    with pytest.raises(ValueError, match=r"^the stream after sublayer 2 must be finite, got inf at \[0, 0\]"):
        tm.run_stream([[size, 0.0]], [np.zeros_like, lambda X: X])
    with pytest.raises(ValueError, match=r"^the gradient below sublayer 1 must be finite, got inf at \[0\]"):
        tm.backprop_stack([size], [[[1.0]], [[0.0]]])


def test_lengths_whose_squares_overflow_are_refused():
    toy = replace(TOY, norm="none", X0=1e200 * TOY.X0, token_embedding=None, position_embedding=None)
    for call in (lambda: in_out_cosines(toy, ONES, 0), lambda: write_shares(toy), lambda: joining_cosines(toy)):
        with pytest.raises(ValueError, match=r"^the length of a stream.* must be finite, got inf"):
            call()
    with pytest.raises(ValueError, match=r"^the size of a gradient must be finite"):
        tm.gradient_sizes(tm.all_worlds(replace(TOY, norm="none", W_U=1e200 * TOY.W_U)), 0, 1)


def test_nets_that_grow_beyond_all_numbers_are_refused():
    with pytest.raises(ValueError, match=r"^the (stream after sublayer|norm's scale)"):
        run_nets(draw_nets([0], 24, 1e160), "post", "rms")
