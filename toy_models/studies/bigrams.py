"""The direct path: from a word's embedding straight to the logits, through no sublayer, as a table of words by words.

    direct[v, w] = e_v · u_w,  e_v the embedding of word v, u_w column w of W_U: E W_U

A model of nothing else could only know which word tends to follow which (Elhage et al. 2021, "Zero-layer transformers":
bigram statistics). With sublayers beside it, the direct path need not be such a table, since they can say that better.

The toy with everything off says something else, because a word stands somewhere and is read through the final norm:

    said[v, w] = (gamma (e_v + p_t − mean) / s + beta) · u_w,  s the scale of e_v + p_t
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from toy_models.model.checks import Array, whole_number
from toy_models.model.norms import centred, normalise, scale
from toy_models.model.toy import Toy


@dataclass(frozen=True)
class Bigrams:
    """Words by words, (V, V) each, in logits: row v for the word that is read, column w for the word that is said.

        said = direct + centring + gain + scale + position + bias, to rounding

    direct: E W_U, nothing else. said: all sublayers off, at one position. Between them, in this order: centring, the
    mean of e_v taken off; gain, gamma on what is left; scale, that divided by s; position, p_t centred, with gain and
    scale; bias, beta · u_w. The first three would be others in another order; their sum would not.
    """

    direct: Array
    said: Array
    centring: Array
    gain: Array
    scale: Array
    position: Array
    bias: Array


def bigrams(toy: Toy, token: Any) -> Bigrams:
    """The direct path of every word of the vocabulary, and what is said with everything off (writing zero) at `token`.

    token: position from 0. Raises ValueError if it is out of range, or the toy has no embedding for every word.
    """
    token = whole_number(token, "token", len(toy.tokens))
    if toy.vocab_embedding is None or toy.position_embedding is None:
        raise ValueError(f"the toy must have an embedding of every word and of every position, {toy.name!r} has not")
    E, p = toy.vocab_embedding, toy.position_embedding[token]
    s = scale(E + p, toy.norm, toy.eps)[:, None]
    centre = centred(E, toy.norm)
    parts = {
        "direct": E,
        "centring": centre - E,
        "gain": toy.gamma * centre - centre,
        "scale": toy.gamma * centre / s - toy.gamma * centre,
        "position": toy.gamma * centred(p, toy.norm) / s,
        "bias": np.broadcast_to(toy.beta, E.shape),
        "said": normalise(E + p, toy.norm, toy.gamma, toy.beta, toy.eps),
    }
    return Bigrams(**{name: part @ toy.W_U for name, part in parts.items()})
