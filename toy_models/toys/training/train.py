"""Makes the trained toys' weights: `python -m toy_models.toys.training.train [NAME ...]`, all four by default.

For each toy it writes NAME.npz, twelve trainings in the order of the toy's rule (see `rank`), each weight of
`transformer.shapes` with a leading axis (12,), computed in float64 and rounded to float32; and NAME.json, what each
training was and tells, losses in nats. It runs where the lab is installed, with autograd. Every random number comes
from RandomState, a frozen stream.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

import numpy as np
from autograd import grad

from toy_models.model.checks import Array
from toy_models.model.transformer import SUBLAYERS, initial_weights, shapes
from toy_models.toys.languages import Language, language
from toy_models.toys.trained import FOLDER, TOYS, TRAININGS, last_word, one_training
from toy_models.toys.training.network import loss
from toy_models.toys.training.stories import story

#: AdamW's own constants, as everywhere; sentences a step; and at how many steps the loss curve is read.
BETA_1, BETA_2, TINY = 0.9, 0.999, 1e-8
BATCH = 64
CURVE = 40


@dataclass(frozen=True)
class Recipe:
    """How a toy is trained: its language, AdamW's steps, first learning rate and weight decay.

    drop: the chance that a sublayer writes nothing, for each sentence and sublayer anew (Huang et al. 2016,
    "Deep Networks with Stochastic Depth", §3; Fan et al. 2020, "LayerDrop", §3.1); never when the toy is used.
    """

    language: str
    steps: int
    rate: float
    decay: float
    drop: float = 0.0


RECIPES = {
    "place": Recipe("place", steps=2000, rate=3e-3, decay=0.01),
    "and": Recipe("and", steps=3000, rate=5e-3, decay=0.1),
    "or": Recipe("place", steps=2000, rate=3e-3, decay=0.01, drop=0.1),
}


@dataclass
class AdamW:
    """Adam with decoupled weight decay and a cosine that ends at 0 (Loshchilov & Hutter 2019, algorithm 2).

    m ← β₁ m + (1 − β₁) g,  v ← β₂ v + (1 − β₂) g²
    w ← w − η_t (m / (1 − β₁^t) / (√(v / (1 − β₂^t)) + ε) + λ w),  η_t = η ½ (1 + cos(π (t − 1) / steps))

    Every number of the model decays, norms and biases too.
    """

    recipe: Recipe
    m: Array
    v: Array
    t: int = 0

    def step(self, w: Array, g: Array) -> Array:
        """The next w, from the gradient g at w."""
        rate = self.recipe.rate * 0.5 * (1.0 + np.cos(np.pi * self.t / self.recipe.steps))
        self.t += 1
        self.m = BETA_1 * self.m + (1.0 - BETA_1) * g
        self.v = BETA_2 * self.v + (1.0 - BETA_2) * g * g
        m, v = self.m / (1.0 - BETA_1**self.t), self.v / (1.0 - BETA_2**self.t)
        return w - rate * (m / (np.sqrt(v) + TINY) + self.recipe.decay * w)


@dataclass
class Training:
    """Trainings side by side: weights after the last step, and the last word's loss in nats on the way, (K, points)."""

    weights: dict[str, Array]
    steps: list[int]
    training_loss: Array
    held_out_loss: Array


def train(recipe: Recipe, seeds: Sequence[int], stop: int | None = None) -> Training:
    """Train once from each RandomState seed; each result is the same whichever others are trained beside it.

    A training's stream gives first its initial weights, then for each step the sentences and, if layers are dropped,
    which. stop: leave off after so many steps of the recipe, for a look at its beginning.
    """
    speech, draws = language(recipe.language), [np.random.RandomState(seed) for seed in seeds]
    V, T = len(speech.words), len(speech.slots)
    flat = np.stack([flattened(initial_weights(draw, V, T)) for draw in draws])
    adam = AdamW(recipe, np.zeros_like(flat), np.zeros_like(flat))
    gradient = grad(loss)  # pyright: ignore[reportCallIssue]
    every, curve = recipe.steps // CURVE, []
    last = recipe.steps if stop is None else stop
    for step in range(last):
        if step % every == 0:
            curve.append(losses(flat, speech))
        sentences = np.stack([speech.sample(draw, BATCH) for draw in draws])
        keep = np.stack([kept(draw, recipe.drop) for draw in draws], axis=1) if recipe.drop else None
        flat = adam.step(flat, gradient(flat, sentences, V, speech.every_position, keep))
    curve.append(losses(flat, speech))
    seen, unseen = np.moveaxis(np.array(curve), 0, -1)
    return Training(unflattened(flat, V, T), [*range(0, last, every), last], seen, unseen)


def kept(draw: np.random.RandomState, drop: float) -> Array:
    """1 for each sublayer and sentence that stays, 0 for those dropped. (S, BATCH)."""
    return (draw.random_sample((SUBLAYERS, BATCH)) >= drop).astype(float)


