"""Tables: everything a browser needs to show one choice in all of its worlds.

W = 2^S worlds, indexed by the bitmask of the sublayers that are on (bit l is sublayer l, counted from 0), so the
base run is world W - 1. In keys, tokens count from 1 and words are vocabulary indices from 0, like the arrays.

There are two kinds of table. A *token table* ("tanh/0/5": toy, seed, token) holds what does not depend on the readout:
who wrote what, and the scores. A *readout table* ("tanh/0/5/lead/3/7", ".../logit/3", ".../centred/3") holds effects,
gradients and paths. Effects keep full precision; what is only drawn keeps `DIGITS` significant digits. Undefined
numbers are null, and there is no -0.
"""

import base64
import gzip
import json
from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from toy_models import (
    SEEDS,
    Worlds,
    all_worlds,
    effects_in_all_worlds,
    gradient_sizes,
    load_toy,
    path_length_weights,
    path_table,
    readout_contributions,
    several_off,
    toy_is_seeded,
    toy_names,
)

FORMAT = 1
DIGITS = 5
READOUTS = ("lead", "logit", "centred")
MEASURES = ("share", "size")  # of what a path length carries: its signed share of the gradient, or its paths' sizes
ALPHAS = tuple(round(0.05 * i, 2) for i in range(41))

Table = dict[str, Any]
Target = int | tuple[int, int | None]


class Key(NamedTuple):
    """What a table is about. `readout` is None for a token table; `against` is None unless the readout is "lead"."""

    toy: str
    seed: int
    token: int
    readout: str | None = None
    target: int | None = None
    against: int | None = None

    def __str__(self) -> str:
        return "/".join(str(part) for part in self if part is not None)


def parse_key(text: str) -> Key:
    """The key a table's address names. Raises ValueError with one sentence; the text may be anything."""
    toy, *rest = text.split("/", 6)
    if toy not in toy_names():
        raise ValueError(f"table: expected one of {', '.join(toy_names())} first.")
    readout = rest.pop(2) if len(rest) > 2 else None
    if len(rest) != {None: 2, "lead": 4, "logit": 3, "centred": 3}.get(readout):
        raise ValueError("table: expected TOY/SEED/TOKEN, then nothing, lead/WORD/WORD, logit/WORD or centred/WORD.")
    # Four digits are enough for every number here, and keep int() from seeing anything long or in another script.
    if not all(part.isascii() and part.isdecimal() and len(part) <= 4 and part == str(int(part)) for part in rest):
        raise ValueError("table: expected plain whole numbers for seed, token and words.")
    seed, token, *words = map(int, rest)
    last_seed = SEEDS[-1] if toy_is_seeded(toy) else 0
    if seed > last_seed:
        raise ValueError(f"table: expected a seed from 0 to {last_seed}, got {seed}.")
    example = load_toy(toy)
    if not 1 <= token <= len(example.tokens):
        raise ValueError(f"table: expected a token from 1 to {len(example.tokens)}, got {token}.")
    if any(word >= len(example.vocab) for word in words) or len(set(words)) != len(words):
        raise ValueError(f"table: expected words from 0 to {len(example.vocab) - 1}, a pair of two different ones.")
    return Key(toy, seed, token, readout, *words)


def table(key: Key) -> Table:
    """The table of a valid key."""
    if key.readout is None:
        return token_table(key.toy, key.seed, key.token)
    assert key.target is not None
    return readout_table(key.toy, key.seed, key.token, key.readout, key.target, key.against)


def token_table(toy: str, seed: int, token: int) -> Table:
    """Who wrote what at one token, and the scores: embedding (d,), writes (W,S,d), sizes (W,S), probs (W,V).

    `order` is the vocabulary by the base run's score, highest first. `token` counts from 1.
    """
    worlds = run(toy, seed)
    at = token - 1
    embedding, writes, logits = worlds.states[-1, 0, at], worlds.writes[:, :, at], worlds.logits[:, at]
    return {
        "format": FORMAT,
        "key": str(Key(toy, seed, token)),
        "embedding": drawn(embedding),
        "writes": drawn(writes),
        "sizes": drawn(np.linalg.norm(writes, axis=-1)),
        "embedding_size": drawn(np.linalg.norm(embedding)),
        "probs": drawn(probabilities(logits)),
        "order": list(ranking(toy, seed, token)),
    }


def readout_table(toy: str, seed: int, token: int, readout: str, target: int, against: int | None = None) -> Table:
    """Effects, contributions, gradients and paths of one readout in all worlds, W first.

    `token` counts from 1, words from 0.
    """
    worlds, at, aim = run(toy, seed), token - 1, target_of(readout, target, against)
    effects = effects_in_all_worlds(worlds, at, aim)
    parts = readout_contributions(worlds, at, aim)
    gradients = gradient_sizes(worlds, at, aim)
    paths = path_table(worlds, at, aim)
    return {
        "format": FORMAT,
        "key": str(Key(toy, seed, token, readout, target, against)),
        "readout": exact(effects.readout),
        "bias": exact(parts.bias),
        "parts": {name: exact(value) for name, value in parts.parts.items()},
        "contributions": exact(parts.writes),
        "direct": exact(effects.direct),
        "via_layers": exact(effects.via_layers),
        "via_norm": exact(effects.via_norm),
        "total": exact(effects.total),
        "interaction": exact(several_off(worlds, at, aim).interaction),
        "gradient": {
            "whole": drawn(gradients.whole),
            "layers": drawn(gradients.layers_only),
            "plus": drawn(gradients.plus_alone),
        },
        "paths": {
            "count": np.asarray(paths.count).tolist(),
            "share": drawn(paths.share),
            "size_share": drawn(paths.size_share),
            "alpha": drawn(paths.alpha),
            "binomial": drawn(paths.binomial),
            "mean": drawn(paths.mean),
        },
    }


