"""Where the norm stands: random nets run with the same weights in five placements, and their exact gradients.

One layer, N a norm without gain and bias (see norms), F a sublayer:

    pre       x ← x + F(N(x))                   Radford et al. 2019, §2.3; Xiong et al. 2020
    post      x ← N(x + F(x))                   Vaswani et al. 2017, §3.1
    sandwich  x ← x + N(F(N(x)))                Ding et al. 2021 (CogView), §2.4; Gemma Team 2024 (Gemma 2), §2
    parallel  x ← x + A(N(x)) + M(N(x))         Wang & Komatsuzaki 2021 (GPT-J); Chowdhery et al. 2022 (PaLM), §2
    mistake   y = N(x), then x ← y + F(y)       x = norm(x) overwrites the stream itself

The stream is then read through a last norm, except in post, which ends in its own. Up to ε the mistake is post-norm
read before its last norm: with y_l = N(x_l), y_{l+1} = N(y_l + F(y_l)).

Many nets at once (random_nets): n draws, T tokens, width d, S sublayers.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from toy_models.model.checks import Array, finite, norm_name
from toy_models.model.norms import centred, normalise, normalise_vjp, scale
from toy_models.studies.geometry import cosines
from toy_models.studies.random_nets import Branch, Nets

PLACEMENTS = ("pre", "post", "sandwich", "parallel", "mistake")
EPS = 1e-5


def one_layer(x: Array, branches: Sequence[Branch], placement: str, N: Branch) -> tuple[Array, list[Array]]:
    """The stream after one layer, and what each of its branches wrote: one branch, or attention and MLP in parallel."""
    if placement == "post":
        writes = [F(x) for F in branches]
        return N(x + sum(writes)), writes
    y = N(x)
    writes = [N(F(y)) if placement == "sandwich" else F(y) for F in branches]
    return (y if placement == "mistake" else x) + sum(writes), writes


def norm_of(norm: str, eps: float = EPS) -> Branch:
    """N: the norm of this name over the last axis, with no gain and no bias."""
    return lambda X: normalise(X, norm_name(norm), np.ones(X.shape[-1]), np.zeros(X.shape[-1]), eps)


@dataclass(frozen=True, eq=False)
class Run:
    """What one placement and norm made of the nets: states (S+1, n, T, d), writes (S, n, T, d).

    A parallel layer is two sublayers at once: there is no state between them, and NaN stands in its place.
    """

    nets: Nets
    placement: str
    norm: str
    states: Array
    writes: Array

    @property
    def layers(self) -> list[range]:
        """The sublayers of each layer: one each, two in parallel."""
        step = 2 if self.placement == "parallel" else 1
        return [range(first, first + step) for first in range(0, self.nets.S, step)]


def run_nets(nets: Nets, placement: str, norm: str) -> Run:
    """Run all nets. Raises ValueError for an unknown placement or norm, or an odd S in parallel."""
    if placement not in PLACEMENTS:
        raise ValueError(f"placement must be one of {', '.join(PLACEMENTS)}, got {placement!r}")
    if placement == "parallel" and nets.S % 2:
        raise ValueError(f"parallel layers need an even number of sublayers, got {nets.S}")
    N = norm_of(norm)
    states = np.full((nets.S + 1, *nets.X0.shape), np.nan)
    writes = np.empty((nets.S, *nets.X0.shape))
    run = Run(nets, placement, norm, states, writes)
    states[0] = nets.X0
    for layer in run.layers:
        branches = [nets.branch(sublayer) for sublayer in layer]
        states[layer.stop], written = one_layer(states[layer.start], branches, placement, N)
        writes[layer.start : layer.stop] = written
        finite(states[layer.stop], f"the stream after sublayer {layer.stop}")
    return run


def gradients(run: Run) -> Array:
    """∂loss/∂x_l at every state, by one vector–Jacobian product after another, (S+1, n, T, d); NaN as in `Run`.

    pre, parallel  G_l = G + (Σ G J_F) J_N         both through the plus, which N does not stand on
    sandwich       G_l = G + H J_F J_N,  H = G J_N at F(N(x))
    post           G_l = H + H J_F,  H = G J_N     the plus is inside N
    mistake        G_l = (G + G J_F) J_N
    """
    nets, ones = run.nets, np.ones(run.nets.X0.shape[-1])

    def through_norm(X: Array, G: Array) -> Array:
        return normalise_vjp(X, G, run.norm, ones, EPS)

    N = norm_of(run.norm)
    G = np.full(run.states.shape, np.nan)
    top = run.states[-1]
    G[-1] = nets.readout if run.placement == "post" else through_norm(top, nets.readout)
    for layer in reversed(run.layers):
        x, g = run.states[layer.start], G[layer.stop]
        if run.placement == "post":
            g = through_norm(x + run.writes[layer.start], g)
            G[layer.start] = g + nets.branch_vjp(layer.start, x, g)
            continue
        y = N(x)
        onto = through_norm(nets.branch(layer.start)(y), g) if run.placement == "sandwich" else g
        through = np.sum([nets.branch_vjp(sublayer, y, onto) for sublayer in layer], axis=0)
        G[layer.start] = through_norm(x, g + through) if run.placement == "mistake" else g + through_norm(x, through)
    return G


def factors_left(run: Run) -> Array:
    """What each writer, the embedding first, is multiplied by on its way to what is read at the top, (S+1, n, T).

    1 / (s_a s_b …), the divisors of all norms that the stream itself passes after it, the last norm included: in pre,
    sandwich and parallel that one alone, so that placements are compared at the same place. What a sandwich writes has
    passed its own norm by then.
    """
    S = run.nets.S
    factors = np.ones((S + 1, *run.states.shape[1:-1]))
    if run.placement in ("post", "mistake"):
        on_stream = run.states[:-1] if run.placement == "mistake" else run.states[:-1] + run.writes
        passed = np.cumprod(1.0 / scale(on_stream, run.norm, EPS)[::-1], axis=0)[::-1]
        # In post the write of a layer passes that layer's own norm; in the mistake only the next one's.
        factors[:S] = passed
        if run.placement == "post":
            factors[1:] = passed
    return factors if run.placement == "post" else factors / scale(run.states[-1], run.norm, EPS)


def parts_written(run: Run) -> Array:
    """The embedding and every write, as they were written, (S+1, n, T, d)."""
    return np.concatenate([run.states[:1], run.writes])


def read_at_top(run: Run) -> Array:
    """The last state after the last norm, (n, T, d); in post it has passed its own."""
    return run.states[-1] if run.placement == "post" else norm_of(run.norm)(run.states[-1])


def parts_left(run: Run) -> Array:
    """The embedding and every write as the norms after them left them, (S+1, n, T, d): they add up to `read_at_top`.

    Each norm at the run's own scale is linear, x ↦ (x − mean x) / s (no mean for "rms"), so a part arrives as
    (part − its mean) times `factors_left`.
    """
    return centred(parts_written(run), run.norm) * factors_left(run)[..., None]


def in_out_cosines(run: Run) -> Array:
    """cos(x_0, x_S) of every word's stream, what it became against what it was: (n, T), in [−1, 1].

    Where writes stand at right angles to the embedding and to each other, as independent ones do on average, a plain
    sum gives 1 / √(1 + Σ ‖write‖² / ‖x_0‖²): near 1 if they are small, near 0 if they are large or many.
    """
    return cosines(run.states[0], run.states[-1])


def log_rms(X: Array) -> Array:
    """log10 of the root mean square over tokens and numbers: (…, T, d) -> (…)."""
    return 0.5 * np.log10((X**2).mean(axis=(-2, -1)))


def log_length(X: Array) -> Array:
    """log10 of the length over tokens and numbers: (…, T, d) -> (…)."""
    return 0.5 * np.log10((X**2).sum(axis=(-2, -1)))
