"""Every toy of the catalogue under every ablation, against brute force: worlds, Shapley values, gradients and paths."""

from dataclasses import replace

import numpy as np
import pytest
from brute_force import all_orders, catalogue_cases, every_path, summed_by_length
from random_toys import Case, exact_jacobian, numeric_jacobian, plain_logits, plain_readout, plain_run

from toy_models import gradient_sizes, path_gradients, path_table, readout_contributions, readout_of, shapley_values
from toy_models.worlds.gradients import backward

CASES = catalogue_cases()
each_case = pytest.mark.parametrize("case", CASES.values(), ids=CASES.keys())


def some_worlds(case: Case) -> list[int]:
    """All on, all off, and a few between."""
    last = len(case.worlds.on) - 1
    return sorted({last, 0, last - 1, last // 2, last // 3})


@each_case
def test_all_worlds_by_plain_loops(case: Case):
    worlds, toy, replacement = case.worlds, case.toy, case.replacement
    for world in range(len(worlds.on)):
        on = [bool(world >> layer & 1) for layer in range(len(toy.blocks))]
        states, writes = plain_run(toy, on, replacement)
        np.testing.assert_allclose(worlds.states[world], states, rtol=1e-10, atol=1e-11)
        np.testing.assert_allclose(worlds.writes[world], writes, rtol=1e-10, atol=1e-11)
        expected = plain_logits(toy, states[-1][case.token])
        np.testing.assert_allclose(worlds.logits[world, case.token], expected, rtol=1e-9, atol=1e-9)


@each_case
def test_shapley_values_over_all_orders(case: Case):
    every = [plain_readout(case.toy, on, case.token, case.target, case.replacement) for on in case.worlds.on]
    near = 1e-9 * (1 + np.abs(every).max())
    found = shapley_values(case.worlds, case.token, case.target)
    np.testing.assert_allclose(found, all_orders(every, len(case.toy.blocks)), rtol=0, atol=near)
    assert found.sum() == pytest.approx(every[-1] - every[0], abs=near)


@each_case
def test_the_base_runs_contributions_add_to_its_readout_whatever_off_means(case: Case):
    parts = readout_contributions(case.worlds, case.token, case.target)
    total = sum(parts.parts.values()) + parts.writes.sum() + parts.bias
    assert total == pytest.approx(readout_of(case.worlds.logits[-1, case.token], case.target), abs=1e-10)


@each_case
def test_gradients_equal_products_of_explicit_jacobians(case: Case):
    toy, replacement = case.toy, case.replacement
    sizes = gradient_sizes(case.worlds, case.token, case.target)
    down = backward(case.worlds, case.token, case.target)
    for world in some_worlds(case):
        on = case.worlds.on[world]
        states, _ = plain_run(toy, on, replacement)
        whole = layers = top = down.whole[-1, world].ravel()
        for layer in range(len(toy.blocks), -1, -1):
            for name, expected in {"whole": whole, "layers_only": layers, "plus_alone": top}.items():
                found = getattr(sizes, name)[world, layer]
                assert found == pytest.approx(np.linalg.norm(expected), rel=1e-9, abs=1e-10), (name, layer)
            if layer and on[layer - 1]:
                J = exact_jacobian(toy.blocks[layer - 1], states[layer - 1])
                whole, layers = whole @ (np.eye(len(J)) + J), layers @ J
            elif layer:
                layers = np.zeros_like(layers)  # what an off layer writes is fixed, so its Jacobian is 0


@each_case
def test_the_whole_gradient_is_the_readouts_slope_at_the_embedding(case: Case):
    """End to end: nudge the embedding, keep what off layers write, and run the loops again."""
    bare = replace(case.toy, token_embedding=None, position_embedding=None, prompts=None, prompt=0)
    exact = backward(case.worlds, case.token, case.target).whole[0]
    for world in some_worlds(case)[-2:]:

        def readout(X0: np.ndarray, on=case.worlds.on[world]) -> list[float]:
            return [plain_readout(replace(bare, X0=X0), on, case.token, case.target, case.replacement)]

        numeric = numeric_jacobian(readout, np.array(case.toy.X0))[0].reshape(case.toy.X0.shape)
        np.testing.assert_allclose(exact[world], numeric, rtol=1e-5, atol=1e-5 * (1 + np.abs(numeric).max()))


@each_case
def test_path_tables_by_multiplying_every_path_out(case: Case):
    table, S = path_table(case.worlds, case.token, case.target), len(case.toy.blocks)
    for world in some_worlds(case):
        on = case.worlds.on[world]
        paths, n = every_path(case.toy, on, case.token, case.target, case.replacement), int(on.sum())
        sizes = [sum(float(np.linalg.norm(g)) for path, g in paths.items() if len(path) == k) for k in range(S + 1)]
        np.testing.assert_allclose(table.size[world], sizes, rtol=1e-8, atol=1e-10 * (1 + max(sizes)))
        np.testing.assert_allclose(table.size_share[world], np.array(sizes) / sum(sizes), rtol=1e-8, atol=1e-10)
        by_length = summed_by_length(paths, n)
        g = by_length.sum(axis=0)
        if (g == 0).all():
            assert np.isnan(table.share[world]).all()
            continue
        shares = [(g_k * g).sum() / (g * g).sum() for g_k in by_length]
        np.testing.assert_allclose(table.share[world, : n + 1], shares, rtol=1e-7, atol=1e-8)
        assert (table.share[world, n + 1 :] == 0).all()
        if case.ablation == "zero":
            found = path_gradients(case.toy, on, case.token, case.target)
            np.testing.assert_allclose(found, by_length, rtol=1e-9, atol=1e-10 * (1 + max(sizes)))
