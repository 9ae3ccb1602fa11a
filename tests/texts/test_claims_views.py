"""What the help of Reading and of Interventions claims about the toys."""

import numpy as np
import pytest
from claims import leads, mean_leads, off, pair, rounded, said, worlds

from app.screens.views.interventions import OFF
from toy_models import load_toy, readout_contributions
from toy_models.studies.gains import logits_at
from toy_models.studies.lens import lens_logits
from toy_models.studies.slots import broken_slots
from toy_models.studies.steering import runner_up_direction, steered_logits
from toy_models.studies.virtual_weights import chance_range, virtual_weights

READING, INTERVENTIONS = "reading.md", "interventions.md"


def test_a_layer_with_a_small_bar_can_matter_most():
    adds = np.mean([readout_contributions(worlds("and", 0, p), 4, pair("and", 0, p)).writes for p in range(12)], axis=0)
    lead = mean_leads("and")
    said(
        READING,
        f"in Copying, trained, over all twelve prompts, Attention 1 adds {rounded(adds[0])} to a lead of {rounded(lead[63])}, "
        f"and without it {rounded(lead[63] - lead[off(0)])} is lost.",
    )
    assert np.argmin(np.abs(adds)) == 0


def test_the_two_lenses_agree_at_the_last_depth():
    for name in ("place", "and", "tanh"):
        toy = load_toy(name)
        kept, anew = lens_logits(toy, "kept"), lens_logits(toy, "recomputed")
        np.testing.assert_allclose(kept[-1], anew[-1], atol=1e-12)
        assert abs(kept[:-1] - anew[:-1]).max() > 0.1
    said(READING, "The two agree at the last depth, and before it neither is the right one")


def test_virtual_weights():
    attention, mlp = (8, 8, 2), (8, 32)
    found = virtual_weights(load_toy("and").blocks)
    row, column = np.unravel_index(np.nanargmax(found.scores), found.scores.shape)
    assert (found.writers[row], found.readers[column]) == ((0, "head 2"), (2, "head 1 K"))
    heads, mlps = chance_range(attention, attention), chance_range(mlp, mlp)
    count = int(np.isfinite(found.scores).sum())
    assert 3 < 0.05 * count < 4
    said(
        READING,
        f"By chance a score is 1/√8 = {rounded(8**-0.5)} (root mean square).",
        f"95 of 100 pairs of random matrices of the same shapes give from {rounded(heads[0])} to {rounded(heads[1])} between "
        f"two heads, from {rounded(mlps[0])} to {rounded(mlps[1])} between two MLPs.",
        f"of {count} scores, chance puts three or four outside.",
        "In Copying, trained the strongest is the induction circuit’s wire, Attention 1 head 2 → Attention 2 head 1, K, with "
        f"{rounded(found.scores[row, column])}.",
    )


def steepest(name: str, depth: int) -> float:
    """The cosine of the pushed direction with the one in which the runner-up gains fastest there, by finite differences."""
    toy, (first, second) = load_toy(name), pair(name)
    step = 1e-5 * np.eye(8)
    gain = [
        logits[:, second] - logits[:, first] for logits in (steered_logits(toy, 4, depth, s) for s in (step, -step))
    ]
    slope = gain[0] - gain[1]
    return float(slope @ runner_up_direction(toy, (first, second)) / np.linalg.norm(slope))


def test_the_pushed_direction_is_the_fastest_only_in_the_last_stream_with_its_scale_held():
    said(
        INTERVENTIONS,
        "is the direction in which the runner-up gains fastest on the top word in the last stream, the final norm’s scale held.",
        f"(after MLP 2 the cosine of the two directions is {rounded(steepest('place', 4))} on the first prompt of Places, "
        f"{rounded(steepest('and', 4))} on that of Copying).",
    )
    for name in ("place", "and", "or"):
        toy, (first, second) = load_toy(name), pair(name)
        x, s = worlds(name).states[-1, -1, -1], worlds(name).scale[-1, -1]

        def gain(x, toy=toy, s=s, words=(first, second)):
            logits = (toy.gamma * (x - x.mean()) / s) @ toy.W_U
            return logits[words[1]] - logits[words[0]]

        slope = np.array([gain(x + e) - gain(x - e) for e in 1e-4 * np.eye(8)])
        cosine = slope @ runner_up_direction(toy, (first, second)) / np.linalg.norm(slope)
        assert cosine == pytest.approx(1, abs=1e-9)


def test_a_layer_can_carry_the_fact_and_not_the_grammar():
    allowed, right = broken_slots("place", 0)
    zero = OFF.index("zero")
    assert (allowed[zero, 1] == pytest.approx(np.ones(5))) is True
    said(
        INTERVENTIONS,
        "A layer can carry the fact and not the grammar: in Places, training 0, with Attention 1 off (zero) "
        f"{100 * right[zero, 1]:.0f} % of last words are right, and every top word is one that may come next.",
    )


def test_untrained_toys_have_neither_to_lose():
    for seed in range(12):
        allowed, right = broken_slots("untrained", seed)
        assert right[0, 0] <= 0.25
        assert allowed[0, 0].mean() < 0.5
    said(INTERVENTIONS, "untrained toys have neither to lose.")


def test_the_dropped_layers_write_is_the_logit_lens():
    toy = load_toy("place")
    for depth in range(7):
        states = worlds("place").states[-1, depth]
        np.testing.assert_allclose(lens_logits(toy, "recomputed")[depth], logits_at(toy, states), atol=1e-12)
        assert leads("place")[2**depth - 1] == pytest.approx(
            np.subtract(*logits_at(toy, states[-1])[list(pair("place"))]), abs=1e-9
        )
    said(INTERVENTIONS, "No layer that is left reads what they wrote, so this is also the logit lens at that depth.")


def test_what_no_training_has_met():
    said(
        INTERVENTIONS,
        "No gain but 1 was ever met in training, except 0 in Places, dropped, where a tenth of the layers wrote zero while it "
        "learned. Untrained toys have met nothing.",
        "Another training of the same toy may do the same thing in another layer.",
    )
    missed = {int(np.argmin([mean_leads("place", seed)[off(layer)] for layer in range(6)])) for seed in range(12)}
    assert len(missed) > 2
