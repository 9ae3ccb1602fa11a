"""What the texts say about the toys: every sentence with a number or a quantifier, made anew from the toys' own numbers."""

import json
from itertools import combinations

import numpy as np
import pytest
from claims import (
    ATTENTION_1,
    ATTENTION_2,
    MLP_1,
    ROOT,
    TRAINED,
    claim,
    leads,
    mean_leads,
    off,
    on,
    pair,
    rounded,
    said,
    signed,
    unclaimed,
    worlds,
)

from toy_models import (
    layer_effects,
    load_toy,
    run_stream,
)
from toy_models.studies.gains import logits_at
from toy_models.studies.slots import broken_slots
from toy_models.toys.languages import language
from toy_models.toys.trained import load_weights

# and


def test_and_its_language():
    speech = language("and")
    assert (speech.answers.max(axis=1) == 0.85).all()
    assert ((speech.answers > 0).sum(axis=1) == 8).all()
    claim(
        "toys/and.md",
        "In cat mat dog rug cat the last word was there before, and what came after it then, mat, comes again in 85 of 100 "
        "sentences; the seven other words share the rest.",
        "Three blocks as in Places, trained, trained to copy.",
    )
    assert load_toy("and").sublayer_names == load_toy("place").sublayer_names


def test_and_three_layers_are_needed_at_once():
    lead = mean_leads("and")
    taken = {layer: lead[63] - lead[off(layer)] for layer in range(6)}
    needed = sorted(taken, key=lambda layer: -taken[layer])[:3]
    assert set(needed) == {ATTENTION_1, MLP_1, ATTENTION_2}
    assert taken[MLP_1] > taken[ATTENTION_1]
    claim(
        "toys/and.md",
        f"In the training shown, over all twelve prompts, mat or whichever word is first leads the second by "
        f"{rounded(lead[63])}.",
        f"Off alone, writing zero, Attention 1 takes {rounded(taken[0])} of that, Attention 2 takes {rounded(taken[2])}, and "
        f"MLP 1 between them takes {rounded(taken[1])}: it is needed as much as the two that the circuit is named for.",
    )
    adds = [signed(lead[on(*layers)] - lead[0]) for layers in ((0,), (2,), (1,), (0, 2), (0, 1, 2))]
    claim(
        "toys/and.md",
        "On alone, with all others off, they add {}, {} and {}; the two attentions together add {}, and the three {}.".format(
            *adds
        ),
    )


def test_and_the_first_attentions_effect_is_indirect():
    effects = [layer_effects(worlds("and", 0, p), [0], 4, pair("and", 0, p)) for p in range(12)]
    direct, total = (np.mean(each) for each in ([e.direct.sum() for e in effects], [e.total for e in effects]))
    assert abs(direct) < 0.1 * abs(total)
    claim(
        "toys/and.md",
        f"Of what Attention 1 takes, only {rounded(-direct)} is its own write, direct: its effect is indirect.",
        f"Single prompts differ: on the second it takes {rounded(-effects[1].total)}.",
    )


def test_and_other_trainings_copy_with_other_layers():
    pairs = set()
    for seed in range(12):
        lead = mean_leads("and", seed)
        pairs.add(frozenset(sorted((0, 2, 4), key=lambda layer: lead[off(layer)])[:2]))
    assert len(pairs) > 1
    claim("toys/and.md", "In other trainings it is other layers that copy.", "It takes two steps:")
    claim("toys/and.md", "a layer notes at each word which word stood before it, and a later attention")
    claim("toys/and.md", "Two attentions that do so are called an induction circuit (Olsson et al. 2022).")
    claim("toys/and.md", "To try: choose all prompts, switch Attention 1 off and read the sentence.")


# or


def test_or_its_training():
    recipe = json.loads((ROOT / "assets" / "weights" / "or.json").read_text())["recipe"]
    assert recipe["drop"] == 0.1
    claim(
        "toys/or.md",
        "The sentences of Places, trained, and the same three blocks, but in training",
    )
    assert load_toy("or").prompts is not None
    assert load_toy("or").sublayer_names == load_toy("place").sublayer_names
    assert [load_toy("or", 0, p).tokens for p in range(12)] == [load_toy("place", 0, p).tokens for p in range(12)]
    claim("toys/or.md", "each layer was missing from each sentence with a chance of one in ten: it wrote exactly zero.")


