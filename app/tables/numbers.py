"""Every number of one state at full precision, for a notebook, a spreadsheet or a marker's eye.

One list of quantities, each with the axes it runs over (app/tables/quantities.py). Undefined values are null.
"""

from typing import Any

import numpy as np

from app.state import address, runs, vocabulary
from app.state.catalogue import Entry, catalogue, tokens_of, vocab_of
from app.state.selection import Selection
from app.state.vocabulary import ALL, ALL_PROMPTS
from app.tables import tables
from app.tables.encoding import exact
from app.tables.keys import readout_key
from app.tables.quantities import Quantity
from toy_models import (
    add_one_in,
    effects_in_all_worlds,
    gradient_sizes,
    leave_one_out,
    natural_effects,
    pair_interactions,
    path_length_weights,
    path_table,
    probabilities,
    readout_contributions,
    several_off,
    shapley_values,
)

FORMAT = 2
SIGNS = (
    "Effects are now minus reference; contributions, the three answers and back_on are on minus off, or what undoing a "
    "switch would do. An off layer writes what the ablation says. Of all prompts together every number is the mean."
)

#: What the effect's sentence says, by name, and the quantities that each is the sum of.
SAID = {
    "direct": "effect_direct",
    "via_layers": "effect_via_layers",
    "via_norm": "effect_via_norm",
    "total": "effect_total",
    "natural_direct": "natural_direct",
    "natural_indirect": "natural_indirect",
}


def numbers(state: Selection) -> dict[str, Any]:
    """What the screen shows of a state: {"state", "labels": {axis: [...]}, "numbers": {name: {"by", "values"}}}."""
    entry = next(toy for toy in catalogue() if toy["name"] == state.toy)
    layers, vocab = entry["sublayers"], vocab_of(entry, state.prompt)
    words = [address.word_label(vocab, word) for word in range(len(vocab))]
    return {
        "format": FORMAT,
        "address": address.format(state),
        "signs": SIGNS,
        "state": _described(state, entry, words),
        "labels": {
            "layer": layers,
            "other_layer": layers,
            "depth": ["embedding", *(f"after {layer}" for layer in layers)],
            "dimension": list(range(1, entry["d"] + 1)),
            "word": words,
            "length": list(range(len(layers) + 1)),
            "world": [_world_label(world, len(layers)) for world in range(2 ** len(layers))],
        },
        "numbers": {q.name: {"by": list(q.by), "values": exact(q.values)} for q in quantities(state)},
    }


def _described(state: Selection, entry: Entry, words: list[str]) -> dict[str, Any]:
    tokens, layers = tokens_of(entry, state.prompt), entry["sublayers"]
    return {
        "toy": state.toy,
        "title": entry["title"],
        "seed": state.seed,
        "prompt": ALL if state.prompt == ALL_PROMPTS else state.prompt,
        "prompt_words": list(tokens),
        "ablation": state.ablation,
        "source": state.source,
        "source_words": None if state.source is None else tokens_of(entry, state.source),
        "token": state.token,
        "token_word": tokens[state.token - 1],
        "off": [layers[layer - 1] for layer in state.off],
        "reference_off": [layers[layer - 1] for layer in state.reference],
        "readout": state.readout,
        "target": words[state.target],
        "against": None if state.against is None else words[state.against],
        "step": state.step,
        "alpha": None if state.alpha is None else vocabulary.ALPHAS[state.alpha],
        "measure": state.measure,
        "face": state.face,
        "split": state.split,
    }


def quantities(state: Selection) -> list[Quantity]:
    """The numbers themselves, in the order in which they are written; of all prompts together, their means."""
    each = [
        [*_stream(state, place), *_effects(state, place), *_answers(state, place), *_gradient(state, place)]
        for place in tables.places(readout_key(state))
    ]
    return _averaged(each)


def effect(state: Selection) -> dict[str, float]:
    """What the effect's sentence says of a state, all layers together: now minus reference, at full precision."""
    parts = _averaged([_effects(state, place) for place in tables.places(readout_key(state))])
    values = {quantity.name: quantity.values for quantity in parts}
    return {name: float(np.sum(values[summed])) for name, summed in SAID.items()}


def _averaged(each: list[list[Quantity]]) -> list[Quantity]:
    together = zip(*each, strict=True)
    return [Quantity(same[0].name, same[0].by, tables.averaged([q.values for q in same])) for same in together]


