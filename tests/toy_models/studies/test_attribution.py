"""Who says it: the parts add to the model's own logits, and each is its gradient times itself with the scale frozen."""

import numpy as np
import pytest
from autodiff import anp, elementwise_grad
from hypothesis import given
from random_toys import plain_bias, plain_logits, plain_project, plain_run, plain_scale, toys

from toy_models import all_worlds, load_toy, readout_contributions
from toy_models.studies.attribution import stream_parts, word_attribution

NAMES = ("place", "and", "or", "untrained", "tanh")


def every_prompt(name: str):
    """All prompts of one toy, the first training and a later one in turn."""
    first = load_toy(name)
    count = len(first.prompts.tokens) if first.prompts else 1
    return [load_toy(name, seed=7 * (prompt % 2), prompt=prompt) for prompt in range(count)]


@pytest.mark.parametrize("name", NAMES)
def test_it_adds_up_to_the_logit_of_every_word_at_every_token_of_every_prompt(name):
    for toy in every_prompt(name):
        names, said = word_attribution(toy)
        assert names == ("token", "position", *toy.sublayer_names, "bias")
        final = plain_run(toy, [True] * len(toy.blocks))[0][-1]
        plain = [plain_logits(toy, x) for x in final]
        np.testing.assert_allclose(said.sum(axis=0), plain, atol=1e-10)


@given(toys())
def test_each_part_is_projected_number_by_number(toy):
    _, said = word_attribution(toy)
    states, writes = plain_run(toy, [True] * len(toy.blocks))
    for token in range(len(toy.tokens)):
        s = plain_scale(toy, states[-1][token])
        for word in range(len(toy.vocab)):
            each = [plain_project(toy, part[token], s, word) for part in (toy.X0, *writes)]
            np.testing.assert_allclose(said[:, token, word], [*each, plain_bias(toy, word)], atol=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_each_part_is_itself_times_the_gradient_of_the_logit_with_the_scale_frozen(name):
    toy = load_toy(name, seed=3, prompt=0)
    _, parts = stream_parts(toy)
    final = parts.sum(axis=0)[-1]
    s = plain_scale(toy, final)

    def logit(x, word):
        y = (x - anp.mean(x)) / s * toy.gamma + toy.beta
        return anp.dot(y, toy.W_U[:, word])

    _, said = word_attribution(toy)
    for word in range(len(toy.vocab)):
        gradient = elementwise_grad(lambda x, word=word: logit(x, word))(final)
        np.testing.assert_allclose(said[:-1, -1, word], parts[:, -1] @ gradient, atol=1e-10)


@pytest.mark.parametrize("name", NAMES)
def test_a_readout_is_the_difference_of_its_words_as_the_lab_has_it(name):
    toy = load_toy(name, seed=1)
    _, said = word_attribution(toy)
    worlds = all_worlds(toy)
    for token in range(len(toy.tokens)):
        for target, ours in (
            (3, said[:, token, 3]),
            ((3, 5), said[:, token, 3] - said[:, token, 5]),
            ((3, None), said[:, token, 3] - said[:, token].mean(axis=-1)),
        ):
            theirs = readout_contributions(worlds, token, target)
            np.testing.assert_allclose(ours, [*theirs.parts.values(), *theirs.writes, theirs.bias], atol=1e-12)


def test_a_toy_that_does_not_tell_token_from_position_has_one_embedding():
    toy = load_toy("sum")
    names, said = word_attribution(toy)
    assert names == ("embedding", "Layer 1", "Layer 2", "Layer 3", "bias")
    by_hand = [[1, 0, 0], [0, 0.5, 0], [0, 0, 0.2], [-0.3, 0, 0], [0, 0, 0]]
    np.testing.assert_allclose(said[:, 0], by_hand, atol=1e-15)
