"""The profile of a toy: how far dropping each layer moves the whole output, over several prompts.

    change_l = ‖y_l − y‖ / ‖y‖,  y the last word's logits less their mean, all on;  y_l the same with l alone off

The mean goes first because a number added to every logit changes nothing that the model says. 0 is no change, 1 a
change as large as the output itself. Veit et al. 2016, §4.1, drop one layer at a time likewise and measure the error.

A profile is *spiky* here if its tallest layer, off at zero, moves the output by more than 0.3 of its size as a mean
over the prompts, and *flat* otherwise. By this rule every training of `place` and `and` is spiky, and every one of
`or`, which learned with layers dropped, and of `untrained` is flat. That is said of heights. By shape alone, the
tallest beside the mean of all layers, trainings of the two kinds lie among one another.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from toy_models.model.checks import Array, lengths
from toy_models.model.toy import Toy
from toy_models.studies.gains import logits_at
from toy_models.studies.slots import finals_without
from toy_models.worlds.ablations import replacement_writes

#: The tallest layer's change above which a profile is called spiky.
SPIKY = 0.3


def output_changes(toys: Sequence[Toy], ablation: str = "zero") -> Array:
    """How far each layer alone off moves the output, toy by toy: (P, S), 0 or more; the formula is above.

    toys: P of them with as many sublayers each, such as one training's prompts. ablation: "zero" or "mean", what an off
    layer writes. NaN where the output says nothing, all logits being alike. Raises ValueError for an ablation that a
    toy does not offer.
    """
    return np.array([_changes(toy, replacement_writes(toy, ablation)) for toy in toys])


def _changes(toy: Toy, replacement: Array) -> Array:
    """One toy's, (S,). replacement (S, T, d)."""
    logits = logits_at(toy, finals_without(toy, toy.X0[None], replacement)[:, 0, -1])
    y = logits - logits.mean(axis=-1, keepdims=True)
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(y[0].any(), lengths(y[1:] - y[0], "a change") / lengths(y[0], "the output"), np.nan)


@dataclass(frozen=True)
class Profile:
    """A profile over prompts: the mean change of each layer, and the least and the largest, (S,) each.

    tallest: the largest mean. uneven: the tallest beside the mean of all layers', from 1 (all alike) to S.
    """

    mean: Array
    low: Array
    high: Array
    tallest: float
    uneven: float

    @property
    def spiky(self) -> bool:
        """Whether the tallest layer moves the output by more than SPIKY; otherwise the profile is flat."""
        return self.tallest > SPIKY


def profile(toys: Sequence[Toy], ablation: str = "zero") -> Profile:
    """The profile over these toys; see `output_changes`, which raises the same."""
    changes = output_changes(toys, ablation)
    mean = changes.mean(axis=0)
    return Profile(mean, changes.min(axis=0), changes.max(axis=0), float(mean.max()), float(mean.max() / mean.mean()))
