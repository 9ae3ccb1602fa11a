"""What a text says, held against what is computed: a claim is a sentence built from the numbers, which the text must have."""

import re
from collections.abc import Callable
from decimal import ROUND_HALF_UP, Decimal
from functools import lru_cache
from inspect import signature
from pathlib import Path

import numpy as np

from toy_models import Worlds, all_worlds, load_toy, readout_of

ROOT = Path(__file__).resolve().parents[2]
TRAINED = ("place", "and", "or", "untrained")
ATTENTION_1, MLP_1, ATTENTION_2 = 0, 1, 2


@lru_cache
def text(path: str) -> str:
    """A text as it is read: one line, without emphasis. path: below assets/text, or README.md."""
    whole = (ROOT / path if path == "README.md" else ROOT / "assets" / "text" / "en" / path).read_text(encoding="utf-8")
    return re.sub(r"[*`]", "", " ".join(whole.split()))


def said(path: str, *sentences: str) -> None:
    """The text says each of these, word by word."""
    for sentence in sentences:
        assert " ".join(sentence.split()) in text(path), f"{path} does not say: {sentence}"


def rounded(number: float | np.floating, digits: int = 2) -> str:
    """A number as it is printed: the true value rounded, ties away from zero, with a true minus; −0.00 keeps its sign."""
    exact = Decimal(float(number)).quantize(Decimal(1).scaleb(-digits), ROUND_HALF_UP)
    return f"{abs(exact)}" if number >= 0 else f"−{abs(exact)}"


def signed(number: float | np.floating, digits: int = 2) -> str:
    """The same with a plus."""
    return f"{'+' if number > 0 else ''}{rounded(number, digits)}"


@lru_cache(maxsize=600)
def worlds(name: str, seed: int = 0, prompt: int = 0) -> Worlds:
    """All worlds of a toy on a prompt, an off layer writing zero."""
    return all_worlds(load_toy(name, seed, prompt))


def pair(name: str, seed: int = 0, prompt: int = 0) -> tuple[int, int]:
    """The word that comes first at the last word with all on, and the one that comes second."""
    first, second = np.argsort(-worlds(name, seed, prompt).logits[-1, -1], kind="stable")[:2]
    return int(first), int(second)


def leads(name: str, seed: int = 0, prompt: int = 0) -> np.ndarray:
    """The lead of the first word over the second at the last word, in all 64 worlds."""
    return readout_of(worlds(name, seed, prompt).logits[:, -1], pair(name, seed, prompt))


def mean_leads(name: str, seed: int = 0) -> np.ndarray:
    """Their mean over the twelve prompts."""
    return np.mean([leads(name, seed, prompt) for prompt in range(12)], axis=0)


def off(*layers: int) -> int:
    """The world in which just these layers are off."""
    return 63 - on(*layers)


def on(*layers: int) -> int:
    """The world in which just these layers are on."""
    return sum(1 << layer for layer in layers)


#: What makes a sentence a claim about quantities.
QUANTIFIED = re.compile(
    r"\d|\b(all|every|each|none|no|nothing|neither|never|only|alone|most|more|other|little|one|two|three|seven|eight|twelve|six)\b"
)
CLAIMED: dict[str, list[str]] = {}


def claim(path: str, *sentences: str) -> None:
    """The text says each of these, and a test holds it to them."""
    said(path, *sentences)
    CLAIMED.setdefault(path, []).extend(" ".join(sentence.split()) for sentence in sentences)


def unclaimed(path: str, checks: dict[str, Callable[..., None]]) -> list[str]:
    """The sentences of toys/NAME.md with a quantity or a quantifier that no check claims; test_NAME_… are its checks."""
    name = path.removeprefix("toys/").removesuffix(".md")
    for called, check in list(checks.items()):
        if called.startswith(f"test_{name}_"):
            check(*[0 for _ in signature(check).parameters])
    rest = text(path)
    for sentence in sorted(CLAIMED[path], key=len, reverse=True):
        rest = rest.replace(sentence, "")
    return [sentence for sentence in re.split(r"(?<=[.?!:;]) ", rest) if QUANTIFIED.search(sentence)]
