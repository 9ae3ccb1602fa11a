"""The gradient at every state of every world."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from random_toys import exact_jacobian, numeric_jacobian, plain_readout, plain_run, plain_top_gradient, toys_with_target

from toy_models import Affine, all_worlds, gradient_sizes, load_toy
from toy_models.worlds.gradients import backward, top_gradient


@given(toys_with_target())
def test_the_top_gradient_equals_finite_differences(case):
    toy, token, target = case
    final = all_worlds(toy).states[-1, -1]
    numeric = plain_top_gradient(toy, final, token, target)
    exact = top_gradient(toy, final, token, target)
    np.testing.assert_allclose(exact, numeric, rtol=1e-4, atol=1e-5 * (1 + np.abs(exact).max()))
    assert (np.delete(exact, token, axis=0) == 0).all()


@given(toys_with_target())
def test_all_three_tracks_equal_products_of_explicit_jacobians(case):
    toy, token, target = case
    worlds = all_worlds(toy)
    sizes = gradient_sizes(worlds, token, target)
    for world, on in enumerate(worlds.on):
        states, _ = plain_run(toy, on)
        top = top_gradient(toy, states[-1], token, target).ravel()
        whole = layers = top
        for layer in range(len(toy.blocks), -1, -1):
            assert sizes.whole[world, layer] == pytest.approx(np.linalg.norm(whole), rel=1e-9, abs=1e-10)
            assert sizes.layers_only[world, layer] == pytest.approx(np.linalg.norm(layers), rel=1e-9, abs=1e-10)
            assert sizes.plus_alone[world, layer] == pytest.approx(np.linalg.norm(top), rel=1e-9, abs=1e-10)
            if layer and on[layer - 1]:
                J = exact_jacobian(toy.blocks[layer - 1], states[layer - 1])
                whole, layers = whole @ (np.eye(len(J)) + J), layers @ J
            elif layer:
                layers = 0 * layers


@pytest.mark.parametrize("target", [9, (9, 8), (9, None)])
@pytest.mark.parametrize("world", [63, 0b010111, 0])
def test_the_whole_gradient_is_the_readouts_slope_at_the_embedding(target, world):
    """End to end: nudge the embedding and run the loops again."""
    toy = load_toy("tanh")
    worlds = all_worlds(toy)
    bare = replace(toy, token_embedding=None, position_embedding=None)

    def readout(X0):
        return [plain_readout(replace(bare, X0=X0), worlds.on[world], 4, target)]

    numeric = numeric_jacobian(readout, np.array(toy.X0))[0].reshape(5, 8)
    exact = backward(worlds, 4, target).whole[0, world]
    np.testing.assert_allclose(exact, numeric, atol=1e-7)
    assert gradient_sizes(worlds, 4, target).whole[world, 0] == pytest.approx(np.linalg.norm(numeric), abs=1e-7)


def test_with_everything_off_the_gradient_arrives_as_it_left_along_the_plus_and_not_at_all_through_the_layers():
    sizes = gradient_sizes(all_worlds(load_toy("tanh")), 4, (9, 8))
    for track in (sizes.whole[0], sizes.plus_alone[0]):
        assert (track == track[-1]).all()
        assert track[0] > 0
    assert sizes.layers_only[0, :-1].tolist() == [0] * 6
    assert sizes.layers_only[0, -1] == sizes.whole[0, -1]


def test_an_off_layer_leaves_the_whole_gradient_as_it_is_and_stops_what_has_no_plus():
    worlds = all_worlds(load_toy("tanh"))
    sizes = gradient_sizes(worlds, 4, (9, 8))
    assert (sizes.whole[:, 1:][~worlds.on] == sizes.whole[:, :-1][~worlds.on]).all()
    for world, on in enumerate(worlds.on):
        stopped = max(np.flatnonzero(~on), default=-1)
        assert (sizes.layers_only[world, : stopped + 1] == 0).all()
        assert (sizes.layers_only[world, stopped + 1 :] > 0).all()


def test_shapes():
    sizes = gradient_sizes(all_worlds(load_toy("tanh")), 0, 0)
    assert sizes.whole.shape == sizes.layers_only.shape == sizes.plus_alone.shape == (64, 7)


def test_a_cancelled_stream_has_no_gradient():
    sizes = gradient_sizes(all_worlds(load_toy("cancel")), 0, 0)
    assert sizes.whole.tolist() == [[1, 1], [0, 1]]
    assert sizes.layers_only.tolist() == [[0, 1], [1, 1]]


def test_token_and_target_are_checked():
    worlds = all_worlds(load_toy("sum"))
    with pytest.raises(ValueError, match=r"^token must be a whole number from 0 to 0, got 3$"):
        gradient_sizes(worlds, 3, 0)
    with pytest.raises(ValueError, match=r"^the target's word must be a whole number from 0 to 2, got 3$"):
        gradient_sizes(worlds, 0, 3)


class WrongShape(Affine):
    """A vjp that forgets the batch."""

    def vjp(self, X, G):
        return G[0]


@pytest.mark.parametrize(
    ("block", "sentence"),
    [
        (lambda X: 0 * X, r"sublayer 2 must have a vjp\(X, G\) to carry a gradient, got function"),
        (WrongShape(np.eye(3), np.ones(3)), r"sublayer 2's vjp must return an array of shape \(2, 4, 1, 3\), got "),
    ],
)
def test_a_sublayer_that_cannot_carry_a_gradient_is_named(block, sentence):
    toy = load_toy("reread")
    with pytest.raises(ValueError, match=f"^{sentence}"):
        gradient_sizes(all_worlds(replace(toy, blocks=(toy.blocks[0], block))), 0, 0)
