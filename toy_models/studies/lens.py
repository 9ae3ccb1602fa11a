"""The logit lens: every state of the stream read as if it were the last one.

nostalgebraist 2020, "interpreting GPT: the logit lens". Two conventions are in use, which differ wherever the stream
grows: the final norm recomputed at that depth, or the final run's scale kept, as in direct logit attribution. Neither
tells what an early state is for: only the last one was ever trained to be read (Belrose et al. 2023, "Eliciting Latent
Predictions from Transformers with the Tuned Lens").
"""

from __future__ import annotations

from toy_models.model.checks import Array
from toy_models.model.norms import centred, scale
from toy_models.model.stream import run_stream
from toy_models.model.toy import Toy

CONVENTIONS = ("recomputed", "kept")


def lens_logits(toy: Toy, convention: str = "recomputed") -> Array:
    """Logits read from the state after the embedding and after each sublayer of the base run, (S+1, T, V).

        logits_l = (gamma (x_l − mean x_l) / s + beta) W_U

    convention: "recomputed", s = s(x_l): what the model would say if it stopped there; "kept", s = s(x_S): what the
    writes so far add to the final logits, so that a difference of two depths is the attribution of the writes between.
    At the last depth both are the model's own logits. Raises ValueError for another convention.
    """
    if convention not in CONVENTIONS:
        raise ValueError(f"convention must be one of {', '.join(map(repr, CONVENTIONS))}, got {convention!r}")
    states, _ = run_stream(toy.X0, toy.blocks)
    s = scale(states if convention == "recomputed" else states[-1], toy.norm, toy.eps)
    return (toy.gamma * centred(states, toy.norm) / s[..., None] + toy.beta) @ toy.W_U
