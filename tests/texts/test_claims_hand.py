"""What the texts say about the toys that can be redone on paper, and about tanh: every sentence with a quantity."""

import numpy as np
import pytest
from claims import ROOT, TRAINED, claim, said, unclaimed

from toy_models import add_one_in, all_worlds, layer_effects, leave_one_out, load_toy, run_stream, shapley_values
from toy_models.model.toy import Toy
from toy_models.worlds.gradients import gradient_sizes

UNTRAINED = ("sum", "reread", "cancel", "tanh")


def test_these_and_the_trained_are_all():
    stories = {path.stem for path in (ROOT / "assets" / "text" / "en" / "toys").glob("*.md")}
    assert stories == {*UNTRAINED, *TRAINED}


def hand_toy(name: str) -> tuple[Toy, np.ndarray]:
    toy = load_toy(name)
    return toy, run_stream(toy.X0, toy.blocks)[0][:, 0]


def test_sum_is_direct_and_its_answers_agree():
    toy, states = hand_toy("sum")
    every = all_worlds(toy)
    np.testing.assert_allclose(states[-1], [0.7, 0.5, 0.2])
    for target in (0, 1, 2, (0, 1), (2, None)):
        alone, added, shared = (f(every, 0, target) for f in (leave_one_out, add_one_in, shapley_values))
        np.testing.assert_allclose(alone, added, atol=1e-12)
        np.testing.assert_allclose(alone, shared, atol=1e-12)
        for some in ([0], [1], [2], [0, 1], [0, 1, 2]):
            effect = layer_effects(every, some, 0, target)
            assert effect.total == pytest.approx(effect.direct.sum())
    claim(
        "toys/sum.md",
        "Three layers that each write a fixed vector, whatever they read: (1, 0, 0) + (0, ½, 0) + (0, 0, 0.2) + (−0.3, 0, 0) "
        "= (0.7, 0.5, 0.2).",
        "All effects are direct, and all three answers agree.",
    )


def test_reread_by_hand():
    toy, states = hand_toy("reread")
    F, G = toy.blocks
    x = toy.X0
    np.testing.assert_allclose(states[-1], [1, 0, 1])
    np.testing.assert_allclose((x + G(x))[0], [1, 0, 5])
    np.testing.assert_allclose(states[-1] - F(x)[0], [3, -2, 1])
    np.testing.assert_allclose(x, [[2, -1, 1]])
    claim(
        "toys/reread.md",
        "Two layers, F(x) = (−x₁, 2, 0) and then G(y) = (y₂, −y₂, 2 y₁), on x = (2, −1, 1).",
        "With both on the stream ends at (1, 0, 1).",
        "Without F and computed anew it ends at (1, 0, 5); with F’s write merely subtracted it would be (3, −2, 1).",
    )
    said("README.md", "in reread, recomputing gives (1, 0, 5), merely subtracting (3, −2, 1)")


def test_cancel_by_hand():
    toy, states = hand_toy("cancel")
    assert (states[-1] == 0).all()
    assert gradient_sizes(all_worlds(toy), 0, 0).whole[-1, 0] == 0
    claim("toys/cancel.md", "One layer, F(x) = −x.", "The stream ends at exactly zero, and so does the gradient,")
    said("README.md", "in cancel stream and gradient are zero in spite of the plus")


def test_tanh_is_drawn():
    toy = load_toy("tanh")
    assert len(toy.blocks) == 6
    assert not np.allclose(load_toy("tanh", 1).X0, toy.X0)
    claim(
        "toys/tanh.md",
        "Six layers of random numbers.",
        "in place of an MLP stands one matrix, and tanh bends both.",
        "Nothing was trained, so the words mean nothing, but the stream is a transformer’s: each layer reads the running sum "
        "and adds to it.",
        "Each seed is another draw.",
    )


@pytest.mark.parametrize("name", UNTRAINED)
def test_no_sentence_with_a_quantity_goes_unclaimed(name):
    """Whoever writes a new sentence about a toy writes what it rests on."""
    assert unclaimed(f"toys/{name}.md", globals()) == []
