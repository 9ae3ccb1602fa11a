"""Tables of parts: what the page finds in them for a world is what one plain run of that world has."""

from itertools import combinations, pairwise

import numpy as np
import pytest

from app.state.address import parse
from app.state.selection import Selection
from app.state.vocabulary import OWN
from app.tables.carried import carried
from app.tables.keys import parse_key, part_key, readout_key
from app.tables.tables import table
from toy_models import Toy, load_toy
from toy_models.model.attention import CausalAttention
from toy_models.model.mlp import GeluMLP
from toy_models.model.norms import normalise

STATES = {
    query: parse(query).state
    for query in (
        "toy=place&prompt=2",
        "toy=and&seed=3&prompt=11&token=4",
        "toy=or&ablation=mean&token=2&readout=logit",
        "toy=tanh&seed=7&token=3",
        "toy=reread&target=third",
    )
}
WORLDS = (0, 1, 0b101, 0b11010, 0b111111)


@pytest.fixture(scope="module", params=STATES)
def state(request: pytest.FixtureRequest) -> Selection:
    return STATES[request.param]


def toy_of(state: Selection) -> Toy:
    assert isinstance(state.prompt, int)
    return load_toy(state.toy, state.seed, state.prompt - 1)


def plain_run(toy: Toy, world: int, instead: np.ndarray) -> list[np.ndarray]:
    """The states of one world, layer by layer; what stands in for an off layer is given (S, T, d)."""
    states = [toy.X0]
    for layer, block in enumerate(toy.blocks):
        states.append(states[-1] + (block(states[-1]) if world >> layer & 1 else instead[layer]))
    return states


def runs(state: Selection) -> list[tuple[int, list[np.ndarray]]]:
    toy = toy_of(state)
    instead = np.zeros((len(toy.blocks), *toy.X0.shape))
    if state.ablation == "mean":
        prompts = toy.prompts
        assert prompts is not None
        X = prompts.data_X0
        for layer, block in enumerate(toy.blocks):
            write = block(X)
            instead[layer] = np.einsum("n,ntd->td", prompts.data_weights, write)
            X = X + write
    return [(world, plain_run(toy, world, instead)) for world in WORLDS if world < 2 ** len(toy.blocks)]


def found(by_layer: dict[str, list], layer: int, world: int) -> np.ndarray:
    """As assets/js/maths/folded.js finds it."""
    return np.array(by_layer[str(layer)][world & ((2 << layer) - 1)], dtype=float)


def test_lengths_are_those_of_a_plain_run(state: Selection):
    sent = table(part_key("lengths", state))
    for world, states in runs(state):
        assert sent["start"] == pytest.approx([np.linalg.norm(x) for x in states[0]], abs=1e-9)
        for layer, (before, after) in enumerate(pairwise(states)):
            assert found(sent["stream"], layer, world) == pytest.approx([np.linalg.norm(x) for x in after], abs=1e-9)
            assert found(sent["write"], layer, world) == pytest.approx(
                [np.linalg.norm(y - x) for x, y in zip(before, after, strict=True)], abs=1e-9
            )
            turn = [
                x @ y / (np.linalg.norm(x) * np.linalg.norm(y)) if x.any() and y.any() else np.nan
                for x, y in zip(before, after, strict=True)
            ]
            assert found(sent["turn"], layer, world) == pytest.approx(turn, abs=1e-9, nan_ok=True)


def test_whom_an_attention_reads_is_a_softmax_over_the_words_so_far(state: Selection):
    toy, sent = toy_of(state), table(part_key("attention", state))
    heads = {layer: block for layer, block in enumerate(toy.blocks) if isinstance(block, CausalAttention)}
    for world, states in runs(state):
        for layer, block in heads.items():
            Y = normalise(states[layer], "layer", block.gamma, block.beta, block.eps)
            width = len(block.gamma) // block.heads
            for head in range(block.heads):
                own = slice(head * width, (head + 1) * width)
                scores = (Y @ block.W_Q[:, own]) @ (Y @ block.W_K[:, own]).T / np.sqrt(width)
                for reader, row in enumerate(found(sent["pattern"], layer, world)[head]):
                    weights = np.exp(scores[reader, : reader + 1])
                    assert row[: reader + 1] == pytest.approx(weights / weights.sum(), abs=1e-9)
                    assert not row[reader + 1 :].any()


