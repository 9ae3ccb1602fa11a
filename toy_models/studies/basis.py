"""The same model in other axes: its stream turned by a rotation, and every matrix with it.

Nothing that a model says depends on the axes of its stream, since whoever writes to it and whoever reads from it can be
turned together (Elhage et al. 2021, "no privileged basis"). Two things stand in the way, and are seen to first: a
norm's gain acts on the axes one by one, so it is folded into the matrices behind it; and LayerNorm takes the mean of
the axes away, so the rotation must leave the direction (1, …, 1) where it is. Where the axes had names, the names are
gone: no axis means one thing any more, and all that is counted in the stream stays.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np

from toy_models.model.attention import CausalAttention
from toy_models.model.blocks import Affine, Block
from toy_models.model.checks import Array
from toy_models.model.mlp import GeluMLP
from toy_models.model.plain import PlainAttention, ReluMLP
from toy_models.model.toy import Toy


def mean_keeping_rotation(d: int, seed: int) -> Array:
    """A random rotation R (d, d) that keeps the mean direction: R Rᵀ = I, det R = 1, R 1 = 1.

        R = 1 1ᵀ/d + H Q Hᵀ

    H (d, d−1): Helmert's orthonormal vectors, all at right angles to 1. Q: a rotation of them, uniformly random (the
    Q of a QR of normal numbers, R's diagonal made positive), from RandomState(seed). For d of 2 it is the identity.
    """
    H = np.array([[1.0] * k + [-k] + [0.0] * (d - k - 1) for k in range(1, d)]).T
    H = H / np.linalg.norm(H, axis=0)
    Q, upper = np.linalg.qr(np.random.RandomState(seed).standard_normal((d - 1, d - 1)))
    Q = Q * np.where(np.diag(upper) < 0, -1.0, 1.0)
    if np.linalg.det(Q) < 0:
        Q[:, 0] = -Q[:, 0]
    return 1.0 / d + H @ Q @ H.T


def turned(toy: Toy, R: Array) -> Toy:
    """The toy whose stream is x R wherever this one's is x, and whose logits are the same. R (d, d) as above.

    Without a LayerNorm anywhere, as in `named`, R may be any orthogonal matrix. Embeddings and output matrices are
    multiplied by R from the right, input matrices and W_U by Rᵀ diag(gamma) from the left; every norm then has gain 1
    and the bias (beta / gamma) R. The turned toy reads this toy's prompt only, and its dimensions have no names. Raises
    ValueError if a gain is exactly 0, since its bias could not be folded.
    """
    token, position, words = toy.token_embedding, toy.position_embedding, toy.vocab_embedding
    return replace(
        toy,
        X0=toy.X0 @ R,
        token_embedding=None if token is None else token @ R,
        position_embedding=None if position is None else position @ R,
        vocab_embedding=None if words is None else words @ R,
        dimensions=(),
        blocks=tuple(turned_block(block, R) for block in toy.blocks),
        gamma=np.ones(len(R)),
        beta=turned_bias(toy.gamma, toy.beta, R),
        W_U=R.T @ (toy.gamma[:, None] * toy.W_U),
        prompts=None,
        prompt=0,
    )


def turned_bias(gamma: Array, beta: Array, R: Array) -> Array:
    """(beta / gamma) R: a norm's bias once its gain stands in the matrices behind it. Raises ValueError if one is 0."""
    if not gamma.all():
        raise ValueError("a norm with a gain of exactly 0 cannot be folded into the matrices behind it")
    return (beta / gamma) @ R


def turned_block(block: Block, R: Array) -> Block:
    """f′(X) = f(X Rᵀ) R, by its own matrices where it has them."""
    if isinstance(block, CausalAttention):
        read = {name: R.T @ (block.gamma[:, None] * getattr(block, name)) for name in ("W_Q", "W_K", "W_V")}
        beta = turned_bias(block.gamma, block.beta, R)
        return replace(block, gamma=np.ones(len(R)), beta=beta, W_O=block.W_O @ R, **read)
    if isinstance(block, GeluMLP):
        return replace(
            block,
            gamma=np.ones(len(R)),
            beta=turned_bias(block.gamma, block.beta, R),
            W_in=R.T @ (block.gamma[:, None] * block.W_in),
            W_out=block.W_out @ R,
            b_out=block.b_out @ R,
        )
    if isinstance(block, PlainAttention):
        return PlainAttention(R.T @ block.W_Q, R.T @ block.W_K, R.T @ block.W_V, block.W_O @ R)
    if isinstance(block, ReluMLP):
        return ReluMLP(R.T @ block.W_in, block.b_in, block.W_out @ R)
    if isinstance(block, Affine):
        return Affine(R.T @ block.M @ R, block.c @ R)
    return Turned(block, R)


@dataclass(frozen=True, eq=False)
class Turned:
    """f′(X) = f(X Rᵀ) R for a sublayer without an output matrix to turn, such as a tanh. R (d, d) orthogonal."""

    block: Block
    R: Array

    def __call__(self, X: Array) -> Array:
        """f(X Rᵀ) R."""
        return self.block(X @ self.R.T) @ self.R

    def vjp(self, X: Array, G: Array) -> Array:
        """(G Rᵀ J) R, J that of f at X Rᵀ."""
        return self.block.vjp(X @ self.R.T, G @ self.R.T) @ self.R
