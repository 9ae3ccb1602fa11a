"""Single paths against every product of explicit Jacobians, in all worlds, and against the sums by length."""

from dataclasses import replace

import numpy as np
import pytest
from brute_force import every_path
from hypothesis import given
from hypothesis import strategies as st
from random_toys import Case, cases, plain_top_gradient

from toy_models import all_worlds, gradient_sizes, load_toy, path_table
from toy_models.worlds.paths import single_paths

ASKED = {
    "tanh": Case(load_toy("tanh"), 4, (9, 8), "zero", None),
    "place": Case(load_toy("place", 0, 3), 4, (12, 13), "zero", None),
    "and": Case(load_toy("and", 5, 7), 4, (1, None), "mean", None),
    "or": Case(load_toy("or", 2, 11), 2, 9, "resample", 4),
    "untrained": Case(load_toy("untrained", 1), 3, (0, 15), "zero", None),
    "reread": Case(load_toy("reread"), 0, 2, "zero", None),
}


def by_hand(case: Case, world: int) -> tuple[np.ndarray, np.ndarray]:
    """Size and signed part of each path of a world, by its number, from explicit Jacobians; 0 where it is closed."""
    paths = every_path(case.toy, case.worlds.on[world], case.token, case.target, case.replacement)
    g = sum(paths.values(), np.zeros_like(case.toy.X0))
    sizes, shares = np.zeros((2, len(case.worlds.on)))
    for path, g_path in paths.items():
        number = sum(1 << layer for layer in path)
        sizes[number] = np.sqrt((g_path**2).sum())
        shares[number] = (g_path * g).sum() / (g * g).sum() if g.any() else np.nan
    return sizes, shares if g.any() else np.full(len(shares), np.nan)


@pytest.mark.parametrize("case", ASKED.values(), ids=ASKED.keys())
def test_every_path_of_every_world_by_multiplying_jacobians_out(case: Case):
    found = single_paths(case.worlds, case.token, case.target)
    for world in range(len(case.worlds.on)):
        sizes, shares = by_hand(case, world)
        np.testing.assert_allclose(found.size[world], sizes, rtol=1e-9, atol=1e-11 * (1 + sizes.max()))
        np.testing.assert_allclose(found.size_share[world], sizes / sizes.sum(), rtol=1e-9, atol=1e-12)
        np.testing.assert_allclose(found.share[world], shares, rtol=1e-7, atol=1e-9)


@pytest.mark.parametrize("case", ASKED.values(), ids=ASKED.keys())
def test_the_paths_of_one_length_add_to_the_table_and_all_to_one(case: Case):
    found, table = (each(case.worlds, case.token, case.target) for each in (single_paths, path_table))
    length = np.array([bin(number).count("1") for number in range(len(case.worlds.on))])
    for k in range(len(case.toy.blocks) + 1):
        for name in ("size", "size_share", "share"):
            together = getattr(found, name)[:, length == k].sum(axis=1)
            np.testing.assert_allclose(together, getattr(table, name)[:, k], rtol=1e-9, atol=1e-9)
    np.testing.assert_allclose(found.size_share.sum(axis=1), 1, rtol=1e-12)
    np.testing.assert_allclose(found.share.sum(axis=1), 1, rtol=1e-9)


@given(cases(st.integers(1, 4)))
def test_any_toy_under_any_ablation(case: Case):
    found = single_paths(case.worlds, case.token, case.target)
    whole = gradient_sizes(case.worlds, case.token, case.target).whole[:, 0]
    for world, norm in enumerate(whole):
        sizes, shares = by_hand(case, world)
        np.testing.assert_allclose(found.size[world], sizes, rtol=1e-9, atol=1e-10 * (1 + sizes.max()))
        if sizes.sum() > 1e-6:
            np.testing.assert_allclose(found.size_share[world], sizes / sizes.sum(), rtol=1e-9, atol=1e-9)
        if norm > 1e-6 * (1 + sizes.max()):
            np.testing.assert_allclose(found.share[world], shares, rtol=0, atol=1e-9 * (1 + (sizes.max() / norm) ** 2))


@given(cases(st.integers(1, 4)))
def test_a_path_through_an_off_layer_is_closed_and_the_empty_path_is_the_plus_alone(case: Case):
    found = single_paths(case.worlds, case.token, case.target)
    number = np.arange(len(case.worlds.on))
    closed = (number[None, :] & ~number[:, None]) != 0
    assert (found.size[closed] == 0).all()
    defined = ~np.isnan(found.share)
    assert (found.share[closed & defined] == 0).all()
    for world, states in enumerate(case.worlds.states):
        top = plain_top_gradient(case.toy, states[-1], case.token, case.target)
        assert found.size[world, 0] == pytest.approx(float(np.linalg.norm(top)), rel=1e-4, abs=1e-5)


def test_reread_on_paper():
    """The third number's gradient at the top is (0, 0, 1). G carries it to (2, 0, 0), and F on to (−2, 0, 0)."""
    found = single_paths(all_worlds(load_toy("reread")), 0, 2)
    assert found.size[0b11].tolist() == [1, 0, 2, 2]
    assert found.share[0b11].tolist() == [1, 0, 0, 0]
    assert found.size_share[0b11].tolist() == [0.2, 0, 0.4, 0.4]
    assert found.share[0b10].tolist() == pytest.approx([0.2, 0, 0.8, 0])
    assert found.size[0b01].tolist() == [1, 0, 0, 0]


def test_a_gradient_of_exactly_zero_has_sizes_and_no_signed_parts():
    found = single_paths(all_worlds(load_toy("cancel")), 0, 0)
    assert found.size.tolist() == [[1, 0], [1, 1]]
    assert found.size_share.tolist() == [[1, 0], [0.5, 0.5]]
    assert found.share[0].tolist() == [1, 0]
    assert np.isnan(found.share[1]).all()


def test_a_readout_that_nothing_reaches_has_no_shares():
    found = single_paths(all_worlds(replace(load_toy("sum"), gamma=np.zeros(3))), 0, 0)
    assert (found.size == 0).all()
    assert np.isnan(found.size_share).all()
    assert np.isnan(found.share).all()


def test_token_and_target_are_checked():
    worlds = all_worlds(load_toy("sum"))
    with pytest.raises(ValueError, match=r"^token must be a whole number from 0 to 0, got 1$"):
        single_paths(worlds, 1, 0)
    with pytest.raises(ValueError, match=r"^the target's word must be a whole number from 0 to 2, got 3$"):
        single_paths(worlds, 0, 3)
