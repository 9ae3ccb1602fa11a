"""The numbers that a student can redo on paper, exactly."""

import numpy as np
import pytest

from toy_models import all_worlds, backprop_stack, effects_in_all_worlds, layer_effects, load_toy, path_gradients


def test_sum():
    toy = load_toy("sum")
    worlds = all_worlds(toy)
    assert toy.X0.tolist() == [[1, 0, 0]]
    assert worlds.writes[-1, :, 0].tolist() == [[0, 0.5, 0], [0, 0, 0.2], [-0.3, 0, 0]]
    assert worlds.states[-1, -1, 0].tolist() == [0.7, 0.5, 0.2]
    assert worlds.logits[-1, 0].tolist() == [0.7, 0.5, 0.2]


def test_reread():
    worlds = all_worlds(load_toy("reread"))
    assert worlds.states[-1, :, 0].tolist() == [[2, -1, 1], [0, 1, 1], [1, 0, 1]]


def test_recomputed_without_f_differs_from_f_subtracted():
    worlds = all_worlds(load_toy("reread"))
    base_writes = worlds.writes[-1, :, 0]
    assert worlds.states[0b10, -1, 0].tolist() == [1, 0, 5]
    assert (worlds.states[-1, -1, 0] - base_writes[0]).tolist() == [3, -2, 1]


def test_effects_of_switching_off_f():
    """F's own write is (−2, 2, 0); G's goes from (1, −1, 0) to (−1, 1, 4)."""
    worlds = all_worlds(load_toy("reread"))
    for word, (direct, via, total) in enumerate([(2, -2, 0), (-2, 2, 0), (0, 4, 4)]):
        effects = layer_effects(worlds, [0], 0, word)
        assert effects.direct.tolist() == [direct, 0]
        assert effects.via_layers.tolist() == [0, via]
        assert (effects.via_norm, effects.total) == (0, total)


def test_cancel():
    toy = load_toy("cancel")
    worlds = all_worlds(toy)
    assert worlds.states[-1, :, 0].tolist() == [[2, -1, 1], [0, 0, 0]]
    assert path_gradients(toy, [True], 0, 0).sum(axis=0).tolist() == [[0, 0, 0]]
    assert backprop_stack([1, 0, 0], [-np.eye(3)]).tolist() == [[0, 0, 0], [1, 0, 0]]
    effects = effects_in_all_worlds(worlds, 0, 0)
    assert (effects.readout.tolist(), effects.direct.tolist()) == ([2, 0], [[2], [0]])


@pytest.mark.parametrize(
    ("name", "sublayers"), [("sum", ("Layer 1", "Layer 2", "Layer 3")), ("reread", ("F", "G")), ("cancel", ("F",))]
)
def test_what_the_three_have_in_common(name, sublayers):
    toy = load_toy(name)
    assert (toy.name, toy.norm, toy.tokens, toy.vocab) == (name, "none", ("x",), ("first", "second", "third"))
    assert (toy.sublayer_names, toy.kinds) == (sublayers, ("layer",) * len(sublayers))
    assert toy.W_U.tolist() == np.eye(3).tolist()
    assert (toy.seed, toy.token_embedding) == (None, None)
    worlds = all_worlds(toy)
    assert (worlds.logits == worlds.states[:, -1]).all()