def test_what_heads_add_is_what_their_layer_adds(state: Selection):
    toy, sent = toy_of(state), table(part_key("attention", state))
    folded = table(readout_key(state))["projected"]
    for layer in map(int, sent["adds"]):
        for world in range(2 ** len(toy.blocks)):
            adds = found(sent["adds"], layer, world)
            if world >> layer & 1:
                whole = folded[layer][1 + (world & ((1 << layer) - 1))]
                assert adds.sum() == pytest.approx(whole, abs=1e-9)
            else:
                assert np.isnan(adds).all()


def test_routes_add_to_the_paths_in_every_world(state: Selection):
    toy, sent, paths = toy_of(state), table(part_key("routes", state)), table(readout_key(state))["paths"]
    layers = range(len(toy.blocks))
    for world in range(2 ** len(toy.blocks)):
        for measure in ("size_share", "share"):
            of_route = np.array(sent[measure][world], dtype=float)
            for length in range(len(toy.blocks) + 1):
                masks = [sum(1 << layer for layer in some) for some in combinations(layers, length)]
                of_length = paths[measure][world][length]
                expected = np.nan if of_length is None else of_length
                assert of_route[masks].sum() == pytest.approx(expected, abs=1e-9, nan_ok=True)
            if not np.isnan(of_route).any():
                assert of_route.sum() == pytest.approx(1, abs=1e-9)


def test_a_block_reads_what_the_one_before_left(state: Selection):
    toy, sent, at = toy_of(state), table(part_key("block", state)), state.token - 1
    for world, states in runs(state):
        assert sent["start"] == pytest.approx(states[0][at], abs=1e-12)
        for layer, block in enumerate(toy.blocks):
            assert found(sent["sums"], layer, world) == pytest.approx(states[layer + 1][at], abs=1e-9)
            if isinstance(block, CausalAttention | GeluMLP):
                normed = normalise(states[layer][at], "layer", block.gamma, block.beta, block.eps)
                assert found(sent["normalised"], layer, world) == pytest.approx(normed, abs=1e-9)


@pytest.mark.parametrize("part", [part for part, aims in OWN.items() if not aims])
def test_an_average_is_the_mean_over_the_prompts(part: str):
    together, *each = (
        table(part_key(part, parse(f"toy=and&prompt={prompt}").state)) for prompt in ("all", *range(1, 13))
    )
    assert together["start"] == pytest.approx(np.mean([one["start"] for one in each], axis=0))
    for name in (name for name, value in together.items() if isinstance(value, dict)):
        for layer, runs in together[name].items():
            several = np.array([one[name][layer] for one in each], dtype=float)
            assert np.array(runs, dtype=float) == pytest.approx(several.mean(axis=0), nan_ok=True)


@pytest.mark.parametrize("part", OWN)
def test_a_file_carries_a_part_s_table_beside_each_that_it_needs(part: str):
    state = parse("toy=reread").state
    keys = carried(state, (part,))
    plain = [key for key in carried(state) if (len(key.split("/")) > 5) == OWN[part]]
    assert [key for key in keys if key.startswith(part)] == [f"{part}/{key}" for key in plain]


@pytest.mark.parametrize("part", OWN)
def test_what_is_not_a_part_s_table_is_refused_in_a_sentence(part: str):
    other = "place/0/1/zero/5" + ("" if OWN[part] else "/lead/1/2")
    with pytest.raises(ValueError, match=f"expected {part}/ and"):
        parse_key(f"{part}/{other}")
