"""A sublayer taken apart, against plain loops and against the sublayer itself, for every kind of one."""

from dataclasses import fields, replace
from math import pi, sqrt, tanh

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from plain_heads import plain_heads
from random_toys import Case, cases, kept_worlds, plain_run

from toy_models import Affine, CausalAttention, GeluMLP, TanhAttention, TanhMLP, Toy, load_toy
from toy_models.model.plain import PlainAttention, ReluMLP
from toy_models.studies.trace import Steps, Trace, trace

TRAINED = [
    Case(load_toy("place", 0, 5), 4, 1, "zero", None),
    Case(load_toy("and", 3, 1), 4, 1, "mean", None),
    Case(load_toy("untrained", 9, 2), 4, 1, "resample", 7),
]
WORLDS = (0, 21, 38, 62, 63)


def plain_gelu(h: float) -> float:
    return 0.5 * h * (1 + tanh(sqrt(2 / pi) * (h + 0.044715 * h**3)))


def there(steps: Steps) -> set[str]:
    return {field.name for field in fields(steps) if getattr(steps, field.name) is not None}


def of_world(found: Trace, world: int) -> dict[str, np.ndarray]:
    """The steps that a sublayer has, in one world."""
    return {name: getattr(found.inside, name)[world] for name in there(found.inside)}


def same(found, expected) -> None:
    np.testing.assert_allclose(found, expected, atol=1e-11)


def test_sublayers_that_no_shipped_toy_has():
    draw = np.random.RandomState(0).standard_normal
    W_Q, W_K, W_V, W_O = draw((4, 6, 2))
    blocks = (
        PlainAttention(W_Q, W_K, W_V, W_O.T),
        ReluMLP(draw((6, 3)), draw(3), draw((3, 6))),
        Affine(draw((6, 6)), draw(6)),
        TanhMLP(draw((6, 6))),
    )
    toy = replace(some_toy(draw((4, 6))), blocks=blocks, sublayer_names=tuple("abcd"), kinds=())
    worlds = kept_worlds(toy)
    steps = [trace(worlds, layer, 3).inside for layer in range(4)]
    expected = ({"pattern", "values", "taken"}, {"hidden", "active"}, set(), {"hidden", "active"})
    assert tuple(there(each) for each in steps) == expected
    for layer, block in enumerate(blocks[:2]):
        found = trace(worlds, layer, 3)
        for world in range(16):
            X, inside = worlds.states[world, layer], of_world(found, world)
            same(found.computes[world], block(X)[3])
            if isinstance(block, ReluMLP):
                hidden = [float(X[3] @ block.W_in[:, i] + block.b_in[i]) for i in range(3)]
                same(inside["hidden"], hidden)
                same(inside["active"], [max(0.0, h) for h in hidden])
                same(inside["active"] @ block.W_out, found.computes[world])
            else:
                weight = [2.0 ** float((X[3] @ block.W_Q) @ (X[u] @ block.W_K)) for u in range(4)]
                same(inside["pattern"][0], np.array(weight) / sum(weight))
                same(inside["values"][0], [X[u] @ block.W_V for u in range(4)])
                same(inside["taken"][0] @ block.W_O, found.computes[world])


def some_toy(X0: np.ndarray) -> Toy:
    T, d = X0.shape
    return Toy(
        X0=X0,
        blocks=(),
        sublayer_names=(),
        norm="none",
        gamma=np.ones(d),
        beta=np.zeros(d),
        W_U=np.eye(d),
        tokens=("x",) * T,
        vocab=tuple("abcdef"[:d]),
    )


