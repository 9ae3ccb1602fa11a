"""The opening toy: shipped weights, and a picture worth opening with."""

import numpy as np
import pytest

from toy_models import all_worlds, gradient_sizes, layer_effects, load_toy, random_toy
from toy_models.toys.tanh import SHIPPED, draw_weights, ship_weights

LAST, MAT, NEST = 4, 9, 8


def softmax(logits):
    e = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return e / e.sum(axis=-1, keepdims=True)


def test_the_shipped_file_equals_the_drawn_weights():
    drawn = draw_weights(0)
    with np.load(SHIPPED, allow_pickle=False) as file:
        assert set(file.files) == set(drawn)
        for key, array in drawn.items():
            np.testing.assert_allclose(file[key], array, rtol=0, atol=1e-12)


def test_the_file_can_be_rebuilt(tmp_path):
    ship_weights(tmp_path / "again.npz")
    with np.load(tmp_path / "again.npz", allow_pickle=False) as again, np.load(SHIPPED, allow_pickle=False) as file:
        assert again.files == file.files
        np.testing.assert_allclose(again["W"], file["W"], rtol=0, atol=1e-12)
        assert (tmp_path / "again.npz").stat().st_size < 10_000


def test_seed_zero_reads_the_file(monkeypatch, tmp_path):
    monkeypatch.setattr("toy_models.toys.tanh.SHIPPED", tmp_path / "missing.npz")
    from toy_models.toys.tanh import tanh_toy

    tanh_toy(1)
    with pytest.raises(FileNotFoundError):
        tanh_toy(0)


def test_the_shipped_weights_never_change():
    """A released toy's numbers are for ever: these are read off the first release."""
    toy = load_toy("tanh")
    assert toy.vocab == (
        "idea", "bed", "sofa", "roof", "dog", "moon", "cat", "den", "nest", "mat", "rug", "log",
    )  # fmt: skip
    logits = all_worlds(toy).logits[-1, LAST]
    assert logits[MAT] - logits[NEST] == pytest.approx(2.002597828241107, abs=1e-9)


def test_names_shapes_and_shared_embedding():
    toy = load_toy("tanh")
    assert toy.sublayer_names == ("Attention 1", "MLP 1", "Attention 2", "MLP 2", "Attention 3", "MLP 3")
    assert toy.kinds == ("attention", "mlp") * 3
    assert toy.tokens == ("the", "cat", "sat", "on", "the")
    assert (toy.X0.shape, toy.W_U.shape, toy.norm, toy.eps) == ((5, 8), (8, 12), "layer", 1e-5)
    assert len(set(toy.vocab)) == 12
    assert toy.token_embedding is not None
    assert toy.position_embedding is not None
    assert (toy.token_embedding[0] == toy.token_embedding[4]).all()
    np.testing.assert_allclose(toy.token_embedding + toy.position_embedding, toy.X0, rtol=1e-15)
    for block in toy.blocks[::2]:
        np.testing.assert_allclose(block.A.sum(axis=1), 1)  # type: ignore[attr-defined]
        assert (np.triu(block.A, 1) == 0).all()  # type: ignore[attr-defined]


def test_the_opening_picture_is_alive():
    worlds = all_worlds(load_toy("tanh"))
    p = softmax(worlds.logits[:, LAST])
    order = np.argsort(-p[-1])
    assert order[:2].tolist() == [MAT, NEST]
    assert 0.4 < p[-1, MAT] < 0.85
    assert p[-1, NEST] > 0.05
    flips = (p.argmax(axis=1) != MAT).sum()
    assert 8 <= flips <= 56
    sizes = np.linalg.norm(worlds.writes[-1, :, LAST], axis=1)
    assert ((sizes > 0.5) & (sizes < 2.5)).all()
    totals = np.array([layer_effects(worlds, [layer], LAST, (MAT, NEST)).total for layer in range(6)])
    assert totals.min() < -1 < 1 < totals.max()
    assert np.diff(np.sort(totals)).min() > 0.2
    layers_only = gradient_sizes(worlds, LAST, (MAT, NEST)).layers_only[-1]
    assert layers_only[0] < 0.05 * layers_only[-1]


@pytest.mark.parametrize("seed", [1, 42, 99])
def test_other_seeds_are_drawn_and_differ(seed):
    toy = load_toy("tanh", seed)
    assert toy.seed == seed
    assert (toy.X0 == random_toy(seed).X0).all()
    assert np.abs(toy.X0 - load_toy("tanh").X0).max() > 0.1


@pytest.mark.parametrize("sublayers", [0, 1, 5, 12])
def test_any_number_of_sublayers(sublayers):
    toy = random_toy(3, sublayers)
    assert len(toy.blocks) == sublayers
    assert toy.sublayer_names[-1:] == {0: (), 1: ("Attention 1",), 5: ("Attention 3",), 12: ("MLP 6",)}[sublayers]


@pytest.mark.parametrize(("seed", "sublayers", "named"), [(-1, 6, "seed"), (0.5, 6, "seed"), (0, -1, "sublayers")])
def test_what_cannot_be_drawn_is_refused(seed, sublayers, named):
    with pytest.raises(ValueError, match=f"^{named} must be a whole number from 0 to "):
        random_toy(seed, sublayers)