def catalogue() -> list[dict[str, Any]]:
    """What each toy is, in the order in which they are offered. Tokens and words do not depend on the seed."""
    return [_entry(name) for name in toy_names()]


def _entry(name: str) -> dict[str, Any]:
    toy = load_toy(name)
    return {
        "name": name,
        "title": toy.title,
        "about": toy.about,
        "seeded": toy_is_seeded(name),
        "sublayers": list(toy.sublayer_names),
        "kinds": list(toy.kinds),
        "tokens": list(toy.tokens),
        "vocab": list(toy.vocab),
        "d": int(toy.X0.shape[-1]),
        "norm": toy.norm,
    }


def binomials(sublayers: int) -> dict[str, Any]:
    """The binomial path-length weights on the grid of alphas: weights[a][n][k] and mean[a][n] for n, k in 0..S.

    n is how many sublayers are on; entries with k > n are 0. `alpha` in an address is an index into `alphas`.
    """
    weights = np.zeros((len(ALPHAS), sublayers + 1, sublayers + 1))
    mean = np.zeros((len(ALPHAS), sublayers + 1))
    for a, alpha in enumerate(ALPHAS):
        for n in range(sublayers + 1):
            weights[a, n, : n + 1], mean[a, n] = path_length_weights(n, alpha)
    return {"alphas": list(ALPHAS), "weights": drawn(weights), "mean": drawn(mean)}


@lru_cache(maxsize=32)
def run(toy: str, seed: int) -> Worlds:
    """All worlds of one toy and seed; the tables of its tokens and readouts share it."""
    return all_worlds(load_toy(toy, seed))


def ranking(toy: str, seed: int, token: int) -> tuple[int, ...]:
    """The vocabulary by the base run's score at a token (from 1), highest first; ties stand in vocabulary order."""
    return tuple(np.argsort(-run(toy, seed).logits[-1, token - 1], kind="stable").tolist())


def probabilities(logits: np.ndarray) -> np.ndarray:
    """Softmax over the last axis."""
    weights = np.exp(logits - logits.max(axis=-1, keepdims=True))
    return weights / weights.sum(axis=-1, keepdims=True)


def target_of(readout: str, target: int, against: int | None) -> Target:
    """The `target` argument of toy_models for a readout."""
    return {"lead": (target, against), "logit": target, "centred": (target, None)}[readout]


def encode(value: object) -> bytes:
    """Compact JSON in UTF-8. Raises ValueError if a NaN or an infinity was left in it."""
    return json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def pack(tables: Mapping[str, Table]) -> str:
    """Many tables as one text for a page: base64 of gzip of JSON, the same text for the same tables.

    The JSON is a list of groups {"keys": [...], "columns": {"readout": [one per key], "gradient.whole": [...], ...}}:
    a field stands beside the same field of its neighbours, since gzip sees no further than 32 KB back. For a lab of
    three words this takes a quarter off.
    """
    groups: dict[tuple[str, ...], dict[str, Any]] = {}
    for key, whole in tables.items():
        flat = _flat(whole)
        group = groups.setdefault(tuple(flat), {"keys": [], "columns": {path: [] for path in flat}})
        group["keys"].append(key)
        for path, values in flat.items():
            group["columns"][path].append(values)
    return base64.b64encode(gzip.compress(encode(list(groups.values())), 9, mtime=0)).decode("ascii")


def _flat(whole: Table) -> Table:
    """Fields by name, and those of a nested part by "part.name"."""
    flat: Table = {}
    for name, value in whole.items():
        flat |= {f"{name}.{inner}": v for inner, v in value.items()} if isinstance(value, dict) else {name: value}
    return flat


def exact(values: Any) -> Any:
    """Numbers as JSON: full precision, null where undefined, no -0."""
    numbers = np.array(np.asarray(values, dtype=float) + 0.0)  # + 0.0 turns -0.0 into 0.0
    defined = np.isfinite(numbers)
    if defined.all():
        return numbers.tolist()
    mixed = numbers.astype(object)
    mixed[~defined] = None
    return mixed.tolist()


def drawn(values: Any) -> Any:
    """The nearest numbers with `DIGITS` significant digits, so that their JSON is short; an exact 0 stays 0."""
    numbers = np.asarray(values, dtype=float)
    size = np.abs(numbers)
    exponent = np.floor(np.log10(size, where=size > 0, out=np.zeros_like(size)))
    power = np.clip(DIGITS - 1 - np.nan_to_num(exponent), -300, 300)
    scale = 10.0 ** np.abs(power)
    # Dividing by a power of ten gives the very float that the short decimal reads back as; multiplying by 0.1 does not.
    with np.errstate(over="ignore"):
        return exact(np.where(power >= 0, np.rint(numbers * scale) / scale, np.rint(numbers / scale) * scale))
