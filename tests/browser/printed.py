"""Numbers as the screen prints them, read back with the size of their last digit."""

import re
from decimal import ROUND_HALF_UP, Decimal
from typing import NamedTuple

_NUMBER = re.compile(r"[+−]?\d+(?:\.\d+)?(?:×10[⁰¹²³⁴⁵⁶⁷⁸⁹⁻]+)?")
_RAISED = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻", "0123456789-")


class Printed(NamedTuple):
    """A printed number: its text, its value, and one unit of its last digit."""

    text: str
    value: float
    unit: float

    def agrees(self, truth: float) -> bool:
        """Whether it is the truth, rounded, ties away from zero."""
        return abs(self.value - nearest(truth, self.unit)) < self.unit / 1000

    @property
    def digits(self) -> int:
        """How many it has from the first that is not 0."""
        return len(self.text.partition("×")[0].lstrip("+−").replace(".", "").lstrip("0"))


def nearest(truth: float, unit: float) -> float:
    """The multiple of a power of ten nearest to a number, ties away from zero.

    Two sums of the same terms in another order may differ in the thirteenth digit, so a tie counts as one with twelve.
    """
    return float(Decimal(f"{truth:.11e}").quantize(Decimal(f"{unit:.0e}"), ROUND_HALF_UP))


def add_up(parts: list[Printed], whole: Printed) -> bool:
    """Whether printed numbers add to a printed one, digit by digit."""
    return sum(round(part.value / whole.unit) for part in parts) == round(whole.value / whole.unit)


def read(text: str) -> Printed:
    """The one number that a text is. Raises ValueError if it is anything else."""
    if not _NUMBER.fullmatch(text):
        raise ValueError(f"expected a printed number, got '{text}'")
    mantissa, _, power = text.partition("×10")
    decimals = len(mantissa.partition(".")[2])
    scale = 10.0 ** int(power.translate(_RAISED)) if power else 1.0
    return Printed(text, float(mantissa.replace("−", "-")) * scale, 10.0**-decimals * scale)


def numbers(text: str, names: tuple[str, ...] = ()) -> list[Printed]:
    """The numbers of a sentence, in its order; digits that belong to one of the names are none."""
    for name in sorted(names, key=len, reverse=True):
        text = re.sub(rf"(?<![\w]){re.escape(name)}(?![\w])", "□", text)
    return [read(found) for found in _NUMBER.findall(text)]


def is_number(text: str) -> bool:
    """Whether the whole text is one printed number."""
    return _NUMBER.fullmatch(text) is not None


def percent_agrees(text: str, truth: float) -> bool:
    """Whether "72 %", ">99.9 %" or "<0.1 %" is a probability."""
    number, sign, _ = text.partition(" %")
    assert sign, f"expected a percentage, got '{text}'"
    if number.startswith((">", "<")):
        return 0.999 < truth < 1 if number == ">99.9" else number == "<0.1" and 0 < truth < 0.001
    return read(number).unit == 0.1 and read(number).agrees(100 * truth)
