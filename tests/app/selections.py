"""A Hypothesis strategy for every state that can be reached."""

from typing import Any

from hypothesis import strategies as st

from app.state.catalogue import prompts_of, tokens_of, vocab_of
from app.state.selection import EVERYTHING, Selection, default
from app.state.vocabulary import ALL_PROMPTS, ALPHAS, FACES, MEASURES, SPLITS


def some_layers(layers: int) -> st.SearchStrategy[tuple[int, ...]]:
    """A rising tuple of layers, from 1."""
    return st.sets(st.integers(1, layers)).map(lambda chosen: tuple(sorted(chosen)))


@st.composite
def selections(draw: st.DrawFn) -> Selection:
    """Any valid selection, each field drawn from what its toy offers."""
    toy = draw(st.sampled_from(list(EVERYTHING.toys)))
    entry = EVERYTHING.toys[toy]
    prompt = draw(st.sampled_from(list(prompts_of(entry))))
    layers, words = len(entry["sublayers"]), len(vocab_of(entry, prompt))
    given: dict[str, Any] = {
        "toy": toy,
        "seed": draw(st.integers(0, entry["seeds"] - 1)),
        "prompt": prompt,
        "ablation": draw(st.sampled_from(entry["ablations"])),
        "off": draw(some_layers(layers)),
        "reference": () if prompt == ALL_PROMPTS else draw(some_layers(layers)),
        "token": draw(st.integers(1, len(tokens_of(entry, prompt)))),
        "readout": draw(st.sampled_from(["lead", "logit", "centred"])),
        "target": draw(st.integers(0, words - 1)),
        "step": draw(st.integers(0, layers)),
        "alpha": draw(st.none() | st.integers(0, len(ALPHAS) - 1)),
        "measure": draw(st.sampled_from(MEASURES)),
        "face": draw(st.sampled_from(FACES)),
        "split": draw(st.sampled_from(SPLITS)),
    }
    if given["ablation"] == "resample":
        given["source"] = draw(st.integers(1, len(entry["prompts"])).filter(lambda other: other != prompt))
    if given["readout"] == "lead":
        given["against"] = draw(st.integers(0, words - 1).filter(lambda word: word != given["target"]))
    return default(**given)
