"""Crowding: how near one another the directions lie that a model has for its words, V of them in d dimensions.

    read side    row v is gamma · u_v, less its mean under a LayerNorm: a logit is that row times the stream, over s
    write side   row v is e_v, what the word starts the stream with

At most d directions can stand at right angles; any more share room, and what is said along one is heard along another
("superposition" and "interference": Elhage et al. 2022, "Toy Models of Superposition"). Beside it stands what a random
set of as many directions would give, in as many dimensions as there really are: d, or d − 1 where the mean is taken
off.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp, lgamma, pi, sqrt

import numpy as np

from toy_models.model.checks import Array, numbers
from toy_models.model.norms import centred
from toy_models.model.toy import Toy
from toy_models.studies.geometry import cosines


@dataclass(frozen=True)
class Crowding:
    """The angles between the directions of one side.

    directions (V, d). cosines (V, V), 1 on the diagonal, NaN where a direction is zero. spill (V, V): see `spill`.
    dimensions: in how many the directions lie. mean, largest: of |cos| over all pairs of different words that have one;
    NaN if there is none. random_mean: `random_cosine`. welch: `welch_bound`, below which no set's largest can be.
    """

    directions: Array
    cosines: Array
    spill: Array
    dimensions: int
    mean: float
    largest: float
    random_mean: float
    welch: float


def read_side(toy: Toy) -> Crowding:
    """The directions along which the words' logits are read off the final state, the norm's gain and centring in them.

    Under a LayerNorm they lie in the d − 1 dimensions at right angles to (1, …, 1).
    """
    directions = centred(toy.gamma * toy.W_U.T, toy.norm)
    return _crowding(directions, directions.shape[1] - (toy.norm == "layer"))


def write_side(toy: Toy) -> Crowding:
    """The words' embeddings as they are. Raises ValueError if the toy has none for every word of its vocabulary."""
    if toy.vocab_embedding is None:
        raise ValueError(f"the toy must have an embedding of every word, {toy.name!r} has not")
    return _crowding(toy.vocab_embedding, toy.vocab_embedding.shape[1])


def _crowding(directions: Array, dimensions: int) -> Crowding:
    cos = cosines(directions[:, None], directions)
    pairs = np.abs(cos[np.triu_indices(len(cos), 1)])
    pairs = pairs[~np.isnan(pairs)]
    mean, largest = (float(pairs.mean()), float(pairs.max())) if len(pairs) else (np.nan, np.nan)
    chance, bound = random_cosine(dimensions), welch_bound(len(directions), dimensions)
    return Crowding(directions, cos, spill(directions), dimensions, mean, largest, chance, bound)


def spill(directions: Array) -> Array:
    """What one word's direction does to another's score: (V, V), row a for the word meant, column b for the one hit.

        an input along a of the size that raises a's score by 1:  x = a / ‖a‖²
        raises b's score by  ⟨b, x⟩ = cos(a, b) ‖b‖ / ‖a‖

    A score is ⟨direction, x⟩: on the read side a logit, with s held. 1 on the diagonal; not symmetric, since a long
    direction hears more. NaN in the row of a direction that is zero. directions (V, d) -> (V, V).
    """
    directions = numbers(directions, "directions", ("V", "d"))
    squares = (directions * directions).sum(axis=1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        return directions @ directions.T / squares


def random_cosine(n: int) -> float:
    """E|cos| between two directions drawn evenly in n dimensions, Γ(n/2) / (√π Γ((n+1)/2)); 1 in one, about √(2/πn).

    It is the mean of |x_1| over the unit sphere. NaN if n is 0.
    """
    return exp(lgamma(n / 2) - lgamma((n + 1) / 2)) / sqrt(pi) if n > 0 else np.nan


def welch_bound(V: int, n: int) -> float:
    """The least that the largest |cos| among V directions in n dimensions can be: √((V − n) / (n (V − 1))), 0 if V ≤ n.

    Welch 1974, "Lower Bounds on the Maximum Cross Correlation of Signals", k = 1. A random set's is far above it.
    """
    return sqrt((V - n) / (n * (V - 1))) if V > n > 0 else 0.0
