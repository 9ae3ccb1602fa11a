"""Toy transformers whose residual stream can be taken apart. NumPy only; knows nothing of any screen.

Read in this order: stream, norms, blocks, toy, worlds, readout, effects, shapley, gradients, paths; then the toys
themselves, hand and tanh, and the catalogue.
"""

from toy_models.blocks import Affine, Block, TanhAttention, TanhMLP
from toy_models.catalogue import SEEDS, load_toy, toy_is_seeded, toy_names
from toy_models.effects import (
    Effects,
    SeveralOff,
    WorldEffects,
    effects_in_all_worlds,
    layer_effects,
    several_off,
)
from toy_models.gradients import GradientSizes, gradient_sizes
from toy_models.paths import PathTable, path_gradients, path_table
from toy_models.readout import Contributions, logit_attribution, readout_contributions, readout_of
from toy_models.shapley import shapley_values
from toy_models.stream import backprop_stack, path_length_weights, run_stream
from toy_models.tanh import random_toy
from toy_models.toy import Toy
from toy_models.worlds import MAX_SUBLAYERS, Worlds, all_worlds

__all__ = [
    "MAX_SUBLAYERS",
    "SEEDS",
    "Affine",
    "Block",
    "Contributions",
    "Effects",
    "GradientSizes",
    "PathTable",
    "SeveralOff",
    "TanhAttention",
    "TanhMLP",
    "Toy",
    "WorldEffects",
    "Worlds",
    "all_worlds",
    "backprop_stack",
    "effects_in_all_worlds",
    "gradient_sizes",
    "layer_effects",
    "load_toy",
    "logit_attribution",
    "path_gradients",
    "path_length_weights",
    "path_table",
    "random_toy",
    "readout_contributions",
    "readout_of",
    "run_stream",
    "several_off",
    "shapley_values",
    "toy_is_seeded",
    "toy_names",
]