def losses(flat: Array, speech: Language) -> Array:
    """The last word's mean loss of each training on the training and on the held-out prompts. (2, K)."""
    weights = unflattened(flat, len(speech.words), len(speech.slots))
    every = [one_training(weights, k) for k in range(len(flat))]
    return np.array([[last_word(w, speech, held_out)[1] for w in every] for held_out in (False, True)])


def flattened(weights: dict[str, Array]) -> Array:
    """All weights of one training as one vector, in the order of `shapes`."""
    return np.concatenate([array.ravel() for array in weights.values()])


def unflattened(flat: Array, vocabulary: int, tokens: int) -> dict[str, Array]:
    """Vectors (K, P) as named weights with a leading axis (K,)."""
    sizes = shapes(vocabulary, tokens)
    ends = np.cumsum([int(np.prod(shape)) for shape in sizes.values()])
    parts = np.split(flat, ends[:-1], axis=1)
    return {name: part.reshape(len(flat), *shape) for (name, shape), part in zip(sizes.items(), parts, strict=True)}


def rank(name: str, told: dict) -> tuple[bool, float]:
    """The rule by which a toy's trainings are ordered, best first: those that pass before the others, then by a number.

    place: pass if the largest sublayer is an attention and, patched in from another animal's prompt, brings that
        animal's place in at least 99 % of the pairs; by the largest share of Σ|total|.
    and: pass if at least 95 % of the training and of the held-out prompts are right, and Attention 1's |mean direct| is
        at most a tenth of its |mean total|; by the share of prompts on which Attention 1's leave-one-out > Shapley >
        add-one-in.
    or: pass if at least 99 % are right; by the second largest add-one-in less the largest mean |total|: two sublayers
        that each could do it alone, and none that is missed.
    """
    right = min(told["accuracy"].values())
    if name == "and":
        passes = right >= 0.95 and abs(told["direct"][0]) <= 0.1 * abs(told["total"][0])
        return passes, told["falling"][0]
    if name == "or":
        return right >= 0.99, sorted(told["add_one_in"])[-2] - max(told["size"])
    return told["largest"] % 2 == 0 and told["patched"] >= 0.99, max(told["share"])


def ship(name: str, folder: Path = FOLDER) -> None:
    """Train a toy twelve times, order the trainings by its rule, and write NAME.npz and NAME.json."""
    recipe = RECIPES[name]
    made = train(recipe, range(TRAININGS))
    stored, told = stored_and_told(made.weights, recipe)
    order = sorted(range(TRAININGS), key=lambda seed: rank(name, told[seed]), reverse=True)
    entries = [
        {
            "random_state": seed,
            "passes": rank(name, told[seed])[0],
            "ranked_by": rank(name, told[seed])[1],
            **told[seed],
            "curve": {"training": made.training_loss[seed].tolist(), "held_out": made.held_out_loss[seed].tolist()},
        }
        for seed in order
    ]
    report = {"recipe": asdict(recipe), "curve_steps": made.steps, "trainings": entries}
    write(folder / name, {key: array[order] for key, array in stored.items()}, recipe, report)


def ship_untrained(folder: Path = FOLDER) -> None:
    """The weights from which each training of "place" started, in that toy's order."""
    recipe, place = RECIPES["place"], json.loads((folder / "place.json").read_text())
    order = [entry["random_state"] for entry in place["trainings"]]
    stored, told = stored_and_told(train(recipe, order, stop=0).weights, recipe)
    entries = [{"random_state": seed, **one} for seed, one in zip(order, told, strict=True)]
    write(folder / "untrained", stored, recipe, {"trainings": entries})


def stored_and_told(weights: dict[str, Array], recipe: Recipe) -> tuple[dict[str, Array], list[dict]]:
    """All trainings in float32, and each one's story as those rounded weights tell it."""
    stored = {key: array.astype(np.float32) for key, array in weights.items()}
    read = {key: array.astype(np.float64) for key, array in stored.items()}
    speech = language(recipe.language)
    return stored, [story(one_training(read, k), speech) for k in range(len(read["W_U"]))]


def write(path: Path, stored: dict[str, Array], recipe: Recipe, report: dict) -> None:
    """The weights as path.npz, without pickle; the report, with the rule and the language's entropy, as path.json."""
    np.savez_compressed(path.with_suffix(".npz"), **stored)  # type: ignore[arg-type]
    report = {"rule": TOYS[path.name].rule, "entropy": language(recipe.language).entropy(), **report}
    path.with_suffix(".json").write_text(json.dumps(printed(report)) + "\n")


def printed(value: Any) -> Any:
    """Every float in a report to five decimals."""
    if isinstance(value, dict):
        return {key: printed(item) for key, item in value.items()}
    if isinstance(value, list):
        return [printed(item) for item in value]
    return round(value, 5) if isinstance(value, float) else value


def main() -> None:
    """Make the toys named on the command line."""
    names = (*RECIPES, "untrained")
    parser = argparse.ArgumentParser(description="Make the trained toys' weights.")
    parser.add_argument("names", nargs="*", choices=names, default=names, metavar="NAME")
    for name in parser.parse_args().names:
        ship(name) if name in RECIPES else ship_untrained()


if __name__ == "__main__":
    main()