def _stream(state: Selection, place: tables.Place) -> list[Quantity]:
    worlds, at, words = place
    now, before = _world(state, state.off), _world(state, state.reference)
    writes, logits = worlds.writes[:, :, at], worlds.logits[:, at][:, list(words)]
    own = writes[before ^ (1 << np.arange(writes.shape[1])), np.arange(writes.shape[1])]
    flipped = worlds.on[now] != worlds.on[before]
    swapped = np.where(flipped[:, None], own - writes[before], 0.0)
    at_step = swapped[: state.step].sum(axis=0)
    base = worlds.states[before, :, at]
    probs = probabilities(worlds.logits[:, at])[:, list(words)]
    return [
        Quantity("embedding", ("dimension",), worlds.states[now, 0, at]),
        Quantity("writes", ("layer", "dimension"), writes[now]),
        Quantity("sum_at_step", ("dimension",), worlds.states[now, state.step, at]),
        Quantity("sum_reference_at_step", ("dimension",), base[state.step]),
        Quantity("sum_nothing_recomputed_at_step", ("dimension",), base[state.step] + at_step),
        Quantity("sum_now", ("dimension",), worlds.states[now, -1, at]),
        Quantity("sum_reference", ("dimension",), base[-1]),
        Quantity("sum_nothing_recomputed", ("dimension",), base[-1] + swapped.sum(axis=0)),
        Quantity("embedding_size", (), np.linalg.norm(worlds.states[now, 0, at])),
        Quantity("write_sizes", ("layer",), np.linalg.norm(writes[now], axis=-1)),
        Quantity("write_sizes_reference", ("layer",), np.linalg.norm(writes[before], axis=-1)),
        Quantity("logits_now", ("word",), logits[now]),
        Quantity("logits_reference", ("word",), logits[before]),
        Quantity("probabilities_now", ("word",), probs[now]),
        Quantity("probabilities_reference", ("word",), probs[before]),
    ]


def _effects(state: Selection, place: tables.Place) -> list[Quantity]:
    question = _question(state, place)
    now, reference = _world(state, state.off), [layer - 1 for layer in state.reference]
    effects, several = effects_in_all_worlds(*question, reference), several_off(*question, reference)
    parts, natural = readout_contributions(*question), natural_effects(*question, reference)
    return [
        Quantity("readout_now", (), effects.readout[now]),
        Quantity("readout_reference", (), effects.readout[_world(state, state.reference)]),
        Quantity("readout_all_on", (), effects.readout[-1]),
        *(Quantity(f"contribution_{name}", (), value) for name, value in parts.parts.items()),
        Quantity("contribution_writes", ("layer",), parts.writes),
        Quantity("contribution_bias", (), parts.bias),
        Quantity("effect_direct", ("layer",), effects.direct[now]),
        Quantity("effect_via_layers", ("layer",), effects.via_layers[now]),
        Quantity("effect_via_norm", (), effects.via_norm[now]),
        Quantity("effect_total", (), effects.total[now]),
        Quantity("natural_direct", (), natural.direct[now]),
        Quantity("natural_indirect", (), natural.indirect[now]),
        Quantity("effect_alone", ("layer",), several.alone),
        Quantity("back_on", ("layer",), several.back_on[now]),
        Quantity("interaction", (), several.interaction[now]),
        Quantity("readout_worlds", ("world",), effects.readout),
    ]


def _answers(state: Selection, place: tables.Place) -> list[Quantity]:
    question = _question(state, place)
    return [
        Quantity("leave_one_out", ("layer",), leave_one_out(*question)),
        Quantity("add_one_in", ("layer",), add_one_in(*question)),
        Quantity("shapley", ("layer",), shapley_values(*question)),
        Quantity("pair_interactions", ("layer", "other_layer"), pair_interactions(*question)),
    ]


def _gradient(state: Selection, place: tables.Place) -> list[Quantity]:
    worlds, now = place.worlds, _world(state, state.off)
    question = _question(state, place)
    gradients, paths = gradient_sizes(*question), path_table(*question)
    alpha, binomial, mean = paths.alpha[now], paths.binomial[now], paths.mean[now]
    if state.alpha is not None:
        alpha, on = vocabulary.ALPHAS[state.alpha], int(worlds.on[now].sum())
        weights, mean = path_length_weights(on, alpha)
        binomial = np.append(weights, np.zeros(worlds.on.shape[1] - on))
    return [
        Quantity("gradient_whole", ("depth",), gradients.whole[now]),
        Quantity("gradient_layers_only", ("depth",), gradients.layers_only[now]),
        Quantity("gradient_plus_alone", ("depth",), gradients.plus_alone[now]),
        Quantity("path_count", ("length",), paths.count[now]),
        Quantity("path_share", ("length",), paths.share[now]),
        Quantity("path_size", ("length",), paths.size[now]),
        Quantity("path_size_share", ("length",), paths.size_share[now]),
        Quantity("path_alpha", (), alpha),
        Quantity("path_binomial", ("length",), binomial),
        Quantity("path_mean_length", (), mean),
    ]


def _question(state: Selection, place: tables.Place) -> tuple[Any, int, tables.Target]:
    return place.worlds, place.at, place.aim(state.readout, state.target, state.against)


def _world(state: Selection, off: tuple[int, ...]) -> int:
    layers = len(runs.run(state.toy, state.seed).toy.blocks)
    return 2**layers - 1 - sum(1 << (layer - 1) for layer in off)


def _world_label(world: int, layers: int) -> str:
    off = [str(layer + 1) for layer in range(layers) if not world >> layer & 1]
    return f"off {','.join(off)}" if off else "all on"
