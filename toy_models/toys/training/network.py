"""The transformer of toy_models once more, in autograd, so that its weights can be trained.

K trainings run side by side along the first axis; n sentences of T words lie one under another, n T rows. A weight
of `transformer.shapes` is a stretch of one long vector a training, so that the optimiser sees numbers only.
"""

from __future__ import annotations

from math import prod

import numpy as np
from autograd.core import SparseObject, vspace
from autograd.extend import defvjp, primitive

from toy_models.model import mlp as formulas
from toy_models.model.checks import Array
from toy_models.model.transformer import BLOCKS, ENDS, HEADS, shapes

EPS = 1e-5

# Each step below is one node of autograd's graph with its derivative beside it: written out in single additions and
# products the same training takes three times as long.


def _standard(X: Array) -> tuple[Array, Array]:
    """x̂ = (x − mean x) / s and s = sqrt(var x + eps) of each row (Ba et al. 2016, eq. 4)."""
    X = X - _mean(X)
    s = np.sqrt(_mean(X * X) + EPS)
    return X / s, s


def _mean(X: Array) -> Array:
    """Each row's mean, as a product, which is several times faster for short rows. (…, d) -> (…, 1)."""
    return X @ np.full((X.shape[-1], 1), 1.0 / X.shape[-1])


@primitive
def layer_norm(X, gamma, beta):
    """gamma x̂ + beta. X (K, n, d), gamma and beta (K, d)."""
    return gamma[:, None] * _standard(X)[0] + beta[:, None]


def _through_norm(_, X, gamma, beta):
    x_hat, s = _standard(X)

    def vjp(G):
        a = G * gamma[:, None]
        return (a - _mean(a) - x_hat * _mean(a * x_hat)) / s

    return vjp


defvjp(
    layer_norm,
    _through_norm,
    lambda _, X, gamma, beta: lambda G: (G * _standard(X)[0]).sum(axis=1),
    lambda *_: lambda G: G.sum(axis=1),
)


@primitive
def gelu(h):
    """GELU in its tanh form, see toy_models/model/mlp.py."""
    return formulas.gelu(h)


defvjp(gelu, lambda _, h: lambda G: G * formulas.gelu_slope(h))


@primitive
def softmax(scores):
    """Each row over this and earlier tokens only (Vaswani et al. 2017, eq. 1 and §3.2.3). (…, T, T)."""
    E = np.where(np.tri(scores.shape[-1], dtype=bool), np.exp(scores), 0.0)
    return E / E.sum(axis=-1, keepdims=True)


defvjp(softmax, lambda A, _: lambda G: A * (G - (A * G).sum(axis=-1, keepdims=True)))


@primitive
def affine(Y, W, *c):
    """Y W, or Y W + c. Y (K, n, i), W (K, i, j), c (K, j)."""
    return Y @ W + c[0][:, None] if c else Y @ W


defvjp(
    affine,
    lambda _, Y, W, *c: lambda G: G @ W.swapaxes(-1, -2),
    lambda _, Y, W, *c: lambda G: Y.swapaxes(-1, -2) @ G,
    lambda *_: lambda G: G.sum(axis=1),
)


