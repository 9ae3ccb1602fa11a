"""What the lab carries as one file, which asks nobody for anything."""

from collections.abc import Iterator, Sequence
from itertools import permutations

from app.state import runs
from app.state.catalogue import Entry
from app.state.selection import EVERYTHING, Selection, choose, default
from app.state.vocabulary import ALL_PROMPTS, OWN
from app.tables import tables
from app.tables.keys import Key, readout_key, token_key

# How many words are offered at the state's own token and at others; n words take n (n + 1) tables, and all of them must
# fit into a file of 1.1 MB. Averages of all prompts hold more numbers and hardly compress, so there it is the fewer.
WORDS, WORDS_ELSEWHERE = 3, 2


def carried(state: Selection, own: Sequence[str] = ()) -> dict[str, tables.Table]:
    """The tables that an exported lab opening on `state` holds, by key; which they are, `carried_keys` says.

    `own` are its parts that are drawn from a table of their own, of which it carries one beside each of the others.
    The two tables that the state is drawn from are exact, the others `short`.
    """
    opening = (token_key(state), readout_key(state))
    keys = carried_keys(state)
    of_parts = [key._replace(part=part) for part in own for key in keys if (key.readout is not None) == OWN[part]]
    return {str(key): tables.table(key, short=key not in opening) for key in (*keys, *of_parts)}


def carried_keys(state: Selection) -> list[Key]:
    """What an exported lab opening on `state` can show.

    The state's toy, seed, prompt and ablation, and the toys that can be redone on paper, which are small: every token,
    and every readout of a few words there. These are the model's first words; at the state's own token, those that it
    names come before. One step from the state: every other prompt and all of them together, every other ablation and
    source, each with its own first readout.
    """
    keys = [*_thorough(state), *_one_step_on(state)]
    for name, entry in EVERYTHING.toys.items():
        if _exact(entry) and name != state.toy:
            keys += _thorough(default(toy=name))
    return list(dict.fromkeys(keys))


def _exact(entry: Entry) -> bool:
    return entry["seeds"] == 1


def _thorough(state: Selection) -> Iterator[Key]:
    entry = EVERYTHING.toys[state.toy]
    for token in range(1, len(entry["prompts"][0]) + 1):
        at = token_key(state)._replace(token=token)
        yield at
        named = (state.target, state.against) if token == state.token else ()
        most = WORDS if token == state.token and state.prompt != ALL_PROMPTS else WORDS_ELSEWHERE
        words = dict.fromkeys((*named, *runs.ranking(state.toy, state.seed, state.prompt, token)))
        offered = [word for word in words if word is not None][:most]
        # A pair stands beside its mirror image, of which gzip then keeps only what differs.
        for target, against in sorted(permutations(offered, 2), key=lambda pair: (min(pair), max(pair))):
            yield at._replace(readout="lead", target=target, against=against)
        for readout in ("logit", "centred"):
            for word in offered:
                yield at._replace(readout=readout, target=word)


def _one_step_on(state: Selection) -> Iterator[Key]:
    entry = EVERYTHING.toys[state.toy]
    if not entry["slots"]:
        return
    prompts = range(1, len(entry["prompts"]) + 1)
    steps = [
        *(choose(state, prompt=prompt) for prompt in (*prompts, ALL_PROMPTS)),
        *(choose(state, ablation=ablation) for ablation in entry["ablations"]),
        *(choose(state, ablation="resample", source=source) for source in prompts if source != state.prompt),
    ]
    for step in steps:
        yield token_key(step)
        yield readout_key(step)
