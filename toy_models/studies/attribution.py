"""Who says it: what each writer of the stream adds to every word's logit at every token.

Direct logit attribution as in `readout.logit_attribution` (Elhage et al. 2021, "Direct path" terms), for all words at
once. The final norm's scale s is this run's own, held fixed: an attribution says how this run's logit is made up, not
what would happen if a writer were missing.
"""

from __future__ import annotations

import numpy as np

from toy_models.model.checks import Array
from toy_models.model.norms import centred, scale
from toy_models.model.stream import run_stream
from toy_models.model.toy import Toy


def stream_parts(toy: Toy) -> tuple[tuple[str, ...], Array]:
    """Names and vectors of all that adds to the final state: the embedding's parts, then the writes of the base run.

    names: "token", "position" (or "embedding" where the toy does not tell them apart), then the sublayers'.
    parts (C, T, d); parts.sum(axis=0) is the final state.
    """
    _, writes = run_stream(toy.X0, toy.blocks)
    if toy.token_embedding is None or toy.position_embedding is None:
        return ("embedding", *toy.sublayer_names), np.concatenate([toy.X0[None], writes])
    start = np.array([toy.token_embedding, toy.position_embedding])
    return ("token", "position", *toy.sublayer_names), np.concatenate([start, writes])


def word_attribution(toy: Toy) -> tuple[tuple[str, ...], Array]:
    """What every writer, and the final norm's bias as the last of them, adds to each word's logit.

        contrib[c, t, v] = (gamma (part_c − mean part_c) / s(x_S)) · W_U[:, v];  the bias: beta · W_U[:, v]

    Returns the writers' names (C+1,) and contrib (C+1, T, V), in logits; contrib.sum(axis=0) are the logits, to
    rounding. A readout's attribution is the same difference of words as the readout itself.
    """
    names, parts = stream_parts(toy)
    s = scale(parts.sum(axis=0), toy.norm, toy.eps)
    said = (toy.gamma * centred(parts, toy.norm) / s[:, None]) @ toy.W_U
    bias = np.broadcast_to(toy.beta @ toy.W_U, said.shape[1:])
    return (*names, "bias"), np.concatenate([said, bias[None]])
