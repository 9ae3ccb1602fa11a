"""Every number of one state at full precision, for a notebook, a spreadsheet or a marker's eye.

One list of quantities, each with the axes it runs over, is written as JSON (nested lists beside the axes' labels) or as
CSV in long format (one value a row). Undefined values are null, or an empty cell.
"""

import csv
import io
from collections.abc import Iterator
from typing import Any, NamedTuple

import numpy as np

from app import address, tables
from app.selection import Selection
from toy_models import (
    effects_in_all_worlds,
    gradient_sizes,
    path_length_weights,
    path_table,
    readout_contributions,
    several_off,
    shapley_values,
)

FORMAT = 1
SIGNS = (
    "Effects are off minus on; contributions, Shapley values and back_on are on minus off. An off layer writes zero."
)
AXES = ("layer", "depth", "dimension", "word", "length", "world")


class Quantity(NamedTuple):
    """Values by axes: `by` names one axis for each dimension of `values`, none for a single number."""

    name: str
    by: tuple[str, ...]
    values: Any


def numbers(state: Selection) -> dict[str, Any]:
    """What the screen shows of a state: {"state", "labels": {axis: [...]}, "numbers": {name: {"by", "values"}}}."""
    entry = next(toy for toy in tables.catalogue() if toy["name"] == state.toy)
    layers, vocab = entry["sublayers"], entry["vocab"]
    words = [address.word_label(vocab, word) for word in range(len(vocab))]
    return {
        "format": FORMAT,
        "address": address.format(state),
        "signs": SIGNS,
        "state": {
            "toy": state.toy,
            "title": entry["title"],
            "seed": state.seed,
            "prompt": entry["tokens"],
            "token": state.token,
            "token_word": entry["tokens"][state.token - 1],
            "off": [layers[layer - 1] for layer in state.off],
            "readout": state.readout,
            "target": words[state.target],
            "against": None if state.against is None else words[state.against],
            "step": state.step,
            "alpha": None if state.alpha is None else tables.ALPHAS[state.alpha],
            "measure": state.measure,
        },
        "labels": {
            "layer": layers,
            "depth": ["embedding", *(f"after {layer}" for layer in layers)],
            "dimension": list(range(1, entry["d"] + 1)),
            "word": words,
            "length": list(range(len(layers) + 1)),
            "world": [_world_label(world, len(layers)) for world in range(2 ** len(layers))],
        },
        "numbers": {q.name: {"by": list(q.by), "values": tables.exact(q.values)} for q in quantities(state)},
    }


def quantities(state: Selection) -> list[Quantity]:
    """The numbers themselves, in the order in which they are written."""
    now = sum(1 << layer for layer in range(len(_layers(state))) if layer + 1 not in state.off)
    return [*_stream(state, now), *_effects(state, now), *_gradient(state, now)]


def to_csv(written: dict[str, Any]) -> str:
    """`numbers(state)` in long format: name, one column an axis (empty where it has none), value."""
    text = io.StringIO()
    rows = csv.writer(text, lineterminator="\n")
    rows.writerow(["name", *AXES, "value"])
    for name, value in written["state"].items():
        shown = ", ".join(value) if isinstance(value, list) else value
        rows.writerow([name, *[""] * len(AXES), "" if shown is None else shown])
    for name, quantity in written["numbers"].items():
        for place, value in _cells(quantity["values"]):
            labels = {axis: written["labels"][axis][i] for axis, i in zip(quantity["by"], place, strict=True)}
            shown = "" if value is None else repr(value)
            rows.writerow([name, *(labels.get(axis, "") for axis in AXES), shown])
    return text.getvalue()


def _stream(state: Selection, now: int) -> list[Quantity]:
    worlds, at = tables.run(state.toy, state.seed), state.token - 1
    writes, logits = worlds.writes[:, :, at], worlds.logits[:, at]
    gone = writes[-1] * ~worlds.on[now][:, None]
    base = worlds.states[-1, :, at]
    probs = tables.probabilities(logits)
    return [
        Quantity("embedding", ("dimension",), worlds.states[now, 0, at]),
        Quantity("writes", ("layer", "dimension"), writes[now]),
        Quantity("sum_at_step", ("dimension",), worlds.states[now, state.step, at]),
        Quantity("sum_all_on_at_step", ("dimension",), base[state.step]),
        Quantity("sum_merely_subtracted_at_step", ("dimension",), base[state.step] - gone[: state.step].sum(axis=0)),
        Quantity("sum_now", ("dimension",), worlds.states[now, -1, at]),
        Quantity("sum_all_on", ("dimension",), base[-1]),
        Quantity("sum_merely_subtracted", ("dimension",), base[-1] - gone.sum(axis=0)),
        Quantity("embedding_size", (), np.linalg.norm(worlds.states[now, 0, at])),
        Quantity("write_sizes", ("layer",), np.linalg.norm(writes[now], axis=-1)),
        Quantity("write_sizes_all_on", ("layer",), np.linalg.norm(writes[-1], axis=-1)),
        Quantity("logits_now", ("word",), logits[now]),
        Quantity("logits_all_on", ("word",), logits[-1]),
        Quantity("probabilities_now", ("word",), probs[now]),
        Quantity("probabilities_all_on", ("word",), probs[-1]),
    ]


def _effects(state: Selection, now: int) -> list[Quantity]:
    worlds, at, aim = _question(state)
    effects, several = effects_in_all_worlds(worlds, at, aim), several_off(worlds, at, aim)
    parts = readout_contributions(worlds, at, aim)
    return [
        Quantity("readout_now", (), effects.readout[now]),
        Quantity("readout_all_on", (), effects.readout[-1]),
        *(Quantity(f"contribution_{name}", (), value) for name, value in parts.parts.items()),
        Quantity("contribution_writes", ("layer",), parts.writes),
        Quantity("contribution_bias", (), parts.bias),
        Quantity("effect_direct", ("layer",), effects.direct[now]),
        Quantity("effect_via_layers", ("layer",), effects.via_layers[now]),
        Quantity("effect_via_norm", (), effects.via_norm[now]),
        Quantity("effect_total", (), effects.total[now]),
        Quantity("effect_alone", ("layer",), several.alone),
        Quantity("back_on", ("layer",), several.back_on[now]),
        Quantity("interaction", (), several.interaction[now]),
        Quantity("shapley", ("layer",), shapley_values(worlds, at, aim)),
        Quantity("readout_worlds", ("world",), effects.readout),
    ]


def _gradient(state: Selection, now: int) -> list[Quantity]:
    worlds, at, aim = _question(state)
    gradients, paths = gradient_sizes(worlds, at, aim), path_table(worlds, at, aim)
    alpha, binomial, mean = paths.alpha[now], paths.binomial[now], paths.mean[now]
    if state.alpha is not None:
        alpha, on = tables.ALPHAS[state.alpha], int(worlds.on[now].sum())
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


def _question(state: Selection) -> tuple[Any, int, tables.Target]:
    aim = tables.target_of(state.readout, state.target, state.against)
    return tables.run(state.toy, state.seed), state.token - 1, aim


def _layers(state: Selection) -> tuple[str, ...]:
    return tables.run(state.toy, state.seed).toy.sublayer_names


def _world_label(world: int, layers: int) -> str:
    off = [str(layer + 1) for layer in range(layers) if not world >> layer & 1]
    return f"off {','.join(off)}" if off else "all on"


def _cells(values: Any, place: tuple[int, ...] = ()) -> Iterator[tuple[tuple[int, ...], Any]]:
    if not isinstance(values, list):
        yield place, values
        return
    for i, inner in enumerate(values):
        yield from _cells(inner, (*place, i))
