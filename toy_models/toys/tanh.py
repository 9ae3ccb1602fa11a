"""The opening toy: random matrices and tanh in the place of attention and MLP. It was never trained.

Attention stand-in  f(X) = tanh(A X W): A mixes this token with earlier ones by a fixed random pattern.
MLP stand-in        f(X) = tanh(X W), token by token.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np

from toy_models.model.blocks import Block, TanhAttention, TanhMLP
from toy_models.model.checks import Array, frozen, whole_number
from toy_models.model.toy import Toy

WIDTH = 8
#: Scales chosen so that writes are about half as large as the embedding and no word is certain.
TOKEN_SCALE, POSITION_SCALE, GAIN, UNEMBED_SCALE = 0.7, 0.4, 0.9, 0.8
TOKENS = ("the", "cat", "sat", "on", "the")
VOCAB = ("idea", "bed", "sofa", "roof", "dog", "moon", "cat", "den", "nest", "mat", "rug", "log")
SHIPPED = Path(__file__).resolve().parents[2] / "assets" / "weights" / "tanh-0.npz"
ABOUT = (
    "Six layers made of random matrices and tanh stand in for attention and MLPs; nothing was trained, "
    "so its words mean nothing, but its stream works as a transformer's does."
)


def causal_pattern(scores: Array) -> Array:
    """Softmax of each row over this and earlier tokens: rows add to 1, exactly 0 above the diagonal. (…, T, T)."""
    allowed = np.tril(np.ones(scores.shape[-2:], dtype=bool))
    weights = np.where(allowed, np.exp(scores), 0.0)
    return weights / weights.sum(axis=-1, keepdims=True)


def draw_weights(seed: int, sublayers: int = 6) -> dict[str, Array]:
    """All the toy's numbers from RandomState(seed), a frozen stream: the same on every NumPy version.

    W_U (d, V); token_embedding, position_embedding (T, d); A (S, T, T); W (S, d, d); gamma, beta (d,).
    The two "the" share an embedding. The order of the draws is part of what a seed means: never change it.
    """
    draw = np.random.RandomState(seed).standard_normal
    T, d = len(TOKENS), WIDTH
    W_U = UNEMBED_SCALE * draw((d, len(VOCAB)))
    position = POSITION_SCALE * draw((T, d))
    layers = [(draw((T, T)), draw((d, d))) for _ in range(sublayers)]
    words = tuple(dict.fromkeys(TOKENS))
    embedding = TOKEN_SCALE * draw((len(words), d))
    return {
        "W_U": W_U,
        "token_embedding": embedding[[words.index(token) for token in TOKENS]],
        "position_embedding": position,
        "A": causal_pattern(np.array([A for A, _ in layers]).reshape(-1, T, T)),
        "W": GAIN / np.sqrt(d) * np.array([W for _, W in layers]).reshape(-1, d, d),
        "gamma": 1.0 + 0.1 * draw(d),
        "beta": 0.1 * draw(d),
    }


def build_blocks(A: Array, W: Array) -> tuple[Block, ...]:
    """Attention and MLP stand-ins in turn, attention first. A (S, T, T) is used by attention only, W (S, d, d)."""
    return tuple(
        TanhMLP(frozen(W[layer])) if layer % 2 else TanhAttention(frozen(A[layer]), frozen(W[layer]))
        for layer in range(len(W))
    )


def build_toy(weights: dict[str, Array], seed: int) -> Toy:
    """The toy with these weights, see `draw_weights`."""
    layers = range(len(weights["W"]))
    token, position = weights["token_embedding"], weights["position_embedding"]
    return Toy(
        name="tanh",
        title="Random layers with tanh",
        about=ABOUT,
        seed=seed,
        X0=token + position,
        token_embedding=token,
        position_embedding=position,
        blocks=build_blocks(weights["A"], weights["W"]),
        sublayer_names=tuple(f"{('Attention', 'MLP')[layer % 2]} {layer // 2 + 1}" for layer in layers),
        kinds=tuple(("attention", "mlp")[layer % 2] for layer in layers),
        norm="layer",
        gamma=weights["gamma"],
        beta=weights["beta"],
        W_U=weights["W_U"],
        tokens=TOKENS,
        vocab=VOCAB,
    )


def random_toy(seed: int, sublayers: int = 6) -> Toy:
    """A toy of this kind with any number of sublayers (0 to 999), drawn afresh. Raises ValueError out of range."""
    seed, sublayers = whole_number(seed, "seed", 2**32), whole_number(sublayers, "sublayers", 1000)
    return build_toy(draw_weights(seed, sublayers), seed)


def tanh_toy(seed: int) -> Toy:
    """The catalogue's toy: seed 0 from the shipped file, since its numbers must never change, others drawn."""
    if seed != 0:
        return random_toy(seed)
    with np.load(SHIPPED, allow_pickle=False) as file:
        return build_toy({key: file[key] for key in file.files}, seed)


def ship_weights(path: Path = SHIPPED) -> None:
    """Write seed 0's weights to `path`, without pickle. Done once; a released toy's weights never change."""
    np.savez(path, **draw_weights(0))  # type: ignore[arg-type]
