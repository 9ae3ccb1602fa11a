"""One reading of the screen beside one answer of the oracle: finding what is printed where, and comparing it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from answer import Answer
from asking import Words
from oracle import Off
from printed import Printed, add_up, is_number, numbers, read

from app.screens.lab import WIDGETS
from app.screens.page import strings


@dataclass
class Comparison:
    """Compares one reading of the screen (reading.js) with one answer; `wrong` says what does not agree."""

    seen: dict[str, Any]
    answer: Answer
    words: Words
    step: int
    alpha: float | None = None
    measure: str = "size"
    face: str = "terms"
    split: str = "frozen"
    wrong: list[str] = field(default_factory=list)
    compared: int = 0

    def __post_init__(self) -> None:
        self.strings = strings(WIDGETS["lab"])
        self.names = self.words.toy.sublayer_names
        self.row = {name: self.piece("Layers", name)["y"] for name in self.names}
        foot, top = (self.piece("Layers", text)["y"] for text in ("Embedding", "Readout"))
        self.pitch = abs(foot - top) / (len(self.names) + 2)

    def called(self) -> tuple[str, ...]:
        """Names whose digits are no numbers."""
        return (*self.names, *self.words.vocab, *self.words.tokens)

    def _listed(self, names: Sequence[str]) -> str:
        return (", ".join(names[:-1]) + f" {self.strings['and']} " if names[1:] else "") + names[-1]

    def by_keys(self, off: Off) -> str:
        """Layers by their keys, where a sentence has no room for their names."""
        return self.strings["runs"]["layers"].format(keys=self._listed([str(layer + 1) for layer in off]))

    def run_name(self, off: Off, short: bool = False) -> str:
        """What a world is called: by what is off in it, and by what that means."""
        runs = self.strings["runs"]
        if not off:
            return runs["allOn"]
        run = runs[self.words.ablation]
        everything = len(off) == len(self.names) > 1
        names = self.by_keys(off) if short else self._listed([self.names[layer] for layer in off])
        layers = run["all"] if everything else names
        return run["some"].format(layers=layers, source=self.words.source)

    # Reading

    def region(self, name: str) -> list[dict[str, Any]]:
        return [piece for piece in self.seen["pieces"] if piece["region"] == name]

    def piece(self, region: str, text: str) -> dict[str, Any]:
        found = [piece for piece in self.region(region) if piece["text"] == text]
        assert found, f"'{text}' is not on the screen in {region}"
        return found[0]

    def in_row(self, region: str, y: float) -> list[dict[str, Any]]:
        """A row's pieces from left to right."""
        pieces = [piece for piece in self.region(region) if abs(piece["y"] - y) < self.pitch / 2]
        return sorted(pieces, key=lambda piece: piece["left"])

    def chart(self, name: str) -> tuple[dict[str, Any], str]:
        return self.seen["tables"][name], self.seen["twins"][name]

    # Comparing

    def same(self, what: str, printed: Sequence[Printed], truths: Iterable[float], decimals: int | None = 2) -> None:
        """Each number is the truth, rounded to as many decimals as its kind has; None for three significant digits."""
        truths = list(truths)
        if len(printed) != len(truths):
            self.wrong.append(f"{what}: expected {len(truths)} numbers, got {[p.text for p in printed]}")
            return
        for number, truth in zip(printed, truths, strict=True):
            self.compared += 1
            if not number.agrees(truth):
                self.wrong.append(f"{what}: '{number.text}' is printed, {truth:.10g} is true")
            if (number.digits != 3 and number.text != "0") if decimals is None else number.unit != 10.0**-decimals:
                self.wrong.append(f"{what}: '{number.text}' has not the digits of its kind")

    def cells(self, what: str, texts: Sequence[str], truths: Iterable[float | None], decimals: int | None = 2) -> None:
        """Cells that hold one number each, and perhaps that it is rounded; where there is none, a dash."""
        texts, truths = [bare(text) for text in texts], list(truths)
        if len(texts) != len(truths):
            self.wrong.append(f"{what}: expected {len(truths)} numbers, got {list(texts)}")
            return
        for text, truth in zip(texts, truths, strict=True):
            if truth is not None:
                self.same(what, [read(text)] if is_number(text) else [], [truth], decimals)
            elif text != "–":
                self.wrong.append(f"{what}: '{text}' is printed, and there is no number")

    def rounded(self, what: str, said: bool, parts: Sequence[Printed], whole: Printed) -> None:
        """That numbers are rounded is said exactly where printed parts do not add to the printed whole."""
        if said == add_up(list(parts), whole):
            told = "is said to be rounded" if said else "is not said to be rounded"
            self.wrong.append(f"{what}: {' '.join(part.text for part in parts)} = {whole.text} {told}")

    def label(self, what: str, text: str, truth: float) -> None:
        self.same(what, numbers(text, self.names)[:1], [truth])


def bare(text: str) -> str:
    """A cell without the word that it is rounded."""
    return text.removesuffix(" rounded")