def test_or_whichever_layer_is_off_every_last_word_is_right():
    right = np.array([broken_slots("or", seed)[1][0] for seed in range(12)])
    assert right == pytest.approx(np.ones(right.shape))
    claim(
        "toys/or.md",
        "So what one layer carries, another can carry too.",
        "In all twelve trainings, whichever one layer is off (writing zero), every last word still comes out right.",
    )


def test_or_none_off_alone_moves_the_lead_far():
    lead = mean_leads("or")
    moves = [abs(lead[off(layer)] - lead[63]) for layer in range(6)]
    adds = [lead[on(layer)] - lead[0] for layer in range(6)]
    assert sorted(range(6), key=lambda layer: -adds[layer])[:2] == [ATTENTION_1, ATTENTION_2]
    claim(
        "toys/or.md",
        "That does not mean that the layers do nothing.",
        f"In the training shown, over all prompts, none that is off alone moves the lead of {rounded(lead[63])} by more than "
        f"{rounded(max(moves))}; on alone, with all others off, Attention 1 adds {rounded(adds[0])} and Attention 2 adds "
        f"{rounded(adds[2])}.",
        "What is measured when a single layer is taken away is what the others, and the final norm, do not replace.",
    )


def test_or_the_norm_does_most_of_the_repair_on_the_first_prompt():
    effect = layer_effects(worlds("or"), [0], 4, pair("or"))
    direct, layers, norm = effect.direct.sum(), effect.via_layers.sum(), effect.via_norm
    assert norm > layers > 0
    claim(
        "toys/or.md",
        f"On the first prompt, Attention 1 off: {signed(direct)} direct, {signed(layers)} because later layers write "
        f"differently, {signed(norm)} through the norm, which does most of the repair.",
    )


def test_or_the_pair_that_changes_the_first_word():
    changing = []
    for prompt in range(12):
        first = worlds("or", 0, prompt).logits[:, -1].argmax(axis=1)
        changing.append([two for two in combinations(range(6), 2) if first[off(*two)] != first[63]])
    assert changing[0] == [(ATTENTION_1, ATTENTION_2)]
    assert sum(not some for some in changing) == 8
    lead = leads("or")
    claim(
        "toys/or.md",
        f"on the first prompt switch Attention 1 off, then Attention 2 as well (keys 1 and 3): the lead falls by "
        f"{rounded(lead[63] - lead[off(0, 2)])} and another word comes first.",
        "No other pair there changes the first word, and on eight of the twelve prompts no pair does.",
    )


# place


def test_place_its_language_and_size():
    toy, speech = load_toy("place"), language("place")
    assert (len(toy.blocks), toy.X0.shape[-1]) == (6, 8)
    assert (speech.answers.max(axis=1) == 0.85).all()
    assert ((speech.answers > 0).sum(axis=1) == 4).all()
    assert len({tuple(row) for row in speech.prompts[:, -1:]}) == 1
    claim(
        "toys/place.md",
        "A transformer of three blocks, attention and then an MLP, with a stream of eight numbers.",
        "Each animal has its own place, where it is in 85 of 100 sentences; the other places share the rest.",
        "Verb and preposition say nothing about the animal, and at the last word the stream starts with nothing of it.",
    )


@pytest.mark.parametrize("seed", range(12))
def test_place_without_attention_it_says_the_same_after_every_prompt(seed):
    logits = np.array([worlds("place", seed, prompt).logits[off(0, 2, 4), -1] for prompt in range(12)])
    np.testing.assert_allclose(logits, logits[:1].repeat(12, axis=0), atol=1e-12)
    claim(
        "toys/place.md",
        "only attention can: with all three attentions off (writing zero), the toy says the same after every prompt.",
    )


