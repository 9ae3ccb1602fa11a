"""Toy transformers whose residual stream can be taken apart. NumPy only; knows nothing of any screen.

A textbook in four chapters. Read in this order:

model/: stream, norms, blocks, attention, mlp, plain, toy, sentences, transformer;
worlds/: ablations, worlds, readout, effects, answers, shapley, gradients, paths;
toys/: hand, named, tanh, languages, trained, and the catalogue;
studies/: what the views beside the lab ask, in modules that each view names at its top.
"""

from toy_models.model.attention import CausalAttention
from toy_models.model.blocks import Affine, Block, TanhAttention, TanhMLP
from toy_models.model.mlp import GeluMLP
from toy_models.model.sentences import reads_any
from toy_models.model.stream import backprop_stack, path_length_weights, run_stream
from toy_models.model.toy import Prompts, Toy
from toy_models.toys.catalogue import load_toy, toy_names, toy_seeds
from toy_models.toys.tanh import random_toy
from toy_models.worlds.ablations import ABLATIONS, ablations_of, replacement_writes
from toy_models.worlds.answers import add_one_in, leave_one_out, pair_interactions
from toy_models.worlds.effects import (
    Effects,
    NaturalEffects,
    SeveralOff,
    WorldEffects,
    effects_in_all_worlds,
    layer_effects,
    natural_effects,
    several_off,
)
from toy_models.worlds.gradients import GradientSizes, gradient_sizes
from toy_models.worlds.paths import PathTable, SinglePaths, path_gradients, path_table, single_paths
from toy_models.worlds.readout import (
    Contributions,
    logit_attribution,
    probabilities,
    projected_writes,
    readout_contributions,
    readout_of,
)
from toy_models.worlds.shapley import shapley_values
from toy_models.worlds.worlds import MAX_SUBLAYERS, Worlds, all_worlds

__all__ = [
    "ABLATIONS",
    "MAX_SUBLAYERS",
    "Affine",
    "Block",
    "CausalAttention",
    "Contributions",
    "Effects",
    "GeluMLP",
    "GradientSizes",
    "NaturalEffects",
    "PathTable",
    "Prompts",
    "SeveralOff",
    "SinglePaths",
    "TanhAttention",
    "TanhMLP",
    "Toy",
    "WorldEffects",
    "Worlds",
    "ablations_of",
    "add_one_in",
    "all_worlds",
    "backprop_stack",
    "effects_in_all_worlds",
    "gradient_sizes",
    "layer_effects",
    "leave_one_out",
    "load_toy",
    "logit_attribution",
    "natural_effects",
    "pair_interactions",
    "path_gradients",
    "path_length_weights",
    "path_table",
    "probabilities",
    "projected_writes",
    "random_toy",
    "readout_contributions",
    "readout_of",
    "reads_any",
    "replacement_writes",
    "run_stream",
    "several_off",
    "shapley_values",
    "single_paths",
    "toy_names",
    "toy_seeds",
]
