"""Tables: everything a browser needs to show one choice in all of its worlds.

W = 2^S worlds, indexed by the bitmask of the sublayers that are on (bit l is sublayer l, counted from 0), so the
base run is world W - 1. Keys and what they count: app/tables/keys.py. What a layer does in all worlds is folded, each
different run of it once (`encoding.folded`); a page unfolds it to (W, S, …).

A *token table* holds what does not depend on the readout: who wrote what, and the scores. A *readout table* holds what
each write adds to the readout, the three answers, gradients and paths; an effect against any reference is a difference
of two of its rows. Numbers keep full precision, but in a file, where most tables are `short`. Undefined numbers are
null, and there is no -0.

Where all prompts are averaged, words are counted by each prompt's own ranking, and every number is the mean over the
prompts of that number, beside it for the effect and the answers the lowest and the highest.
"""

from collections.abc import Sequence
from math import comb
from typing import Any, NamedTuple

import numpy as np

from app.state.runs import prompt_count, ranking, run
from app.state.vocabulary import ALL_PROMPTS, ALPHAS
from app.tables.encoding import EXACT, SHORT, Digits, folded, up_to
from app.tables.keys import Key
from components import widget
from toy_models import (
    Worlds,
    add_one_in,
    effects_in_all_worlds,
    leave_one_out,
    natural_effects,
    pair_interactions,
    probabilities,
    projected_writes,
    readout_contributions,
    shapley_values,
)
from toy_models.toys.trained import says
from toy_models.worlds.gradients import backward, sizes_on_the_way
from toy_models.worlds.paths import paths_on_the_way

FORMAT = 3

Table = dict[str, Any]
Target = int | tuple[int, int | None]


class Place(NamedTuple):
    """One prompt's worlds at a position `at` (from 0); `words[i]` is the vocabulary index of word i of the key."""

    worlds: Worlds
    at: int
    words: Sequence[int]

    def aim(self, readout: str, target: int, against: int | None) -> Target:
        """The `target` argument of toy_models for a readout."""
        v = self.words[target]
        w = None if against is None else self.words[against]
        return v if readout == "logit" else (v, w)


def places(key: Key) -> list[Place]:
    """What a table is computed from: one prompt, or all of them, each with its words in the order of its own scores."""
    if key.prompt != ALL_PROMPTS:
        worlds = run(key.toy, key.seed, key.prompt, key.ablation, key.source)
        return [Place(worlds, key.token - 1, range(len(worlds.toy.vocab)))]
    return [
        Place(
            run(key.toy, key.seed, prompt, key.ablation, key.source),
            key.token - 1,
            ranking(key.toy, key.seed, prompt, key.token),
        )
        for prompt in range(1, prompt_count(key.toy) + 1)
    ]


def table(key: Key, short: bool = False) -> Table:
    """The table of a valid key; short: with as many digits as are needed for what is printed and made of them."""
    digits = SHORT if short else EXACT
    if key.part is not None:
        return part_table(key, digits)
    return token_table(key, digits) if key.readout is None else readout_table(key, digits)


def token_table(key: Key, digits: Digits = EXACT) -> Table:
    """Who wrote what at one token, and the scores: embedding (d,), writes (W,S,d), sizes (W,S), probs (W,V).

    writes and sizes are folded. `order` is the key's words by the base run's score, highest first. Of a sentence that
    is none of the toy's prompts, `said` is whether its language says it at all.
    """
    numbers = averaged([_token_numbers(place) for place in places(key)])
    order = ranking(key.toy, key.seed, key.prompt, key.token)
    return {
        "format": FORMAT,
        "key": str(key),
        "embedding": digits.summed(numbers["embedding"]),
        "writes": [digits.summed(layer) for layer in folded(numbers["writes"])],
        "sizes": [digits.drawn(layer) for layer in folded(numbers["sizes"])],
        "embedding_size": digits.drawn(numbers["embedding_size"]),
        "probs": digits.chances(numbers["probs"]),
        "order": list(order),
        **({"said": says(key.toy, tuple(key.prompt.split(".")))} if isinstance(key.prompt, str) else {}),
    }


def _token_numbers(place: Place) -> dict[str, Any]:
    worlds, at, words = place
    embedding, writes = worlds.states[-1, 0, at], worlds.writes[:, :, at]
    return {
        "embedding": embedding,
        "writes": writes,
        "sizes": np.linalg.norm(writes, axis=-1),
        "embedding_size": np.linalg.norm(embedding),
        "probs": probabilities(worlds.logits[:, at])[:, list(words)],
    }


