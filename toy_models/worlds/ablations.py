"""What an off sublayer writes in place of its own write: a fixed array, the same in every world.

    zero      nothing: simple, and off-distribution, since layers above may never have read such a stream
    mean      its mean write at each position over the toy's data                   Wang et al. 2022, §2.1
    resample  its write at each position in the run on another prompt, the source   Geiger et al. 2021; Heimersheim &
              Nanda 2024, §2 (there also called activation patching)

What is replaced stays fixed; every sublayer above reads the new stream and is computed anew. Zero ablation is not
"removing what a layer does": it also takes away what the layer always writes, whatever it reads.
"""

from __future__ import annotations

from functools import lru_cache

import numpy as np

from toy_models.model.blocks import Block
from toy_models.model.checks import Array, whole_number
from toy_models.model.stream import run_stream
from toy_models.model.toy import Prompts, Toy

ABLATIONS = ("zero", "mean", "resample")


def ablations_of(toy: Toy) -> tuple[str, ...]:
    """The ablations that a toy offers: all of them if it can read several prompts, else only "zero"."""
    return ABLATIONS if toy.prompts is not None else ABLATIONS[:1]


def replacement_writes(toy: Toy, ablation: str = "zero", source: int | None = None) -> Array:
    """What each sublayer writes at each token when it is off, (S, T, d).

    zero: 0;  mean: Σ_n data_weights_n · write(data_n);  resample: write(prompts[source])

    source: a prompt's number from 0, for "resample" only. Raises ValueError for an ablation that the toy does not
    offer, or a source that is out of range, missing or not asked for.
    """
    offered = ablations_of(toy)
    if ablation not in offered:
        raise ValueError(f"ablation must be one of {', '.join(map(repr, offered))} for this toy, got {ablation!r}")
    if ablation != "resample" and source is not None:
        raise ValueError(f"source must be None unless the ablation is 'resample', got {source!r}")
    if ablation == "zero" or toy.prompts is None:
        return np.zeros((len(toy.blocks), *toy.X0.shape))
    if ablation == "mean":
        return mean_writes(toy.prompts, toy.blocks)
    number = whole_number(source, "source", len(toy.prompts.tokens))
    return run_stream(toy.prompts.X0[number], toy.blocks)[1]


@lru_cache(maxsize=64)
def mean_writes(prompts: Prompts, blocks: tuple[Block, ...]) -> Array:
    """Each sublayer's mean write at each position over a toy's data, (S, T, d), the same for all its prompts."""
    writes = run_stream(prompts.data_X0, blocks)[1]
    return np.einsum("n,sntd->std", prompts.data_weights, writes)