@primitive
def split(Y, T):
    """Heads apart: (K, n T, d) -> (K, n, H, T, d/H)."""
    return Y.reshape(len(Y), -1, T, HEADS, Y.shape[-1] // HEADS).swapaxes(2, 3)


@primitive
def join(Z):
    """Heads together: (K, n, H, T, d/H) -> (K, n T, d)."""
    K, n, H, T, k = Z.shape
    return Z.swapaxes(2, 3).reshape(K, n * T, H * k)


defvjp(split, lambda *_: lambda G: join(G), None)
defvjp(join, lambda _, Z: lambda G: split(G, Z.shape[3]))


@primitive
def cross_entropy(logits, words):
    """−ln softmax(logits)[word], mean over rows, summed over trainings. logits (K, n, V), words (K, n)."""
    picked = np.take_along_axis(logits, words[..., None], -1)[..., 0]
    return (np.log(np.exp(logits).sum(axis=-1)) - picked).mean(axis=1).sum()


def _through_cross_entropy(_, logits, words):
    E = np.exp(logits)
    return lambda g: g * (E / E.sum(axis=-1, keepdims=True) - np.eye(E.shape[-1])[words]) / E.shape[1]


defvjp(cross_entropy, _through_cross_entropy, None)


@primitive
def stretch(flat, start, shape):
    """flat (K, P) from `start` on, as (K, *shape)."""
    return flat[:, start : start + prod(shape)].reshape(len(flat), *shape)


def _into_stretch(_, flat, start, shape):
    stop = start + prod(shape)

    def add(into, G):
        into[:, start:stop] += G.reshape(len(G), -1)
        return into

    return lambda G: SparseObject(vspace(flat), lambda into: add(into, G))


defvjp(stretch, _into_stretch, None, None)


def named(flat, vocabulary: int, tokens: int) -> tuple[list[dict], dict]:
    """Each block's weights by name, and those of ENDS, all with a leading axis K, from flat (K, P)."""
    blocks: list[dict] = [{} for _ in range(BLOCKS)]
    ends, start = {}, 0
    for name, shape in shapes(vocabulary, tokens).items():
        for owner, size in [(ends, shape)] if name in ENDS else [(block, shape[1:]) for block in blocks]:
            owner[name] = stretch(flat, start, size)
            start += prod(size)
    return blocks, ends


def attention(X, w: dict, T: int):
    """`CausalAttention`. X (K, n T, d)."""
    Y = layer_norm(X, w["attention_gamma"], w["attention_beta"])
    Q, K, V = (split(affine(Y, w[name]), T) for name in ("W_Q", "W_K", "W_V"))
    A = softmax(Q @ K.swapaxes(-1, -2) / np.sqrt(K.shape[-1]))
    return affine(join(A @ V), w["W_O"])


def mlp(X, w: dict):
    """`GeluMLP`. X (K, n T, d)."""
    Y = layer_norm(X, w["mlp_gamma"], w["mlp_beta"])
    return affine(gelu(affine(Y, w["W_in"], w["b_in"])), w["W_out"], w["b_out"])


def run(flat, prompts: Array, vocabulary: int, keep: Array | None = None):
    """Logits at every position, (K, n T, V). prompts (K, n, T) of word numbers.

    keep (S, K, n): 0 where a sublayer is dropped for a sentence, and writes nothing; None drops nothing.
    """
    K, n, T = prompts.shape
    blocks, ends = named(flat, vocabulary, T)
    words, places = np.eye(vocabulary)[prompts].reshape(K, n * T, vocabulary), np.tile(np.eye(T), (n, 1))
    X = affine(words, ends["token_embedding"]) + affine(places, ends["position_embedding"])
    on = None if keep is None else np.repeat(keep, T, axis=2)[..., None]
    for b, w in enumerate(blocks):
        write = attention(X, w, T)
        X = X + (write if on is None else on[2 * b] * write)
        write = mlp(X, w)
        X = X + (write if on is None else on[2 * b + 1] * write)
    return affine(layer_norm(X, ends["gamma"], ends["beta"]), ends["W_U"])


def loss(flat, sentences: Array, vocabulary: int, every_position: bool, keep: Array | None = None):
    """Mean cross-entropy of the next word, at every position or the last alone, summed over trainings.

    The sum makes each training's gradient its own. sentences (K, n, T+1), keep as in `run`.
    """
    T = sentences.shape[-1] - 1
    logits, words = run(flat, sentences[..., :-1], vocabulary, keep), sentences[..., 1:].reshape(len(sentences), -1)
    scored = slice(None) if every_position else slice(T - 1, None, T)
    return cross_entropy(logits[:, scored], words[:, scored])