def readout_table(key: Key, digits: Digits = EXACT) -> Table:
    """What makes up one readout in all worlds, W first.

    readout (W,), bias, parts, projected (W,S, folded) with the base run's norm scale, scale (W,) beside the base run's,
    three answers (S,) and pairs (S,S), gradients and paths. Where all prompts are averaged, in place of `scale` stand
    via_norm and natural_direct (W,) against the base run, the paths' binomial (W,S+1) and its mean (W,), and the
    `lowest` and `highest` total (W,) and answers (S,).
    """
    assert key.readout is not None
    assert key.target is not None
    each = [_readout_numbers(p, p.aim(key.readout, key.target, key.against)) for p in places(key)]
    several = key.prompt == ALL_PROMPTS
    for numbers in each:
        for name in ("scale",) if several else ("via_norm", "natural_direct"):
            numbers.pop(name)
        for name in () if several else ("binomial", "mean"):
            numbers["paths"].pop(name)  # one prompt's follow from its alpha
    spread = {"total": [numbers.pop("total") for numbers in each], **_columns([n["answers"] for n in each])}
    numbers = averaged(each)
    extremes = {"lowest": _over(np.min, spread), "highest": _over(np.max, spread)} if several else {}
    apart = {name: numbers.pop(name) for name in ("projected", "gradient", "paths")}
    return {
        "format": FORMAT,
        "key": str(key),
        **{name: _mapped(digits.summed, value) for name, value in (numbers | extremes).items()},
        "projected": [digits.summed(layer) for layer in folded(apart["projected"])],
        "gradient": _mapped(digits.on_log, apart["gradient"]),
        "paths": _mapped(digits.drawn, apart["paths"]) | {"alpha": digits.summed(apart["paths"]["alpha"])},
    }


def _readout_numbers(place: Place, aim: Target) -> dict[str, Any]:
    worlds, at, _ = place
    effects = effects_in_all_worlds(worlds, at, aim)
    parts = readout_contributions(worlds, at, aim)
    down = backward(worlds, at, aim)
    gradients, paths = sizes_on_the_way(down), paths_on_the_way(worlds, down)
    scale = worlds.scale[:, at]
    return {
        "readout": effects.readout,
        "total": effects.total,
        "via_norm": effects.via_norm,
        "natural_direct": natural_effects(worlds, at, aim).direct,
        "bias": parts.bias,
        "parts": parts.parts,
        "projected": projected_writes(worlds, at, aim),
        "scale": scale / scale[-1],
        "answers": {
            "leave_one_out": leave_one_out(worlds, at, aim),
            "add_one_in": add_one_in(worlds, at, aim),
            "shapley": shapley_values(worlds, at, aim),
        },
        "pairs": pair_interactions(worlds, at, aim),
        "gradient": {"whole": gradients.whole, "layers": gradients.layers_only},  # the plus alone is where they start
        "paths": {
            "share": paths.share,
            "size_share": paths.size_share,
            "alpha": paths.alpha,
            "binomial": paths.binomial,
            "mean": paths.mean,
        },
    }


def part_table(key: Key, digits: Digits = EXACT) -> Table:
    """What one part is drawn from: `own_table` of its widget."""
    assert key.part is not None
    part = widget(key.part)
    numbers = averaged([part.own_table(place.worlds, place.at, _aim(place, key)) for place in places(key)])
    sent = {
        name: _mapped(digits.drawn, up_to(value) if isinstance(value, dict) else value)
        for name, value in numbers.items()
    }
    return {"format": FORMAT, "key": str(key), **sent}


def _aim(place: Place, key: Key) -> Target | None:
    if key.readout is None or key.target is None:
        return None
    return place.aim(key.readout, key.target, key.against)


def averaged(several: list[Any]) -> Any:
    """The mean of each number over several of the same shape; of one, that one, bit for bit."""
    if isinstance(several[0], dict):
        return {name: averaged([one[name] for one in several]) for name in several[0]}
    return several[0] if len(several) == 1 else np.mean(several, axis=0)


def _columns(several: list[dict[str, Any]]) -> dict[str, list[Any]]:
    return {name: [one[name] for one in several] for name in several[0]}


def _over(reduce: Any, columns: dict[str, list[Any]]) -> dict[str, Any]:
    return {name: reduce(values, axis=0) for name, values in columns.items()}


def _mapped(encode: Any, value: Any) -> Any:
    return {name: encode(inner) for name, inner in value.items()} if isinstance(value, dict) else encode(value)


def binomials(sublayers: int) -> dict[str, Any]:
    """How many paths there are, count[n][k], and the grid of alphas, of which `alpha` in an address is an index.

    n in 0..S is how many sublayers are on, k in 0..S a path's length; entries with k > n are 0. The page weighs them by
    alpha^k, as `path_length_weights` does.
    """
    count = [[comb(n, k) for k in range(sublayers + 1)] for n in range(sublayers + 1)]
    return {"count": count, "alphas": list(ALPHAS)}