def test_place_the_layer_that_costs_most_brings_another_animals_place():
    lead, speech = mean_leads("place"), language("place")
    layer = int(np.argmin([lead[off(layer)] for layer in range(6)]))
    for prompt in range(12):
        for source in range(12):
            toy, other = load_toy("place", 0, prompt), load_toy("place", 0, source)
            X = toy.X0
            for index, block in enumerate(toy.blocks):
                X = X + (run_stream(other.X0, other.blocks)[1][index] if index == layer else block(X))
            place = speech.answers[speech.shown[source]].argmax()
            assert logits_at(toy, X[-1]).argmax() == place
    claim("toys/place.md", "To try: switch the layers off one by one: which one costs most?")
    claim(
        "toys/place.md",
        "switch that layer off: in the training shown, the model now says that animal’s place.",
    )
    shares = [max(entry["share"]) for entry in _report("place")]
    assert sum(share < 0.5 for share in shares) >= 3
    claim("toys/place.md", "In some other trainings several layers share the work.")


# untrained


def _report(name: str) -> list[dict]:
    return json.loads((ROOT / "assets" / "weights" / f"{name}.json").read_text())["trainings"]


def spread(name: str) -> float:
    """How many times as far the layer that moves the output most moves it as the one that moves it least."""
    ratios = []
    for seed in range(12):
        moved = np.zeros(6)
        for prompt in range(12):
            final = worlds(name, seed, prompt).states[:, -1]
            for layer in range(6):
                moved[layer] += np.linalg.norm(final[off(layer)] - final[63]) / np.linalg.norm(final[63])
        ratios.append(moved.max() / moved.min())
    return float(np.median(ratios))


def test_untrained_layers_move_the_output_about_alike():
    far = {name: spread(name) for name in TRAINED}
    assert far["untrained"] < min(far[name] for name in ("place", "and", "or"))
    one = {name: rounded(number, 1) for name, number in far.items()}
    claim(
        "toys/untrained.md",
        "How far a layer moves the output when it is off (the change of the final stream, beside its length, over all words "
        "and prompts, writing zero) differs little from layer to layer: the most by "
        f"{one['untrained']} times the least, the median of twelve draws.",
        f"After training it is {one['place']} times in Places, trained, {one['and']} in Copying, trained and {one['or']} in "
        "Places, layers dropped.",
    )
    said(
        "README.md",
        f"how far a layer moves the output differs by {one['untrained']} : 1, after training by {one['place']} : 1",
    )


def test_untrained_a_single_readout_hangs_on_chance_more():
    shares = [100 * max(entry["share"]) for entry in _report("untrained")]
    words = 100 * np.mean([entry["share_of_every_word"] for entry in _report("untrained")], axis=0)
    claim(
        "toys/untrained.md",
        "A single readout hangs on chance more: of all effects on the lead over the runner-up, the layer with the most has "
        f"{min(shares):.0f} to {max(shares):.0f} %, draw by draw.",
        f"Over all draws and all words each layer has {min(words):.0f} to {max(words):.0f} %.",
    )


def test_untrained_is_what_place_started_from():
    """Every norm is still the identity and every bias zero, which no step of training leaves."""
    weights, trained = load_weights("untrained"), load_weights("place")
    for name in ("gamma", "mlp_gamma", "attention_gamma"):
        assert (weights[name] == 1).all()
        assert (trained[name] != 1).any()
    for name in ("beta", "b_in", "b_out"):
        assert (weights[name] == 0).all()
    claim(
        "toys/untrained.md",
        "The weights from which each training of Places, trained started.",
        "Nothing has been learned: what it says is chance, and if a layer matters more than another, that is chance too.",
    )
    right = [broken_slots("untrained", seed)[1][0, 0] for seed in range(12)]
    assert max(right) <= 0.25


def test_the_readmes_table_of_toys():
    effects = [layer_effects(worlds("and", 0, p), [0], 4, pair("and", 0, p)) for p in range(12)]
    assert abs(np.mean([e.direct.sum() for e in effects])) < 0.1 * abs(np.mean([e.total for e in effects]))
    said(
        "README.md",
        "in the training shown, an attention layer carries the animal to the last word",
        "three layers that the copy needs at once; over all prompts, the first has almost only an indirect effect",
        "whichever one is off, every last word is still right",
    )


@pytest.mark.parametrize("name", TRAINED)
def test_no_sentence_with_a_quantity_goes_unclaimed(name):
    """Whoever writes a new sentence about a toy writes what it rests on."""
    assert unclaimed(f"toys/{name}.md", globals()) == []
