"""The lab as one file: everything that it offers travels inside, and it asks nobody for anything."""

from collections.abc import Iterator
from itertools import permutations

from app import page, tables
from app.selection import Selection
from toy_models import load_toy, toy_is_seeded, toy_names

WORDS = 3  # at each token; n words take n (n + 1) tables, and all of them must fit into a file of 1.1 MB


def export_html(view: str, state: Selection) -> str:
    """The page of a view with all that `carried` lists. Raises KeyError for an unknown view."""
    return page.page_html(view, state, page.Form("inline", carried(state)))


def carried(state: Selection) -> dict[str, tables.Table]:
    """The tables that an exported lab opening on `state` holds, by key.

    The state's toy and seed, and the toys without randomness, which are small: every token, and every readout of
    `WORDS` words there. These are the model's first words; at the state's own token, those that it names come before.
    """
    keys = [key for toy, seed in _toys(state) for key in _keys(toy, seed, state)]
    return {str(key): tables.table(key) for key in keys}


def _toys(state: Selection) -> list[tuple[str, int]]:
    exact = [(name, 0) for name in toy_names() if not toy_is_seeded(name)]
    chosen = (state.toy, state.seed)
    return [chosen, *(pair for pair in exact if pair != chosen)]


def _keys(toy: str, seed: int, state: Selection) -> Iterator[tables.Key]:
    for token in range(1, len(load_toy(toy, seed).tokens) + 1):
        yield tables.Key(toy, seed, token)
        named = (state.target, state.against) if (toy, seed, token) == (state.toy, state.seed, state.token) else ()
        words = dict.fromkeys((*named, *tables.ranking(toy, seed, token)))
        offered = [word for word in words if word is not None][:WORDS]
        # A pair stands beside its mirror image, of which gzip then keeps only what differs.
        for target, against in sorted(permutations(offered, 2), key=lambda pair: (min(pair), max(pair))):
            yield tables.Key(toy, seed, token, "lead", target, against)
        for readout in ("logit", "centred"):
            for word in offered:
                yield tables.Key(toy, seed, token, readout, word)