@pytest.mark.parametrize("case", TRAINED, ids=lambda case: case.toy.name)
@pytest.mark.parametrize("token", [0, 2, 4])
def test_the_trained_toys_by_plain_loops(case: Case, token: int):
    for layer, block in enumerate(case.toy.blocks):
        found = trace(case.worlds, layer, token)
        for world in WORLDS:
            X = case.worlds.states[world, layer]
            inside = of_world(found, world)
            if isinstance(block, CausalAttention):
                assert set(inside) == {"normalised", "pattern", "values", "taken"}
                heads = plain_heads(block, X)
                same(inside["normalised"], heads.normed[token])
                same(inside["pattern"], heads.patterns[:, token])
                same(inside["values"], heads.values)
                same(inside["taken"], heads.taken[:, token])
                same(found.computes[world], heads.writes[:, token].sum(axis=0))
            else:
                assert isinstance(block, GeluMLP)
                assert set(inside) == {"normalised", "hidden", "active"}
                x = X[token]
                y = block.gamma * (x - x.mean()) / sqrt(x.var() + block.eps) + block.beta
                hidden = [float(y @ block.W_in[:, i] + block.b_in[i]) for i in range(32)]
                same(inside["normalised"], y)
                same(inside["hidden"], hidden)
                same(inside["active"], [plain_gelu(h) for h in hidden])
                same(found.computes[world], np.array([plain_gelu(h) for h in hidden]) @ block.W_out + block.b_out)


def test_the_tanh_toys_steps():
    toy = load_toy("tanh", 4)
    worlds = kept_worlds(toy)
    for layer, block in enumerate(toy.blocks):
        found = trace(worlds, layer, 4)
        for world in WORLDS:
            X, inside = worlds.states[world, layer], of_world(found, world)
            if isinstance(block, TanhAttention):
                assert set(inside) == {"pattern", "values", "taken", "hidden", "active"}
                mixed = np.sum([block.A[4, u] * (X[u] @ block.W) for u in range(5)], axis=0)
                same(inside["pattern"], [block.A[4]])
                same(inside["values"][0], X @ block.W)
                same(inside["taken"], [mixed])
            else:
                assert isinstance(block, TanhMLP)
                assert set(inside) == {"hidden", "active"}
                mixed = X[4] @ block.W
            same(inside["hidden"], mixed)
            same(inside["active"], [tanh(h) for h in mixed])
            same(found.computes[world], inside["active"])


@given(cases(), st.data())
def test_what_is_read_and_written_adds_up_in_every_world(case: Case, data):
    layer = data.draw(st.integers(0, len(case.toy.blocks) - 1))
    found = trace(case.worlds, layer, case.token)
    for world, on in enumerate(case.worlds.on):
        states, writes = plain_run(case.toy, on, case.replacement)
        same(found.reads[world], states[layer][case.token])
        same(found.writes[world], writes[layer][case.token])
        same(found.sums[world], states[layer + 1][case.token])
        same(found.computes[world], case.toy.blocks[layer](states[layer])[case.token])
        expected = found.computes[world] if on[layer] else case.replacement[layer][case.token]
        same(found.writes[world], expected)


def test_on_paper():
    """reread: F reads (2, −1, 1) and writes (−2, 2, 0); G reads (0, 1, 1), or with F off what F read."""
    worlds = kept_worlds(load_toy("reread"))
    found = trace(worlds, 1, 0)
    assert isinstance(found, Trace)
    assert found.reads[[0b11, 0b10]].tolist() == [[0, 1, 1], [2, -1, 1]]
    assert found.writes[[0b11, 0b10, 0b00]].tolist() == [[1, -1, 0], [-1, 1, 4], [0, 0, 0]]
    assert found.computes[0b00].tolist() == [-1, 1, 4], "what it would write, were it on"
    assert found.sums[[0b11, 0b10]].tolist() == [[1, 0, 1], [1, 0, 5]]


def test_layer_and_token_are_checked():
    worlds = kept_worlds(load_toy("sum"))
    with pytest.raises(ValueError, match=r"^layer must be a whole number from 0 to 2, got 3$"):
        trace(worlds, 3, 0)
    with pytest.raises(ValueError, match=r"^token must be a whole number from 0 to 0, got 1$"):
        trace(worlds, 0, 1)
